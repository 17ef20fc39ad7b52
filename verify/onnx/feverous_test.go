package onnx_test

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"math"
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
		label, err := label.Parse(r.Label)
		if err != nil {
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

// readings judges each example by pages, taking the model at its word.
func readings(t testing.TB, m *onnx.Model, examples []example, pages func(int) []*graph.Page) []label.Probabilities {
	t.Helper()
	out := make([]label.Probabilities, len(examples))
	for i := 0; i < len(examples); i += 256 {
		memory := verify.Memory{}
		var questions []verify.Question
		for k := i; k < min(i+256, len(examples)); k++ {
			for _, p := range pages(k) {
				// Pages of different claims share a title but not their sentences: an ordinal keeps them apart.
				p.Ordinal = k
				memory[p.ID()] = p
			}
			questions = append(questions, verify.Question{Claim: examples[k].claim, Chains: []hop.Chain{chainOf(pages(k))}})
		}
		v := &verify.Verifier{Model: m, Pages: memory, Neutral: 1}
		answers, err := v.VerifyAll(t.Context(), questions)
		if err != nil {
			t.Fatal(err)
		}
		for k, a := range answers {
			if a.Err != nil {
				t.Fatal(a.Err)
			}
			out[i+k] = a.Verdict.Probabilities
		}
	}
	return out
}

// offTopic gives for each example the page of another claim that shares most of its words with the claim, weighted by
// rarity: what a retriever returns when it errs. FEVEROUS's shared part has no NOT ENOUGH INFO, and without any the best
// weight of neutral would be none at all.
func offTopic(examples []example) func(int) []*graph.Page {
	var pool []*graph.Page
	index := map[string][]int{}
	for _, e := range examples {
		for _, p := range e.pages {
			text := p.Title
			for _, s := range p.Sentences {
				text += " " + s.Text
			}
			for _, w := range distinct(text) {
				index[w] = append(index[w], len(pool))
			}
			pool = append(pool, p)
		}
	}
	return func(i int) []*graph.Page {
		gold := map[string]bool{}
		for _, p := range examples[i].pages {
			gold[p.Title] = true
		}
		scores := map[int]float64{}
		for _, w := range distinct(examples[i].claim) {
			for _, p := range index[w] {
				if !gold[pool[p].Title] {
					scores[p] += math.Log(float64(len(pool)) / float64(len(index[w])))
				}
			}
		}
		best := -1
		for p, s := range scores {
			if best < 0 || s > scores[best] || s == scores[best] && p < best {
				best = p
			}
		}
		copied := *pool[best]
		return []*graph.Page{&copied}
	}
}

var wordPattern = regexp.MustCompile(`[\pL\pN]+`)

func distinct(text string) []string {
	words := wordPattern.FindAllString(strings.ToLower(text), -1)
	slices.Sort(words)
	return slices.Compact(words)
}

// TestNeutralOnFEVEROUS measures what the shipped model's neutral weight is decided by, and holds the outcome to a floor. Its table
// is in verify/aggregate.go:
//
//	go test ./verify/onnx -run NeutralOnFEVEROUS -v
func TestNeutralOnFEVEROUS(t *testing.T) {
	if testing.Short() {
		t.Skip("reads 4,130 pairs")
	}
	m := openShipped(t, onnx.Options{MaxTokens: onnx.ChainTokens})
	examples := feverous(t)
	gold := readings(t, m, examples, func(i int) []*graph.Page { return examples[i].pages })
	other := offTopic(examples)
	chosen := make([][]*graph.Page, len(examples))
	for i := range examples {
		chosen[i] = other(i)
	}
	wrong := readings(t, m, examples, func(i int) []*graph.Page { return chosen[i] })

	t.Logf("%8s %8s %8s %8s %8s %8s", "neutral", "train", "kept", "2+pages", "NEItrain", "NEIkept")
	for _, neutral := range []float64{1, .37, .22, .16, .13, .11, .1, .09, .08, .07, .06, 0} {
		train, kept, pages := rate(examples, gold, neutral)
		offTrain, offKept := neutralRate(examples, wrong, neutral)
		t.Logf("%8.3f %8.4f %8.4f %8.4f %8.4f %8.4f", neutral, train, kept, pages, offTrain, offKept)
	}
	if _, kept, _ := rate(examples, gold, m.Neutral()); kept < .87 {
		t.Errorf("accuracy on the claims kept back: got %.4f, want at least .87", kept)
	}
}

// rate is the accuracy on gold evidence: of the training claims, of those kept back, and of the latter with several pages.
func rate(examples []example, p []label.Probabilities, neutral float64) (train, kept, pages float64) {
	var right, all [3]float64
	for i, e := range examples {
		q := p[i]
		q.NotEnough *= neutral
		hit := 0.0
		if label.FEVEROUS.Decide(q) == e.label {
			hit = 1
		}
		sets := []bool{!e.kept, e.kept, e.kept && len(e.pages) > 1}
		for k, in := range sets {
			if in {
				right[k] += hit
				all[k]++
			}
		}
	}
	return right[0] / all[0], right[1] / all[1], right[2] / all[2]
}

// neutralRate is how often an off-topic page is found to be not enough.
func neutralRate(examples []example, p []label.Probabilities, neutral float64) (train, kept float64) {
	var right, all [2]float64
	for i, e := range examples {
		k := 0
		if e.kept {
			k = 1
		}
		q := p[i]
		q.NotEnough *= neutral
		all[k]++
		if label.FEVEROUS.Decide(q) == label.NotEnoughInfo {
			right[k]++
		}
	}
	return right[0] / all[0], right[1] / all[1]
}
