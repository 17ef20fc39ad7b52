package values

import (
	"math"
	"slices"
	"strings"
)

// search finds the programs that a claim can mean over a table.
type search struct {
	*asked
	programs []program
	spans    []int    // the strongest conditions whose spans don't overlap
	sets     []subset // of rows
	open     []uint32 // hashes of the terms that no cell and no figure says
	all      []int32
	numbers  []int // columns of numbers that are looked at
}

// subset is a set of rows that the claim can speak of.
type subset struct {
	conds []int
	rows  []int32
}

const (
	mostSets    = 10
	mostColumns = 6
	mostTargets = 7
)

// programs searches a table for what the claim can mean.
func (t *Table) programs(claim string) *search {
	s := &search{asked: t.ask(claim)}
	for r := range t.Cells {
		s.all = append(s.all, int32(r))
	}
	s.chooseSpans()
	s.chooseColumns()
	s.chooseSets()
	s.always()
	s.lookups()
	s.cells()
	s.counts()
	s.tops()
	s.pairs()
	s.sums()
	s.quantified()
	return s
}

func (s *search) chooseSpans() {
	taken := make([]bool, len(s.terms))
	for i := range s.conds {
		c := &s.conds[i]
		if c.comparison == Exactly && !slices.ContainsFunc(s.spans, func(o int) bool { return overlap(&s.conds[o], c) }) {
			s.spans = append(s.spans, i)
		}
		for k := c.from; k < c.to; k++ {
			taken[k] = true
		}
	}
	for i := range s.figures {
		for k := s.figures[i].from; k < s.figures[i].to; k++ {
			taken[k] = true
		}
	}
	for i, h := range s.hashes {
		if !taken[i] && len(s.open) < 24 {
			s.open = append(s.open, h)
		}
	}
}

// chooseColumns takes the columns of numbers whose header the claim says, then the others, then the place of the row.
func (s *search) chooseColumns() {
	cols := s.table.columns
	for pass := range 2 {
		for c := range cols[:len(cols)-1] {
			if cols[c].kind != textual && cols[c].filled > 0 && (s.headers[c].at >= 0) == (pass == 0) && len(s.numbers) < mostColumns {
				s.numbers = append(s.numbers, c)
			}
		}
	}
	s.numbers = append(s.numbers, len(cols)-1)
}

// chooseSets are all rows, those of each condition, and those of two.
func (s *search) chooseSets() {
	s.sets = []subset{{nil, s.all}}
	n := min(len(s.conds), mostSets)
	for i := range n {
		s.sets = append(s.sets, subset{[]int{i}, s.conds[i].rows})
	}
	for i := mostSets; i < len(s.conds); i++ {
		if s.conds[i].comparison != Exactly && len(s.sets) < mostSets+4 {
			s.sets = append(s.sets, subset{[]int{i}, s.conds[i].rows})
		}
	}
	for i := range n {
		for j := range i {
			a, b := &s.conds[i], &s.conds[j]
			if !overlap(a, b) && a.column != b.column && len(s.sets) < 3*mostSets {
				s.sets = append(s.sets, subset{[]int{j, i}, both(a.rows, b.rows)})
			}
		}
	}
}

// always are what a claim is without any program: false the more of it the table doesn't say.
func (s *search) always() {
	unknown, numbers := 0, 0
	for i := range s.terms {
		if !s.used[i] && !closed[s.terms[i].text] {
			unknown++
		}
	}
	for i := range s.figures {
		if !s.figures[i].linked {
			numbers++
		}
	}
	s.add(program{operation: always, result: true, column: -1, figure: -1})
	s.add(program{operation: always, down: true, column: -1, figure: -1}, size(unknown), uint32(numbers), uint32(min(len(s.spans), 6)))
}

// lookups ask whether one row says everything, and whether each two spans stand in one row.
func (s *search) lookups() {
	if len(s.spans) > 1 {
		best, missing := int32(-1), len(s.spans)+1
		for _, r := range s.conds[s.spans[0]].rows {
			n := 0
			for _, span := range s.spans {
				if !s.spanIn(span, r) {
					n++
				}
			}
			if n < missing {
				best, missing = r, n
			}
		}
		s.add(program{operation: rowHolds, result: missing == 0, column: -1, figure: -1, conds: s.spans, rows: []int32{best}},
			uint32(min(missing, 4)), size(len(s.spans)), uint32(min(missing, 4))*8+size(len(s.spans)))
	}
	n := min(len(s.conds), mostTargets+1)
	for i := range n {
		for j := range i {
			a, b := &s.conds[j], &s.conds[i]
			if a.from > b.from {
				a, b = b, a
			}
			if overlap(a, b) || a.column == b.column || a.comparison != Exactly || b.comparison != Exactly {
				continue
			}
			rows := both(a.rows, b.rows)
			shown := rows
			if len(rows) == 0 { // what stands there instead
				if shown = a.rows; len(b.rows) < len(a.rows) {
					shown = b.rows
				}
			}
			s.add(program{operation: together, result: len(rows) > 0, column: -1, figure: -1, conds: []int{j, i}, rows: shown},
				size(len(a.rows))*16+size(len(b.rows)), size(b.from-a.to), uint32(min(j, 3))*4+uint32(min(i, 3)), s.word(b.from-1), s.word(a.to),
				uint32(b2i(len(rows) == len(a.rows)))*2+uint32(b2i(len(rows) == len(b.rows))))
		}
	}
}

