package verify

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/english"
	"github.com/bridgehop/bridgehop/hop"
)

// lexicon gives the words and names of a store, as far as a reason needs them. *text.Index implements it.
type lexicon interface {
	// Analyze returns the terms of a text, without stop words.
	Analyze(s string) []graph.Term
	// IDF returns how rare terms are, aligned with terms; higher is rarer.
	IDF(terms []string) ([]float64, error)
	// Mentions returns the runs of words in s that name pages.
	Mentions(s string) []graph.Mention
	// Titles returns the runs of words in s that are titles of pages, even of common words.
	Titles(s string) []graph.Mention
	// NumPages returns the number of pages of the store.
	NumPages() int
}

// Reasons explains why a claim is NOT ENOUGH INFO. Words is required. Goroutines may share a Reasons if they may
// share its Words.
type Reasons struct {
	Words lexicon

	relations hop.Relations
}

// Found is what was found for a claim. Reason says what it lacks.
type Found struct {
	Chain   *hop.Chain // nil when no page was found
	Titles  []string   // titles of the chain's pages, as far as they are known
	Premise string     // the evidence that the model read, with titles: Premise.Text
	Text    string     // all that the chain's pages say, with their titles
}

// noPages is the reason that an empty store gives.
const noPages = "the store has no pages; `bridgehop load` adds pages"

// mostMissing is the most words that a reason names.
const mostMissing = 4

// Reason returns one line that says what the evidence lacks, the first of these that is true:
//
//	the store has no pages; `bridgehop load` adds pages
//	no page has a word of the claim                 nothing was found
//	no page found is about: Saturn Corporation      names of the claim that no page goes by
//	pages found, but nothing on: composer, 1894     words of the claim, at most four, rarest first, that no evidence has
//	no cited sentence has: composer, 1894           the same, where the pages of the chain have some of them elsewhere
//	nothing that was read joins Marie Curie and Parrot
//	the evidence doesn't decide it
//
// A page goes by a name if its title, the anchor that led to it or the words of the claim that name it have the last
// word of the name, and the evidence has the words before it. Abraham Lincoln goes by "President Lincoln", but Saturn
// does not go by "Saturn Corporation". The words of a name count as other words if the evidence has the name word for
// word, or if it is the name of a page of the store that the chain lacks.
func (r *Reasons) Reason(claim string, f Found) (string, error) {
	if f.Chain == nil && r.Words.NumPages() == 0 {
		return noPages, nil
	}
	if f.Chain == nil {
		return "no page has a word of the claim", nil
	}
	said := r.terms(f.Premise)
	if names := r.strangers(claim, f, said); len(names) > 0 {
		return "no page found is about: " + strings.Join(names[:min(len(names), mostMissing)], ", "), nil
	}
	missing, err := r.missing(claim, said)
	if err != nil {
		return "", fmt.Errorf("reason: %w", err)
	}
	switch {
	case len(missing) == 0 && f.Chain.Shape() == "apart":
		return "nothing that was read joins " + strings.Join(f.Titles, " and "), nil
	case len(missing) == 0:
		return "the evidence doesn't decide it", nil
	}
	nowhere, err := r.missing(strings.Join(missing, " "), append(r.terms(f.Text), said...))
	if err != nil {
		return "", fmt.Errorf("reason: %w", err)
	}
	if len(nowhere) < len(missing) {
		return "no cited sentence has: " + strings.Join(missing, ", "), nil
	}
	return "pages found, but nothing on: " + strings.Join(missing, ", "), nil
}

func (r *Reasons) terms(s string) []string {
	var out []string
	for _, t := range r.Words.Analyze(s) {
		out = append(out, t.Text)
	}
	return out
}

// digits are the numbers that evidence may write for words of the claim.
var digits = english.Pairs(`one:1 two:2 three:3 four:4 five:5 six:6 seven:7 eight:8 nine:9 ten:10 eleven:11 twelve:12
	first:1st second:2nd third:3rd 1:one 2:two 3:three 4:four 5:five 6:six 7:seven 8:eight 9:nine 10:ten`)

