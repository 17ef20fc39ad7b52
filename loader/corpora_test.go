package loader_test

import (
	"bufio"
	"compress/bzip2"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/loader"
	"github.com/google/go-cmp/cmp"
	"golang.org/x/text/unicode/norm"
)

// corpora are the passage corpora of the shared data. Hash is the SHA-256 that fixtures/baselines/README.md
// has for the corpus built from the raw file; glued is how many passages differ from ours by a missing space
// only: HotpotQA's sentences are joined with nothing, so that an unwanted boundary ("Hey Mama!" + "\".")
// leaves none, where ours are joined with one.
var corpora = []struct {
	name                     string
	path                     []string
	pages, titles, sentences int
	join                     string
	hash                     string
	glued                    int
}{
	{"feverous", []string{"feverous", "evidence_pool.jsonl"}, 1957, 1957, 4231, " ", "276b50913a785e46910dd80fd010dd5aa871bf5a4b12815113a917951d8dd5e9", 0},
	{"hotpotqa", []string{"hotpotqa", "hotpot_context_corpus.jsonl.bz2"}, 16356, 16356, 67772, "", "e5b10e91a414f181f17c73b2efc6d72669dd9004b6c3201fb373f678b60f4d92", 362},
	{"first500", []string{"hotpotqa_first500", "pooled_corpus_validation_500_title_text.jsonl"}, 4937, 4937, -1, "", "3dbf31e9f51da37ce598fdc5eec2ddfd4d13bf5a45b41b3fee49aaefbc821b34", 0},
	{"musique", []string{"musique", "context_corpus.jsonl.gz"}, 6417, 5505, -1, "", "bf0509e4828eb07e28a4b7a203f2fdf0d25648b7f72f9834a2c3de8a17a59ab7", 0},
	{"2wiki contexts", []string{"2wikimultihopqa", "context_corpus.jsonl"}, 7034, 7034, -1, " ", "", 0},
	{"2wiki corpus", []string{"2wikimultihopqa", "2wikimultihopqa_corpus.json"}, 6119, 6119, -1, "", "", 0},
}

// passage is a raw record, its text joined as the README tells.
type passage struct{ title, text string }

func TestCorpora(t *testing.T) {
	for _, c := range corpora {
		t.Run(c.name, func(t *testing.T) {
			path := data(t, c.path...)
			store, report := load(t, loader.Input{}, loader.Options{}, path)
			titles, sentences := map[string]bool{}, 0
			for _, p := range store.pages {
				titles[p.Title] = true
				sentences += len(p.Sentences)
			}
			if len(store.pages) != c.pages || len(titles) != c.titles || report.Rejects != 0 || c.sentences >= 0 && sentences != c.sentences {
				t.Errorf("%d pages, %d titles, %d sentences, %d rejects; want %d, %d, %d, none",
					len(store.pages), len(titles), sentences, report.Rejects, c.pages, c.titles, c.sentences)
			}
			raw := rawPassages(t, path, c.join)
			if got := hashOf(raw, c.name == "feverous"); c.hash != "" && got != c.hash {
				t.Fatalf("the corpus built from the file has SHA-256 %s, not %s as the README says", got, c.hash)
			}
			glued := 0
			for i, p := range store.pages {
				want := norm.NFC.String(strings.Join(strings.Fields(unlinked(raw[i].text, anyAnchor)), " "))
				got := strings.Join(strings.Fields(p.PlainText()), " ")
				if p.Title != graph.CleanTitle(raw[i].title) || noSpace(got) != noSpace(want) {
					t.Errorf("passage %d differs (-got +want):\n%s", i, cmp.Diff(strings.Fields(p.Title+" | "+got), strings.Fields(raw[i].title+" | "+want)))
				}
				if got != want {
					glued++
				}
			}
			if glued != c.glued {
				t.Errorf("%d passages differ by white space, want %d", glued, c.glued)
			}
		})
	}
}

// strictAnchor is how the README's corpus takes links: none whose anchor has a bracket ("[[Dutch|[rumər]]", a
// pronunciation). They are links all the same, and among the 6,360.
var (
	strictAnchor  = regexp.MustCompile(`\[\[([^\[\]|]*)\|([^\[\]]*)\]\]`)
	anyAnchor     = regexp.MustCompile(`\[\[([^\[\]|]*)\|(.*?)\]\]`)
	withoutAnchor = regexp.MustCompile(`\[\[([^\[\]|]*)\]\]`)
)

