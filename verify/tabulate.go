package verify

import (
	"cmp"
	"slices"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/verify/values"
)

// leastHolds is the certainty that a program must have.
const leastHolds = .75

// tabulate computes what a claim says of whole tables of the pages, where nothing else answers it: how many rows, the highest of a column, their sum. refs gets the places of
// the cells.
func (l *library) tabulate(claim string, pages []graph.PageID, found []values.Finding, refs map[place]graph.Ref) []values.Finding {
	if slices.ContainsFunc(found, func(f values.Finding) bool { return f.Family != values.Wording && strength(&f) > 0 }) {
		return nil
	}
	var best values.Finding
	for p, id := range pages {
		b := l.paper(id)
		if b == nil {
			continue
		}
		for i := range b.page.Tables {
			s := b.sheet(&b.page.Tables[i])
			if s == nil {
				continue
			}
			j := s.Judge(claim)
			if j == nil || j.Best == nil || !j.About || j.Best.Sure < leastHolds || best.Sure > 0 && cmp.Or(cmp.Compare(j.Best.Family, best.Family), cmp.Compare(j.Best.Sure, best.Sure)) <= 0 {
				continue
			}
			best = *j.Best
			for k, at := range j.Cells {
				e := s.Element(at)
				best.Operands[k].Page, best.Operands[k].Element = p, e.String()
				refs[place{p, e.String()}] = graph.Ref{Page: id, Element: e}
			}
		}
	}
	if best.Sure == 0 {
		return nil
	}
	return []values.Finding{best}
}

func (b *paper) sheet(t *graph.Table) *values.Sheet {
	s, ok := b.sheets[t.N]
	if !ok {
		s = values.NewSheet(b.page, t, b.grid(t.N).Grid)
		b.sheets[t.N] = s
	}
	return s
}
