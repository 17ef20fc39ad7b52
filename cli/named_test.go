package cli_test

import (
	"bufio"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	namedFile   = regexp.MustCompile(`[\w./-]*\w\.(?:go|py|sh|java|txtar)\b`)
	namedFolder = regexp.MustCompile(`(?:^|[^\w./-])((?:graph|loader|hop|verify|cli|bench|docs|testdata|internal)/[\w/-]*\w)`)
)

// others are files of other projects, and what a command writes.
var others = []string{"hotpot_evaluate_v1.py", "evaluate.py", "feverous_scorer.py", "hover_doc_metrics.py", "hover_sent_metrics.py", "hover_verif_metrics.py",
	"prepare_submission.py", "2wikimultihop_evaluate.py", "evaluate_v1.0.py", "pkg.go", "verify/train/build"}

// Files and folders that docs and comments name are there: a file by its path or the end of it, a folder or an ADR by the beginning of a path.
func TestNamedPathsExist(t *testing.T) {
	root := repoRoot(t)
	var paths []string
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if d != nil && d.IsDir() && name != root && (strings.HasPrefix(d.Name(), ".") || d.Name() == "node_modules") {
			return filepath.SkipDir
		}
		rel, _ := filepath.Rel(root, name)
		paths = append(paths, "/"+filepath.ToSlash(rel))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	known := func(named string, exact bool) bool {
		for _, o := range others {
			if strings.HasPrefix(named, o) {
				return true
			}
		}
		for _, p := range paths {
			if strings.HasSuffix(p, "/"+named) || !exact && strings.Contains(p, "/"+named) {
				return true
			}
		}
		return false
	}
	read := 0
	for _, p := range paths {
		markdown := strings.HasSuffix(p, ".md")
		if !markdown && !strings.HasSuffix(p, ".go") {
			continue
		}
		read++
		eachLine(t, root+p, func(n int, line string) {
			if _, comment, ok := strings.Cut(line, "//"); !markdown {
				if line = comment; !ok || strings.HasSuffix(p, "named_test.go") {
					return
				}
			}
			for _, named := range namedFile.FindAllString(line, -1) {
				if named = strings.TrimLeft(named, "./"); !known(named, true) {
					t.Errorf("%s:%d: names %s, which is not there", p[1:], n, named)
				}
			}
			for _, m := range namedFolder.FindAllStringSubmatch(line, -1) {
				if !known(m[1], false) {
					t.Errorf("%s:%d: names %s, which is not there", p[1:], n, m[1])
				}
			}
		})
	}
	if read < 300 {
		t.Errorf("read %d files", read)
	}
}

func eachLine(t *testing.T, name string, do func(n int, line string)) {
	t.Helper()
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	s := bufio.NewScanner(f)
	s.Buffer(nil, 16<<20)
	for n := 1; s.Scan(); n++ {
		do(n, s.Text())
	}
	if err := s.Err(); err != nil {
		t.Fatal(err)
	}
}
