package score

import (
	"errors"

	"github.com/bridgehop/bridgehop/internal/claims"
)

// rowPairer puts the rows of two files beside each other as the official scorer does.
type rowPairer struct {
	merged bool // FEVEROUS: the prediction file carries its own gold, and loses its first line
	line   int  // prediction lines so far
	gold   []*factGold
	pred   []*factPred
}

// zip hands the rows of one position to the official scorer.
func (r *factRun) zip(g side[*factGold], p side[*factPred]) {
	if g.ok && !g.record.apart && !r.rows.merged {
		r.official.goldRows++
		r.rows.gold = append(r.rows.gold, goldOf(g))
	}
	if p.ok {
		r.rows.line++
		if r.rows.takes(p) {
			r.rows.pred = append(r.rows.pred, predOf(p))
		}
	}
	for len(r.rows.pred) > 0 && (r.rows.merged || !g.ok || len(r.rows.gold) > 0) {
		r.nextRow()
	}
}

func (r *factRun) nextRow() {
	var g *factGold
	if len(r.rows.gold) > 0 {
		g = r.rows.gold[0]
		r.rows.gold = r.rows.gold[1:]
	}
	p := r.rows.pred[0]
	r.rows.pred = r.rows.pred[1:]
	if r.rows.merged && p.gold == nil && p.official == "" {
		p.official = "KeyError: 'evidence'"
	}
	r.official.row(r.official.predRows, g, p)
	r.official.predRows++
}

// takes tells whether the official scorer takes a line: FEVEROUS's evaluate.py drops the first whatever it is,
// and without gold beside the predictions a header is no row.
func (q *rowPairer) takes(p side[*factPred]) bool {
	if q.merged {
		return q.line > 1
	}
	return !p.record.apart
}

func goldOf(g side[*factGold]) *factGold {
	if g.err != nil {
		return &factGold{official: unread(g.err)}
	}
	return g.record.value
}

func predOf(p side[*factPred]) *factPred {
	var bad *claims.RecordError
	if errors.As(p.err, &bad) {
		return &factPred{official: unread(bad.Err)}
	}
	if p.err != nil {
		return &factPred{official: unread(p.err)}
	}
	return p.record.value
}
