package onnx_test

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/hop"
	"github.com/bridgehop/bridgehop/verify"
	"github.com/bridgehop/bridgehop/verify/label"
	"github.com/bridgehop/bridgehop/verify/onnx"
)

// example is a FEVEROUS claim with the pages of its gold evidence, cut down to that evidence.
type example struct {
	claim string
	label label.Label
	pages []*graph.Page
	kept  bool // not trained on, nor tuned on
}

var linkMarkup = regexp.MustCompile(`\[\[([^\[\]|]*)\|?([^\[\]]*)\]\]`)

// feverous reads the shared FEVEROUS claims and splits them as the model's card does: by SHA-256 of the first evidence
// page's title, first 8 hex digits modulo 10, below 8 is for training.
func feverous(t testing.TB) []example {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dataDir(t), "feverous", "dev.shared.json"))
	if err != nil {
		t.Fatal(err)
	}
	var records []struct{ Claim, Label, Evidence string }
	if err := json.Unmarshal(data, &records); err != nil {
		t.Fatal(err)
	}
	out := make([]example, len(records))
	for i, r := range records {
		var label label.Label
		if err := label.UnmarshalText([]byte(r.Label)); err != nil {
			t.Fatal(err)
		}
		out[i] = example{claim: r.Claim, label: label, pages: goldPages(r.Evidence)}
		sum := sha256.Sum256([]byte(out[i].pages[0].Title))
		out[i].kept = binary.BigEndian.Uint32(sum[:4])%10 >= 8
	}
	return out
}

// goldPages makes a page of each title in lines of "title TAB sentence".
func goldPages(evidence string) []*graph.Page {
	var pages []*graph.Page
	for _, line := range strings.Split(evidence, "\n") {
		title, text, _ := strings.Cut(line, "\t")
		i := slices.IndexFunc(pages, func(p *graph.Page) bool { return p.Title == title })
		if i < 0 {
			i = len(pages)
			pages = append(pages, &graph.Page{Title: title})
		}
		p := pages[i]
		text = linkMarkup.ReplaceAllStringFunc(text, func(s string) string {
			m := linkMarkup.FindStringSubmatch(s)
			if m[2] != "" {
				return m[2]
			}
			return strings.ReplaceAll(m[1], "_", " ")
		})
		p.Sentences = append(p.Sentences, graph.Sentence{N: len(p.Sentences), Text: text})
	}
	return pages
}

// chainOf cites all sentences of pages.
func chainOf(pages []*graph.Page) hop.Chain {
	var c hop.Chain
	for i, p := range pages {
		c.Steps = append(c.Steps, hop.Step{Page: p.ID(), Parent: i - 1})
		for _, s := range p.Sentences {
			e := graph.Element{Kind: graph.KindSentence, A: s.N}
			c.Evidence = append(c.Evidence, hop.Evidence{Ref: graph.Ref{Page: p.ID(), Element: e}})
		}
	}
	return c
}

// readings judges each example by its gold pages, taking the model at its word.
func readings(t testing.TB, m *onnx.Model, examples []example) []label.Probabilities {
	t.Helper()
	out := make([]label.Probabilities, len(examples))
	for i, e := range examples {
		v := &verify.Verifier{Model: m, Pages: verify.Memory{}.With(e.pages...)}
		got, err := v.Verify(t.Context(), e.claim, []hop.Chain{chainOf(e.pages)})
		if err != nil {
			t.Fatal(err)
		}
		out[i] = got.Probabilities
	}
	return out
}

// TestFEVEROUS holds the shipped model to a floor: whether gold evidence, as it is read, supports or refutes the claims that it was not
// trained on. None of these lacks evidence, so NOT ENOUGH INFO is left out.
func TestFEVEROUS(t *testing.T) {
	if testing.Short() {
		t.Skip("reads 615 pairs")
	}
	m := openShipped(t, onnx.Options{})
	examples := slices.DeleteFunc(feverous(t), func(e example) bool { return !e.kept })
	right, several, all := 0, 0, 0
	for i, p := range readings(t, m, examples) {
		hit := 0
		if (p.Supported > p.Refuted) == (examples[i].label == label.Supported) {
			hit = 1
		}
		right += hit
		if len(examples[i].pages) > 1 {
			several, all = several+hit, all+1
		}
	}
	got := float64(right) / float64(len(examples))
	t.Logf("%d claims: %.4f right; %d of several pages: %.4f", len(examples), got, all, float64(several)/float64(all))
	if got < .90 {
		t.Errorf("got %.4f, want at least .90", got)
	}
}
