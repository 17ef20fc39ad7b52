package hop

import (
	"context"
	"errors"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/english"
)

// What comes first: the best chain of the search may lack the page that the claim names by its longest title, have a
// page that only shares its name with a linked one, or one that only what the claim asserts brings in.

// putFirst puts a chain before the others, and removes chains of the same pages.
func (f *frontier) putFirst(chains []state, s state) []state {
	same := func(o state) bool { return o.n == s.n && o.within(&s) }
	if same(chains[0]) {
		return chains
	}
	p := f.parts(&s)
	s.score = chains[0].score
	s.shift += s.score - (p.Coverage + p.Words + p.Names + p.Links + p.Size)
	f.score(s.node, s.n, s.score)
	return append([]state{s}, slices.DeleteFunc(chains, same)...)
}

// namedFirst gives the best chain the page of the claim's longest title, if that lacks it: what a claim calls by its
// whole title is what it speaks of. The best chain along links that has this page and all pages of the first one
// comes first, else the first one with the page joined to it by a link. A page that has its name only within the
// longest title (Bex of "Bex Mill") may be missing. A claim that begins with a title speaks of the page of that, if
// the best chain has it.
func (f *frontier) namedFirst(chains []state) []state {
	topic, page := f.topic()
	if page < 0 || chains[0].contains(page) {
		return chains
	}
	first := &chains[0]
	for _, n := range first.members() {
		if slices.ContainsFunc(f.names, func(m name) bool {
			return m.Start == 0 && m.Candidates[0].Page == f.nodes[n].id && m.Candidates[0].Exact
		}) {
			return chains
		}
	}
	for i := range chains {
		s := &chains[i]
		if s.contains(page) && f.alongLinks(s) && !slices.ContainsFunc(first.members(), func(n int32) bool {
			return !s.contains(n) && !f.namedWithin(n, topic)
		}) {
			return f.putFirst(chains, *s)
		}
	}
	for m, n := range first.members() {
		for _, e := range f.nodes[n].edges {
			if first.n < f.p.maxPages() && e.to == page && e.via != nil {
				return f.putFirst(chains, f.with(first, extension{parent: int8(m), node: page, edge: e}))
			}
		}
	}
	return chains
}

// linkedFirst puts a page that a page of the best chain, or the page of the claim's longest title, links to in the
// place of one that only shares its name: the finance chief of North Glass is the Li Wei that North Glass links to.
// Pages that are linked only to the one that goes, go too.
func (f *frontier) linkedFirst(chains []state) []state {
	for range f.p.maxPages() {
		s := &chains[0]
		m, by, to := f.homonym(s)
		if m < 0 {
			break
		}
		var nodes []int32
		for _, n := range slices.Concat([]int32{by}, s.members()) {
			if n == s.node[m] {
				n = to
			}
			goes := f.nodes[n].linksTo(s.node[m]) && !f.nodes[n].linksTo(to) && f.q.named(f.nodes[n].id) == ""
			if !slices.Contains(nodes, n) && len(nodes) < f.p.maxPages() && (!goes || n == by || n == to) {
				nodes = append(nodes, n)
			}
		}
		chains = f.putFirst(chains, f.chainOf(nodes))
	}
	return chains
}

// homonym returns a page of a chain, as an index, that shares its name with a page to which another of its pages
// links, or the page of the claim's longest title, this one and the linked page; -1 without one. A page isn't one if
// the other links to it, too, if the claim has its whole title, or if it has a second fact of the claim: what it has
// and the linked one lacks stands in several sentences.
func (f *frontier) homonym(s *state) (m int, by, to int32) {
	linking := s.members()
	if _, page := f.topic(); page >= 0 && !s.contains(page) {
		linking = append([]int32{page}, linking...)
	}
	for m, n := range s.members() {
		node := &f.nodes[n]
		name := graph.FoldTitle(graph.BareTitle(node.head.Title))
		if node.words == nil || name != graph.FoldTitle(node.head.Title) && strings.Contains(f.q.text, node.head.Title) {
			continue
		}
		for _, by := range linking {
			if by == n || node.linksTo(by) {
				continue
			}
			for _, e := range f.nodes[by].edges {
				other := &f.nodes[e.to]
				if e.kind != EdgeOut || node.linksTo(e.to) || name != graph.FoldTitle(graph.BareTitle(other.head.Title)) {
					continue
				}
				facts := f.divide(s).parts[m].minus(node.title).minus(other.holds).minus(f.nodes[by].title)
				if one, _, _ := f.bestSentence(s, m, facts); facts.minus(one).empty() {
					return m, by, e.to
				}
			}
		}
	}
	return -1, 0, 0
}

