package hop

import (
	"cmp"
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/english"
)

// Limits of a chain's evidence, from FEVEROUS's scorer (Aly et al. 2021, section 5).
const (
	maxSentences = 5
	maxCells     = 25 // cells, captions and list items
)

// chain returns the Chain of a state, with its evidence.
func (f *frontier) chain(s *state) Chain {
	c := Chain{Score: s.score, Parts: f.parts(s)}
	var seen set
	for m, n := range s.members() {
		node := &f.nodes[n]
		kind, via := f.shownEdge(s, m)
		c.Steps = append(c.Steps, Step{
			Page: node.id, Parent: int(s.parent[m]), Edge: kind, Via: via, Score: node.bm25,
			Named: f.q.named(node.id), Words: pick(f.q.words, node.holds.minus(seen)),
		})
		seen = seen.union(node.holds)
	}
	if !f.q.asks {
		var parts []string
		parts, c.Open = f.answersOf(s)
		for m := range c.Steps {
			c.Steps[m].Answers = parts[m]
		}
		c.Unsaid = f.unsaid(s, c.Open)
	}
	var soft set
	c.Evidence, soft = f.cite(s)
	for i, t := range f.q.order {
		if word := f.q.text[f.q.starts[i]:f.q.ends[i]]; soft.has(t) {
			c.Open = slices.DeleteFunc(c.Open, func(open string) bool { return open == word })
		}
	}
	f.joinByNames(s, &c)
	return c
}

// joinByNames joins two pages that only the claim joins by a name that both have and the claim lacks: a wiki may have
// no page of Zimbabwe.
func (f *frontier) joinByNames(s *state, c *Chain) {
	if c.Shape() != "apart" {
		return
	}
	names := make([][]string, s.n)
	for m, n := range s.members() {
		if r := f.nodes[n].read; r != nil {
			names[m] = f.namesOf(indexed{r, f.nodes[n].words}, c.Evidence)
		}
	}
	for m := range c.Steps {
		step := &c.Steps[m]
		if step.Edge == EdgeClaim && slices.ContainsFunc(names[m], func(name string) bool {
			return slices.Contains(names[step.Parent], name)
		}) {
			step.Edge = EdgeShared
		}
	}
}

// namesOf returns the names in the title and the evidence of a page that the claim lacks: of "Eastern Region of Uganda"
// also what it is of.
func (f *frontier) namesOf(r indexed, evidence []Evidence) (out []string) {
	add := func(name string) {
		if graph.IsCapital(name) && !strings.Contains(f.q.text, name) {
			out = append(out, name)
		}
	}
	bare := graph.BareTitle(r.page.Title)
	add(bare)
	add(strings.Trim(r.page.Title[len(bare):], " ()"))
	for _, e := range evidence {
		if e.Page != r.page.ID() {
			continue
		}
		text := r.element(e.Element).Text.Text
		for _, n := range english.Names(text, func(w string) bool { return len(f.p.Text.Analyze(w)) == 0 }) {
			name := text[n.Start:n.End]
			add(name)
			if at := strings.LastIndex(name, " of "); at > 0 {
				add(name[at+len(" of "):])
			}
		}
	}
	return out
}

// shownEdge returns the edge to a chain's m-th page for a Step: a hyperlink if there is one, even if another edge has
// a higher score.
func (f *frontier) shownEdge(s *state, m int) (EdgeKind, graph.Link) {
	e := s.edge[m]
	if e.kind == EdgeShared || e.kind == EdgeClaim {
		for _, o := range f.nodes[s.node[s.parent[m]]].edges {
			if o.to == s.node[m] && o.via != nil {
				e = o
				break
			}
		}
	}
	switch {
	case e.via != nil:
		return e.kind, e.via.Link
	case e.loose:
		return EdgeClaim, graph.Link{}
	}
	return e.kind, graph.Link{}
}

