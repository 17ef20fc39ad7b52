package cli

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/bridgehop/bridgehop"
	"github.com/bridgehop/bridgehop/cli/internal/console"
	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/stores"
)

// nearPages is the most pages whose titles are all compared; of a larger store, those with similar words are.
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

// titlesNear returns the titles that are most like one, at most five: of pages that go by it in other case or without
// accents, then those spelt most like it. It returns none where there is no index.
func titlesNear(ctx context.Context, s graph.Store, store, title string) (out []string) {
	index, err := stores.OpenIndex(ctx, s, store)
	if err != nil {
		return nil
	}
	defer index.Close()
	var named, alike []graph.PageID
	for _, m := range append(index.Mentions(title), index.Titles(title)...) {
		for _, c := range m.Candidates {
			if m.Start == 0 && m.End == len(title) {
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
	const most = 5
	for _, t := range slices.Concat(titles[:len(named)], console.Nearest(title, titles[len(named):], most)) {
		if len(out) < most && !slices.Contains(out, t) {
			out = append(out, t)
		}
	}
	return out
}
