package cli_test

import (
	"bytes"
	"context"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/bridgehop/bridgehop/cli"
	"github.com/bridgehop/bridgehop/loader/claims"
)

// elsewhere are fields that a machine, a build, a corpus or a model may have and others not.
var elsewhere = map[string][]string{
	"`model check --json`": {"external", "note"},
	"`demo --json`, one a claim": {"reason", "bridge.says", "parts", "parts[].claim", "parts[].label", "parts[].probability",
		"parts[].as", "bridge", "bridge.description", "bridge.page", "bridge.page_id", "bridge.probability", "bridge.claim", "bridge.inner", "values",
		"values[].operation", "values[].attribute", "values[].operands", "values[].operands[].value", "values[].operands[].unit",
		"values[].operands[].element", "values[].result", "values[].claimed", "values[].agrees"}, // as of verify
	"`hop --json` and, one a line, `hop --out`": {"unused_words"}, // hop's tests have one
	"`ask --json` and, one a line, `ask --out`": {"answers[].calculation", "chains[].evidence[].headers", "error", "chains[].answers",
		"chains[].answers[].page", "chains[].answers[].text", "chains[].open", "chains[].links[].reversed"}, // a question's chain has no parts
	"`paths --json`, one a path": {"links[].reversed"}, // paths follow links
	"`load --json`": {"redirect_circles", "replaced_from", "replaced_from[].file", "replaced_from[].pages", // cli/testdata/script has these
		"citations_changed"}, // TestCitationsOfReplacedPages
	"`info --json`":    {"others"}, // TestStrangersPage
	"`setup --json`":   {"note", "java"},
	"`version --json`": {"commit"},
}

// What docs/cli.md tells of each command's records is what the command writes on the shipped wiki: each field that is told
// is there, with its type, and no other.
func TestOutputMatchesDocs(t *testing.T) {
	if !hasRuntime(t) {
		t.Skip("ONNX Runtime is missing: run bridgehop setup")
	}
	written := commandOutputs(t)
	for where, samples := range cli.Samples() {
		for _, s := range samples {
			b, err := json.Marshal(s)
			if err != nil {
				t.Fatal(err)
			}
			written[where] = append(written[where], string(b))
		}
	}
	for _, f := range cli.JSONForms() {
		if f.Where == "`eval --json`" { // TestReportMatchesDocs
			continue
		}
		t.Run(f.Where, func(t *testing.T) {
			if len(written[f.Where]) == 0 {
				t.Fatal("no output is held against these fields")
			}
			h := &holder{t: t, form: f, seen: map[string]bool{}}
			for _, line := range written[f.Where] {
				var record map[string]any
				if err := json.Unmarshal([]byte(line), &record); err != nil {
					t.Fatalf("%v: %s", err, line)
				}
				h.hold("", record)
			}
			for _, field := range f.Fields {
				if !h.seen[field.Path] && !slices.Contains(elsewhere[f.Where], field.Path) {
					t.Errorf("%s is told, and stands in none of %d records", field.Path, len(written[f.Where]))
				}
			}
		})
		delete(written, f.Where)
	}
	for where := range written {
		t.Errorf("nothing is told of the output of %s", where)
	}
}

// holder holds records against a form.
type holder struct {
	t    *testing.T
	form cli.JSONForm
	seen map[string]bool // paths
}

// hold goes through an object at a path, "" for the record itself.
func (h *holder) hold(at string, object map[string]any) {
	for name, v := range object {
		f := h.field(at, name)
		if f == nil {
			h.t.Errorf("%s%s is not told: %v", at, name, v)
			continue
		}
		h.seen[f.Path] = true
		if !slices.ContainsFunc(strings.Split(f.Kind, " or "), func(kind string) bool { return isKind(v, kind) }) {
			h.t.Errorf("%s is %v, told as %s", f.Path, v, f.Kind)
		}
		h.within(f.Path, v)
	}
	for _, f := range h.form.Fields {
		name, ok := strings.CutPrefix(f.Path, at)
		if _, is := object[name]; ok && !f.May && !strings.ContainsAny(name, ".[") && !isAnyName(name) && !is {
			h.t.Errorf("%s is missing in %v", f.Path, object)
		}
	}
}

// within holds the objects of a value against what is told of them; of some objects nothing more is.
func (h *holder) within(path string, v any) {
	told := func(prefix string) bool {
		return slices.ContainsFunc(h.form.Fields, func(f cli.JSONField) bool { return strings.HasPrefix(f.Path, prefix) })
	}
	switch v := v.(type) {
	case map[string]any:
		if told(path + ".") {
			h.hold(path+".", v)
		}
	case []any:
		for _, e := range v {
			if e, ok := e.(map[string]any); ok && told(path+"[].") {
				h.hold(path+"[].", e)
			}
		}
	}
}