// citable returns the possible evidence of a chain: of each page its sentences, headings, captions and items in
// reading order, then the rows of its tables.
func (f *frontier) citable(s *state) (out []cited) {
	var parts [4]set
	if s.n > 1 && !f.q.asks {
		parts = f.divide(s).parts
	}
	for m, n := range s.members() {
		node := &f.nodes[n]
		if node.read == nil {
			continue
		}
		if node.citable == nil {
			node.read.study(node.words, f.p.Text.Analyze)
			node.citable = f.citableOf(node)
		}
		add := func(c cited) {
			c.member, c.in = m, c.holds
			c.extra += partBonus * f.q.weigh(c.holds.common(parts[m]))
			c.holds = c.holds.union(node.title)
			c.most = f.q.weigh(c.holds) + 1e-9
			out = append(out, c)
		}
		weighs := s.n > 1 && !f.q.asks && node.words.Long()
		for _, c := range node.citable {
			if weighs && c.sentence {
				continue
			}
			if c.joins = f.joins(s, m, c.element); c.joins != 0 {
				c.extra += linkBonus
			}
			add(c)
		}
		if weighs {
			out = f.weighSentences(s, m, parts[m], out)
		}
		for i := range node.read.rows {
			if c, ok := f.row(s, m, &node.read.rows[i]); ok {
				c.own = f.q.weigh(c.holds)
				add(c)
			}
		}
	}
	return out
}

// citableOf returns the possible evidence of a page, apart from rows, whichever chain it is in.
func (f *frontier) citableOf(node *node) []cited {
	first, out := true, make([]cited, 0, len(node.read.elements))
	for i := range node.read.elements {
		e := &node.read.elements[i]
		if e.Element.Kind.IsCell() || node.read.labels[i] {
			continue // see row
		}
		marks, words := f.marksOf(node, i)
		if words == 0 {
			continue
		}
		c := f.matchWords(marks, words)
		if node.words.Long() && c.holds.size() == words && c.holds.minus(node.title).size() == 0 {
			continue // a heading or caption that repeats the title
		}
		c.element, c.ref, c.sentence = e, graph.Ref{Page: node.id, Element: e.Element}, e.Element.Kind == graph.KindSentence
		if first && c.sentence && (words >= leadTerms || !node.words.Long()) {
			c.lead, c.extra, first = true, leadBonus, false
		}
		c.long, c.own = node.words.Long(), f.q.weigh(c.holds)
		out = append(out, c)
	}
	return out
}

// isLabel reports whether a sentence is none: the caption of a picture or table, or a heading that the text of an
// article does not mark. An unmarked one has no verb and no end, or stands there twice and lacks one of them.
// Figures, and one of several such lines, may be of a box, which is evidence.
func (r *pageText) isLabel(i int, article bool) bool {
	text := r.elements[i].Text.Text
	switch {
	case strings.HasPrefix(text, graph.CaptionMark):
		return true
	case r.elements[i].Element.Kind != graph.KindSentence || !article:
		return false
	case r.isTwice(i) || r.isTwice(i-1):
		return !isEnded(text) || !aVerb.MatchString(text)
	case isEnded(text):
		return false
	}
	before, after := r.isLine(i-1), r.isLine(i+1)
	return !(before && after || before && r.isLine(i-2) || after && r.isLine(i+2)) && !aVerb.MatchString(text) && !figures.MatchString(text)
}

// isTwice reports whether an element and the next have the same words.
func (r *pageText) isTwice(i int) bool {
	return i >= 0 && i+1 < len(r.elements) && r.elements[i].Text.Text == r.elements[i+1].Text.Text
}

// isLine reports whether an element is a sentence without an end, and no caption.
func (r *pageText) isLine(i int) bool {
	return i >= 0 && i < len(r.elements) && r.elements[i].Element.Kind == graph.KindSentence && !isEnded(r.elements[i].Text.Text) &&
		!strings.HasPrefix(r.elements[i].Text.Text, graph.CaptionMark)
}

// isEnded reports whether a text has a mark at its end, or a reference, which follows one.
func isEnded(text string) bool {
	last, _ := utf8.DecodeLastRuneInString(strings.TrimRight(text, `"'()}”’» `))
	return strings.ContainsRune(".!?…:;,。！？]^", last)
}

