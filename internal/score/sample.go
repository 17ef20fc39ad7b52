package score

import (
	"math"
	"math/rand/v2"
	"slices"
)

// Options of every scorer. The zero value is useful.
type Options struct {
	Resamples int             // bootstrap draws, 1,000 when 0; negative for no intervals
	Seed      uint64          // of the draws
	By        []string        // breakdowns; nil for hops, shape, kind and challenge
	Only      map[string]bool // when not nil, the ids of the only claims to score

	// MaxEvidence and MaxCells are how many predicted sentences (FEVER, FEVEROUS) and cells (FEVEROUS) count: 0 for
	// the official 5 and 25, negative for all.
	MaxEvidence, MaxCells int
	// GoldVerdict scores FEVEROUS evidence as if every label were right (evaluate.py's --use_gold_verdict).
	GoldVerdict bool
}

// confidence is the coverage of the intervals.
const confidence = 0.95

func (o Options) resamples() int {
	switch {
	case o.Resamples < 0:
		return 0
	case o.Resamples == 0:
		return 1000
	}
	return o.Resamples
}

// maxBlocks bounds what a sample keeps. Up to so many claims each is drawn by itself; beyond it claims share
// blocks by their number in the gold file, and blocks are drawn: the variance of a sum is the same.
const maxBlocks = 4096

// sample adds up the measures of claims. Column 0 counts claims.
type sample struct {
	width  int
	blocks [][]float64
}

func newSample(width int) *sample { return &sample{width: width} }

// add takes the measures of claim number i (from 0) of the gold file.
func (s *sample) add(i int, values []float64) {
	b := i % maxBlocks
	for len(s.blocks) <= b {
		s.blocks = append(s.blocks, nil)
	}
	if s.blocks[b] == nil {
		s.blocks[b] = make([]float64, s.width)
	}
	for j, v := range values {
		s.blocks[b][j] += v
	}
}

// filled are the blocks that hold claims.
func (s *sample) filled() [][]float64 {
	return slices.DeleteFunc(slices.Clone(s.blocks), func(b []float64) bool { return b == nil })
}

func (s *sample) total() []float64 {
	sum := make([]float64, s.width)
	for _, b := range s.blocks {
		addTo(sum, b)
	}
	return sum
}

func addTo(sum, b []float64) {
	for j, v := range b {
		sum[j] += v
	}
}

// figure is a number computed from sums.
type figure struct {
	name string
	per  int // the column that counts what the figure is over
	of   func(sum []float64) float64
}

// mean is the sum of a column over the count of another.
func mean(name string, column, per int) figure {
	return figure{name, per, func(sum []float64) float64 { return ratio(sum[column], sum[per]) }}
}

func ratio(a, b float64) float64 {
	if b == 0 {
		return math.NaN()
	}
	return a / b
}

// harmonic is F1 of precision and recall; 0 when both are.
func harmonic(p, r float64) float64 {
	if p+r == 0 {
		return 0
	}
	return 2 * p * r / (p + r)
}

// rows computes the figures with their intervals; figures over nothing are left out.
func (s *sample) rows(figures []figure, o Options) []Row {
	total := s.total()
	draws := s.draw(figures, o)
	var out []Row
	for i, f := range figures {
		v := f.of(total)
		if math.IsNaN(v) {
			continue
		}
		r := Row{Name: f.name, N: int(math.Round(total[f.per])), Value: v, Low: v, High: v}
		if len(draws) > 0 {
			r.Low, r.High = interval(draws[i], v)
		}
		out = append(out, r)
	}
	return out
}

// draw computes the figures of every resample, by figure.
func (s *sample) draw(figures []figure, o Options) [][]float64 {
	blocks := s.filled()
	n := o.resamples()
	if n == 0 || len(blocks) < 2 {
		return nil
	}
	random := rand.New(rand.NewPCG(o.Seed, 0x6272696467650000))
	out := make([][]float64, len(figures))
	sum := make([]float64, s.width)
	for range n {
		clear(sum)
		for range blocks {
			addTo(sum, blocks[random.IntN(len(blocks))])
		}
		for i, f := range figures {
			if v := f.of(sum); !math.IsNaN(v) {
				out[i] = append(out[i], v)
			}
		}
	}
	return out
}

// interval is the percentile interval of the draws (Efron and Tibshirani 1993, section 13.3).
func interval(draws []float64, value float64) (low, high float64) {
	if len(draws) == 0 {
		return value, value
	}
	slices.Sort(draws)
	tail := (1 - confidence) / 2
	last := float64(len(draws) - 1)
	return draws[int(math.Floor(tail*last))], draws[int(math.Ceil((1-tail)*last))]
}
