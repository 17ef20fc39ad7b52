// Package search finds pages by bleve's query-string language: phrases, fields, required and excluded words, misspelt words and prefixes.
// It has an index of its own, because that of graph/text has neither positions of words nor fields.
package search

import (
	"cmp"
	"context"
	"fmt"
	"runtime/debug"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/text"
)

// Result is the result of a query.
type Result struct {
	Total int  // pages that match
	Fuzzy bool // nothing has the words as they were typed: these have words that are one letter away
	Hits  []Hit
}

// Hit is a page that matches, with the elements that do.
type Hit struct {
	Page      *graph.Page
	Score     float64
	Fragments []Fragment
}

// Fragment is a part of an element's text around words of the query. Matches are the byte spans of these in Text.
type Fragment struct {
	Element graph.Element
	Text    string
	Matches [][2]int
}

// titledScore is what a page gets that the whole query names.
const titledScore = 1000

// Search returns the k best pages for a query, after the first from. A page that has the whole query for its title, or for another name,
// comes first. A query that can't be read is ErrQuery, and ErrLimit if it is too large.
func (ix *Index) Search(ctx context.Context, query string, from, k int) (*Result, error) {
	t, err := parse(query)
	if err != nil {
		return nil, err
	}
	titled, err := ix.store.Lookup(ctx, []string{strings.Trim(strings.TrimSpace(query), `"`)})
	if err != nil {
		return nil, err
	}
	if len(t.must)+len(t.may)+len(titled[0]) == 0 {
		return nil, fmt.Errorf("%w: there is no word in it to search for; words such as \"the\" are in every page", ErrQuery)
	}
	out := &Result{}
	ids, scores, err := ix.find(ctx, t, titled[0], from, k, out)
	if err != nil {
		return nil, err
	}
	pages, err := ix.store.Pages(ctx, ids)
	if err != nil {
		return nil, err
	}
	for i, p := range pages {
		if p != nil {
			out.Hits = append(out.Hits, Hit{p, scores[i], fragments(p, slices.Concat(t.must, t.may))})
		}
	}
	return out, nil
}

// find returns the pages from the first after from, at most k, with their scores, and counts all in out. Nothing but this reads the index.
func (ix *Index) find(
	ctx context.Context, t *tree, titled []graph.PageID, from, k int, out *Result,
) (ids []graph.PageID, scores []float64, err error) {
	defer func(before bool) {
		if p := recover(); p != nil || err == nil {
			if damage := ix.files.Caught(p, nil); damage != nil {
				err = fmt.Errorf("%w: %v", ErrCorrupt, damage)
			}
		}
		debug.SetPanicOnFault(before)
	}(debug.SetPanicOnFault(true))
	found, err := ix.run(ctx, t, titled)
	if err == nil && len(found) == 0 && loosen(t) {
		found, err = ix.run(ctx, t, titled)
		out.Fuzzy = len(found) > 0
	}
	out.Total = len(found)
	slices.SortFunc(found, func(a, b scored) int { return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.page, b.page)) })
	for _, s := range found[min(from, len(found)):min(from+k, len(found))] {
		ids, scores = append(ids, ix.id(s.page)), append(scores, s.score)
	}
	return ids, scores, err
}

// run returns the pages that match: those of each clause that must be found or, if there is none, of any other clause, without those of
// clauses that must not be found.
func (ix *Index) run(ctx context.Context, t *tree, titled []graph.PageID) ([]scored, error) {
	var out, may, named []scored
	for _, id := range titled {
		if page, ok := ix.number(id); ok {
			named = append(named, scored{page: page, score: titledScore})
		}
	}
	slices.SortFunc(named, func(a, b scored) int { return cmp.Compare(a.page, b.page) })
	for i, l := range t.must {
		found, err := l.pages(ctx, ix)
		if err != nil {
			return nil, err
		}
		if i == 0 {
			out = found
		} else {
			out = among(out, found, false)
		}
	}
	for _, l := range t.may {
		found, err := l.pages(ctx, ix)
		if err != nil {
			return nil, err
		}
		for i := range found {
			found[i].clauses = 1
		}
		may = either(may, found)
	}
	for i := range may { // pages that match more of the clauses come first
		may[i].score *= float64(may[i].clauses) / float64(len(t.may))
	}
	if len(t.must) == 0 {
		out = either(may, named)
	} else {
		out = raised(out, may)
	}
	for _, l := range t.not {
		found, err := l.pages(ctx, ix)
		if err != nil {
			return nil, err
		}
		out = among(out, found, true)
	}
	return out, ctx.Err()
}

