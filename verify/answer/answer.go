package answer

import (
	"cmp"
	_ "embed" // weights.txt
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/hop"
)

// Answer is a possible answer to a question.
type Answer struct {
	Text        string
	Probability float64 // among all possible answers of the chains
	Chain       int     // the chain that gives it
	Ref         graph.Ref
	Calculation string // of an answer by values; else empty
	Features    []Feature
}

// Feature is something that tells for or against an answer, and how much of it there is.
type Feature struct {
	Name  string
	Value float64
}

// Weights are what features count, by name.
type Weights map[string]float64

//go:embed weights.txt
var learned string

// Learned returns the weights of weights.txt, which bench/answer writes. It reads them once.
var Learned = sync.OnceValue(func() Weights {
	w := Weights{}
	for line := range strings.Lines(learned) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), "\t")
		w[name], _ = strconv.ParseFloat(value, 64)
	}
	return w
})

const (
	maxChains  = 3   // of which answers are read
	maxAnswers = 600 // that are weighed
)

// Find returns the answers that the best chains may give to a question, the most probable first; it leaves out answers of
// the same words. pages has the pages of the chains.
func Find(text string, chains []hop.Chain, pages map[graph.PageID]*graph.Page, w Weights) []Answer {
	return Rank(Candidates(text, chains, pages), w)
}

// Candidates returns all that may be an answer, as often as it stands there, with its features.
func Candidates(text string, chains []hop.Chain, pages map[graph.PageID]*graph.Page) []Answer {
	switch q := read(text); q.kind {
	case "yes/no":
		return q.yesOrNo(chains, pages)
	case "choice":
		return q.choose(chains, pages)
	default:
		return q.candidates(chains, pages)
	}
}

// Rank weighs answers by their features, and returns those of different words, the most probable first.
func Rank(all []Answer, w Weights) []Answer {
	out := slices.Clone(all)
	weigh(out, w)
	slices.SortStableFunc(out, func(a, b Answer) int { return cmp.Compare(b.Probability, a.Probability) })
	return distinct(out)
}

// weigh gives each answer its share of the softmax.
func weigh(all []Answer, w Weights) {
	top, sum := math.Inf(-1), 0.0
	for i := range all {
		z := 0.0
		for _, f := range all[i].Features {
			z += w[f.Name] * f.Value
		}
		all[i].Probability, top = z, max(top, z)
	}
	for i := range all {
		all[i].Probability = math.Exp(all[i].Probability - top)
		sum += all[i].Probability
	}
	for i := range all {
		all[i].Probability /= sum
	}
}

// distinct joins answers of the same words: the best stays, with the sum of their probabilities.
func distinct(all []Answer) []Answer {
	var out []Answer
	at := map[string]int{}
	for _, a := range all {
		key := fold(a.Text)
		if i, ok := at[key]; ok {
			out[i].Probability += a.Probability
			continue
		}
		at[key] = len(out)
		out = append(out, a)
	}
	slices.SortStableFunc(out, func(a, b Answer) int { return cmp.Compare(b.Probability, a.Probability) })
	return out
}

func fold(s string) string {
	var b strings.Builder
	for _, t := range tokenize(s) {
		if t.stem != "the" {
			b.WriteString(t.stem + " ")
		}
	}
	return b.String()
}

// source is a text of a chain's page that answers are taken from.
type source struct {
	page  *graph.Page
	text  graph.Text
	chain int
	step  int
	cited bool
}

// sources returns the texts of the best chains: of a whole article the first sentence and what is cited, of an introduction all.
func sources(chains []hop.Chain, pages map[graph.PageID]*graph.Page) (out []source) {
	seen := map[graph.Ref]bool{}
	for c := range chains[:min(maxChains, len(chains))] {
		for i, id := range chains[c].Pages() {
			p := pages[id]
			if p == nil {
				continue
			}
			elements := p.Elements()
			for n, e := range elements {
				ref := graph.Ref{Page: id, Element: e.Element}
				cited := slices.ContainsFunc(chains[c].Evidence, func(v hop.Evidence) bool { return v.Ref == ref })
				if seen[ref] || !cited && n > 0 && len(elements) >= graph.ArticleElements {
					continue
				}
				seen[ref] = true
				out = append(out, source{p, e, c, i, cited})
			}
		}
	}
	return out
}

