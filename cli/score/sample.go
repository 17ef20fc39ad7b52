package score

import (
	"maps"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/bridgehop/bridgehop/loader/claims"
)

// maxBlocks bounds the memory of a sample. Up to this number each claim is drawn by itself; more claims share blocks by
// their number in the gold file, and blocks are drawn, which gives the same variance of a sum.
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

// formula computes a figure from sums.
type formula struct {
	name string
	per  int // the column with the count of the figure
	of   func(sum []float64) float64
}

// means returns formulas of consecutive columns, each divided by the column per.
func means(column, per int, names ...string) (out []formula) {
	for i, name := range names {
		out = append(out, formula{name, per, func(sum []float64) float64 { return ratio(sum[column+i], sum[per]) }})
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
func (s *sample) rows(figures []formula, o Options) []Row {
	total := s.total()
	of := make([]func([]float64) float64, len(figures))
	for i, f := range figures {
		of[i] = f.of
	}
	var out []Row
	for i, f := range Estimate(total, s.filled(), o.resamples(), 0, 0x6272696467650000, of...) {
		if !math.IsNaN(f.Value) {
			f.N = int(math.Round(total[figures[i].per]))
			out = append(out, Row{figures[i].name, f})
		}
	}
	return out
}

// Figure is a number with its count and its 95 % interval.
type Figure struct {
	N     int     `json:"n"`
	Value float64 `json:"value"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
	Error float64 `json:"-"` // the standard error: the deviation of the bootstrap samples
	Bare  bool    `json:"-"` // it has no interval
}

// Exact returns a figure without an interval.
func Exact(n int, v float64) Figure { return Figure{N: n, Value: v, Low: v, High: v, Bare: true} }

// Estimate computes figures of the sum of blocks, with the 95 % percentile intervals of n bootstrap samples (Efron and
// Tibshirani 1993, chapter 13): each draws as many blocks as there are, with replacement. Without samples or a second
// block an interval is the figure itself. Seed and stream choose what is drawn. The caller sets N.
func Estimate(total []float64, blocks [][]float64, n int, seed, stream uint64,
	figures ...func(sum []float64) float64) []Figure {
	draws := make([][]float64, len(figures))
	sum := make([]float64, len(total))
	random := rand.New(rand.NewPCG(seed, stream))
	if len(blocks) < 2 {
		n = 0
	}
	for range n {
		clear(sum)
		for range blocks {
			addTo(sum, blocks[random.IntN(len(blocks))])
		}
		for i, of := range figures {
			draws[i] = append(draws[i], of(sum))
		}
	}
	out := make([]Figure, len(figures))
	for i, of := range figures {
		out[i] = interval(of(total), draws[i])
	}
	return out
}

// interval returns a value with the percentile interval of its draws (Efron and Tibshirani 1993, section 13.3), not
// counting NaN.
func interval(v float64, draws []float64) Figure {
	f := Figure{Value: v, Low: v, High: v}
	numbers := slices.DeleteFunc(draws, math.IsNaN)
	if len(numbers) == 0 {
		f.Bare = len(draws) > 0
		return f
	}
	f.Error = deviation(numbers)
	slices.Sort(numbers)
	const tail = (1 - 0.95) / 2
	last := float64(len(numbers) - 1)
	f.Low, f.High = numbers[int(math.Floor(tail*last))], numbers[int(math.Ceil((1-tail)*last))]
	return f
}

// deviation returns the standard deviation of values.
func deviation(values []float64) float64 {
	sum, square, n := 0.0, 0.0, float64(len(values))
	for _, d := range values {
		sum, square = sum+d, square+d*d
	}
	if n < 2 {
		return 0
	}
	return math.Sqrt(max(0, square-sum*sum/n) / (n - 1))
}

// Sum returns the sum of blocks; a nil block adds nothing.
func Sum(blocks [][]float64, width int) []float64 {
	sum := make([]float64, width)
	for _, b := range blocks {
		addTo(sum, b)
	}
	return sum
}

func addTo(sum, b []float64) {
	for j, v := range b {
		sum[j] += v
	}
}

// ledger is a sample of all claims, and one of each group.
type ledger struct {
	all    *sample
	by     []string
	groups map[string]map[string]*sample
}

func newLedger(width int, o Options) *ledger {
	by := o.By
	if by == nil {
		by = []string{"hops", "shape", "kind", "challenge"}
	}
	l := &ledger{newSample(width), by, map[string]map[string]*sample{}}
	for _, name := range by {
		l.groups[name] = map[string]*sample{}
	}
	return l
}

// add takes the measures of claim number i; the first is 0.
func (l *ledger) add(i int, c *claims.Claim, values []float64) {
	l.all.add(i, values)
	names := Breakdowns()
	for n, value := range properties(c) {
		groups, wanted := l.groups[names[n]]
		if value == "" || !wanted {
			continue
		}
		if groups[value] == nil {
			groups[value] = newSample(l.all.width)
		}
		groups[value].add(i, values)
	}
}

// sections returns the groups' figures: "hops" with "2", "3", "4" within it. A group of all claims says nothing new
// and is left out, unless the caller asked for it.
func (l *ledger) sections(figures []formula, o Options) []Section {
	var out []Section
	for _, by := range l.by {
		s := Section{Name: by}
		whole := false
		for _, v := range slices.Sorted(maps.Keys(l.groups[by])) {
			group := l.groups[by][v]
			whole = whole || group.total()[0] == l.all.total()[0]
			s.Sections = append(s.Sections, Section{Name: v, Rows: group.rows(figures, o)})
		}
		if len(s.Sections) > 0 && (o.By != nil || !whole) {
			out = append(out, s)
		}
	}
	return out
}
