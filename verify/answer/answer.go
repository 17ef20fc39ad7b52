package answer

import (
	"cmp"
	_ "embed" // weights.txt
	"math"
	"regexp"
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
	Calculation string    // of an answer by values; else empty
	Alone       bool      // the text and its page's title have all the question's words: no other page is needed
	Features    []feature // that tell for or against it
}

// feature is something that tells for or against an answer, and how much of it there is.
type feature struct {
	Name  string
	Value float64
}

//go:embed weights.txt
var learned string

// Learned returns the weights of features by name, from weights.txt, which bench/answer writes. It reads them once.
var Learned = sync.OnceValue(func() map[string]float64 {
	w := map[string]float64{}
	for line := range strings.Lines(learned) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), "\t")
		w[name], _ = strconv.ParseFloat(value, 64)
	}
	return w
})

const (
	maxChains  = 3    // of which answers are read
	maxAnswers = 3000 // that are weighed

	openingTexts = 3  // first texts of a whole article that are read
	bestTexts    = 12 // texts of a whole article that have most words of the question
)

// Candidates returns all that may be an answer, as often as it stands there, with its features. Without a chain there
// is none.
func (a *Asked) Candidates() []Answer {
	if len(a.Chains) == 0 {
		return nil
	}
	q := read(a.Question)
	q.between(a.Chains, a.Pages)
	switch q.kind {
	case "yes/no":
		return q.yesOrNo(a.Chains, a.Pages)
	case "choice":
		return q.choose(a.Chains, a.Pages)
	default:
		return q.candidates(a.Chains, a.Pages)
	}
}

// Rank weighs the candidates by their features, and keeps one of each wording, the most probable first.
func (a *Asked) Rank(candidates []Answer, w map[string]float64) {
	all := slices.Clone(candidates)
	weigh(all, w)
	slices.SortStableFunc(all, func(a, b Answer) int { return cmp.Compare(b.Probability, a.Probability) })
	a.Answers = distinct(all)
}

// weigh gives each answer its share of the softmax.
func weigh(all []Answer, w map[string]float64) {
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
	last  bool // no page of the chain is behind it
	cited bool
	words []token
	share float64 // of the question's words that the text has
	long  bool    // the page is a whole article
}

// sources returns the texts of the best chains: of an introduction all, of a whole article what is cited, the first
// sentences, and those with most words of the question.
func (q *question) sources(chains []hop.Chain, pages map[graph.PageID]*graph.Page) (out []source) {
	seen := map[graph.Ref]bool{}
	for c := range chains[:min(maxChains, len(chains))] {
		for i, id := range chains[c].Pages() {
			p := pages[id]
			if p == nil {
				continue
			}
			elements := p.Elements()
			texts, least := q.shares(elements)
			for n, e := range elements {
				ref := graph.Ref{Page: id, Element: e.Element}
				cited := slices.ContainsFunc(chains[c].Evidence, func(v hop.Evidence) bool { return v.Ref == ref })
				if seen[ref] || !cited && n >= openingTexts && texts[n].share < least {
					continue
				}
				seen[ref] = true
				out = append(out, source{p, e, c, i, i == len(chains[c].Steps)-1, cited, texts[n].words, texts[n].share,
					len(elements) >= graph.ArticleElements})
			}
		}
	}
	return out
}

// said is a text's words, and the share of the question's words that it has.
type said struct {
	words []token
	share float64
}

// shares returns what the texts of a page have of the question, and the least share of one of a whole article that is
// read; 0 for an introduction.
func (q *question) shares(elements []graph.Text) (of []said, least float64) {
	var all []float64
	for _, e := range elements {
		words := tokenize(e.Text)
		of = append(of, said{words, q.overlap(words)})
		all = append(all, of[len(of)-1].share)
	}
	if len(elements) < graph.ArticleElements {
		return of, 0
	}
	slices.Sort(all)
	return of, max(all[len(all)-bestTexts], 1e-9)
}

// ofArticle begins the names of features of answers in whole articles.
const ofArticle = "article: "

// possessive is what a name has behind it in "Carvel's tower".
var possessive = regexp.MustCompile(`['’]s?$`)

func (q *question) candidates(chains []hop.Chain, pages map[graph.PageID]*graph.Page) (out []Answer) {
	all := q.sources(chains, pages)
	count, keys := map[string]int{}, []string(nil)
	opening := map[string]string{} // the first sentences of the pages, by folded title
	for _, s := range all {
		key := fold(bare(s.page))
		if opening[key] == "" && s.text.Element.Kind == graph.KindSentence {
			opening[key] = s.text.Text
		}
	}
	// The text of each page that has most of the question, which its title may answer.
	best := map[graph.PageID]graph.Ref{}
	most := map[graph.PageID]float64{}
	for _, s := range all {
		if id := s.page.ID(); best[id].Page == 0 || s.share > most[id] {
			best[id], most[id] = graph.Ref{Page: id, Element: s.text.Element}, s.share
		}
	}
	on := map[string]map[graph.PageID]bool{} // the pages that have a candidate
	for _, s := range all {
		words, share := s.words, s.share
		add := func(text, form string, from, to int) {
			text = possessive.ReplaceAllString(text, "")
			key := fold(text)
			timed := form == "date" || form == "number" || dated.FindString(text) == text // July is no name
			unfit := (q.kind == "person" || q.kind == "place") && timed || q.year && form == "date" &&
				len(text) != len("1889")
			if key == "" || unfit || q.names(text) || len(out) >= maxAnswers {
				return
			}
			count[key]++
			if on[key] == nil {
				on[key] = map[graph.PageID]bool{}
			}
			on[key][s.page.ID()] = true
			f := q.features(&s, text, form, share)
			f = append(f, q.around(s.text.Text, words, from, to)...)
			if is := opening[key]; is != "" {
				f = append(f, feature{"page", 1})
				if q.noun != "" && slices.ContainsFunc(tokenize(is), func(t token) bool { return t.stem == q.noun }) {
					f = append(f, feature{"is the noun", 1})
				}
				if strings.Contains(is, "born") || strings.Contains(is, " – ") {
					f = append(f, feature{q.kind + " is a person", 1})
				}
			}
			if s.long { // what tells of an answer in an introduction may not in an article (Daumé 2007)
				for _, one := range f[:len(f):len(f)] {
					f = append(f, feature{ofArticle + one.Name, one.Value})
				}
			}
			keys = append(keys, key)
			out = append(out, Answer{Text: text, Chain: s.chain,
				Ref: graph.Ref{Page: s.page.ID(), Element: s.text.Element}, Features: f})
		}
		if best[s.page.ID()] == (graph.Ref{Page: s.page.ID(), Element: s.text.Element}) {
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
		f := append(out[i].Features, feature{"count", math.Log(float64(count[key]))})
		if n := len(on[key]); n > 1 {
			f = append(f, feature{"on several pages", 1})
			if q.shared {
				f = append(f, feature{"shared", 1})
			}
		}
		for _, one := range f {
			begins := func(with string) bool { return with != "" && strings.HasPrefix(one.Name, with) }
			if !begins(q.kind) && !begins(ofArticle) && !begins(q.noun) {
				f = append(f, feature{q.kind + ": " + one.Name, one.Value})
			}
		}
		out[i].Features = f
	}
	return out
}
