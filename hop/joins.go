package hop

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/verify/values"
)

// sharedHits are the pages found by the names of one page.
type sharedHits struct {
	from  int
	names map[uint64]float64
	hits  []graph.Hit
}

// searchShared finds pages that no link leads to: those with names of a chain's last page and with words of the claim
// that the chain lacks. So the leaves A and D of HoVer's stars are joined, which both name an entity e that is no
// page of the chain (Jiang et al. 2020, section 2.1.2, Method 2).
func (f *frontier) searchShared(ctx context.Context, beam []state) ([]sharedHits, error) {
	most := sharedLater
	if beam[0].n == 1 {
		most = sharedFirst
	}
	var found []sharedHits
	var naming []*state
	var last []int32
	for i := range beam[:min(len(beam), most)] {
		s := &beam[i]
		from := &f.nodes[s.node[s.n-1]]
		if from.shared || from.words == nil || from.words.Long() && !f.q.asks { // an article names hundreds of things
			continue
		}
		from.shared = true
		naming, last = append(naming, s), append(last, s.node[s.n-1])
	}
	if err := f.readTexts(ctx, last); err != nil {
		return nil, err
	}
	for i, s := range naming {
		from := int(last[i])
		if f.nodes[from].read == nil {
			continue
		}
		terms, names, err := f.rareNames(from)
		if err != nil {
			return nil, err
		}
		if len(names) == 0 {
			continue
		}
		terms = append(terms, pick(f.q.terms, f.q.all().minus(s.holds))...)
		hits, err := f.p.Text.Seeds(ctx, terms, sharedPages)
		if err != nil {
			return nil, err
		}
		found = append(found, sharedHits{from, names, hits})
	}
	return found, nil
}

// rareNames returns the terms of a page's names that the claim lacks, rarest first, with their rarity.
func (f *frontier) rareNames(n int) ([]string, map[uint64]float64, error) {
	var terms []string
	seen := map[string]bool{}
	for _, e := range f.nodes[n].read.elements {
		for _, t := range f.p.Text.Analyze(e.Text.Text) {
			_, in := f.q.index[code(t.Text)]
			if !in && !seen[t.Text] && graph.IsCapital(e.Text.Text[t.Start:]) {
				seen[t.Text], terms = true, append(terms, t.Text)
			}
		}
	}
	idf, err := f.p.Text.IDF(terms)
	if err != nil {
		return nil, nil, err
	}
	at := map[string]float64{}
	for i, t := range terms {
		at[t] = idf[i]
	}
	slices.SortStableFunc(terms, func(a, b string) int { return cmp.Or(cmp.Compare(at[b], at[a]), cmp.Compare(a, b)) })
	terms = terms[:min(len(terms), sharedNames)]
	names := map[uint64]float64{}
	for _, t := range terms {
		names[code(t)] = at[t]
	}
	return terms, names, nil
}

// joinShared joins two nodes by the names they share. The edge's strength is the share of the second one's title that
// is among the first one's names. A page with none of the names becomes a seed of a question; of a claim it is
// weighed as if it shared a target, and shown as joined by the claim (docs/adr/0014).
func (f *frontier) joinShared(a, b int, names map[uint64]float64) {
	if a == b || f.nodes[b].words == nil {
		return
	}
	r := f.nodes[b].words
	hit := 0
	for _, t := range r.Title {
		if names[t] > 0 {
			hit++
		}
	}
	strength := 0.0
	if len(r.Title) > 0 {
		strength = float64(hit) / float64(len(r.Title))
	}
	e := edge{to: int32(b), kind: EdgeShared, strength: strength}
	var held bool
	e.context, held = f.around(r, names, f.nodes[b].title.union(f.nodes[a].title))
	if e.loose = hit == 0 && !held; e.loose && f.q.asks {
		f.nodes[b].seed = true
		return
	}
	back := e
	back.to = int32(a)
	f.nodes[a].addEdge(e)
	f.nodes[b].addEdge(back)
}

