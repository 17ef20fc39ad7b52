package cli

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/bridgehop/bridgehop/cli/internal/chart"
	"github.com/bridgehop/bridgehop/cli/internal/console"
	"github.com/bridgehop/bridgehop/cli/score"
)

//go:embed report.html
var reportHTML string

// htmlReport is what the page of eval --html shows.
type htmlReport struct {
	Version, Gold, Pred, Other string
	Report                     *score.Report
	Comparison                 *score.Comparison
	Official                   bool // the report's own rows are a published scorer's
	Pictures                   []template.HTML
}

// pageTemplate is a page of its own: style and pictures are in it, nothing is fetched.
var pageTemplate = template.Must(template.New("report").Funcs(template.FuncMap{
	"number": func(v float64) string { return fmt.Sprintf("%.4f", v) },
	"signed": func(v float64) string { return fmt.Sprintf("%+.4f", v) },
	"title":  sectionTitle,
	"grid":   newFigureGrid,
	"lost": func(n score.Note) []score.Lost {
		list, _ := n.Value.([]score.Lost)
		return list
	},
	"plain": plainNote,
}).Parse(reportHTML))

// sectionTitle returns what a section's JSON name stands for.
func sectionTitle(name string) string {
	switch name {
	case "bridgehop":
		return "Our reading: paired by id, titles folded, what is missing is wrong"
	case "errors":
		return "Where claims were lost"
	case "contrast_groups":
		return "Contrast groups: claims over the same pages with both labels"
	}
	if slices.Contains(score.Breakdowns(), name) {
		return "By " + name
	}
	name = strings.ReplaceAll(name, "_", " ")
	return strings.ToUpper(name[:1]) + name[1:]
}

// figureGrid is a breakdown as one table: figures by group.
type figureGrid struct {
	Columns []string
	Lines   []figureLine
}

type figureLine struct {
	Name  string
	Cells []figureCell
}

type figureCell struct{ Value, Interval string }

// newFigureGrid returns nil for sections that are more than a breakdown.
func newFigureGrid(s score.Section) *figureGrid {
	if len(s.Sections) < 2 || len(s.Sections) > 12 {
		return nil
	}
	g := &figureGrid{}
	g.Lines = []figureLine{{Name: "claims", Cells: make([]figureCell, len(s.Sections))}}
	for i, group := range s.Sections {
		if len(group.Sections) > 0 || len(group.Rows) == 0 {
			return nil
		}
		g.Columns = append(g.Columns, group.Name)
		g.Lines[0].Cells[i].Value = fmt.Sprint(group.Rows[0].N)
		for _, row := range group.Rows {
			at := slices.IndexFunc(g.Lines, func(l figureLine) bool { return l.Name == row.Name })
			if at < 0 {
				at = len(g.Lines)
				g.Lines = append(g.Lines, figureLine{Name: row.Name, Cells: make([]figureCell, len(s.Sections))})
			}
			cell := &g.Lines[at].Cells[i]
			cell.Value = fmt.Sprintf("%.4f", row.Value)
			if row.Low != row.High {
				cell.Interval = fmt.Sprintf("%.4f to %.4f, n=%d", row.Low, row.High, row.N)
			}
		}
	}
	return g
}

// plainNote returns a note as a line; empty for those that say nothing or are shown elsewhere.
func plainNote(n score.Note) string {
	switch v := n.Value.(type) {
	case int:
		if v == 0 {
			return ""
		}
	case []string:
		if len(v) == 0 {
			return ""
		}
		return n.Name + ": " + strings.Join(v, ", ")
	case score.Confusion, []score.Lost, bool:
		return ""
	}
	return fmt.Sprintf("%s: %v", n.Name, n.Value)
}

