package loader

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/english"
)

// maxNamesakes is the largest number of pages that one mention links to: first those with that title, then those with
// that bare title, each by id, so that the choice doesn't depend on other pages' links.
const maxNamesakes = 4

// mention is a name in an element and the pages it may stand for.
type mention struct {
	element graph.Element
	anchor  string
	pages   []graph.PageID
}

// mentionsOf returns the mentions in a page that may become links.
func mentionsOf(p *graph.Page, m mentioner) []mention {
	var out []mention
	self := p.ID()
	for _, t := range p.Elements() {
		end := 0
		for _, found := range m.Mentions(t.Text) {
			words := t.Text[found.Start:found.End]
			if found.Start < end || !isName(words) || isLinked(t.Links, words) {
				continue
			}
			pages, is := candidates(found.Candidates, self)
			if is {
				end = found.End
			}
			if len(pages) > 0 {
				out = append(out, mention{t.Element, words, pages})
			}
		}
	}
	return out
}

// candidates returns the pages other than self whose title or bare title equals the words, in the order of
// maxNamesakes. Is reports whether there are any, self included.
func candidates(all []graph.Candidate, self graph.PageID) (pages []graph.PageID, is bool) {
	exact := slices.DeleteFunc(slices.Clone(all), func(c graph.Candidate) bool {
		return !c.Exact || c.By > graph.ByBare
	})
	slices.SortFunc(exact, func(a, b graph.Candidate) int {
		return cmp.Or(cmp.Compare(a.By, b.By), cmp.Compare(a.Page, b.Page))
	})
	for _, c := range exact {
		if c.Page != self {
			pages = append(pages, c.Page)
		}
	}
	return pages, len(exact) > 0
}

// isName reports whether words may be a name: they begin with a capital or a digit, and are not a single short or
// common word.
func isName(words string) bool {
	r, _ := utf8.DecodeRuneInString(words)
	if !unicode.IsUpper(r) && !unicode.IsTitle(r) && !unicode.IsDigit(r) {
		return false
	}
	first := english.Words(words)
	if len(first) != 1 {
		return len(first) > 1
	}
	return utf8.RuneCountInString(first[0]) >= 4 && !stopWords[strings.ToLower(first[0])]
}

// isLinked reports whether the anchor of an author's link contains these words.
func isLinked(links []graph.Hyperlink, words string) bool {
	return slices.ContainsFunc(links, func(l graph.Hyperlink) bool {
		return !l.Inferred && strings.Contains(l.Anchor, words)
	})
}

// links returns the inferred links of a page: one for each title mentioned in an element, at most maxNamesakes
// for one mention. Pages with the page's own title are not linked.
func links(p *graph.Page, found []mention, names map[graph.PageID]string) []graph.InferredLink {
	type key struct {
		graph.Element
		target string
	}
	var out []graph.InferredLink
	seen := map[key]bool{}
	for _, t := range p.Elements() {
		for _, l := range t.Links {
			if !l.Inferred {
				seen[key{t.Element, graph.FoldTitle(l.Target)}] = true
			}
		}
	}
	for _, m := range found {
		n := 0
		for _, id := range m.pages {
			title := names[id]
			k := key{m.element, graph.FoldTitle(title)}
			if title == "" || title == p.Title || n == maxNamesakes {
				continue
			}
			n++
			if !seen[k] {
				seen[k] = true
				out = append(out, graph.InferredLink{Element: m.element, Anchor: m.anchor, Target: title})
			}
		}
	}
	return out
}

// stopWords are single words that begin sentences more often than they name pages.
var stopWords = english.Set(`a an the of in on at by for and or to is was were are be been with from as that this which
	who whom whose what when where how many did does do it its he she his her they their has had have not both same
	other also name named one two first more than year years into most new between during`)
