package score

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"text/tabwriter"
)

// ErrCompare: two reports are of different claims.
var ErrCompare = errors.New("not scored on the same task and claims")

// paired has the measures of each claim in our section of a report, for Compare.
type paired struct {
	sample  *sample
	figures []formula
}

// Difference is the difference of a figure of our section between two prediction files, B minus A.
type Difference struct {
	Name       string  `json:"name"`
	N          int     `json:"n"`
	A          float64 `json:"a"`
	B          float64 `json:"b"`
	Difference float64 `json:"difference"`
	Low        float64 `json:"low"`
	High       float64 `json:"high"`
	P          float64 `json:"p"`
}

// Comparison is a paired test of two prediction files.
type Comparison struct {
	Task string       `json:"task"`
	Rows []Difference `json:"differences"`
}

// Compare tests the difference of two reports of one scorer over the same gold file, paired by claim, for the figures
// of our section. The interval is by the paired bootstrap. P is by a randomisation test, which swaps the two
// systems at random on each claim (Noreen 1989): the share of swaps, with the observed one, whose difference is at
// least as large. If Options.Resamples is for no intervals, there are still 1,000 swaps. With more than 4,096 claims,
// groups of claims are drawn and swapped together.
func Compare(a, b *Report, o Options) (*Comparison, error) {
	if a.Task != b.Task || !samePairs(a.pairs.sample, b.pairs.sample) {
		return nil, fmt.Errorf("compare %s with %s: %w", a.Task, b.Task, ErrCompare)
	}
	out := &Comparison{Task: a.Task, Rows: []Difference{}}
	w := a.pairs.sample.width
	var both [][]float64 // a's measures, then b's
	x, y := a.pairs.sample.filled(), b.pairs.sample.filled()
	for i := range x {
		both = append(both, slices.Concat(x[i], y[i]))
	}
	total := Sum(both, 2*w)
	var differences []func([]float64) float64
	for _, f := range a.pairs.figures {
		va, vb := f.of(total[:w]), f.of(total[w:])
		if math.IsNaN(va) || math.IsNaN(vb) {
			continue
		}
		out.Rows = append(out.Rows, Difference{Name: f.name, N: int(math.Round(total[f.per])), A: va, B: vb, P: 1})
		differences = append(differences, func(sum []float64) float64 { return f.of(sum[w:]) - f.of(sum[:w]) })
	}
	for i, f := range Estimate(total, both, o.resamples(), 0, 0x6272696467650001, differences...) {
		d := &out.Rows[i]
		d.Difference, d.Low, d.High = f.Value, f.Low, f.High
	}
	if len(both) > 0 {
		out.swap(both, differences, o)
	}
	return out, nil
}

// samePairs reports whether two samples count the same claims.
func samePairs(a, b *sample) bool {
	return a != nil && b != nil && a.width == b.width && slices.EqualFunc(a.blocks, b.blocks,
		func(x, y []float64) bool {
			return (x == nil) == (y == nil) && (x == nil || x[0] == y[0])
		})
}

// swap sets P.
func (c *Comparison) swap(both [][]float64, differences []func([]float64) float64, o Options) {
	n := cmp.Or(o.resamples(), Options{}.resamples()) // without intervals the test is still done
	random := rand.New(rand.NewPCG(0, 0x6272696467650002))
	as := make([]int, len(c.Rows))
	sum, w := make([]float64, len(both[0])), len(both[0])/2
	for range n {
		clear(sum)
		for _, b := range both {
			if random.Uint64()&1 == 0 {
				addTo(sum, b)
			} else {
				addTo(sum, b[w:])
				addTo(sum[w:], b[:w])
			}
		}
		for i, of := range differences {
			if d := math.Abs(of(sum)); math.IsNaN(d) || d >= math.Abs(c.Rows[i].Difference)-1e-12 {
				as[i]++
			}
		}
	}
	for i := range c.Rows {
		c.Rows[i].P = float64(1+as[i]) / float64(1+n)
	}
}

// WriteTable prints the comparison for people.
func (c *Comparison) WriteTable(w io.Writer) error {
	if _, err := fmt.Fprintf(w, "%s: second file minus first\n", c.Task); err != nil {
		return err
	}
	return writeTable(w, func(t *tabwriter.Writer) {
		for _, d := range c.Rows {
			fmt.Fprintf(t, "%s\t%.4f\t%.4f\t%+.4f\t[%+.4f, %+.4f]\tp=%.4f\tn=%d\n", d.Name, d.A, d.B, d.Difference,
				d.Low, d.High, d.P, d.N)
		}
	})
}
