package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bridgehop/bridgehop/graph"
)

// page makes a page of sentences; [target] marks a link whose anchor is its target.
func page(title string, sentences ...string) *graph.Page {
	p := &graph.Page{Title: title}
	for n, text := range sentences {
		s := graph.Sentence{N: n}
		for part := range strings.SplitSeq(text, "]") {
			if _, target, ok := strings.Cut(part, "["); ok {
				s.Links = append(s.Links, graph.Hyperlink{Anchor: target, Target: target})
			}
		}
		s.Text = strings.NewReplacer("[", "", "]", "").Replace(text)
		p.Sentences = append(p.Sentences, s)
	}
	return p
}

// world has a person, a tower and a town; the tower links to both.
func world(t *testing.T) *maker {
	t.Helper()
	pages := []*graph.Page{
		page("Ada Holm", "Ada Holm (1801 – 1870) was a Danish engineer.", "She was born in [Ostby] in 1801.", "She kept bees on Varn Hill.", "She died in 1870 in Kell."),
		page("Skerry Tower", "Skerry Tower is a stone tower on the Varn.", "It was designed by [Ada Holm].", "It stands on a rock near [Ostby].", "It was opened in June 1840."),
		page("Ostby", "Ostby is a town in Marrow.", "It has a fair in June.", "The town lies at the foot of Mount Kell."),
	}
	m := &maker{into: map[*article][]*fact{}, years: map[string][]*fact{}}
	by := map[string]*article{}
	for _, p := range pages {
		a := read(p, "")
		if a == nil {
			t.Fatalf("%s: its lead isn't read", p.Title)
		}
		by[p.Title] = a
		m.articles = append(m.articles, a)
	}
	for i, a := range m.articles {
		a.findFacts(pages[i], func(title string) *article { return by[title] }, nil)
		for _, f := range a.facts {
			for _, l := range f.links {
				m.into[l.page] = append(m.into[l.page], f)
			}
		}
	}
	return m
}

func TestArticles(t *testing.T) {
	m := world(t)
	for i, want := range []string{
		"engineer, Danish engineer, person true: was born in Ostby in 1801 (Ostby); kept bees on Varn Hill; died in 1870 in Kell",
		"tower, stone tower, person false: was designed by Ada Holm (Ada Holm); stands on a rock near Ostby (Ostby); was opened in June 1840",
		"town, town, person false: has a fair in June; lies at the foot of Mount Kell",
	} {
		a := m.articles[i]
		var facts []string
		for _, f := range a.facts {
			s := f.said
			for _, l := range f.links {
				s += " (" + l.page.title + ")"
			}
			facts = append(facts, s)
		}
		if got := fmt.Sprintf("%s, %s, person %v: %s", a.head, a.kind, a.person, strings.Join(facts, "; ")); got != want {
			t.Errorf("%s\ngot  %s\nwant %s", a.title, got, want)
		}
	}
}

// Every claim of two pages names none that it describes, and is of articles that lead to one another.
func TestClaims(t *testing.T) {
	m := world(t)
	seen := map[string]bool{}
	for seed := range uint64(20000) {
		d := &draft{r: rand.New(rand.NewPCG(seed, 1))}
		claim := m.path(d, m.articles[1], 2)
		for _, a := range m.articles { // used up otherwise
			a.used = 0
			for _, f := range a.facts {
				f.used = 0
			}
		}
		if !m.accepts(d, claim, 2) {
			continue
		}
		seen[claim] = true
		if d.pages[0] != m.articles[1] && d.pages[1] != m.articles[1] {
			t.Errorf("%q is not about %s", claim, m.articles[1].title)
		}
	}
	for _, want := range []string{
		"the engineer who designed Skerry Tower kept bees on Varn Hill",
		"the tower that was opened in June 1840 was designed by the engineer who kept bees on Varn Hill",
	} {
		if !seen[want] {
			t.Errorf("%q is not among the %d claims made", want, len(seen))
		}
	}
}

// What figures are measured on is not used: neither two pages of a claim together nor its sentences.
func TestMeasuredClaimsAreKept(t *testing.T) {
	path := filepath.Join(t.TempDir(), "claims.jsonl")
	lines := `{"pages":["Ada Holm","Skerry Tower"],"evidence":[["Ada Holm","She kept bees on Varn Hill."]]}
{"gold":[["Ostby"]],"deciding":[["Ostby_sentence_1"]]}
`
	if err := os.WriteFile(path, []byte(lines), 0o600); err != nil {
		t.Fatal(err)
	}
	var k kept
	if err := k.read(path, path+".none"); err != nil {
		t.Fatal(err)
	}
	m := world(t)
	ada, tower, town := m.articles[0], m.articles[1], m.articles[2]
	if !k.together([]*article{town, tower, ada}) || k.together([]*article{town, tower}) {
		t.Error("the pages of a measured claim are used together, or others are not")
	}
	bees := page("Ada Holm", "It is.", "She kept bees on Varn Hill.")
	fair := page("Ostby", "It is.", "It has a fair in June.")
	if !k.sentence(bees, 1) || !k.sentence(fair, 1) || k.sentence(bees, 0) || k.sentence(fair, 0) {
		t.Error("a sentence of a measured claim is used, or another is not")
	}
}
