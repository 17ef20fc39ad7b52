package score

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"strings"
	"text/tabwriter"
)

// ErrCompare: two reports are not over the same claims.
var ErrCompare = errors.New("not scored on the same task and claims")

// paired is what a report keeps for comparing: our reading's measures by claim.
type paired struct {
	sample  *sample
	figures []figure
}

// Difference is how a figure of our reading differs between two prediction files, B minus A.
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

// MarshalJSON writes the rows; an empty comparison has an empty list.
func (c Comparison) MarshalJSON() ([]byte, error) {
	type plain Comparison
	if c.Rows == nil {
		c.Rows = []Difference{}
	}
	return json.Marshal(plain(c))
}

// Compare tests the difference of two reports of one scorer over the same gold file: figures of our reading,
// claim by claim. The interval is the paired bootstrap's (claims drawn, both systems' measures with them); P is that
// of a randomisation test, which swaps the two systems on each claim by a coin (Noreen 1989): the share of swaps
// that differ at least as much, the observed one among them. Where Options.Resamples asks for no intervals, there are
// 1,000 swaps all the same. Of more than 4,096 claims, groups of claims are drawn and swapped together.
func Compare(a, b *Report, o Options) (*Comparison, error) {
	if a.Task != b.Task || !samePairs(a.pairs.sample, b.pairs.sample) {
		return nil, fmt.Errorf("compare %s with %s: %w", a.Task, b.Task, ErrCompare)
	}
	out := &Comparison{Task: a.Task}
	x, y := a.pairs.sample.filled(), b.pairs.sample.filled()
	at, bt := a.pairs.sample.total(), b.pairs.sample.total()
	low := drawDifferences(x, y, a.pairs.figures, o)
	for i, f := range a.pairs.figures {
		va, vb := f.of(at), f.of(bt)
		if math.IsNaN(va) || math.IsNaN(vb) {
			continue
		}
		d := Difference{Name: f.name, N: int(math.Round(at[f.per])), A: va, B: vb, Difference: vb - va, Low: vb - va, High: vb - va, P: 1}
		if len(low) > 0 {
			d.Low, d.High = interval(low[i], d.Difference)
		}
		out.Rows = append(out.Rows, d)
	}
	swapP(out, x, y, a.pairs.figures, o)
	return out, nil
}

// samePairs tells whether two samples count the same claims.
func samePairs(a, b *sample) bool {
	if a == nil || b == nil || a.width != b.width || len(a.blocks) != len(b.blocks) {
		return false
	}
	for i := range a.blocks {
		if (a.blocks[i] == nil) != (b.blocks[i] == nil) || a.blocks[i] != nil && a.blocks[i][0] != b.blocks[i][0] {
			return false
		}
	}
	return true
}

func drawDifferences(x, y [][]float64, figures []figure, o Options) [][]float64 {
	n := o.resamples()
	if n == 0 || len(x) < 2 {
		return nil
	}
	random := rand.New(rand.NewPCG(o.Seed, 0x6272696467650001))
	out := make([][]float64, len(figures))
	sx, sy := make([]float64, len(x[0])), make([]float64, len(x[0]))
	for range n {
		clear(sx)
		clear(sy)
		for range x {
			k := random.IntN(len(x))
			addTo(sx, x[k])
			addTo(sy, y[k])
		}
		for i, f := range figures {
			if d := f.of(sy) - f.of(sx); !math.IsNaN(d) {
				out[i] = append(out[i], d)
			}
		}
	}
	return out
}

// swapP fills in P.
func swapP(c *Comparison, x, y [][]float64, figures []figure, o Options) {
	if len(x) == 0 {
		return
	}
	n := o.resamples()
	if n == 0 { // the test is no interval
		n = Options{}.resamples()
	}
	random := rand.New(rand.NewPCG(o.Seed, 0x6272696467650002))
	byName := map[string]figure{}
	for _, f := range figures {
		byName[f.name] = f
	}
	as := make([]int, len(c.Rows))
	sx, sy := make([]float64, len(x[0])), make([]float64, len(x[0]))
	for range n {
		clear(sx)
		clear(sy)
		for k := range x {
			if random.Uint64()&1 == 0 {
				addTo(sx, x[k])
				addTo(sy, y[k])
			} else {
				addTo(sx, y[k])
				addTo(sy, x[k])
			}
		}
		for i, r := range c.Rows {
			f := byName[r.Name]
			if d := math.Abs(f.of(sy) - f.of(sx)); math.IsNaN(d) || d >= math.Abs(r.Difference)-1e-12 {
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
	var b strings.Builder
	fmt.Fprintf(&b, "%s: second file minus first\n", c.Task)
	t := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	for _, d := range c.Rows {
		fmt.Fprintf(t, "%s\t%s\t%s\t%+.4f\t[%+.4f, %+.4f]\tp=%.4f\tn=%d\n", d.Name, decimal(d.A), decimal(d.B), d.Difference, d.Low, d.High, d.P, d.N)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	_, err := io.WriteString(w, b.String())
	return err
}
