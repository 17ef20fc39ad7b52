package cli

import (
	"fmt"
	"path/filepath"
	"time"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/text"
	"github.com/bridgehop/bridgehop/hop"
	"github.com/bridgehop/bridgehop/internal/score"
)

// beams are the widths that are measured; 16 is the planner's own.
var beams = []int{1, 4, 16, 32, 64}

func beamTables() []paperTable {
	return []paperTable{{name: "beam", title: "Claims a second against the beam", needs: append([]string{hotpotDev}, hotpotFiles...), rows: beamRates, timed: true,
		about: "434 HotpotQA questions over 16,356 paragraphs, all cores of this machine. With --pictures FOLDER also drawn. The rates are this machine's, so this table runs only by its name."}}
}

// beamRates answers the questions at every width.
func beamRates(r *reproduction) ([]paperRow, error) {
	c := chart{name: "beam", title: "Claims a second against the beam", x: "beam", y: "claims a second", open: true}
	rates := curve{name: "claims a second"}
	var rows []paperRow
	err := r.withCorpus(hotpotCorpus, func(s graph.Store, index *text.Index) error {
		for _, width := range beams {
			a := &retrieval{hotpotCorpus, "walk", hotpotDev, filepath.Join(r.work, "beam.jsonl")}
			p := &hop.Planner{Graph: s, Text: index, Beam: width}
			start := time.Now()
			if err := r.answer(s, p, hotpotDev, a.answers); err != nil {
				return err
			}
			took := time.Since(start).Seconds()
			report, err := r.score(a, score.Options{By: []string{}})
			if err != nil {
				return err
			}
			n, _ := report.Row("all_gold@5")
			rate := float64(n.N) / took
			rates.points = append(rates.points, chartPoint{float64(width), rate, rate, rate})
			rows = append(rows, paperRow{Figure: fmt.Sprintf("beam %d", width), Ours: fmt.Sprintf("%.0f claims/s, all gold @5 %s", rate, perCent(n)), Corpus: hotpotPart, Why: "rates are of one machine"})
		}
		return nil
	})
	c.curves = []curve{rates}
	if dir := r.c.String("pictures"); err == nil && dir != "" {
		err = writeCharts(dir, []chart{c})
	}
	return rows, err
}