// draw writes what --pictures and --html ask for.
func (e *evaluation) draw(r *score.Report, d *score.Comparison) error {
	if e.pictures == "" && e.html == "" {
		return nil
	}
	charts, preds := reportCharts(r), e.preds.Value()
	if e.verdicts {
		known, err := readReliability(e.gold, preds[len(preds)-1], e.options.Only)
		if err != nil {
			return err
		}
		if known != nil {
			charts = append(charts, known.chart())
		}
	}
	if e.pictures != "" {
		if err := chart.Write(e.pictures, charts); err != nil {
			return err
		}
	}
	if e.html == "" {
		return nil
	}
	h := &htmlReport{Version: e.Version, Gold: filepath.Base(e.gold), Pred: filepath.Base(preds[0]), Report: r, Comparison: d,
		Official: r.Find("bridgehop") != nil && r.Task != "hover"} // whose own rows are ours: see score.Report
	if d != nil {
		h.Other = filepath.Base(e.other)
	}
	h.Pictures = chart.HTML(charts)
	if err := console.WriteWhole(e.html, func(w io.Writer) error { return pageTemplate.Execute(w, h) }); err != nil {
		return fmt.Errorf("html report: %w", err)
	}
	return nil
}

// reportCharts returns the pictures a report has the figures for.
func reportCharts(r *score.Report) []*chart.Chart {
	s := own(r)
	return append(recallChart(s), groupCharts(s)...)
}

// recallChart draws r@k and all_gold@k against k, and all_gold@k by hops; none where there are no such figures.
func recallChart(s *score.Section) []*chart.Chart {
	c := &chart.Chart{Name: "recall", Title: "Gold pages among the first k", X: "k", Y: "share, with 95 % interval"}
	c.Curves = []chart.Curve{cutoffs(s, "r@", "recall@k"), cutoffs(s, "all_gold@", "all gold@k")}
	if hops := s.Find("hops"); hops != nil {
		for i := range hops.Sections {
			c.Curves = append(c.Curves, cutoffs(&hops.Sections[i], "all_gold@", "all gold@k, "+hops.Sections[i].Name+" hops"))
		}
	}
	c.Curves = slices.DeleteFunc(c.Curves, func(k chart.Curve) bool { return len(k.Points) == 0 })
	if len(c.Curves) == 0 {
		return nil
	}
	return []*chart.Chart{c}
}

// cutoffs returns the figures of a name at every k.
func cutoffs(s *score.Section, prefix, name string) chart.Curve {
	out := chart.Curve{Name: name}
	for _, row := range s.Rows {
		if k, err := strconv.Atoi(strings.TrimPrefix(row.Name, prefix)); err == nil && strings.HasPrefix(row.Name, prefix) {
			out.Points = append(out.Points, chart.Point{X: float64(k), Y: row.Value, Low: row.Low, High: row.High})
		}
	}
	return out
}

// groupCharts draw the main figures of each breakdown, with intervals.
func groupCharts(s *score.Section) []*chart.Chart {
	var out []*chart.Chart
	for _, by := range score.Breakdowns() {
		group := s.Find(by)
		if group == nil || len(group.Sections) < 2 || len(group.Sections) > 12 {
			continue
		}
		c := &chart.Chart{Name: "by-" + by, Title: "By " + by, X: by, Y: "share, with 95 % interval"}
		for _, g := range group.Sections {
			c.Names = append(c.Names, g.Name)
		}
		for _, name := range []string{"label_accuracy", "accuracy", "fever_score", "feverous_score", "hover_score", "all_gold@5", "page_f1",
			"sp_f1", "joint_f1"} {
			k := chart.Curve{Name: name}
			for i := range group.Sections {
				if row, ok := group.Sections[i].Row(name); ok {
					k.Points = append(k.Points, chart.Point{X: float64(i), Y: row.Value, Low: row.Low, High: row.High})
				}
			}
			if len(k.Points) > 0 {
				c.Curves = append(c.Curves, k)
			}
		}
		if len(c.Curves) > 0 {
			out = append(out, c)
		}
	}
	return out
}
