package cli

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"strings"

	"github.com/bridgehop/bridgehop"
	"github.com/bridgehop/bridgehop/cli/internal/console"
	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/stores"
)

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
			return console.WithHint(err, `did you mean "`+strings.Join(near, `", or "`)+`"?`)
		}
		break
	}
	return console.WithHint(err, "no title is similar; `bridgehop hop TEXT` finds pages by their words")
}

// titlesNear returns the titles that are most like one, at most five: of pages that go by it in other case or without accents, then those
// spelt most like it, then those with most of its words. It returns none where there is no index.
func titlesNear(ctx context.Context, s graph.Store, store, title string) (out []string) {
	index, err := stores.OpenIndex(ctx, s, store)
	if err != nil {
		return nil
	}
	defer index.Close()
	var named, alike []graph.PageID
	for _, m := range append(index.Mentions(title), index.Titles(title)...) {
		for _, c := range m.Candidates {
			if alike = append(alike, c.Page); m.Start == 0 && m.End == len(title) {
				named = append(named, c.Page)
			}
		}
	}
	if index.NumPages() <= nearPages {
		alike = index.First(index.NumPages())
	} else {
		var terms []string
		for _, t := range index.Analyze(title) {
			spellings, _ := index.Spellings(ctx, t.Text) // what can't be read is no proposal
			terms = append(append(terms, t.Text), spellings...)
		}
		hits, _ := index.Seeds(ctx, terms, 200)
		for _, h := range hits {
			alike = append(alike, h.Page)
		}
	}
	heads, err := s.Heads(ctx, slices.Concat(named, alike))
	if err != nil {
		return nil
	}
	var titles []string
	for _, h := range heads {
		titles = append(titles, h.Title)
	}
	words := func(title string) (out []string) {
		for _, t := range index.Analyze(title) {
			out = append(out, t.Text)
		}
		return out
	}
	wanted := words(title)
	other := map[string]int{} // how many words of a title with a wanted word are not wanted
	same := map[string]int{}
	for _, t := range titles[len(named):] {
		all := words(t)
		rest := slices.DeleteFunc(slices.Clone(all), func(w string) bool { return slices.Contains(wanted, w) })
		if same[t], other[t] = len(all)-len(rest), len(rest); same[t] == 0 {
			delete(same, t)
		}
	}
	sharing := slices.SortedFunc(maps.Keys(same), func(a, b string) int {
		return cmp.Or(cmp.Compare(same[b], same[a]), cmp.Compare(other[a], other[b]), cmp.Compare(a, b))
	})
	const most = 5
	for _, t := range slices.Concat(titles[:len(named)], console.Nearest(title, titles[len(named):], most), sharing) {
		if len(out) < most && !slices.Contains(out, t) {
			out = append(out, t)
		}
	}
	return out
}
