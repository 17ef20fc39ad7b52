package cli

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/bridgehop/bridgehop"
	"github.com/bridgehop/bridgehop/cli/internal/console"
	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/stores"
	"github.com/bridgehop/bridgehop/graph/text"
)

// nearTitles is the number of titles that are proposed for one that no page has.
const nearTitles = 5

// nearPages is the number of pages whose titles are compared: all of a small store, else those with similar words or names.
const nearPages = 5000

// titleError proposes titles for the first of these that no page has.
func titleError(ctx context.Context, s graph.Store, store string, err error, titles ...string) error {
	if !errors.Is(err, bridgehop.ErrNoPage) {
		return err
	}
	for _, title := range titles {
		if _, missing := bridgehop.FindPages(ctx, s, title); missing == nil {
			continue
		}
		if near := titlesNear(ctx, s, store, title); len(near) > 0 {
			return console.WithHint(err, "did you mean "+strings.Join(near, ", or ")+"?")
		}
		break
	}
	return console.WithHint(err, "no title is similar; `bridgehop hop TEXT` finds pages by their words")
}

// pagesInOtherCase returns the pages that have a title in other case, by the store's index; none where there is no index.
func pagesInOtherCase(ctx context.Context, s graph.Store, store, title string) (ids []graph.PageID) {
	index, err := stores.OpenIndex(ctx, s, store)
	if err != nil {
		return nil
	}
	defer index.Close()
	named, alike := pagesNear(ctx, index, title)
	near := append(named, alike...)
	heads, err := s.Heads(ctx, near)
	if err != nil {
		return nil
	}
	for _, h := range heads {
		if strings.EqualFold(h.Title, graph.CleanTitle(title)) && !slices.Contains(ids, h.ID) {
			ids = append(ids, h.ID)
		}
	}
	return ids
}

// titlesNear returns the titles in quotes that are written most like one, by the store's index; none where there is no index.
func titlesNear(ctx context.Context, s graph.Store, store, title string) []string {
	index, err := stores.OpenIndex(ctx, s, store)
	if err != nil {
		return nil
	}
	defer index.Close()
	named, alike := pagesNear(ctx, index, title)
	heads, err := s.Heads(ctx, append(named, alike...))
	if err != nil {
		return nil
	}
	var out, others []string
	for i, h := range heads {
		if i < len(named) {
			out = append(out, h.Title)
		} else {
			others = append(others, h.Title)
		}
	}
	out = append(out, console.Nearest(title, others, nearTitles)...)
	return quoted(append(out, sharing(index, title, others)...))
}

// sharing returns the titles that have a word of this one, those with most of them first: World War II for Second World War.
func sharing(index *text.Index, title string, titles []string) []string {
	words := map[string]bool{}
	for _, t := range index.Analyze(title) {
		words[t.Text] = true
	}
	type shared struct {
		title       string
		same, other int
	}
	var found []shared
	for _, t := range titles {
		f := shared{title: t}
		for _, w := range index.Analyze(t) {
			if words[w.Text] {
				f.same++
			} else {
				f.other++
			}
		}
		if f.same > 0 {
			found = append(found, f)
		}
	}
	slices.SortFunc(found, func(a, b shared) int {
		return cmp.Or(cmp.Compare(b.same, a.same), cmp.Compare(a.other, b.other), cmp.Compare(a.title, b.title))
	})
	var out []string
	for _, f := range found[:min(len(found), nearTitles)] {
		out = append(out, f.title)
	}
	return out
}

// pagesNear returns the pages that have the title as a name in other case or without accents, and those with a word of it, or with one that
// is a letter away.
func pagesNear(ctx context.Context, index *text.Index, title string) (named, alike []graph.PageID) {
	for _, m := range append(index.Mentions(title), index.Titles(title)...) {
		for _, c := range m.Candidates {
			if m.Start == 0 && m.End == len(title) {
				named = append(named, c.Page)
			} else {
				alike = append(alike, c.Page)
			}
		}
	}
	if index.NumPages() <= nearPages {
		return named, index.First(index.NumPages())
	}
	var terms []string
	for _, t := range index.Analyze(title) {
		near, err := index.Spellings(ctx, t.Text)
		if err == nil {
			terms = append(append(terms, t.Text), near...)
		}
	}
	hits, err := index.Seeds(ctx, terms, 200)
	for _, h := range hits {
		if err == nil {
			alike = append(alike, h.Page)
		}
	}
	return named, alike
}

// quoted returns the first titles, each once, in quotes.
func quoted(titles []string) (out []string) {
	seen := map[string]bool{}
	for _, t := range titles {
		if !seen[t] && len(out) < nearTitles {
			seen[t] = true
			out = append(out, `"`+t+`"`)
		}
	}
	return out
}