// around returns the share of the claim's words in the element of a page that has most of the shared names; held is
// false where none has any.
func (f *frontier) around(r *graph.Words, names map[uint64]float64, known set) (context float64, held bool) {
	best, at := 0.0, -1
	for i := range r.Sentences {
		sum := 0.0
		for _, t := range r.Terms(i) {
			sum += names[t]
		}
		if sum > best {
			best, at = sum, i
		}
	}
	if at < 0 {
		return 0, false
	}
	var near set
	for _, t := range r.Terms(at) {
		if k, ok := f.q.index[t]; ok && !known.has(k) {
			near.add(k)
		}
	}
	return 0.5 * f.q.weigh(near), true
}

// comparisonFirst serves claims that compare two things they name: it puts the chain of their two pages before the
// others, with the score of the chain that was first. For "the director of X was born before the director of Y" the
// chain also has the pages of the two directors.
func (f *frontier) comparisonFirst(ctx context.Context, chains []state) ([]state, error) {
	if f.q.asks || f.p.Shape.Pages > 0 || f.p.maxPages() < 2 || len(chains) == 0 || !values.Compares(f.q.text) {
		return chains, nil
	}
	for i, a := range f.names {
		for j, b := range f.names {
			if a.End > b.Start || !values.Relates(f.q.text, a.Mention, b.Mention) {
				continue
			}
			x, y, ok := f.sides(chains, i, j)
			if !ok {
				continue
			}
			s := f.pairChain(x, y)
			if err := f.addRoles(ctx, &s, [2]graph.Mention{a.Mention, b.Mention}); err != nil {
				return nil, err
			}
			return f.putFirst(chains, s), nil
		}
	}
	return chains, nil
}

// sides returns the pages that two names mean, of the best chain that has a page for each.
func (f *frontier) sides(chains []state, a, b int) (x, y int32, ok bool) {
	for i := range chains {
		s := chains[i].members()
		p := slices.IndexFunc(s, func(n int32) bool { return f.nodes[n].names.has(a) })
		q := slices.IndexFunc(s, func(n int32) bool { return f.nodes[n].names.has(b) })
		if p >= 0 && q >= 0 && p != q {
			return s[p], s[q], true
		}
	}
	return 0, 0, false
}

// pairChain returns the chain of two pages that the claim compares, each with its best window.
func (f *frontier) pairChain(x, y int32) state {
	s := f.with(f.empty(), extension{parent: -1, node: x, edge: f.start})
	e := f.jump(&s, y)
	for _, o := range f.nodes[x].edges {
		if o.to == y && o.via != nil {
			e = o
		}
	}
	return f.with(&s, extension{node: y, edge: e})
}

// addRoles adds pages to the chain of two pages when the claim compares not the two but others by their role there,
// as the directors of two films: the targets of the first links after "directed by".
func (f *frontier) addRoles(ctx context.Context, s *state, names [2]graph.Mention) error {
	var ids []graph.PageID
	for _, n := range s.members() {
		ids = append(ids, f.nodes[n].id)
	}
	if err := f.readTexts(ctx, s.members()); err != nil {
		return err
	}
	var to [2]*link
	for m, name := range names {
		role := values.Role(f.q.text, name)
		if role == "" {
			continue
		}
		links, _, err := f.p.links(ctx, ids[m:m+1])
		if err != nil {
			return err
		}
		to[m] = roleLink(&f.nodes[s.node[m]], role, links)
	}
	for m, l := range to {
		if l == nil || s.n == f.p.maxPages() {
			continue
		}
		if err := f.addNodes(ctx, []graph.PageID{l.To}); err != nil {
			return err
		}
		f.join([]*link{l})
		n := int32(f.byID[l.To])
		for _, e := range f.nodes[s.node[m]].edges {
			if e.to == n && e.kind == EdgeOut && !s.contains(n) {
				*s = f.with(s, extension{parent: int8(m), node: n, edge: e})
				break
			}
		}
	}
	return nil
}

// roleDistance is the distance in bytes within which a link must follow the words of a role.
const roleDistance = 60

// roleLink returns the link from a page to the one who has a role there, or nil.
func roleLink(n *node, role string, links []*link) (best *link) {
	least := roleDistance
	for _, l := range links {
		if l.From != n.id || n.read == nil || l.in(n.words) < 0 {
			continue
		}
		text := n.read.elements[l.in(n.words)].Text.Text
		for _, at := range values.Holders(role, text) {
			if d := strings.Index(text[at:], l.Anchor); d >= 0 && d < least {
				least, best = d, l
			}
		}
	}
	return best
}