// alongLinks reports whether links join all pages of a chain.
func (f *frontier) alongLinks(s *state) bool {
	joined := []int32{s.node[0]}
	for i := 0; i < len(joined); i++ {
		for _, e := range f.nodes[joined[i]].edges {
			if e.via != nil && s.contains(e.to) && !slices.Contains(joined, e.to) {
				joined = append(joined, e.to)
			}
		}
	}
	return len(joined) == s.n
}

// namedWithin reports whether the claim names a page by a part of one of its names, and nowhere else.
func (f *frontier) namedWithin(n int32, name int) bool {
	node := &f.nodes[n]
	return node.names.empty() && slices.ContainsFunc(f.q.mentions, func(m graph.Mention) bool {
		return inside(m, f.names[name].Mention) &&
			slices.ContainsFunc(m.Candidates, func(c graph.Candidate) bool { return c.Page == node.id })
	})
}

// topic returns the longest title, of two words or more, that the claim has word for word, and its page; -1 without
// one. What stands behind the claim's last preposition doesn't count: it is what the claim asserts.
func (f *frontier) topic() (name int, page int32) {
	longest, end := 0, f.asserted()
	name, page = -1, -1
	for i, m := range f.names {
		c, words := m.Candidates[0], f.q.text[m.Start:m.End]
		whole := c.Exact && c.By <= graph.ByBare && c.Prior >= 0.5 && !m.common && !m.partial
		if !whole || m.Start >= end || len(words) <= longest || !graph.IsCapital(words) || !strings.Contains(words, " ") {
			continue
		}
		if n, ok := f.byID[c.Page]; ok && f.nodes[n].head.ID != 0 {
			name, page, longest = i, int32(n), len(words)
		}
	}
	return name, page
}

// asserted returns where the claim's last preposition stands that is no part of a name.
func (f *frontier) asserted() int {
	text := f.q.text
	for end := len(text); end > 0; {
		at := strings.LastIndexByte(text[:end], ' ') + 1
		named := func(m name) bool { return m.Start <= at && at < m.End }
		if prepositions[text[at:end]] && !slices.ContainsFunc(f.names, named) {
			return at
		}
		end = at - 1
	}
	return len(text)
}

// withoutAsserted searches again without the value that the claim asserts, if the best chain has a page that nothing
// else brings in, and reports whether it did. The chain that is found so comes first if it lacks this page and has
// all others, and if it has another for one that the claim names: the reader judges by it whether the claim is true.
func (f *frontier) withoutAsserted(ctx context.Context, chains []state) (_ []state, again bool, err error) {
	if f.q.asks || len(chains) == 0 {
		return chains, false, nil
	}
	first, text := &chains[0], f.q.text
	m, said, part := f.assertedPage(first)
	if m < 0 {
		return chains, false, nil
	}
	o, others, err := f.p.ordered(ctx, text[:said.Start]+text[said.End:])
	if errors.Is(err, ErrEmptyClaim) {
		return chains, false, nil
	}
	if err != nil {
		return nil, false, err
	}
	best := f.instead(first, m, part, o, others)
	if best == nil || best.n < first.n && f.q.named(f.nodes[first.node[m]].id) != "" {
		return chains, true, nil
	}
	s, err := f.copied(ctx, o, best)
	if err != nil {
		return nil, false, err
	}
	return f.putFirst(chains, s), true, nil
}

// instead returns the chain of another search that may stand for a chain without its m-th page: one with all its other
// pages and not this one, the best one or one along links that is not far behind. Of these it is the one whose pages
// have most of the m-th page's part of the claim besides the value.
func (f *frontier) instead(s *state, m int, part set, o *frontier, others []state) (best *state) {
	most := -1.0
	var wanted set
	for i, t := range f.q.terms {
		if k, ok := o.q.index[code(t)]; ok && part.has(i) {
			wanted.add(k)
		}
	}
	for i := range others {
		c := &others[i]
		if others[0].score-c.score > assertedBehind {
			break
		}
		fits := i == 0 || o.alongLinks(c)
		for k, n := range s.members() {
			at, met := o.byID[f.nodes[n].id]
			fits = fits && (met && c.contains(int32(at))) == (k != m)
		}
		if has := o.q.weigh(wanted.common(c.seen.holds)); fits && has > most {
			best, most = c, has
		}
	}
	return best
}

