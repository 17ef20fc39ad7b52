package values

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"
)

func itoa(n int) string { return strconv.Itoa(n) }

// monthTerms make sep and september one term.
var monthTerms = func() (out [13]string) {
	for name, m := range months {
		if len(name) == 3 {
			out[m] = name
		}
	}
	return
}()

// cond is a condition on rows: a cell of a column says what a span of the claim says.
type cond struct {
	column     int
	rows       []int32 // in order
	from, to   int     // terms of the claim
	whole      bool    // the span is all that the cells say
	weight     float64 // how much the span says: the rarity of its words in the table
	mentioned  bool    // the header of the column stands in the claim
	comparison Bound   // a limit and not an equality
}

// figure is a number in the claim.
type figure struct {
	value    Value
	from, to int // terms
	linked   bool
}

// in is a number as a column has it; NaN where their units don't fit.
func (f *figure) in(c *column) float64 {
	switch {
	case f.value.Kind != Quantity:
		return f.value.Number
	case c.unit.base == f.value.Unit:
		return f.value.Number / c.unit.scale
	case c.unit.base != "":
		return math.NaN()
	}
	r := reader{words: split(f.value.Said)} // as it is written
	for i := range r.words {
		if x, _, n := r.number(i); n > 0 {
			return x
		}
	}
	return f.value.Number
}

// asked is a claim as it is put to one table.
type asked struct {
	table   *Table
	terms   []term
	conds   []cond
	figures []figure
	headers []headed // by column
	used    []bool   // terms that some cell, header or caption says
	hashes  []uint32 // of the terms
}

// headed is how a column's header stands in the claim.
type headed struct {
	share float64 // of the header's words
	at    int     // the first of its terms, -1 when none
}

const mostConds = 14

// ask links a claim to a table.
func (t *Table) ask(claim string) *asked {
	a := &asked{table: t, terms: terms(claim)}
	if len(a.terms) > 80 {
		a.terms = a.terms[:80]
	}
	a.used = make([]bool, len(a.terms))
	a.hashes = make([]uint32, len(a.terms))
	for i, w := range a.terms {
		a.hashes[i] = hash(w.stem)
	}
	a.findHeaders()
	a.findCells()
	a.findFigures(claim)
	return a
}

func (a *asked) findHeaders() {
	for c := range a.table.columns {
		h := headed{at: -1}
		stems := a.table.columns[c].stems
		for _, s := range stems {
			if closed[s] || s == "" {
				continue
			}
			for i := range a.terms {
				if alikeStems(a.terms[i].stem, s) || slices.Contains(measuredBy[a.terms[i].text], s) {
					h.share += 1 / float64(len(stems))
					a.used[i] = true
					if h.at < 0 {
						h.at = i
					}
					break
				}
			}
		}
		a.headers = append(a.headers, h)
	}
	for i := range a.terms {
		if a.table.about[a.terms[i].stem] {
			a.used[i] = true
		}
	}
}

// measuredBy are the headers, as stems, that a word of comparison speaks of.
var measuredBy = func() map[string][]string {
	out := map[string][]string{}
	for _, line := range []struct{ words, headers string }{
		{"long longer longest short shorter shortest", "length distance duration"},
		{"high higher highest low lower lowest tall taller tallest", "height elevation altitude"},
		{"old older oldest young younger youngest", "age born birth year founded established built opened launched"},
		{"early earlier earliest late later latest before after first last recent", "date year time day opened founded established built completed released"},
		{"large larger largest big bigger biggest small smaller smallest", "area population size capacity"},
		{"heavy heavier heaviest light lighter lightest", "weight mass"},
		{"fast faster fastest slow slower slowest quick quicker quickest", "time speed"},
		{"expensive cheap cheaper cheapest costly", "price cost"},
		{"deep deeper deepest", "depth"},
		{"populous populated people", "population attendance"},
		{"lost lose losing loss losses", "losses lost loss"},
		{"scored score scoring", "points score"},
		{"crowd spectators attended", "attendance crowd"},
		{"ranked rank place placed finished", "rank position place pos"},
	} {
		for _, w := range strings.Fields(line.words) {
			for _, h := range strings.Fields(line.headers) {
				out[w] = append(out[w], stem(h))
			}
		}
	}
	return out
}()

// alikeStems are equal, or one begins with the other: attend, attendance.
func alikeStems(a, b string) bool {
	if a == b {
		return true
	}
	n := min(len(a), len(b))
	return n >= 4 && a[:n] == b[:n] && max(len(a), len(b))-n <= 5
}

// run is a run of the claim's words in one cell.
type run struct{ row, column, from, to, of int32 }

