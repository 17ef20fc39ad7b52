package graph

import (
	"context"
	"iter"
	"slices"
)

// Exact returns those of several pages or redirects of one normal form that are written as the title is; all when none
// is.
func Exact[T any](all []T, title string, of func(T) string) []T {
	if len(all) < 2 {
		return all
	}
	title = CleanTitle(title)
	var same []T
	for _, v := range all {
		if CleanTitle(of(v)) == title {
			same = append(same, v)
		}
	}
	if len(same) > 0 {
		return same
	}
	return all
}

// LookupRedirects calls give with all redirects of a store in their order, some at a time, and with the pages that each
// leads to.
func LookupRedirects(ctx context.Context, r interface {
	Redirects(context.Context) iter.Seq2[Redirect, error]
	Lookup(context.Context, []string) ([][]PageID, error)
}, give func(batch []Redirect, found [][]PageID) error) error {
	var batch []Redirect
	var from []string
	look := func() error {
		found, err := r.Lookup(ctx, from)
		if err == nil {
			err = give(batch, found)
		}
		batch, from = batch[:0], from[:0]
		return err
	}
	for red, err := range r.Redirects(ctx) {
		if batch, from = append(batch, red), append(from, red.From); err == nil && len(batch) == 1000 {
			err = look()
		}
		if err != nil {
			return err
		}
	}
	return look()
}

// Circles returns the circles of redirects in a store, each as the titles on its way: redirects that lead to one
// another, and so to no page. Of several redirects of one normal form the first is followed.
func Circles(ctx context.Context, r Reader) (circles [][]string, err error) {
	lost := map[string][]Redirect{} // redirects that lead to no page, by normal form
	var order []Redirect
	err = LookupRedirects(ctx, r, func(batch []Redirect, found [][]PageID) error {
		for i, pages := range found {
			if folded := FoldTitle(batch[i].From); len(pages) == 0 {
				lost[folded], order = append(lost[folded], batch[i]), append(order, batch[i])
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	walks := map[Redirect]int{} // the walk that came by
	for i, red := range order {
		var way []string
		for walks[red] == 0 {
			walks[red], way = i+1, append(way, red.From)
			next := Exact(lost[FoldTitle(red.To)], red.To, func(r Redirect) string { return r.From })
			// Of another spelling of a title that has no page.
			if len(next) == 0 || next[0] == red && CleanTitle(red.From) != CleanTitle(red.To) {
				break
			}
			if red = next[0]; walks[red] == i+1 {
				circles = append(circles, way[slices.Index(way, red.From):])
			}
		}
	}
	return circles, nil
}
