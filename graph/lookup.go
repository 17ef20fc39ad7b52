package graph

import (
	"context"
	"iter"
	"slices"
	"sync"
)

// TitleKey is what a title is looked up by: pages and redirects by its normal form, and of several that share this one
// those that are written as the title is.
type TitleKey struct{ Folded, Clean string }

// KeyOf returns the key of a title: FoldTitle and CleanTitle of it.
func KeyOf(title string) TitleKey {
	clean := CleanTitle(title)
	return TitleKey{upperFirst(clean), clean}
}

// Exact returns those of several pages or redirects of one normal form that are written as the title is; all when none
// is.
func Exact[T any](all []T, title TitleKey, of func(T) string) []T {
	if len(all) < 2 {
		return all
	}
	var same []T
	for _, v := range all {
		if CleanTitle(of(v)) == title.Clean {
			same = append(same, v)
		}
	}
	if len(same) > 0 {
		return same
	}
	return all
}

// Trails follow redirects, and keep the end of a chain of them for each one on the way, so that a chain is followed
// once and not once from each of its redirects. They may be used by several goroutines at once.
type Trails[K comparable, P any] struct {
	mu   sync.RWMutex
	ends map[K][]P
}

// End returns what Follow returned for a title on a chain that was followed.
func (t *Trails[K, P]) End(title K) (end []P, ok bool) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	end, ok = t.ends[title]
	return end, ok
}

// Follow goes from redirect to redirect and returns the pages that a title leads to in the end, in no particular order
// and perhaps several times. The caller must not change them. find returns the pages of a title or, where it has none,
// the titles that its redirects lead to, of either those that Exact leaves.
func (t *Trails[K, P]) Follow(title K, find func(K) (pages []P, to []K, err error)) (out []P, err error) {
	var way []K // up to where it forks
	forked := false
	seen := map[K]bool{}
	for todo := []K{title}; len(todo) > 0; {
		next := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if seen[next] {
			continue // redirects may go in a circle
		}
		if end, ok := t.End(next); ok {
			out = append(out, end...)
			continue
		}
		pages, to, err := find(next)
		if err != nil {
			return nil, err
		}
		if len(to) > 0 {
			seen[next] = true
			if !forked {
				way = append(way, next)
			}
		}
		forked = forked || len(to) > 1
		out, todo = append(out, pages...), append(todo, to...)
	}
	if len(way) < 2 { // most redirects lead to a page at once, and are followed again as fast
		return out, nil
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.ends == nil {
		t.ends = map[K][]P{}
	}
	for _, k := range way {
		t.ends[k] = out
	}
	return out, nil
}

// Ordinals choose the ordinals of the pages of one title, as Writer.Put says.
type Ordinals struct {
	passages map[string]int // the lowest ordinal of each
	unused   int            // the load has used all that are lower
}

// NewOrdinals is of a title with n ordinals, whose passages held tells.
func NewOrdinals(n int, held func(ordinal int) (passage string)) *Ordinals {
	o := &Ordinals{passages: make(map[string]int, n)}
	for i := n - 1; i >= 0; i-- {
		o.passages[held(i)] = i
	}
	return o
}

// Choose returns the ordinal of a page: that of the page of its title with the same passage, else the lowest one of n
// that its load has not used, as used tells, else n. Set must be called with what it returns.
func (o *Ordinals) Choose(n int, passage string, used func(ordinal int) bool) (ordinal int, same bool) {
	if i, ok := o.passages[passage]; ok {
		return i, true
	}
	for o.unused < n && used(o.unused) {
		o.unused++
	}
	return o.unused, false
}

// Set notes that an ordinal has a passage in place of an earlier one, which is empty for a new ordinal.
func (o *Ordinals) Set(ordinal int, earlier, passage string) {
	if i, ok := o.passages[earlier]; ok && i == ordinal {
		delete(o.passages, earlier)
	}
	if i, ok := o.passages[passage]; !ok || i > ordinal {
		o.passages[passage] = ordinal
	}
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
			if folded := KeyOf(batch[i].From).Folded; len(pages) == 0 {
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
			to := KeyOf(red.To)
			next := Exact(lost[to.Folded], to, func(r Redirect) string { return r.From })
			// Of another spelling of a title that has no page.
			if len(next) == 0 || next[0] == red && CleanTitle(red.From) != to.Clean {
				break
			}
			if red = next[0]; walks[red] == i+1 {
				circles = append(circles, way[slices.Index(way, red.From):])
			}
		}
	}
	return circles, nil
}