// findCells finds the longest runs of the claim's words in cells, and makes a condition of each span and column.
func (a *asked) findCells() {
	var runs []run
	type key struct{ row, column, next int32 }
	open := map[key]run{}
	for i := range a.terms {
		now := map[key]run{}
		list := a.table.at[a.terms[i].stem]
		if len(list) > 20000 {
			list = list[:20000]
		}
		for _, p := range list {
			r, ok := open[key{p.row, p.column, p.place}]
			if !ok {
				r = run{p.row, p.column, int32(i), 0, p.of}
			}
			r.to = int32(i + 1)
			now[key{p.row, p.column, p.place + 1}] = r
			delete(open, key{p.row, p.column, p.place})
		}
		for _, r := range open {
			runs = append(runs, r)
		}
		open = now
	}
	for _, r := range open {
		runs = append(runs, r)
	}
	a.group(runs)
}

// group makes conditions of runs: of a column and a span those cells that say nothing else, or all that hold it.
func (a *asked) group(runs []run) {
	slices.SortFunc(runs, func(x, y run) int {
		return cmp.Or(cmp.Compare(x.column, y.column), cmp.Compare(x.from, y.from), cmp.Compare(y.to, x.to), cmp.Compare(x.row, y.row))
	})
	for lo := 0; lo < len(runs); {
		hi := lo + 1
		for hi < len(runs) && runs[hi].column == runs[lo].column && runs[hi].from == runs[lo].from && runs[hi].to == runs[lo].to {
			hi++
		}
		a.cond(runs[lo:hi])
		lo = hi
	}
	a.keepBest()
}

// keepBest keeps the conditions that say most, none whose span lies in that of another.
func (a *asked) keepBest() {
	slices.SortStableFunc(a.conds, func(x, y cond) int { return cmp.Compare(y.weight, x.weight) })
	var kept []cond
	for _, c := range a.conds {
		inside := func(o cond) bool {
			return o.from <= c.from && o.to >= c.to && o.to-o.from > c.to-c.from && (o.column == c.column || o.whole && !c.whole)
		}
		if len(kept) < mostConds && !slices.ContainsFunc(kept, inside) {
			kept = append(kept, c)
		}
	}
	a.conds = kept
	for _, c := range a.conds {
		for i := c.from; i < c.to; i++ {
			a.used[i] = true
		}
	}
}

func (a *asked) cond(runs []run) {
	first := runs[0]
	c := cond{column: int(first.column), from: int(first.from), to: int(first.to)}
	said := false
	for i := c.from; i < c.to; i++ {
		said = said || !closed[a.terms[i].text]
		c.weight += a.rarity(i)
	}
	if !said {
		return
	}
	whole := slices.ContainsFunc(runs, func(r run) bool { return r.of == r.to-r.from })
	for _, r := range runs {
		if (!whole || r.of == r.to-r.from) && (len(c.rows) == 0 || c.rows[len(c.rows)-1] != r.row) {
			c.rows = append(c.rows, r.row)
		}
	}
	c.whole = whole
	if whole {
		c.weight++
	}
	share := float64(first.to-first.from) / float64(first.of)
	if !whole && share < .34 && c.weight < 3 {
		return
	}
	c.mentioned = a.headers[c.column].share >= .5
	if c.mentioned {
		c.weight += .5
	}
	a.conds = append(a.conds, c)
}

// rarity of a term among the rows.
func (a *asked) rarity(i int) float64 {
	if closed[a.terms[i].text] {
		return .1
	}
	n := len(a.table.at[a.terms[i].stem])
	return math.Log(1 + float64(len(a.table.Cells))/float64(max(n, 1)))
}

// findFigures reads the claim's numbers and dates.
func (a *asked) findFigures(claim string) {
	for _, v := range Read(claim) {
		f := figure{value: v, from: -1}
		for i, w := range a.terms {
			if w.at >= v.At && w.end <= v.End {
				if f.from < 0 {
					f.from = i
				}
				f.to = i + 1
			}
		}
		if f.from < 0 || len(a.figures) >= 6 {
			continue
		}
		f.linked = slices.ContainsFunc(a.conds, func(c cond) bool { return c.from <= f.from && c.to >= f.to })
		a.figures = append(a.figures, f)
		for i := f.from; i < f.to; i++ {
			a.used[i] = a.used[i] || f.linked
		}
	}
	a.compareConds()
}

// compareConds adds conditions such as "more than 20 points" on the columns of numbers.
func (a *asked) compareConds() {
	for _, f := range a.figures {
		if f.value.Bound == Exactly || f.value.Kind == Date {
			continue
		}
		for c := range a.table.columns {
			col := &a.table.columns[c]
			if col.kind != numeric && col.kind != ranks || a.headers[c].at < 0 {
				continue
			}
			k := cond{column: c, from: f.from, to: f.to, weight: 1, mentioned: true, comparison: f.value.Bound}
			limit := f.in(col)
			for r, x := range col.numbers {
				if within(x, f.value.Bound, limit) {
					k.rows = append(k.rows, int32(r))
				}
			}
			a.conds = append(a.conds, k)
		}
	}
}

// within tells whether x keeps to a bound; NaN never does.
func within(x float64, b Bound, limit float64) bool {
	switch b {
	case AtLeast:
		return x >= limit
	case AtMost:
		return x <= limit
	case MoreThan:
		return x > limit
	case LessThan:
		return x < limit
	}
	return abs(x-limit) <= 1e-9*max(1, abs(limit))
}
