package search

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/blevesearch/bleve/v2"
	blevesearch "github.com/blevesearch/bleve/v2/search"

	"github.com/bridgehop/bridgehop/graph"
)

// Errors of this package.
var (
	ErrNone    = errors.New("the store has no search index")
	ErrStale   = errors.New("the search index was made from another state of the store, or by another version")
	ErrCorrupt = errors.New("the search index is damaged")
	ErrQuery   = errors.New("query")
	ErrLimit   = fmt.Errorf("%w", ErrQuery) // a query is too large; it is an ErrQuery
)

// Index is an opened index. It may be used by several goroutines at once.
type Index struct {
	index  bleve.Index
	store  graph.Reader
	tables held
}

// Open opens the index of a store in dir. It fails with ErrNone, ErrStale or ErrCorrupt.
func Open(ctx context.Context, dir string, store graph.Store) (_ *Index, err error) {
	defer damaged(&err, debug.SetPanicOnFault(true))
	identity, err := store.Identity(ctx)
	if err != nil {
		return nil, err
	}
	name := filepath.Join(dir, folder(identity))
	if _, err := os.Stat(name); errors.Is(err, os.ErrNotExist) {
		if old, _ := filepath.Glob(filepath.Join(dir, "[0-9]*-*")); len(old) > 0 {
			return nil, ErrStale
		}
		return nil, ErrNone
	}
	if err := checkSums(name); err != nil {
		return nil, err
	}
	tables, err := hold(name)
	if err != nil {
		return nil, errors.Join(err, tables.close())
	}
	ix, err := bleve.OpenUsing(name, map[string]any{"read_only": true})
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%w: %s: %w", ErrCorrupt, name, err), tables.close())
	}
	return &Index{ix, store, tables}, nil
}

// damaged converts a panic, or the fault of a truncated file, to an error: bleve does not check the bytes of an index.
func damaged(err *error, before bool) {
	debug.SetPanicOnFault(before)
	if p := recover(); p != nil {
		*err = fmt.Errorf("%w: %v", ErrCorrupt, p)
	}
}

// Close closes the index and leaves the store open.
func (ix *Index) Close() error { return errors.Join(ix.index.Close(), ix.tables.close()) }

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
	Fragments []fragment
}

// fragment is a part of an element's text around words of the query. Matches are the byte spans of these in Text.
type fragment struct {
	Element graph.Element
	Text    string
	Matches [][2]int
}

// Search returns the k best pages for a query, after the first from. A query that can't be read is ErrQuery, and
// ErrLimit if it is too large.
func (ix *Index) Search(ctx context.Context, text string, from, k int) (_ *Result, err error) {
	defer damaged(&err, debug.SetPanicOnFault(true))
	if err := ix.tables.check(); err != nil {
		return nil, err
	}
	titled, err := ix.titled(ctx, text)
	if err != nil {
		return nil, err
	}
	q, err := parse(text, titled)
	if err != nil {
		return nil, err
	}
	found, err := ix.run(ctx, q, from, k)
	if err != nil {
		return nil, err
	}
	out := &Result{}
	if found.Total == 0 && loosen(q) {
		if found, err = ix.run(ctx, q, from, k); err != nil {
			return nil, err
		}
		out.Fuzzy = found.Total > 0
	}
	out.Total = int(found.Total)
	out.Hits, err = ix.hits(ctx, found.Hits)
	return out, err
}

// titled returns the pages that have the query for their title, or for another name.
func (ix *Index) titled(ctx context.Context, text string) ([]string, error) {
	found, err := ix.store.Lookup(ctx, []string{strings.Trim(strings.TrimSpace(text), `"`)})
	if err != nil {
		return nil, err
	}
	var out []string
	for _, id := range found[0] {
		out = append(out, id.String())
	}
	return out, nil
}