// field is what is told of a name in the object at a path, or of any name there.
func (h *holder) field(at, name string) *cli.JSONField {
	var anyName *cli.JSONField
	for i, f := range h.form.Fields {
		last, ok := strings.CutPrefix(f.Path, at)
		switch {
		case ok && last == name:
			return &h.form.Fields[i]
		case ok && isAnyName(last):
			anyName = &h.form.Fields[i]
		}
	}
	return anyName
}

func isAnyName(name string) bool {
	return strings.ToUpper(name) == name && !strings.ContainsAny(name, ".[")
}

// isKind reports whether a value is of a type as docs/cli.md names it.
func isKind(v any, kind string) bool {
	if of, ok := strings.CutPrefix(kind, "list of "); ok {
		list, is := v.([]any)
		return is && !slices.ContainsFunc(list, func(e any) bool { return !isKind(e, strings.TrimSuffix(of, "s")) })
	}
	number, isNumber := v.(float64)
	switch kind {
	case "any":
		return true
	case "null":
		return v == nil
	case "integer":
		return isNumber && number == math.Trunc(number)
	case "number":
		return isNumber
	}
	is := map[string]bool{}
	switch v.(type) {
	case string:
		is["string"] = true
	case bool:
		is["boolean"] = true
	case []any:
		is["list"] = true
	case map[string]any:
		is["object"] = true
	}
	return is[kind]
}

// docs/cli.md describes every form of claims files, with an example that is recognised as this form.
func TestClaimFilesMatchDocs(t *testing.T) {
	for _, f := range cli.ClaimFiles() {
		name := filepath.Join(t.TempDir(), "claims")
		if err := os.WriteFile(name, []byte(f.Example+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		got, err := claims.Detect(name)
		if err != nil || got != f.Format {
			t.Errorf("the record of %s is taken for %s (%v)", f.Format, got, err)
		}
		all, bad, err := claims.ReadAll(name)
		if err != nil || len(bad) > 0 || len(all) != 1 || all[0].Text == "" {
			t.Errorf("the record of %s: %d claims, %v, %v", f.Format, len(all), bad, err)
			continue
		}
		if len(all[0].Gold) == 0 && f.Format != "lines" {
			t.Errorf("the record of %s has no gold evidence", f.Format)
		}
	}
}

// recorder runs commands and keeps what they write, by the form it is told under.
type recorder struct {
	t       *testing.T
	dir     string
	written map[string][]string
}

func (r *recorder) at(name string) string { return filepath.Join(r.dir, name) }

func (r *recorder) file(name string, lines ...string) string {
	r.t.Helper()
	if err := os.WriteFile(r.at(name), []byte(strings.Join(lines, "\n")+"\n"), 0o644); err != nil {
		r.t.Fatal(err)
	}
	return r.at(name)
}

// prints keeps the lines that a command prints; it may end with 3, finished with rejects.
func (r *recorder) prints(where string, args ...string) {
	r.t.Helper()
	var out, errs bytes.Buffer
	if code := cli.Run(context.Background(), args, strings.NewReader(""), &out, &errs); code != 0 && code != 3 {
		r.t.Fatalf("bridgehop %s: exit code %d: %s", strings.Join(args, " "), code, errs.String())
	}
	r.keep(where, out.String())
}

// holds keeps the lines of a file; FEVEROUS's header record is none.
func (r *recorder) holds(where, name string) {
	r.t.Helper()
	b, err := os.ReadFile(r.at(name))
	if err != nil {
		r.t.Fatal(err)
	}
	r.keep(where, string(b))
}

func (r *recorder) keep(where, text string) {
	for line := range strings.Lines(text) {
		if where != "" && !strings.Contains(line, `"id":""`) {
			r.written[where] = append(r.written[where], line)
		}
	}
}

// firstClaims are the first claims of the shipped wiki, its header with them, and one that is refused.
func (r *recorder) firstClaims(n int) []string {
	b, err := os.ReadFile(filepath.Join(repoRoot(r.t), "testdata", "wiki", "claims.jsonl"))
	if err != nil {
		r.t.Fatal(err)
	}
	return append(strings.Split(string(b), "\n")[:n+1], `{"id": 9001, "claim": " ", "label": "SUPPORTS", "evidence": [], "challenge": "Other"}`)
}

// must is a command line that ends well and writes nothing to keep.
func (r *recorder) must(args ...string) {
	r.t.Helper()
	r.prints("", args...)
}
