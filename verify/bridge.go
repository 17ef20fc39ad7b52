package verify

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/english"
	"github.com/bridgehop/bridgehop/hop"
	"github.com/bridgehop/bridgehop/verify/label"
)

// Bridge is the page that a claim describes and does not name: the bridge entity of a question (HotpotQA, Yang et al.
// 2018, section 2).
type Bridge struct {
	Description
	Page        graph.PageID
	Title       string       // of the page, without a qualifier in brackets
	Chain       hop.Chain    // the chain of the description that has Evidence
	Evidence    hop.Evidence // the element that names both the page and something of the description
	Probability float64      // the model's, that by one of the texts that name it the page is what is described
	Inner       *Bridge      // the page that was named before, by which this one is described; or nil
}

// Claim returns the claim with the name of the page for the description; of a claim that only says who or what is
// described, the claim that it is this page.
func (b *Bridge) Claim() string {
	if b.Is != "" {
		return b.is()
	}
	if r := []rune(b.Predicate); len(r) > 0 && (unicode.IsPunct(r[0]) || unicode.IsSpace(r[0])) {
		return b.Before + b.Title + b.Predicate
	}
	return b.Before + b.Title + " " + b.Predicate
}

func (b *Bridge) is() string { return b.Title + " is " + b.phrase() + "." }

// String returns a line for people: what is described, and the claim that was judged.
func (b *Bridge) String() string {
	if b.Is != "" {
		return fmt.Sprintf("%s: %s; the claim says %s", b.phrase(), b.Title, b.Is)
	}
	return fmt.Sprintf("%s: %s; judged as: %s", b.phrase(), b.Title, b.Claim())
}

// Otherwise returns the probabilities of a claim that says it is another page.
func (b *Bridge) Otherwise() label.Probabilities {
	rest := (1 - anotherPage) / 2
	return label.Probabilities{Supported: rest, Refuted: anotherPage, NotEnough: rest}
}

// Bridge returns the page that a description describes, or nil if no page fits. The candidates are the pages that the
// evidence of chains names next to a name of the description. For each of them the model judges by that sentence or
// row whether it is what is described. The bridge is the most probable one by any of its texts.
//
// If the claim only says who or what is described, Bridge returns the page that is described instead, or nil if that
// may be the one that the claim says. The chains should then include the chains of the claim.
func (v *Verifier) Bridge(ctx context.Context, d Description, chains []hop.Chain, words lexicon) (*Bridge, error) {
	all, err := v.candidates(ctx, d, chains, words)
	if err != nil {
		return nil, fmt.Errorf("bridge: %w", err)
	}
	if len(all) == 0 {
		return nil, nil
	}
	pairs := make([]Pair, len(all))
	for i := range all {
		pairs[i] = Pair{Premise: all[i].premise, Hypothesis: all[i].is()}
	}
	known := map[Pair]label.Probabilities{}
	if err := v.predict(ctx, known, pairs...); err != nil {
		return nil, err
	}
	of := map[graph.PageID]float64{} // the probability that one of a page's texts says it
	for i, pair := range pairs {
		if all[i].Probability = known[pair].Supported; !slices.Contains(pairs[:i], pair) {
			of[all[i].Page] = 1 - (1-of[all[i].Page])*(1-all[i].Probability)
		}
	}
	var best *candidate
	least := leastBridge
	if d.Before != "" {
		least = leastWithin
	}
	for i := range all {
		c := &all[i]
		switch {
		case c.claimed:
			least = max(least, of[c.Page]+leastBridge)
		case best == nil || of[c.Page] > of[best.Page] || c.Page == best.Page && c.Probability > best.Probability:
			best = c
		}
	}
	if best == nil || of[best.Page] < least {
		return nil, nil
	}
	best.Probability = of[best.Page]
	return &best.Bridge, nil
}

// candidate is a page that may be the one described, with the text that names it.
type candidate struct {
	Bridge
	premise string // the element that names it
	claimed bool   // it is the page that the claim says it is
}

// candidates returns the pages that the evidence of chains names next to a name of the description, the same page once
// for each text, if they are of the description's kind and the claim doesn't name them elsewhere.
func (v *Verifier) candidates(ctx context.Context, d Description, chains []hop.Chain,
	words lexicon) (out []candidate, err error) {
	var ids []graph.PageID
	for _, c := range chains {
		for _, e := range c.Evidence {
			ids = append(ids, e.Page)
		}
	}
	lib, err := v.libraryOf(ctx, ids)
	if err != nil {
		return nil, err
	}
	said := d.Text
	if d.Is == "" {
		said = d.Before + said + " " + d.Predicate
	}
	claimed, elsewhere := pagesNamed(words.Mentions(d.Is), leastTopic), pagesNamed(words.Mentions(said), leastPrior)
	said = strings.ToLower(said)
	all := v.named(lib, d, chains, words)
	all = slices.DeleteFunc(all, func(c candidate) bool { return elsewhere[c.Page] })
	ids = ids[:0]
	for i := range all {
		ids = append(ids, all[i].Page)
	}
	if err := v.add(ctx, lib, ids); err != nil {
		return nil, err
	}
	for _, c := range all {
		if n := len(out); n >= mostCandidates && out[n-1].Evidence.Ref != c.Evidence.Ref {
			break
		}
		page := lib.pages[c.Page]
		if page == nil || page.Disambiguation {
			continue
		}
		c.Title = graph.BareTitle(page.Title)
		c.claimed = d.Is != "" &&
			(claimed[c.Page] || strings.Contains(d.Is, c.Title) || strings.Contains(c.Title, d.Is))
		if !strings.Contains(said, strings.ToLower(c.Title)) && (c.claimed || isA(page, d.Kinds)) {
			out = append(out, c)
		}
	}
	return out, nil
}