func (ix *Index) run(ctx context.Context, q *tree, from, k int) (*bleve.SearchResult, error) {
	if err := ctx.Err(); err != nil { // patterns are compiled regardless of it
		return nil, err
	}
	r := bleve.NewSearchRequestOptions(q.query(), k, from, false)
	r.IncludeLocations = true
	r.SortBy([]string{"-_score", "_id"})
	found, err := ix.index.SearchInContext(ctx, r)
	if err != nil && strings.Contains(err.Error(), "TooManyClauses") { // bleve has no value for it
		return nil, fmt.Errorf("%w: it has, or stands for, more than %d words", ErrQuery, maxClauses)
	}
	if err != nil && ctx.Err() == nil {
		return nil, fmt.Errorf("%w: %w", ErrQuery, err)
	}
	return found, err
}

func (ix *Index) hits(ctx context.Context, found blevesearch.DocumentMatchCollection) ([]Hit, error) {
	var ids []graph.PageID
	for _, d := range found {
		id, err := strconv.ParseUint(d.ID, 16, 64)
		if err != nil {
			return nil, fmt.Errorf("%w: %w", ErrCorrupt, err)
		}
		ids = append(ids, graph.PageID(id))
	}
	pages, err := ix.store.Pages(ctx, ids)
	if err != nil {
		return nil, err
	}
	var out []Hit
	for i, d := range found {
		if pages[i] != nil {
			out = append(out, Hit{pages[i], d.Score, fragments(pages[i], d)})
		}
	}
	return out, nil
}

// shown is the number of fragments of a page, and long their approximate length in bytes.
const shown, long = 3, 280

// fragments returns the elements with most of the query's words, in the order of the page; the beginning of the page if
// only the title has any.
func fragments(p *graph.Page, d *blevesearch.DocumentMatch) []fragment {
	_, places := parts(p)
	var out []fragment
	terms := map[graph.Element]int{}
	for _, f := range fields[1:] {
		spans := map[uint64][][2]int{}
		for _, found := range d.Locations[f.name] {
			has := map[uint64]bool{}
			for _, l := range found {
				if len(l.ArrayPositions) == 0 || l.ArrayPositions[0] >= uint64(len(places[f.name])) {
					continue
				}
				at := l.ArrayPositions[0]
				spans[at] = append(spans[at], [2]int{int(l.Start), int(l.End)})
				if !has[at] {
					has[at] = true
					terms[places[f.name][at].Element]++
				}
			}
		}
		for at, found := range spans {
			out = append(out, newFragment(places[f.name][at], found))
		}
	}
	slices.SortFunc(out, func(a, b fragment) int {
		return cmp.Or(terms[b.Element]-terms[a.Element], a.Element.Compare(b.Element))
	})
	out = out[:min(shown, len(out))]
	if len(out) == 0 {
		return Beginning(p)
	}
	return out
}

// Beginning returns the first sentence of a page, or its first element, without matches; nothing for an empty page.
func Beginning(p *graph.Page) []fragment {
	all := p.Elements()
	if len(all) == 0 {
		return nil
	}
	first := max(0, slices.IndexFunc(all, func(e graph.Text) bool { return e.Element.Kind == graph.KindSentence }))
	return []fragment{newFragment(all[first], nil)}
}

func newFragment(e graph.Text, spans [][2]int) fragment {
	slices.SortFunc(spans, func(a, b [2]int) int { return cmp.Or(a[0]-b[0], b[1]-a[1]) })
	from := 0
	if len(spans) > 0 && len(e.Text) > long {
		from = max(0, spans[0][0]-long/4)
	}
	to := min(len(e.Text), from+long)
	from, to = wordStart(e.Text, from), wordEnd(e.Text, to)
	f := fragment{Element: e.Element, Text: e.Text[from:to]}
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

func (f fragment) shifted(by string) fragment {
	f.Text = by + f.Text
	for i := range f.Matches {
		f.Matches[i][0] += len(by)
		f.Matches[i][1] += len(by)
	}
	return f
}

// wordStart returns the beginning of the word after i, wordEnd the end of the one before it; of a long run without
// spaces that of a character.
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