// missing returns the words of the claim that nothing said has, rarest first. It leaves out words that compare,
// because no page says which of two is older, verbs that say little, and words that open a clause.
func (r *Reasons) missing(claim string, said []string) ([]string, error) {
	var terms, spelled []string
	for _, t := range r.Words.Analyze(claim) {
		w := wordAround(claim, t.Start, t.End)
		lower := strings.ToLower(w)
		if english.Compares(w) || light[lower] || english.Relatives[lower] || slices.Contains(terms, t.Text) ||
			slices.Contains(spelled, w) {
			continue
		}
		if !r.relations.Match(t.Text, said, r.Words.Analyze) && !slices.Contains(said, digits[t.Text]) {
			terms, spelled = append(terms, t.Text), append(spelled, w)
		}
	}
	idf, err := r.Words.IDF(terms)
	if err != nil {
		return nil, err
	}
	order := make([]int, len(terms))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(idf[b], idf[a]) })
	var out []string
	for _, i := range order[:min(len(order), mostMissing)] {
		out = append(out, spelled[i])
	}
	return out, nil
}

// wordAround returns a word of a text, or the whole that it is a part of: 5 and 000 are parts of 5,000, left and
// handed of left-handed.
func wordAround(s string, start, end int) string {
	digit := func(i int) bool { return i >= 0 && i < len(s) && '0' <= s[i] && s[i] <= '9' }
	part := func(i int) bool {
		return i >= 0 && i < len(s) && (s[i] == '-' || digit(i) || 'a' <= s[i]|0x20 && s[i]|0x20 <= 'z')
	}
	if digit(start) && digit(end-1) {
		part = func(i int) bool { return digit(i) || digit(i-1) && digit(i+1) && (s[i] == ',' || s[i] == '.') }
	}
	for part(start - 1) {
		start--
	}
	for part(end) {
		end++
	}
	return s[start:end]
}

// light has verbs that say little about the topic of a claim.
var light = english.Set(`get gets got go goes went gone come comes came take takes took taken make makes made put puts
	putting use uses used give gives gave given call calls called name names named know known become becomes became`)

// strangers returns the names of the claim that no page goes by.
func (r *Reasons) strangers(claim string, f Found, said []string) []string {
	names := english.Names(claim, func(w string) bool { return len(r.Words.Analyze(w)) == 0 })
	if len(names) == 0 {
		return nil
	}
	var pages [][]string // the terms that each page is called by
	for i, s := range f.Chain.Steps {
		by := s.Named + " " + s.Via.Anchor
		if i < len(f.Titles) {
			by += " " + f.Titles[i]
		}
		pages = append(pages, r.terms(by))
	}
	known := slices.Concat(r.Words.Mentions(claim), r.Words.Titles(claim))
	var out []string
	for _, n := range names {
		text := claim[n.Start:n.End]
		if !r.known(r.terms(text), pages, said) && !ofStore(n, known) && !r.inParts(text, pages, said) &&
			!slices.Contains(out, text) {
			out = append(out, text)
		}
	}
	return out
}

// known reports whether a page goes by a name, or the evidence has it word for word.
func (r *Reasons) known(name []string, pages [][]string, said []string) bool {
	if len(name) == 0 {
		return true
	}
	last := len(name) - 1
	for i := range said {
		if i+len(name) <= len(said) && slices.Equal(said[i:i+len(name)], name) {
			return true
		}
	}
	return slices.ContainsFunc(pages, func(by []string) bool {
		return r.relations.Match(name[last], by, r.Words.Analyze) && !slices.ContainsFunc(name[:last], func(t string) bool {
			return !slices.Contains(by, t) && !r.relations.Match(t, said, r.Words.Analyze)
		})
	})
}

// inParts reports whether all parts of a name that small words join are known: Isaac Newton of England.
func (r *Reasons) inParts(name string, pages [][]string, said []string) bool {
	var parts [][]string
	var part []string
	for w := range strings.FieldsSeq(name) {
		if english.Joiners[w] {
			parts, part = append(parts, part), nil
			continue
		}
		part = append(part, r.terms(w)...)
	}
	if len(parts) == 0 {
		return false
	}
	return !slices.ContainsFunc(append(parts, part), func(p []string) bool { return !r.known(p, pages, said) })
}

// ofStore reports whether a page of the store has the whole name.
func ofStore(n graph.Mention, known []graph.Mention) bool {
	return slices.ContainsFunc(known, func(m graph.Mention) bool {
		exact := func(c graph.Candidate) bool { return c.Exact }
		return m.Start <= n.Start && n.End <= m.End && slices.ContainsFunc(m.Candidates, exact)
	})
}