var (
	figures = regexp.MustCompile(`[=→<>%$€£{}\\|:]| [–—-] |\b\d{1,3}\b|\d{5}`)
	aVerb   = regexp.MustCompile(`\b(?:is|are|was|were|be|been|has|have|had|can|could|will|would|may|might|must|shall|should|do|does|did|` +
		`became|becomes|came|comes|began|begins|went|goes|took|takes|wrote|says|said|won|wins|led|leads|gave|gives|gets|got|made|found|` +
		`held|kept|knew|lost|met|paid|ran|sang|sent|stands|stood|thought|fell|grew|rose|fought|died|born|lives|means|uses|contains|` +
		`includes?|consists|exists?|remains|[Ii]t|[Hh]e|[Ss]he|[Tt]hey|[Ww]e|[Yy]ou|[Ww]ho|[Ww]hich|[Tt]his|[Tt]hat|[Tt]hese|[Tt]here)\b|` +
		`\p{Ll}ed (?:the|an?|his|her|its|their|to|himself|herself)\b`)
)

// matchWords finds the claim's terms in an element of so many words.
func (f *frontier) matchWords(marks []mark, words int) (c cited) {
	for _, m := range marks {
		if m.kin == same {
			c.holds.add(int(m.term))
		} else {
			c.soft.add(int(m.term))
		}
	}
	c.soft = c.soft.minus(c.holds)
	if rare := f.q.weigh(c.holds) * f.q.total; rare > 0 {
		c.dense = rare / (rare + otherWords*float64(words-c.holds.size()))
	}
	return c
}

// joins returns the chain's other pages that an element has a link to, or names. Bit m is the m-th page.
func (f *frontier) joins(s *state, member int, e *element) (out uint8) {
	for m, n := range s.members() {
		if m != member && (f.speaks(s.node[member], n)[e.at] || s.via(member, m, e)) {
			out |= 1 << m
		}
	}
	return out
}

// speaks returns, of each element of a page, whether it has a link to another page, or its title.
func (f *frontier) speaks(of, other int32) []bool {
	n, o := &f.nodes[of], &f.nodes[other]
	said := n.speaks[other]
	if said != nil {
		return said
	}
	if n.speaks == nil {
		n.speaks = map[int32][]bool{}
	}
	said = make([]bool, len(n.read.elements))
	for i := range said {
		marks, _ := f.marksOf(n, i)
		said[i] = o.title.minus(termsOf(marks)).empty() && (o.titleShare == 1 || named(o.words, n.words.Terms(i)))
	}
	if o.read != nil {
		for _, i := range n.read.targets[o.read.folded] {
			said[i] = true
		}
	}
	n.speaks[other] = said
	return said
}

// via reports whether the chain's link between two members is in an element of the first. speaks doesn't find links
// by a redirect.
func (s *state) via(member, other int, e *element) bool {
	from, to, kind := member, other, EdgeOut
	if to < from {
		from, to, kind = other, member, EdgeIn
	}
	j := s.edge[to]
	return j != nil && j.kind == kind && int(s.parent[to]) == from && j.via.Element == e.Element
}

// named reports whether all terms of a page's title are among the terms.
func named(w *graph.Words, terms []uint64) bool {
	lacks := func(t uint64) bool { return !slices.Contains(terms, t) }
	return w != nil && len(w.Title) > 0 && !slices.ContainsFunc(w.Title, lacks)
}

// Cite chooses evidence from given pages as Plan does from the pages of a chain: of each page its best element, then
// the elements that add most. Comparing with Plan measures the cost of finding the pages. Pages are taken as chains
// of four.
func (p *Planner) Cite(ctx context.Context, claim string, pages []graph.PageID) ([]Evidence, error) {
	q, err := p.newQuery(ctx, claim)
	if err != nil {
		return nil, fmt.Errorf("cite: %w", err)
	}
	f := p.newFrontier(q)
	err = f.addNodes(ctx, pages)
	all := make([]int32, len(f.nodes))
	for i := range all {
		all[i] = int32(i)
	}
	if err = cmp.Or(err, f.readTexts(ctx, all)); err != nil {
		return nil, fmt.Errorf("cite: %w", err)
	}
	var out []Evidence
	for some := range slices.Chunk(all, len(state{}.node)) {
		s := state{n: len(some)}
		copy(s.node[:], some)
		cited, _ := f.cite(&s)
		out = append(out, cited...)
	}
	slices.SortStableFunc(out, func(a, b Evidence) int { return cmp.Compare(b.Score, a.Score) })
	return out, nil
}