func (q *question) candidates(chains []hop.Chain, pages map[graph.PageID]*graph.Page) (out []Answer) {
	all := sources(chains, pages)
	count, keys := map[string]int{}, []string(nil)
	opening := map[string]string{} // the first sentences of the pages, by folded title
	for _, s := range all {
		key := fold(bare(s.page))
		if opening[key] == "" && s.text.Element.Kind == graph.KindSentence {
			opening[key] = s.text.Text
		}
	}
	titled := map[graph.PageID]bool{}
	for _, s := range all {
		words := tokenize(s.text.Text)
		share := q.overlap(words)
		add := func(text, form string, from, to int) {
			key := fold(text)
			if key == "" || q.names(text) || len(out) >= maxAnswers {
				return
			}
			count[key]++
			f := q.features(&s, text, form, share)
			f = append(f, q.around(s.text.Text, words, from, to)...)
			if is := opening[key]; is != "" {
				f = append(f, Feature{"page", 1})
				if q.noun != "" && slices.ContainsFunc(tokenize(is), func(t token) bool { return t.stem == q.noun }) {
					f = append(f, Feature{"is the noun", 1})
				}
				if strings.Contains(is, "born") || strings.Contains(is, " – ") {
					f = append(f, Feature{q.kind + " is a person", 1})
				}
			}
			keys = append(keys, key)
			out = append(out, Answer{Text: text, Chain: s.chain, Ref: graph.Ref{Page: s.page.ID(), Element: s.text.Element}, Features: f})
		}
		if !titled[s.page.ID()] {
			titled[s.page.ID()] = true
			add(bare(s.page), "title", 0, 0)
		}
		for _, l := range s.text.Links {
			if at := strings.Index(s.text.Text, l.Anchor); at >= 0 && l.Anchor != "" {
				add(l.Anchor, "anchor", first(words, at), first(words, at+len(l.Anchor)))
			}
		}
		for _, sp := range spans(s.text.Text, words) {
			add(s.text.Text[words[sp.from].start:words[sp.to-1].end], sp.form, sp.from, sp.to)
		}
	}
	for i, key := range keys {
		out[i].Features = append(out[i].Features, Feature{"count", math.Log(float64(count[key]))})
	}
	return out
}

// overlap returns the share of the question's words that a text has.
func (q *question) overlap(words []token) float64 {
	has := map[string]bool{}
	for _, t := range words {
		if q.words[t.stem] {
			has[t.stem] = true
		}
	}
	return float64(len(has)) / float64(max(len(q.words), 1))
}

// features tells of an answer by itself and by its text.
func (q *question) features(s *source, text, form string, share float64) []Feature {
	n := len(strings.Fields(text))
	out := []Feature{{form, 1}, {q.kind + " " + form, 1}, {"chain " + strconv.Itoa(s.chain), 1}, {"share", share},
		{form + " of " + strconv.Itoa(min(n, 5)), 1}}
	if q.names(bare(s.page)) {
		out = append(out, Feature{"page in question", 1}, Feature{"page in question " + form, 1})
	} else if s.step > 0 {
		out = append(out, Feature{"later page", 1})
	}
	if s.cited {
		out = append(out, Feature{"cited", 1})
	}
	if s.text.Element.Kind == graph.KindSentence && s.text.Element.A == 0 {
		out = append(out, Feature{"first sentence", 1}, Feature{q.kind + " first sentence", 1})
	}
	same, noun := 0, false
	for _, t := range tokenize(text) {
		if q.words[t.stem] {
			same++
		}
		noun = noun || t.stem == q.noun
	}
	if same > 0 {
		out = append(out, Feature{"words of the question", float64(same) / float64(max(n, 1))})
	}
	if noun && q.noun != "" {
		out = append(out, Feature{"has the noun", 1})
	}
	return out
}

// around tells of the words about an answer: those of the question near it, and the one before it.
func (q *question) around(text string, words []token, from, to int) (out []Feature) {
	if to == 0 {
		return nil
	}
	near, closest := 0.0, 12
	for i := max(0, from-8); i < min(len(words), to+8); i++ {
		if i >= from && i < to || !q.words[words[i].stem] {
			continue
		}
		d := max(from-i, i-to+1)
		near += 1 / float64(d+1)
		closest = min(closest, d)
		if words[i].stem == q.noun && q.noun != "" && d <= 3 {
			out = append(out, Feature{"noun beside", 1})
		}
	}
	out = append(out, Feature{"near", near}, Feature{"distance", float64(closest) / 12})
	if from > 0 && from < len(words) { // an anchor may have no word
		if w := words[from-1]; stop[w.stem] {
			out = append(out, Feature{q.kind + " after " + w.stem, 1})
		}
		if strings.Contains(text[words[from-1].end:words[from].start], "(") {
			out = append(out, Feature{q.kind + " in brackets", 1})
		}
	}
	return append(out, Feature{"place in the text", float64(from) / float64(len(words))})
}
