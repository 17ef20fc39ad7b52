package neo4j

import (
	"fmt"
	"slices"

	"golang.org/x/text/unicode/norm"

	"github.com/bridgehop/bridgehop/graph"
)

// prepared is a batch with what doesn't depend on the store worked out once, however often it is tried.
type prepared struct {
	batch     *graph.Batch
	pages     []graph.Page // copies, titles in NFC
	passages  []string
	redirects []graph.Redirect
	removed   []string
}

func prepare(b *graph.Batch) (*prepared, error) {
	in := &prepared{batch: b}
	for _, page := range b.Pages {
		p := *page
		if p.Title = norm.NFC.String(p.Title); p.Title == "" {
			return nil, fmt.Errorf("put page: %w", graph.ErrNoTitle)
		}
		in.pages = append(in.pages, p)
		in.passages = append(in.passages, p.Passage())
	}
	for _, r := range b.Redirects {
		r.From, r.To = norm.NFC.String(r.From), norm.NFC.String(r.To)
		if r.From == "" || r.To == "" {
			return nil, fmt.Errorf("put redirect %q: %w", r.From, graph.ErrNoTitle)
		}
		in.redirects = append(in.redirects, r)
	}
	for _, title := range b.Removed {
		in.removed = append(in.removed, norm.NFC.String(title))
	}
	slices.Sort(in.removed)
	in.removed = slices.Compact(in.removed)
	return in, nil
}