// rawPassages builds a corpus from its file as fixtures/baselines/README.md tells, with the standard library.
func rawPassages(t *testing.T, path, join string) []passage {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	var r io.Reader = bufio.NewReader(f)
	switch filepath.Ext(path) {
	case ".bz2":
		r = bzip2.NewReader(r)
	case ".gz":
		if r, err = gzip.NewReader(r); err != nil {
			t.Fatal(err)
		}
	}
	d := json.NewDecoder(r)
	if filepath.Ext(path) == ".json" {
		if _, err := d.Token(); err != nil {
			t.Fatal(err)
		}
	}
	var out []passage
	for d.More() {
		var rec struct {
			Title           string
			Text, Sentences any
		}
		if err := d.Decode(&rec); err != nil {
			t.Fatal(err)
		}
		text, _ := rec.Text.(string)
		for _, list := range []any{rec.Text, rec.Sentences} {
			if list, ok := list.([]any); ok {
				var parts []string
				for _, s := range list {
					parts = append(parts, s.(string))
				}
				text = strings.Join(parts, join)
			}
		}
		out = append(out, passage{rec.Title, strings.Join(strings.Fields(text), " ")})
	}
	return out
}

// unlinked takes out links as the README tells; a few passages of HotpotQA and 2Wiki have some, too, which
// the README's hashes leave as they are.
func unlinked(text string, anchor *regexp.Regexp) string {
	text = anchor.ReplaceAllString(text, "$2")
	return withoutAnchor.ReplaceAllStringFunc(text, func(s string) string {
		return strings.ReplaceAll(s[2:len(s)-2], "_", " ")
	})
}

func hashOf(all []passage, links bool) string {
	h := sha256.New()
	for _, p := range all {
		if links {
			p.text = strings.Join(strings.Fields(unlinked(p.text, strictAnchor)), " ")
		}
		_, _ = io.WriteString(h, p.title+"\t"+p.text+"\n")
	}
	return hex.EncodeToString(h.Sum(nil))
}

func noSpace(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return -1
		}
		return r
	}, s)
}

// The pool's markup has 6,360 links. Two lead within their page ("[[#Name|other names]]"), which are none
// here; of the others 530 end on a page of the pool: the 529 of the data's README, which keeps fragments,
// and one of a page to a section of its own ("Kale#Ornamental kale").
func TestLoadEvidencePool(t *testing.T) {
	store, _ := load(t, loader.Input{}, loader.Options{}, data(t, "feverous", "evidence_pool.jsonl"))
	titles := map[string]bool{}
	for _, p := range store.pages {
		titles[graph.FoldTitle(p.Title)] = true
	}
	links, within, self := 0, 0, 0
	for _, p := range store.pages {
		for _, e := range p.Elements() {
			links += len(e.Links)
			for _, l := range e.Links {
				if titles[l.Target] {
					within++
				}
				if l.Target == graph.FoldTitle(p.Title) {
					self++
				}
			}
		}
	}
	got := [...]int{links, within, self}
	if want := [...]int{6358, 530, 1}; got != want {
		t.Errorf("links, links within, to the page itself = %v, want %v", got, want)
	}
}

// Sentences are split as HotpotQA's and 2Wiki's own, many of whose boundaries are slips of their splitter.
// For comparison, neurosnap/sentences v1.1.2: .983/.892 on HotpotQA, .978/.854 on 2Wiki.
func TestSplitSentencesOfCorpora(t *testing.T) {
	for _, c := range []struct {
		path              []string
		join              string
		precision, recall float64
	}{
		{[]string{"hotpotqa", "hotpot_context_corpus.jsonl.bz2"}, "", .993, .981},
		{[]string{"2wikimultihopqa", "context_corpus.jsonl"}, " ", .990, .948},
	} {
		store, _ := load(t, loader.Input{}, loader.Options{}, data(t, c.path...))
		raw := rawPassages(t, data(t, c.path...), c.join)
		right, split, all := 0, 0, 0
		for i, p := range store.pages {
			var parts []string
			for _, s := range p.Sentences {
				parts = append(parts, s.Text)
			}
			want, got := boundaries(parts), boundaries(loader.SplitSentences(raw[i].text))
			for b := range got {
				if want[b] {
					right++
				}
			}
			split += len(got)
			all += len(want)
		}
		precision, recall := float64(right)/float64(split), float64(right)/float64(all)
		t.Logf("%s: precision %.4f, recall %.4f", c.path[0], precision, recall)
		if precision < c.precision || recall < c.recall {
			t.Errorf("%s: precision %.4f, recall %.4f; want at least %.3f, %.3f", c.path[0], precision, recall, c.precision, c.recall)
		}
	}
}

// boundaries are the places between the parts, counted in letters that are no white space.
func boundaries(parts []string) map[int]bool {
	m, n := map[int]bool{}, 0
	for _, p := range parts {
		n += len(noSpace(p))
		m[n] = true
	}
	delete(m, n)
	delete(m, 0)
	return m
}