// spanIn tells whether any reading of a span stands in a row.
func (s *search) spanIn(span int, row int32) bool {
	for i := range s.conds {
		if overlap(&s.conds[i], &s.conds[span]) && s.conds[i].comparison == Exactly {
			if _, ok := slices.BinarySearch(s.conds[i].rows, row); ok {
				return true
			}
		}
	}
	return false
}

// cells ask whether a row's cell is a number of the claim, or keeps to its limit.
func (s *search) cells() {
	for i := range min(len(s.conds), mostTargets) {
		k := &s.conds[i]
		if k.comparison != Exactly || len(k.rows) > 30 {
			continue
		}
		for g := range s.figures {
			f := &s.figures[g]
			if k.from < f.to && f.from < k.to {
				continue
			}
			for _, c := range s.numbers {
				if c == k.column || s.table.columns[c].kind == position {
					continue
				}
				hits := 0
				for _, r := range k.rows {
					hits += b2i(s.cellMeets(int(r), c, f))
				}
				s.add(program{operation: cellIs, result: hits > 0, column: c, figure: g, conds: []int{i}, rows: k.rows},
					size(len(k.rows)), uint32(b2i(k.from < f.from)), uint32(min(i, 3)), uint32(b2i(hits == len(k.rows))))
			}
		}
	}
}

// cellMeets tells whether a cell says a number of the claim.
func (s *search) cellMeets(r, c int, f *figure) bool {
	col := &s.table.columns[c]
	if f.value.Kind == Date {
		for _, v := range Read(s.table.cell(r, c)) {
			if ok, err := Meets(&f.value, &v); err == nil && ok {
				return true
			}
		}
		return false
	}
	return within(col.numbers[r], f.value.Bound, f.in(col))
}

// counts ask how many rows a set has, and how many different cells a column.
func (s *search) counts() {
	for _, set := range s.sets {
		got := float64(len(set.rows))
		for g := range s.figures {
			f := &s.figures[g]
			if f.value.Kind != Count && f.value.Kind != Ordinal || slices.ContainsFunc(set.conds, func(c int) bool {
				return s.conds[c].from < f.to && f.from < s.conds[c].to
			}) {
				continue
			}
			s.add(program{operation: countIs, result: within(got, f.value.Bound, f.value.Number), column: -1, figure: g, conds: set.conds, got: got, rows: set.rows},
				uint32(len(set.conds)), size(len(set.rows)), size(int(min(max(f.value.Number, 0), 1e6))), uint32(b2i(f.value.Number > float64(len(s.all)))))
		}
		if len(set.conds) > 0 {
			s.add(program{operation: countIs, down: true, result: got == 1, column: -1, figure: -1, conds: set.conds, got: got, rows: set.rows},
				uint32(len(set.conds)), size(len(set.rows)))
		}
	}
	for g := range s.figures {
		f := &s.figures[g]
		if f.value.Kind != Count {
			continue
		}
		for c, h := range s.headers {
			if h.at >= 0 {
				got := s.distinct(c)
				s.add(program{operation: kinds, result: within(got, f.value.Bound, f.value.Number), column: c, figure: g, got: got, rows: s.all})
			}
		}
	}
}

func (s *search) distinct(c int) float64 {
	seen := map[string]bool{}
	for r := range s.table.Cells {
		if t := strings.TrimSpace(s.table.cell(r, c)); t != "" {
			seen[t] = true
		}
	}
	return float64(len(seen))
}

// top is the row with the kth highest (lowest) number of a column among rows; several where they are equal.
func (s *search) top(rows []int32, c, k int, down bool) (at []int32, value float64) {
	numbers := s.table.columns[c].numbers
	var have []float64
	for _, r := range rows {
		if x := numbers[r]; !math.IsNaN(x) && !s.table.total[r] {
			have = append(have, x)
		}
	}
	if k < 1 || len(have) < k || len(have) < 2 {
		return nil, math.NaN()
	}
	slices.Sort(have)
	value = have[k-1]
	if !down {
		value = have[len(have)-k]
	}
	for _, r := range rows {
		if numbers[r] == value && !s.table.total[r] {
			at = append(at, r)
		}
	}
	return at, value
}
