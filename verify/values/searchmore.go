package values

import (
	"math"
	"slices"
)

// tops ask for the highest and the lowest of a column: which row has it, and what it is.
func (s *search) tops() {
	ks := []int{1}
	for i := range s.figures {
		if v := &s.figures[i].value; v.Kind == Ordinal && v.Number > 1 && v.Number < 20 && len(ks) < 3 {
			ks = append(ks, int(v.Number))
		}
	}
	for si, set := range s.sets {
		if si > 4 {
			break
		}
		for _, c := range s.numbers {
			for _, k := range ks {
				for _, down := range []bool{false, true} {
					s.topOf(&set, c, k, down)
				}
			}
		}
	}
}

func (s *search) topOf(set *subset, c, k int, down bool) {
	at, value := s.top(set.rows, c, k, down)
	if at == nil || len(set.conds) > 0 && s.conds[set.conds[0]].column == c {
		return
	}
	for i := range min(len(s.conds), mostTargets) {
		t := &s.conds[i]
		if t.column == c || t.comparison != Exactly || slices.ContainsFunc(set.conds, func(o int) bool { return o == i || overlap(&s.conds[o], t) }) {
			continue
		}
		hit := both(at, t.rows)
		s.add(program{operation: topIs, down: down, result: len(hit) > 0, column: c, figure: -1, conds: append(slices.Clone(set.conds), i), got: value, rows: at},
			uint32(min(k, 3)), size(len(t.rows)), size(len(at)), uint32(len(set.conds))*4+uint32(min(i, 3)), uint32(b2i(len(at) == len(hit))))
	}
	for g := range s.figures {
		f := &s.figures[g]
		if f.value.Kind == Ordinal {
			continue
		}
		hit := slices.ContainsFunc(at, func(r int32) bool { return s.cellMeets(int(r), c, f) })
		s.add(program{operation: topValue, down: down, result: hit, column: c, figure: g, conds: set.conds, got: value, rows: at},
			uint32(min(k, 3)), uint32(len(set.conds)))
	}
}

// pairs compare two rows by a column, and two sets by their rows.
func (s *search) pairs() {
	n := min(len(s.conds), mostTargets)
	for i := range n {
		for j := range i {
			a, b := i, j
			if s.conds[a].from > s.conds[b].from {
				a, b = b, a
			}
			x, y := &s.conds[a], &s.conds[b]
			if overlap(x, y) || x.comparison != Exactly || y.comparison != Exactly {
				continue
			}
			if x.column == y.column && len(both(x.rows, y.rows)) == 0 {
				s.moreRows(a, b)
			}
			if len(x.rows) <= 2 && len(y.rows) <= 2 && x.rows[0] != y.rows[0] {
				s.twoRows(a, b)
			}
		}
	}
}

func (s *search) moreRows(a, b int) {
	x, y := &s.conds[a], &s.conds[b]
	words := s.between(x, y)
	for _, down := range []bool{false, true} {
		s.add(program{operation: more, down: down, result: len(x.rows) > len(y.rows) != down && len(x.rows) != len(y.rows), column: -1, figure: -1,
			conds: []int{a, b}, got: float64(len(x.rows) - len(y.rows))}, words...)
	}
}

// between are up to three words between two conditions and the one behind them.
func (s *search) between(x, y *cond) []uint32 {
	out := []uint32{s.word(y.to), s.word(x.to), s.word(y.from - 1), s.word(y.from - 2)}
	return out
}

func (s *search) twoRows(a, b int) {
	x, y := &s.conds[a], &s.conds[b]
	rows := []int32{x.rows[0], y.rows[0]}
	shape := append(s.between(x, y), uint32(b2i(x.column == y.column)), uint32(len(x.rows)+len(y.rows)))
	for _, c := range s.numbers {
		p, q := s.table.columns[c].numbers[rows[0]], s.table.columns[c].numbers[rows[1]]
		if math.IsNaN(p) || math.IsNaN(q) || c == x.column || c == y.column {
			continue
		}
		for _, down := range []bool{false, true} {
			s.add(program{operation: ordered, down: down, result: down && p < q || !down && p > q, column: c, figure: -1, conds: []int{a, b}, got: p - q, rows: rows}, shape...)
		}
		for g := range s.figures {
			f := &s.figures[g]
			if f.value.Kind != Date && s.table.columns[c].kind != position && f.value.Kind != Ordinal {
				s.add(program{operation: differ, result: within(abs(p-q), f.value.Bound, f.in(&s.table.columns[c])), column: c, figure: g, conds: []int{a, b}, got: p - q, rows: rows}, shape...)
			}
		}
	}
	s.sameCells(a, b, rows, shape)
}

