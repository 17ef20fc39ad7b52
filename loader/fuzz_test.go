package loader_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/loader"
	"golang.org/x/text/unicode/norm"
)

// checkPage fails when a page is not as graph wants it.
func checkPage(t *testing.T, p *graph.Page) {
	t.Helper()
	if p.Title == "" || p.Title != graph.CleanTitle(p.Title) {
		t.Errorf("title %q is not clean", p.Title)
	}
	for _, e := range p.Elements() {
		if !norm.NFC.IsNormalString(e.Text) {
			t.Errorf("%v: %q is not NFC", e.Element, e.Text)
		}
		for _, l := range e.Links {
			if l.Target == "" || l.Inferred {
				t.Errorf("%v: odd link %+v", e.Element, l)
			}
		}
	}
}

func FuzzParsePassage(f *testing.F) {
	for _, s := range []string{`{"title":"A","text":"One. [[B|b]] two."}`, `{"title":"A_b","sentences":["","[[c]]"]}`, `{"title":"&amp;","paragraph_text":"\ud800"}`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if p, err := loader.ParsePassage(data); err == nil {
			checkPage(t, p)
		}
	})
}

func FuzzParseFEVEROUS(f *testing.F) {
	f.Add([]byte(vorn))
	f.Add([]byte(`{"title":"A","order":["list_0","list_0"],"list_0":{"list":[{"id":"item_0_4","value":"[[x]]"}]}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		p, err := loader.ParseFEVEROUS(data)
		if err != nil {
			return
		}
		checkPage(t, p)
		if len(p.Order) != len(p.Sections)+len(p.Sentences)+len(p.Tables)+len(p.Lists) {
			t.Errorf("order %v leaves elements out", p.Order)
		}
	})
}

func FuzzParseArticle(f *testing.F) {
	f.Add("Kell", kell, "Mount Vorn\nOstby\nWolf")
	f.Add("A", "   x\n   Enlarge\n   x\n     * y\n", "y\ny")
	f.Fuzz(func(t *testing.T, name, text, links string) {
		targets := strings.Fields(graph.CleanTitle(links))
		c, err := loader.ParseArticle(graph.CleanTitle(name), text, targets)
		if err != nil {
			return
		}
		checkPage(t, c.Pages[0])
		n := 0
		for _, e := range c.Pages[0].Elements() {
			n += len(e.Links)
		}
		if n != len(targets) {
			t.Errorf("%d links, want one for each of %q", n, targets)
		}
	})
}

// FuzzUnlink: what is seen is never longer than the markup, and text without brackets stays as it is.
func FuzzUnlink(f *testing.F) {
	f.Add("[[a|b]] [[c]] [[|]] ]][[ [[d [[e]]]")
	f.Fuzz(func(t *testing.T, s string) {
		text, links := loader.Unlink(s)
		if utf8.RuneCountInString(text) > utf8.RuneCountInString(norm.NFC.String(s)) {
			t.Errorf("%q became longer: %q", s, text)
		}
		if !strings.Contains(s, "[[") && (text != norm.NFC.String(s) || links != nil) {
			t.Errorf("%q became %q, %v", s, text, links)
		}
	})
}

// FuzzSplitSentences: nothing but white space is lost.
func FuzzSplitSentences(f *testing.F) {
	f.Add("He is J. R. Vorn Jr. of the U.S. Army. \"Who?\" 1. x")
	f.Add("[[a]]. [[b|B. C]]... \n\n x!?\u00a0Y ]] [[")
	f.Fuzz(func(t *testing.T, s string) {
		if got, want := noSpace(strings.Join(loader.SplitSentences(s), "")), noSpace(s); got != want {
			t.Errorf("%q became %q", want, got)
		}
	})
}

// FuzzLoad: whatever a file holds, it loads or it is refused with its place, and records and rejects add up.
func FuzzLoad(f *testing.F) {
	for _, s := range []string{"", "[", "[]", "{}\n{", lines(0, 5), `[{"title":"A","text":"]"},"x",5]`, "\x1f\x8b", "BZh9", "\ufeff[1", gzipped(f, "[{}]")} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		path := filepath.Join(t.TempDir(), "a")
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
		sources, err := loader.Open([]string{path}, loader.Input{Format: "passages", MaxRecord: 1 << 12})
		if err != nil {
			t.Fatal(err)
		}
		store := &record{}
		report, err := loader.Load(t.Context(), store, sources, loader.Options{Workers: 1})
		if err != nil && !strings.Contains(err.Error(), path) {
			t.Errorf("error without its place: %v", err)
		}
		if int(report.Records-report.Rejects) != len(store.pages) || store.finished != 1 {
			t.Errorf("report %+v, %d pages, finished %d", report, len(store.pages), store.finished)
		}
	})
}

func FuzzParseHotpotQA(f *testing.F) {
	f.Add([]byte(`{"title":"A","text_with_links":["<a href=\"b%20\"c\">d</a>. <a href=\"","<a href=\"x\">&amp;"]}`))
	f.Add([]byte(`{"title":"A &amp; b","text":[["x"],[]]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		if p, err := loader.ParseHotpotQA(data); err == nil {
			checkPage(t, p)
		}
	})
}

func FuzzParseFEVER(f *testing.F) {
	f.Add([]byte(`{"id":"A_-LRB-b-RRB-","lines":"0\tx\ty\tZ\n1\t\n2\ta\nb\tc"}`))
	f.Add([]byte(`{"id":"","text":"","lines":""}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		if c, err := loader.ParseFEVER(data); err == nil {
			for _, p := range c.Pages {
				checkPage(t, p)
			}
		}
	})
}

func FuzzParseQuestion(f *testing.F) {
	f.Add([]byte(`{"context":[["A",["b","c"]],["D","e"]],"paragraphs":[{"title":"F","text":"g"}]}`))
	f.Add([]byte(`{"context":{"title":["A"],"sentences":[["b"]]}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		if c, err := loader.ParseQuestion(data); err == nil {
			for _, p := range c.Pages {
				checkPage(t, p)
			}
		}
	})
}
