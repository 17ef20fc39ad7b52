package hop

import (
	"context"
	"math"
	"slices"
	"strings"

	"github.com/bridgehop/bridgehop/graph"
)

// seed finds the seeds: the pages that the claim names, and those whose text matches it best.
func (p *Planner) seed(ctx context.Context, q *query) (*frontier, error) {
	f := p.newFrontier(q)
	hits, err := p.Text.Seeds(ctx, q.terms, max(p.seeds(), ranked))
	if err != nil {
		return nil, err
	}
	f.words = hits
	if len(hits) > 0 {
		f.best = hits[0].Score
	}
	var ids []graph.PageID
	for _, h := range hits[:min(len(hits), p.seeds())] {
		ids = append(ids, h.Page)
	}
	named := f.readNames()
	for _, n := range named {
		ids = append(ids, n.page)
	}
	if err := f.addNodes(ctx, ids); err != nil {
		return nil, err
	}
	for _, n := range named {
		node := &f.nodes[f.byID[n.page]]
		node.name, node.names = n.score, n.names
		_, node.partial, node.common = f.ofNames(n.names)
	}
	for i := range f.nodes {
		f.nodes[i].seed = true
	}
	return f, nil
}

func (p *Planner) newFrontier(q *query) *frontier {
	return &frontier{p: p, q: q, w: p.weights(q.asks),
		start: &edge{}, apart: &edge{kind: EdgeClaim},
		byID: map[graph.PageID]int{}, weighed: map[graph.PageID]*graph.Match{}}
}

// name is a name in the claim.
type name struct {
	graph.Mention
	terms   set
	partial bool // it is a part of a longer name
	common  bool // the claim has it as common words: "the horse"
}

// namedPage is a page that the claim names.
type namedPage struct {
	page  graph.PageID
	score float64 // highest for a long name of one page
	names set     // of the claim that mean it
}

// maxNames is how many names of a claim are used.
const maxNames = 64

// readNames sets the names of the claim, and returns the pages that they mean in the order of its words. A name within
// a longer one has a lower score and is none by itself; so has another spelling, and a name of several pages.
func (f *frontier) readNames() (out []namedPage) {
	q, at := f.q, map[graph.PageID]int{}
	all := slices.Concat(q.mentions, q.nouns)
	for i, m := range all {
		var means set
		text, common := q.text[m.Start:m.End], i >= len(q.mentions)
		strength := nameStrength(text)
		if common {
			strength *= commonNoun
		}
		if len(f.names) < maxNames && !within(m, all) {
			means.add(len(f.names))
			f.names = append(f.names, name{m, q.termsOf(text, f.p.Text.Analyze), q.continues(m), common})
			f.strengths.add(strength)
		}
		if slices.ContainsFunc(q.mentions, func(o graph.Mention) bool { return inside(m, o) && exact(o) }) {
			strength *= 0.3
		}
		for _, c := range m.Candidates[:min(len(m.Candidates), mentionCandidates)] {
			score := strength * c.Prior
			if !c.Exact {
				score *= 0.7
			}
			j, ok := at[c.Page]
			switch {
			case ok:
				out[j].score, out[j].names = max(out[j].score, score), out[j].names.union(means)
			case len(out) < maxMentioned:
				at[c.Page], out = len(out), append(out, namedPage{c.Page, score, means})
			}
		}
	}
	return out
}

// continues reports whether a capitalised word is next to a name in the claim, as "Corporation" is in "Saturn
// Corporation": the longer name may mean something else. The first word of the claim doesn't count, because it always
// has a capital.
func (q *query) continues(m graph.Mention) bool {
	if rest := q.text[m.End:]; len(rest) > 1 && rest[0] == ' ' && graph.IsCapital(rest[1:]) {
		return true
	}
	if m.Start == 0 || q.text[m.Start-1] != ' ' {
		return false
	}
	before := q.text[:m.Start-1]
	at := strings.LastIndexByte(before, ' ') + 1
	return at > 0 && graph.IsCapital(before[at:]) && !strings.HasSuffix(before, ",")
}

// within reports whether a mention is a part of a longer one among all.
func within(m graph.Mention, all []graph.Mention) bool {
	return slices.ContainsFunc(all, func(o graph.Mention) bool { return inside(m, o) })
}

// inside reports whether a mention is a part of a longer one.
func inside(m, longer graph.Mention) bool {
	return longer.Start <= m.Start && m.End <= longer.End && longer.End-longer.Start > m.End-m.Start
}

func exact(m graph.Mention) bool {
	return slices.ContainsFunc(m.Candidates, func(c graph.Candidate) bool { return c.Exact })
}

// nameStrength grows with the number of words, from 0.5 for one to 1 for four and more.
func nameStrength(name string) float64 {
	return min(1, 0.5*math.Sqrt(float64(len(strings.Fields(name)))))
}

// ofNames returns the terms in these names, and whether all of them are parts of longer ones (Saturn in "Saturn
// Corporation"), or common words.
func (f *frontier) ofNames(names set) (terms set, partial, common bool) {
	partial, common = !names.empty(), !names.empty()
	for i := range f.names {
		if n := &f.names[i]; names.has(i) {
			terms, partial, common = terms.union(n.terms), partial && n.partial, common && n.common
		}
	}
	return terms, partial, common
}
