package hop_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/hop"
)

// All yields the pages in the order they were given.
func (w *world) All(ctx context.Context) iter.Seq2[*graph.Page, error] {
	return func(yield func(*graph.Page, error) bool) {
		for _, p := range w.pages {
			if !yield(p, ctx.Err()) {
				return
			}
		}
	}
}

func tfidf(t *testing.T, w *world) *hop.TFIDF {
	t.Helper()
	r, err := hop.NewTFIDF(context.Background(), w, w)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

var retriever = newWorld(
	page("Old Mill", "The mill was built by Ada Holm in 1840.", "It ground rye."),
	page("Ada Holm", "Ada Holm was an engineer.", "She kept bees in Ostby."),
	page("Ostby", "Ostby is a town of engineers and mills."),
	page("Rye", "Rye is a grass."),
	page("Kell", "Kell is a mountain of ice."),
	page("Varn", "The Varn is a long river."),
	page("Skarn", "Skarn is a harbour town."),
)

// naive is the cosine of ln(1+tf)·idf over uni- and bigrams, spelled out (Chen et al. 2017, section 3.1).
func naive(w *world, claim, title string) float64 {
	count := func(texts ...string) map[string]float64 {
		out := map[string]float64{}
		for _, s := range texts {
			terms := w.Analyze(s)
			for i, t := range terms {
				out[t.Text]++
				if i+1 < len(terms) && !strings.ContainsAny(strings.ToLower(s[t.End:terms[i+1].Start]), "abcdefghijklmnopqrstuvwxyz0123456789") {
					out[t.Text+" "+terms[i+1].Text]++
				}
			}
		}
		return out
	}
	pages := map[string]map[string]float64{}
	for _, p := range w.pages {
		texts := []string{p.Title}
		for _, s := range p.Sentences {
			texts = append(texts, s.Text)
		}
		pages[p.Title] = count(texts...)
	}
	weigh := func(v map[string]float64) (out map[string]float64, length float64) {
		out = map[string]float64{}
		for g, n := range v {
			df := 0.0
			for _, p := range pages {
				if p[g] > 0 {
					df++
				}
			}
			all := float64(len(pages))
			out[g] = math.Log1p(n) * max(0, math.Log((all-df+.5)/(df+.5)))
			length += out[g] * out[g]
		}
		return out, math.Sqrt(length)
	}
	q, ql := weigh(count(claim))
	p, pl := weigh(pages[title])
	sum := 0.0
	for g, v := range q {
		sum += v * p[g]
	}
	return sum / (ql * pl)
}

func TestTFIDFCosine(t *testing.T) {
	for _, claim := range []string{"The mill built by Ada Holm ground rye.", "Bees kept in Ostby.", "Ada Holm Ada Holm engineer"} {
		res, err := tfidf(t, retriever).Plan(context.Background(), claim)
		if err != nil {
			t.Fatal(err)
		}
		if len(res.Retrieved) == 0 {
			t.Fatalf("%s: nothing retrieved", claim)
		}
		for i, r := range res.Retrieved {
			if r.Score < 0 {
				break // fills the list
			}
			title := retriever.at[r.Page].Title
			if want := naive(retriever, claim, title); math.Abs(r.Score-want) > 1e-12 {
				t.Errorf("%s: %s scores %v, want %v", claim, title, r.Score, want)
			}
			if i > 0 && r.Score > res.Retrieved[i-1].Score {
				t.Errorf("%s: %s ranks below a worse page", claim, title)
			}
		}
	}
}

// The sentences nearest to the claim are cited, of the best pages, and nothing joins these.
func TestTFIDFEvidence(t *testing.T) {
	r := tfidf(t, retriever)
	res, err := r.Plan(context.Background(), "Ada Holm kept bees.")
	if err != nil {
		t.Fatal(err)
	}
	c := res.Chains[0]
	if got := retriever.at[c.Steps[0].Page].Title; got != "Ada Holm" {
		t.Errorf("first page %s, want Ada Holm", got)
	}
	if len(c.Steps) != 2 || c.Shape() != "apart" {
		t.Errorf("%d pages, shape %s, want 2, apart", len(c.Steps), c.Shape())
	}
	if got := c.Evidence[0].Element.String(); got != "sentence_1" && got != "sentence_0" {
		t.Errorf("first evidence %s", got)
	}
	for i := 1; i < len(c.Evidence); i++ {
		if c.Evidence[i].Score > c.Evidence[i-1].Score {
			t.Errorf("evidence %d is better than the one before", i)
		}
	}
}

// A list is filled up to 20 pages, each once, by Text.First; those below the ranked ones are not cited.
func TestTFIDFFillsTheList(t *testing.T) {
	pages := slices.Clone(retriever.pages)
	for i := range 30 {
		pages = append(pages, page(fmt.Sprintf("Lane %d", i), "A lane."))
	}
	w := newWorld(pages...)
	r := tfidf(t, w)
	res, err := r.Plan(t.Context(), "Ada Holm kept bees.")
	if err != nil {
		t.Fatal(err)
	}
	at := slices.IndexFunc(res.Retrieved, func(r hop.Ranked) bool { return r.Score < 0 })
	if len(res.Retrieved) != 20 || at < 1 {
		t.Fatalf("%v, want 20 pages, some of them ranked", res.Retrieved)
	}
	var want []hop.Ranked
	for _, id := range w.First(len(w.pages)) {
		if !slices.ContainsFunc(res.Retrieved[:at], func(r hop.Ranked) bool { return r.Page == id }) && at+len(want) < 20 {
			want = append(want, hop.Ranked{Page: id, Score: float64(-at - len(want))})
		}
	}
	if diff := cmp.Diff(res.Retrieved[at:], want); diff != "" {
		t.Errorf("pages below the ranked ones (-got +want):\n%s", diff)
	}
	if got := len(res.Chains[0].Steps); got > at {
		t.Errorf("%d pages cited of %d ranked", got, at)
	}
}

func TestTFIDFRefuses(t *testing.T) {
	r := tfidf(t, retriever)
	if _, err := r.Plan(context.Background(), " \n"); !errors.Is(err, hop.ErrEmptyClaim) {
		t.Errorf("empty claim: %v", err)
	}
	if _, err := r.Plan(context.Background(), strings.Repeat("a ", hop.MaxClaim)); !errors.Is(err, hop.ErrLongClaim) {
		t.Errorf("long claim: %v", err)
	}
	res, err := r.Plan(context.Background(), "zzz qqq")
	if err != nil || len(res.Chains) != 0 || len(res.Retrieved) != len(retriever.pages) {
		t.Errorf("unknown words: %v, %v", res, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := hop.NewTFIDF(ctx, retriever, retriever); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}