// named returns the pages that the chains' evidence names next to a name of the description, before they are read.
func (v *Verifier) named(lib *library, d Description, chains []hop.Chain, words lexicon) (out []candidate) {
	seen := map[graph.Ref]bool{}
	about := newTopic(d.Text, words)
	fits := v.fits(d.Text)
	for _, c := range chains {
		for _, part := range apart(c.Evidence) {
			e := part[0]
			if seen[e.Ref] {
				continue
			}
			seen[e.Ref] = true
			p := lib.premise(c.Pages(), part, fits)
			if p.Text == "" {
				continue
			}
			for _, id := range about.bridges(p.Text, e.Page, lib.pages[e.Page].Title, words) {
				b := Bridge{Description: d, Page: id, Chain: c, Evidence: e}
				out = append(out, candidate{Bridge: b, premise: p.Text})
			}
		}
	}
	return out
}

// isA reports whether a page says that it is of one of some kinds: the first sentence that says something of it, or
// another one of its first that says of its name that it is a thing. Without any it is the page's first sentence.
func isA(p *graph.Page, kinds []string) bool {
	opening, name := "", strings.ToLower(lastWord(p.Title))
	for _, s := range p.Sentences[:min(len(p.Sentences), openingSentences)] {
		at := toBe.FindStringIndex(s.Text)
		if at == nil || !strings.Contains(strings.ToLower(s.Text[:at[0]]), name) {
			continue
		}
		said := s.Text[at[0]:]
		if opening == "" {
			opening = said
		} else if is, _ := isOf(said, kinds); is && isName(s.Text[:at[0]]) && aNoun.MatchString(said) {
			return true
		}
	}
	if opening == "" && len(p.Sentences) > 0 {
		opening = p.Sentences[0].Text
	}
	is, tells := isOf(opening, kinds)
	return is || !tells && slices.Contains(kinds, person) && lifetime.MatchString(opening) // a person known by birth
}

// isName reports whether all words of a subject have a capital, but for an article and what stands in brackets.
func isName(subject string) bool {
	subject = inBrackets.ReplaceAllString(subject, "")
	return !slices.ContainsFunc(english.Tokens(subject), func(t english.Token) bool {
		return !t.Capital() && !english.Articles[t.Text]
	})
}

var (
	toBe       = regexp.MustCompile(` (is|was|are|were) `)
	lifetime   = regexp.MustCompile(`\b(born|died)\b`)
	aNoun      = regexp.MustCompile(`^ \w+ (an?|the|one) `)
	inBrackets = regexp.MustCompile(`\([^)]*\)?`)
)

// isOf reports whether what a sentence says of a page makes it one of some kinds, and whether it tells any kind: by its
// last noun of a kind before a comma or a preposition, as in "is an American film director and screenwriter".
func isOf(said string, kinds []string) (is, tells bool) {
	isKind := func(k string) bool { return slices.Contains(kinds, k) }
	has := false
	for i, t := range english.Tokens(said) {
		if k := kindsOf(strings.ToLower(t.Text)); k != nil && (i == 1 || !t.Capital()) { // was King of Spain
			is, tells = slices.ContainsFunc(k, isKind), true
			has = has || is
		}
		if tells && (t.Ends || connects[t.Text] || english.Relatives[t.Text]) {
			break
		}
	}
	return is || has && !isKind(person), tells
}

func lastWord(title string) string {
	title, _, _ = strings.Cut(graph.BareTitle(title), ",")
	return title[strings.LastIndex(title, " ")+1:]
}

// topic is what a description names: the names, and the pages that they may mean.
type topic struct {
	names []string
	pages map[graph.PageID]bool
}

func newTopic(description string, words lexicon) topic {
	all := words.Mentions(description)
	t := topic{pages: pagesNamed(all, leastTopic)}
	for _, m := range all {
		if name := description[m.Start:m.End]; capitalised(name) {
			t.names = append(t.names, name)
		}
	}
	for _, n := range english.Names(description, func(w string) bool { return len(words.Analyze(w)) == 0 }) {
		t.names = append(t.names, description[n.Start:n.End])
	}
	return t
}

func (t *topic) in(text string) bool {
	return slices.ContainsFunc(t.names, func(n string) bool { return strings.Contains(text, n) })
}

// bridges returns the pages that a text of a page names, if the page is of the topic; and the page itself, if the text
// names the topic.
func (t *topic) bridges(text string, page graph.PageID, title string, words lexicon) []graph.PageID {
	body := strings.Index(text, "] ") + 2 // after the title
	about := t.in(text[body:])
	var out []graph.PageID
	for _, m := range words.Mentions(text) {
		name := text[m.Start:m.End]
		if m.Start < body || !capitalised(name) || len(m.Candidates) == 0 || m.Candidates[0].Prior < leastPrior {
			continue
		}
		id := m.Candidates[0].Page
		about = about || t.pages[id]
		if !strings.Contains(title, name) && !slices.Contains(out, id) {
			out = append(out, id)
		}
	}
	switch {
	case t.pages[page], t.in(title):
		return out
	case about:
		return []graph.PageID{page}
	}
	return nil
}

// pagesNamed returns the pages that mentions may mean with some probability.
func pagesNamed(all []graph.Mention, prior float64) map[graph.PageID]bool {
	out := map[graph.PageID]bool{}
	for _, m := range all {
		for _, c := range m.Candidates {
			if c.Prior >= prior {
				out[c.Page] = true
			}
		}
	}
	return out
}
