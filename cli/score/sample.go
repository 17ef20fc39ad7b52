package score

import (
	"math"
	"slices"
)

// maxBlocks bounds the memory of a sample. Up to this number each claim is drawn by itself; more claims share blocks by their number in the
// gold file, and blocks are drawn, which gives the same variance of a sum.
const maxBlocks = 4096

// sample adds up the measures of claims. Column 0 counts claims.
type sample struct {
	width  int
	blocks [][]float64
}

func newSample(width int) *sample { return &sample{width: width} }

// add adds the measures of claim i (from 0) of the gold file.
func (s *sample) add(i int, values []float64) {
	b := i % maxBlocks
	if b >= len(s.blocks) {
		s.blocks = append(s.blocks, make([][]float64, b+1-len(s.blocks))...)
	}
	if s.blocks[b] == nil {
		s.blocks[b] = make([]float64, s.width)
	}
	addTo(s.blocks[b], values)
}

// filled returns the blocks with claims.
func (s *sample) filled() [][]float64 {
	return slices.DeleteFunc(slices.Clone(s.blocks), func(b []float64) bool { return b == nil })
}

func (s *sample) total() []float64 { return Sum(s.blocks, s.width) }

// figure is a number computed from sums.
type figure struct {
	name string
	per  int // the column with the count of the figure
	of   func(sum []float64) float64
}

// mean returns the figure of the sum of a column divided by that of another.
func mean(name string, column, per int) figure {
	return figure{name, per, func(sum []float64) float64 { return ratio(sum[column], sum[per]) }}
}

// setFigures returns the figures of compared sets, from columns of exact match, precision, recall and F1.
func setFigures(prefix string, column, per int) (out []figure) {
	for i, name := range [...]string{"em", "precision", "recall", "f1"} {
		out = append(out, mean(prefix+name, column+i, per))
	}
	return out
}

func ratio(a, b float64) float64 {
	if b == 0 {
		return math.NaN()
	}
	return a / b
}

// harmonic returns F1 of precision and recall; 0 if both are 0.
func harmonic(p, r float64) float64 {
	if p+r == 0 {
		return 0
	}
	return 2 * p * r / (p + r)
}

// One returns 1 for true and 0 for false.
func One(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// rows returns the figures with their intervals, without figures that have no value.
func (s *sample) rows(figures []figure, o Options) []Row {
	total := s.total()
	of := make([]func([]float64) float64, len(figures))
	for i, f := range figures {
		of[i] = f.of
	}
	var out []Row
	for i, f := range Estimate(total, s.filled(), o.resamples(), o.Seed, 0x6272696467650000, of...) {
		if !math.IsNaN(f.Value) {
			f.N = int(math.Round(total[figures[i].per]))
			out = append(out, Row{figures[i].name, f})
		}
	}
	return out
}