// sameCells asks of each column whether two rows say the same in it.
func (s *search) sameCells(a, b int, rows []int32, shape []uint32) {
	for c := range s.headers[:len(s.headers)-1] {
		if c == s.conds[a].column || c == s.conds[b].column {
			continue
		}
		t := s.table.cell(int(rows[0]), c)
		same := t != "" && t == s.table.cell(int(rows[1]), c)
		for _, down := range []bool{false, true} {
			s.add(program{operation: equal, down: down, result: same != down, column: c, figure: -1, conds: []int{a, b}, rows: rows}, shape...)
		}
	}
}

// sums add a column up.
func (s *search) sums() {
	for si, set := range s.sets {
		if si > 8 {
			break
		}
		for _, c := range s.numbers {
			if s.table.columns[c].kind != numeric || len(set.conds) > 0 && s.conds[set.conds[0]].column == c {
				continue
			}
			sum, n := 0.0, 0.0
			for _, r := range set.rows {
				if x := s.table.columns[c].numbers[r]; !math.IsNaN(x) && !s.table.total[r] {
					sum, n = sum+x, n+1
				}
			}
			if n < 2 {
				continue
			}
			for g := range s.figures {
				f := &s.figures[g]
				if f.value.Kind == Date || f.value.Kind == Ordinal {
					continue
				}
				said := f.in(&s.table.columns[c])
				step := max((f.value.Hi-f.value.Lo)/2, .5e-2*abs(sum/n))
				s.add(program{operation: sumIs, result: within(sum, f.value.Bound, said), column: c, figure: g, conds: set.conds, got: sum, rows: set.rows})
				meets := within(sum/n, f.value.Bound, said) || f.value.Bound == Exactly && abs(sum/n-said) <= step
				s.add(program{operation: meanIs, result: meets, column: c, figure: g, conds: set.conds, got: sum / n, rows: set.rows})
			}
		}
	}
}

// quantified ask of a set of rows whether all, none or most of them are in another, and whether all numbers keep to a limit.
func (s *search) quantified() {
	for si, set := range s.sets {
		if si > 5 || len(set.rows) == 0 {
			break
		}
		for i := range s.conds {
			t := &s.conds[i]
			if slices.ContainsFunc(set.conds, func(o int) bool { return o == i || overlap(&s.conds[o], t) || s.conds[o].column == t.column }) {
				continue
			}
			conds, n := append(slices.Clone(set.conds), i), len(both(set.rows, t.rows))
			shape := []uint32{uint32(len(set.conds)), size(len(set.rows)), uint32(min(i, 3))}
			s.add(program{operation: allAre, result: n == len(set.rows), column: -1, figure: -1, conds: conds, rows: set.rows, got: float64(n)}, shape...)
			s.add(program{operation: allAre, down: true, result: n == len(t.rows), column: -1, figure: -1, conds: conds, rows: set.rows, got: float64(n)}, shape...)
			s.add(program{operation: noneAre, result: n == 0, column: -1, figure: -1, conds: conds, rows: set.rows, got: float64(n)}, shape...)
			s.add(program{operation: mostAre, result: 2*n > len(set.rows), column: -1, figure: -1, conds: conds, rows: set.rows, got: float64(n)}, shape...)
		}
		s.allKeep(&set)
	}
}

func (s *search) allKeep(set *subset) {
	for g := range s.figures {
		f := &s.figures[g]
		if f.value.Kind == Ordinal {
			continue
		}
		for _, c := range s.numbers {
			if s.headers[c].at < 0 && f.value.Kind != Date || s.table.columns[c].kind == position {
				continue
			}
			n := 0
			for _, r := range set.rows {
				n += b2i(s.cellMeets(int(r), c, f))
			}
			s.add(program{operation: allAre, result: n == len(set.rows), column: c, figure: g, conds: set.conds, rows: set.rows, got: float64(n)})
			s.add(program{operation: countIs, down: true, result: n > 0, column: c, figure: g, conds: set.conds, rows: set.rows, got: float64(n)})
			for h := range s.figures {
				k := &s.figures[h]
				if h != g && (k.value.Kind == Count) {
					s.add(program{operation: countIs, result: within(float64(n), k.value.Bound, k.value.Number), column: c, figure: h, conds: set.conds, rows: set.rows,
						got: float64(n)}, uint32(77), uint32(f.value.Bound))
				}
			}
		}
	}
}