// assertedPage returns the page of a chain, as an index, that only the asserted value brings in, where the value
// stands, and the page's part of the claim; -1 without one. The value is the numbers and names behind the claim's last
// preposition, or all words there, or the name at the claim's end. The page answers it, no page of the chain links to it
// or names its title, and the claim names it nowhere else; if it is the one named at the end, it answers nothing else.
func (f *frontier) assertedPage(s *state) (m int, value graph.Mention, part set) {
	text, d := f.q.text, f.divide(s)
	_, behind, _ := strings.Cut(text[f.asserted():], " ")
	values := []graph.Mention{valueIn(text, len(text)-len(behind))}
	for _, m := range f.names {
		if !strings.ContainsFunc(text[m.End:], unicode.IsLetter) {
			values = append(values, m.Mention)
		}
	}
	for k, v := range values {
		m := f.answerer(d, v)
		if m < 0 || len(strings.Fields(text[v.Start:])) > assertedWords || s.n == 1 && !f.leavesName(s, v.Start) {
			continue
		}
		node, terms := &f.nodes[s.node[m]], f.q.termsOf(text[v.Start:v.End], f.p.Text.Analyze)
		only := node.title.minus(terms).empty() && !definite.MatchString(text[:v.Start])
		if f.q.named(node.id) != "" {
			only = k > 0 && d.parts[m].minus(terms).empty()
		}
		if only && !slices.ContainsFunc(s.members(), func(n int32) bool { return f.nodes[n].bringsIn(s.node[m]) }) {
			return m, v, d.parts[m]
		}
	}
	return -1, value, part
}

// bringsIn reports whether a page links to another, or one of them has half of the words of the other's title as names.
func (n *node) bringsIn(to int32) bool {
	return n.linksTo(to) || slices.ContainsFunc(n.edges, func(e *edge) bool {
		return e.to == to && e.kind == EdgeShared && e.strength >= .5
	})
}

// definite finds a description before what it names: "the director of" Solaris tells which page is meant, where "a
// town of" 5,904 people asserts something.
var definite = regexp.MustCompile(`\b[Tt]he (?:[\p{Ll}'-]+ ){1,2}of (?:the )?$`)

// valueIn returns the words of a claim from a place on, from the first to the last that has a capital or a digit, or
// all.
func valueIn(text string, from int) graph.Mention {
	if at := value.FindStringIndex(text[from:]); at != nil {
		return graph.Mention{Start: from + at[0], End: from + at[1]}
	}
	return graph.Mention{Start: from, End: len(text)}
}

var value = regexp.MustCompile(`(?s)[\p{Lu}\p{Nd}](?:.*[\p{Lu}\p{Nd}])?[^ ]*`)

// leavesName reports whether the pages of a chain have none of a page's name that stands before a place in the claim.
func (f *frontier) leavesName(s *state, before int) bool {
	return slices.ContainsFunc(f.names, func(n name) bool {
		return n.End <= before && exact(n.Mention) && n.terms.common(s.seen.holds).empty()
	})
}

// answerer returns the page of a division that answers all words of a value, -1 if several or none do.
func (f *frontier) answerer(d *division, value graph.Mention) int {
	m, answered := -1, false
	for i, at := range f.q.starts {
		switch {
		case at < value.Start || at >= value.End:
		case m >= 0 && int(d.pages[i]) != m:
			return -1
		default:
			m, answered = int(d.pages[i]), answered || !d.open[i]
		}
	}
	if !answered {
		return -1
	}
	return m
}

// copied returns the chain of the pages that a chain of another search has, with the links between them.
func (f *frontier) copied(ctx context.Context, of *frontier, s *state) (state, error) {
	var ids []graph.PageID
	for _, n := range s.members() {
		ids = append(ids, of.nodes[n].id)
	}
	if err := f.addNodes(ctx, ids); err != nil {
		return state{}, err
	}
	for _, n := range s.members() {
		for _, e := range of.nodes[n].edges {
			if e.kind == EdgeOut && s.contains(e.to) {
				f.join([]*link{e.via})
			}
		}
	}
	var nodes []int32
	for _, id := range ids {
		nodes = append(nodes, int32(f.byID[id]))
	}
	return f.chainOf(nodes), nil
}

// chainOf returns the chain of some pages in this order, each reached by the best edge.
func (f *frontier) chainOf(nodes []int32) state {
	s := *f.empty()
	for _, n := range nodes {
		arrivals := []extension{{node: n, parent: -1, edge: f.start}}
		if s.n > 0 {
			arrivals = []extension{{node: n, edge: f.jump(&s, n)}}
		}
		for m, member := range s.members() {
			for _, e := range f.nodes[member].edges {
				if e.to == n {
					arrivals = append(arrivals, extension{node: n, parent: int8(m), edge: e})
				}
			}
		}
		s = f.with(&s, f.bestArrival(&s, arrivals))
	}
	return s
}

var prepositions = english.Set("about after against as at before by during for from in into near of on over than to " +
	"under with")
