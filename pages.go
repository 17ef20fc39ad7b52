package bridgehop

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/hop"
)

// ErrNoPage is the error for a title that no page has.
var ErrNoPage = errors.New("no page has the title")

// Path is a path of hyperlinks from one page to another.
type Path struct {
	Pages []graph.Head // from the first to the last
	Links []graph.Link // the link from each page to the next
}

// Paths returns the k shortest paths of at most maxLinks links from one title to another. No path visits a page twice.
// Shorter paths come first; paths of the same length are in the alphabetical order of their titles. If several pages
// share a title, a path may begin or end at any of them. There may be no path. Paths fails with ErrNoPage.
func Paths(ctx context.Context, s graph.Reader, from, to string, maxLinks, k int) ([]Path, error) {
	ends, err := FindPages(ctx, s, from, to)
	if err != nil {
		return nil, err
	}
	var found []hop.Path
	var ids []graph.PageID
	for _, a := range ends[0] {
		for _, b := range ends[1] {
			more, err := hop.Paths(ctx, s, a, b, maxLinks, k)
			if err != nil {
				return nil, fmt.Errorf("paths from %s to %s: %w", from, to, err)
			}
			for _, p := range more {
				found, ids = append(found, p), append(ids, p.Pages...)
			}
		}
	}
	heads, err := s.Heads(ctx, ids)
	if err != nil {
		return nil, fmt.Errorf("read titles: %w", err)
	}
	out := make([]Path, len(found))
	for i, p := range found {
		n := len(p.Pages)
		out[i], heads = Path{heads[:n:n], p.Links}, heads[n:]
	}
	byTitle := func(a, b graph.Head) int { return cmp.Compare(a.Title, b.Title) }
	slices.SortStableFunc(out, func(a, b Path) int {
		return cmp.Or(cmp.Compare(len(a.Links), len(b.Links)), slices.CompareFunc(a.Pages, b.Pages, byTitle))
	})
	return out[:min(k, len(out))], nil
}

// FindPages returns the pages of each title, at least one. It fails with ErrNoPage.
func FindPages(ctx context.Context, s graph.Reader, titles ...string) ([][]graph.PageID, error) {
	found, err := s.Lookup(ctx, titles)
	if err != nil {
		return nil, fmt.Errorf("look up titles: %w", err)
	}
	for i, pages := range found {
		if len(pages) == 0 {
			return nil, fmt.Errorf("%w %q", ErrNoPage, titles[i])
		}
	}
	return found, nil
}
