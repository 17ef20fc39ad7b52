package graph

// TitleKey is what a title is looked up by: pages and redirects by its normal form, and of several that share this one those
// that are written as the title is.
type TitleKey struct{ Folded, Clean string }

// KeyOf is the key of a title: FoldTitle and CleanTitle of it.
func KeyOf(title string) TitleKey {
	clean := CleanTitle(title)
	return TitleKey{upperFirst(clean), clean}
}

// Exact are those of several pages or redirects of one normal form that are written as the title is; all when none is.
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

// Follow goes from redirect to redirect and returns the pages that a title leads to in the end, in no particular order and
// perhaps several times. find returns the pages of a title or, where it has none, the titles that its redirects lead to, of
// either those that Exact leaves.
func Follow[K comparable, P any](title K, find func(K) (pages []P, to []K, err error)) ([]P, error) {
	out, todo, err := find(title)
	if err != nil || len(todo) == 0 {
		return out, err
	}
	for seen := map[K]bool{title: true}; len(todo) > 0; {
		next := todo[len(todo)-1]
		todo = todo[: len(todo)-1 : len(todo)-1]
		if seen[next] {
			continue // redirects may go in a circle
		}
		seen[next] = true
		pages, to, err := find(next)
		if err != nil {
			return nil, err
		}
		out, todo = append(out, pages...), append(todo, to...)
	}
	return out, nil
}

// Ordinal is the ordinal that Writer.Put gives a page: that of the page of its title with the same passage, else the lowest
// one that its load has not used. held tells the passage of each of the n ordinals of the title, and whether the load has used it.
func Ordinal(n int, passage string, held func(ordinal int) (passage string, used bool)) (ordinal int, same bool) {
	lowest := n
	for i := n - 1; i >= 0; i-- {
		has, used := held(i)
		if has == passage {
			ordinal, same = i, true
		}
		if !used {
			lowest = i
		}
	}
	if same {
		return ordinal, true
	}
	return lowest, false
}