// shown is the number of fragments of a page, and long their approximate length in bytes.
const shown, long = 3, 280

// fragments returns the elements with most of the query's words, in the order of the page; the beginning of the page if only the title
// has any.
func fragments(p *graph.Page, clauses []*leaf) []Fragment {
	var out []Fragment
	words := map[graph.Element]int{}
	all := elements(p)
	for i, f := range fields[1:] {
		for _, e := range all[f.name] {
			spans, n := marked(text.Analyze(e.Text), clauses, i+1)
			if n > 0 {
				out = append(out, newFragment(e, spans))
				words[e.Element] = n
			}
		}
	}
	slices.SortStableFunc(out, func(a, b Fragment) int {
		return cmp.Or(words[b.Element]-words[a.Element], a.Element.Compare(b.Element))
	})
	out = out[:min(shown, len(out))]
	if len(out) == 0 {
		return Beginning(p)
	}
	return out
}

// marked returns the spans of the words that clauses stand for, and the number of different ones.
func marked(terms []graph.Term, clauses []*leaf, field int) (spans [][2]int, n int) {
	different := map[string]bool{}
	for _, l := range clauses {
		if l.field >= 0 && l.field != field {
			continue
		}
		for i := range terms {
			size := 1
			if l.phrase {
				size = len(l.terms)
			}
			if i+size > len(terms) || !l.stands(terms[i:i+size], field) {
				continue
			}
			for _, t := range terms[i : i+size] {
				spans = append(spans, [2]int{t.Start, t.End})
				different[t.Text] = true
			}
		}
	}
	return spans, len(different)
}

// stands reports whether a clause stands for these terms of a field.
func (l *leaf) stands(terms []graph.Term, field int) bool {
	if !l.phrase {
		return l.found[field][terms[0].Text]
	}
	return slices.EqualFunc(terms, l.terms, func(t graph.Term, s string) bool { return t.Text == s })
}

// Beginning returns the first sentence of a page, or its first element, without matches; nothing for an empty page.
func Beginning(p *graph.Page) []Fragment {
	all := p.Elements()
	if len(all) == 0 {
		return nil
	}
	first := max(0, slices.IndexFunc(all, func(e graph.Text) bool { return e.Element.Kind == graph.KindSentence }))
	return []Fragment{newFragment(all[first], nil)}
}

func newFragment(e graph.Text, spans [][2]int) Fragment {
	slices.SortFunc(spans, func(a, b [2]int) int { return cmp.Or(a[0]-b[0], b[1]-a[1]) })
	from := 0
	if len(spans) > 0 && len(e.Text) > long {
		from = max(0, spans[0][0]-long/4)
	}
	to := min(len(e.Text), from+long)
	from, to = wordStart(e.Text, from), wordEnd(e.Text, to)
	f := Fragment{Element: e.Element, Text: e.Text[from:to]}
	last := from
	for _, s := range spans {
		if s[0] >= last && s[1] <= to { // phrases find a word again
			f.Matches = append(f.Matches, [2]int{s[0] - from, s[1] - from})
			last = s[1]
		}
	}
	if from > 0 {
		f = f.shifted("… ")
	}
	if to < len(e.Text) {
		f.Text += " …"
	}
	return f
}

func (f Fragment) shifted(by string) Fragment {
	f.Text = by + f.Text
	for i := range f.Matches {
		f.Matches[i][0] += len(by)
		f.Matches[i][1] += len(by)
	}
	return f
}

// wordStart is the beginning of the word after i, wordEnd the end of the one before it; of a long run without spaces that of a character.
func wordStart(s string, i int) int {
	if i == 0 {
		return 0
	}
	if at := strings.IndexByte(s[i:min(len(s), i+30)], ' '); at >= 0 {
		return i + at + 1
	}
	for i > 0 && !utf8.RuneStart(s[i]) {
		i--
	}
	return i
}

func wordEnd(s string, i int) int {
	if i == len(s) {
		return i
	}
	if at := strings.LastIndexByte(s[max(0, i-30):i], ' '); at >= 0 {
		return max(0, i-30) + at
	}
	for !utf8.RuneStart(s[i]) {
		i--
	}
	return i
}
