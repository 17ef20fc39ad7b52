package loader

import (
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"os"
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
	var exact []graph.Candidate
	for _, c := range all {
		if !c.Exact || c.By > graph.ByBare {
			continue
		}
		if is = true; c.Page != self {
			exact = append(exact, c)
		}
	}
	slices.SortFunc(exact, func(a, b graph.Candidate) int {
		return cmp.Or(cmp.Compare(a.By, b.By), cmp.Compare(a.Page, b.Page))
	})
	for _, c := range exact {
		pages = append(pages, c.Page)
	}
	return pages, is
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
	for _, l := range links {
		if !l.Inferred && strings.Contains(l.Anchor, words) {
			return true
		}
	}
	return false
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

// known lists the pages that an earlier InferLinks searched, in the order of ids.
type known []searched

// searched is a page with a fingerprint of its text, its authors' links and the number of its inferred links.
type searched struct {
	Page  graph.PageID
	Print uint64
}

// readKnown reads the file. If it is missing or damaged, known is empty, and all pages are searched.
func readKnown(path string) (known, error) {
	data, err := os.ReadFile(path)
	k := make(known, len(data)/binary.Size(searched{}))
	if errors.Is(err, os.ErrNotExist) || err == nil && binary.Size(k) != len(data) {
		return nil, nil
	}
	if err == nil {
		_, err = binary.Decode(data, binary.BigEndian, k)
	}
	return k, err
}

// fingerprint returns the fingerprint that a page had.
func (k known) fingerprint(id graph.PageID) (print uint64, ok bool) {
	i, ok := slices.BinarySearchFunc(k, id, func(s searched, id graph.PageID) int { return cmp.Compare(s.Page, id) })
	if !ok {
		return 0, false
	}
	return k[i].Print, true
}

// pageFingerprint returns the fingerprint of a page as it is now.
func pageFingerprint(p *graph.Page) uint64 {
	h := fnv.New64a()
	_, _ = io.WriteString(h, p.Passage()) // a hash returns no error
	n := uint64(0)
	for _, e := range p.Elements() {
		for _, l := range e.Links {
			if l.Inferred {
				n++
				continue
			}
			fmt.Fprintf(h, "%v %q %q\n", e.Element, l.Anchor, l.Target)
		}
	}
	return h.Sum64() ^ n*0x9e3779b97f4a7c15
}

// writeKnown replaces the file by one of all pages of the store, which yields them in the order of ids.
func writeKnown(ctx context.Context, path string, store graph.Reader) error {
	var k known
	for p, err := range store.All(ctx) {
		if err != nil {
			return err
		}
		k = append(k, searched{p.ID(), pageFingerprint(p)})
	}
	data, err := binary.Append(nil, binary.BigEndian, k)
	if err != nil {
		return err
	}
	if err := os.WriteFile(path+".new", data, 0o666); err != nil {
		return errors.Join(err, os.Remove(path+".new"))
	}
	return os.Rename(path+".new", path)
}

// changes decides which pages InferLinks must search: those that are new or changed, and those that have the first word
// of a new or changed title.
type changes struct {
	all   bool // every page
	known known
	first map[string]bool
}

// findChanges compares the store with the file. If pages were removed, names may mean other pages than before, and all
// pages are searched.
func findChanges(ctx context.Context, path string, store graph.Reader) (*changes, error) {
	k, err := readKnown(path)
	n := &changes{all: len(k) == 0, known: k, first: map[string]bool{}}
	if n.all || err != nil {
		return n, err
	}
	still := 0
	for p, err := range store.All(ctx) {
		if err != nil {
			return nil, err
		}
		print, ok := k.fingerprint(p.ID())
		if ok {
			still++
		}
		if ok && print == pageFingerprint(p) {
			continue
		}
		if words := english.Words(p.Title); len(words) > 0 {
			n.first[words[0]] = true
		} else {
			n.all = true
		}
	}
	n.all = n.all || still < len(k)
	return n, nil
}

// affect reports whether a page is new, has changed, or may mention a new title.
func (n *changes) affect(p *graph.Page) bool {
	if print, ok := n.known.fingerprint(p.ID()); n.all || !ok || print != pageFingerprint(p) {
		return true
	}
	for _, e := range p.Elements() {
		if slices.ContainsFunc(english.Words(e.Text), func(w string) bool { return n.first[w] }) {
			return true
		}
	}
	return false
}
