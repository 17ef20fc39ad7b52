package values

import (
	"encoding/base64"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"
)

// Judged is what a table says of a claim.
type Judged struct {
	// About tells that the claim speaks of the table: nearly all of its words stand there, or say what is done with them.
	About bool
	Holds float64 // the probability that the claim holds, by all programs that it can mean
	// Best is the likeliest program with that result, nil where the claim says nothing of the table's cells. Its operands have no element: Cells
	// are their places.
	Best  *Finding
	Cells []Place
	Tried []Finding // the likeliest others, for an explanation
}

// Place is a cell: its row below the header, and its column.
type Place struct{ Row, Column int }

// shipped are the weights of weights.go.
var shipped = sync.OnceValue(func() Ranker {
	text, err := base64.StdEncoding.DecodeString(strings.ReplaceAll(rankerWeights, "\n", ""))
	out := make(Ranker, buckets)
	if err != nil || len(text) != buckets {
		return out
	}
	for i, b := range text {
		out[i] = float32(int8(b)) * rankerStep
	}
	return out
})

// Encode writes a ranker as weights.go holds it: the step between weights, and how many steps each is.
func (r Ranker) Encode() (step float32, text string) {
	top := float32(0)
	for _, w := range r {
		top = max(top, w, -w)
	}
	step = max(top, 1e-6) / 127
	out := make([]byte, len(r))
	for i, w := range r {
		out[i] = byte(int8(math.Round(float64(w / step))))
	}
	return step, base64.StdEncoding.EncodeToString(out)
}

const mostTried = 3

// Judge computes what a claim says of the table.
func (t *Table) Judge(claim string) Judged {
	s := t.programs(claim)
	weights := shipped()
	scores := make([]float64, len(s.programs))
	for i := range s.programs {
		scores[i] = weights.Score(s.programs[i].features)
		s.programs[i].score = scores[i]
	}
	out := Judged{Holds: Share(scores, func(i int) bool { return s.programs[i].result })}
	if len(s.conds) == 0 && len(s.figures) == 0 {
		out.Holds = .5
		return out
	}
	out.About = s.covered() >= leastCovered
	m, named := s.meant()
	if best, ok := s.plainest(&m); named && ok {
		out.About = true
		f := s.finding(best)
		f.Family, f.Sure = Naming, plainSure
		out.Holds = map[bool]float64{true: plainSure, false: 1 - plainSure}[best.result]
		out.Best, out.Cells = &f, s.places(best)
	}
	for _, i := range s.ranked(scores) {
		p := &s.programs[i]
		switch {
		case out.Best == nil && p.result == (out.Holds > .5) && s.unusedFigures(p) == 0 && s.worded(p):
			f := s.finding(p)
			f.Sure = max(out.Holds, 1-out.Holds)
			out.Best, out.Cells = &f, s.places(p)
		case len(out.Tried) < mostTried:
			out.Tried = append(out.Tried, s.finding(p))
		}
	}
	return out
}

// ranked are the places of the programs, the likeliest first.
func (s *search) ranked(scores []float64) []int {
	order := make([]int, 0, len(scores))
	for i := range s.programs {
		if s.programs[i].operation != always {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return sign(scores[b] - scores[a]) })
	return order
}

// finding writes a program as a calculation.
func (s *search) finding(p *program) Finding {
	f := Finding{Family: Tabulating, Operation: operationNames[p.operation], Agrees: p.result}
	if p.down && p.operation == topIs || p.down && p.operation == topValue {
		f.Operation = strings.Replace(f.Operation, "max", "min", 1)
	}
	if p.column >= 0 && p.column < len(s.table.Header) {
		f.Attribute = s.table.Header[p.column]
	} else if p.column >= 0 {
		f.Attribute = "row"
	}
	for _, c := range s.places(p) {
		f.Operands = append(f.Operands, Operand{Subject: s.header(c.Column), Value: s.table.cell(c.Row, c.Column)})
	}
	var said []string
	for _, c := range p.conds {
		said = append(said, s.words(s.conds[c].from, s.conds[c].to))
	}
	if p.figure >= 0 {
		said = append(said, s.figures[p.figure].value.Said)
	}
	f.Claimed = strings.Join(said, ", ")
	switch p.operation {
	case rowHolds, together, cellIs, topIs, equal:
		f.Result = map[bool]string{true: "holds", false: "does not hold"}[p.result]
	default:
		f.Result = fmt.Sprintf("%.6g", p.got)
	}
	return f
}

func (s *search) header(column int) string {
	if column < len(s.table.Header) {
		return s.table.Header[column]
	}
	return ""
}

// words are those of the claim from one term to another.
func (s *search) words(from, to int) string {
	var out []string
	for _, t := range s.terms[from:to] {
		out = append(out, t.text)
	}
	return strings.Join(out, " ")
}

const mostPlaces = 12

// places are the cells that a program reads: of its rows those of its column and of its conditions.
func (s *search) places(p *program) []Place {
	var columns []int
	for _, c := range p.conds {
		columns = append(columns, s.conds[c].column)
	}
	if p.column >= 0 && p.column < len(s.table.Header) {
		columns = append(columns, p.column)
	}
	var out []Place
	for _, r := range p.rows {
		for _, c := range columns {
			at := Place{int(r), c}
			if r >= 0 && len(out) < mostPlaces && s.table.cell(int(r), c) != "" && !slices.Contains(out, at) {
				out = append(out, at)
			}
		}
	}
	return out
}

// may tells whether a claim can speak of the table (Judged.About), without a search of it.
func (t *Table) may(claim string) bool {
	a := t.ask(claim)
	_, named := a.meant()
	return named || a.covered() >= leastCovered
}

// covered is the share of the claim's open words that the table says, or that operate on it.
func (s *asked) covered() float64 {
	said, all := 0.0, 0.0
	for i, t := range s.terms {
		if closed[t.text] || t.kind != letters && t.kind != digits {
			continue
		}
		all++
		_, compares := orders[t.text]
		said += float64(b2i(s.used[i] || compares || operating[t.text]))
	}
	return said / max(all, 1)
}

// leastCovered was chosen on the tenth of TabFact's train tables that the ranker doesn't learn from: of its statements that cover so much and are judged with
// .75 or more, nine in ten are judged rightly, and beside another table one in sixty is taken for one about it.
const leastCovered = .8

// operating are words of operations.
var operating = set("total average mean sum number most least highest lowest fewest largest smallest longest shortest tallest oldest youngest latest earliest best worst more fewer less only all none no every each both any at least exactly same different other")
