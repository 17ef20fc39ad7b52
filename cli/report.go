package cli

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bridgehop/bridgehop/internal/score"
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
	Confusion                  *confusionGrid
}

// confusionGrid is a confusion matrix with the empty cells filled in.
type confusionGrid struct {
	Columns []string
	Lines   []confusionLine
}

type confusionLine struct {
	Name   string
	Counts []int
}

func newConfusionGrid(m score.Confusion) *confusionGrid {
	if len(m) == 0 {
		return nil
	}
	g := &confusionGrid{Columns: m.Columns()}
	for _, gold := range slices.Sorted(maps.Keys(m)) {
		line := confusionLine{Name: gold}
		for _, pred := range g.Columns {
			line.Counts = append(line.Counts, m[gold][pred])
		}
		g.Lines = append(g.Lines, line)
	}
	return g
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

// sectionTitle says what a section's JSON name stands for.
func sectionTitle(name string) string {
	switch name {
	case "bridgehop":
		return "Our reading: paired by id, titles folded, what is missing is wrong"
	case "errors":
		return "Where claims were lost"
	case "contrast_groups":
		return "Contrast groups: claims over the same pages with both labels"
	}
	for _, by := range score.Breakdowns() {
		if by == name {
			return "By " + name
		}
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

// newFigureGrid is nil for sections that are more than a breakdown.
func newFigureGrid(s score.Section) *figureGrid {
	if len(s.Sections) < 2 || len(s.Sections) > 12 {
		return nil
	}
	g := &figureGrid{}
	count := figureLine{Name: "claims"}
	lines := map[string]*figureLine{}
	var order []string
	for i, group := range s.Sections {
		if len(group.Sections) > 0 || len(group.Rows) == 0 {
			return nil
		}
		g.Columns = append(g.Columns, group.Name)
		count.Cells = append(count.Cells, figureCell{Value: fmt.Sprint(group.Rows[0].N)})
		for _, row := range group.Rows {
			if lines[row.Name] == nil {
				lines[row.Name] = &figureLine{Name: row.Name, Cells: make([]figureCell, len(s.Sections))}
				order = append(order, row.Name)
			}
			cell := figureCell{Value: fmt.Sprintf("%.4f", row.Value)}
			if row.Low != row.High {
				cell.Interval = fmt.Sprintf("%.4f to %.4f, n=%d", row.Low, row.High, row.N)
			}
			lines[row.Name].Cells[i] = cell
		}
	}
	g.Lines = append(g.Lines, count)
	for _, name := range order {
		g.Lines = append(g.Lines, *lines[name])
	}
	return g
}

// plainNote is a note as a line; empty for those that say nothing or are shown elsewhere.
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
	case score.Confusion, []score.Lost:
		return ""
	case bool:
		return ""
	}
	return fmt.Sprintf("%s: %v", n.Name, n.Value)
}

// writeHTML writes the page.
func (h *htmlReport) writeHTML(name string, charts []chart) error {
	for i := range charts {
		b, err := charts[i].encode("svg")
		if err != nil {
			return err
		}
		if at := bytes.Index(b, []byte("<svg")); at >= 0 { // without the XML declaration, which HTML does not take
			b = b[at:]
		}
		h.Pictures = append(h.Pictures, template.HTML(b)) // gonum's SVG escapes its texts
	}
	h.Official = h.Report.Find("bridgehop") != nil && h.Report.Task != "hover" // whose own rows are ours: see score.Report
	h.Confusion = newConfusionGrid(h.Report.Confusion())
	var b bytes.Buffer
	if err := pageTemplate.Execute(&b, h); err != nil {
		return fmt.Errorf("html report: %w", err)
	}
	if err := os.WriteFile(name, b.Bytes(), 0o644); err != nil {
		return fmt.Errorf("html report: %w", err)
	}
	return nil
}

// pictures writes what --pictures and --html ask for.
func (e *evaluation) pictures(r *score.Report, d *score.Comparison) error {
	dir, page := e.c.String("pictures"), e.c.String("html")
	if dir == "" && page == "" {
		return nil
	}
	charts, preds := reportCharts(r), e.c.StringSlice("pred")
	if e.task.verdicts {
		known, err := readReliability(e.c.String("gold"), preds[len(preds)-1], e.options.Only)
		if err != nil {
			return err
		}
		if known != nil {
			charts = append(charts, known.chart())
		}
	}
	if dir != "" {
		if err := writeCharts(dir, charts); err != nil {
			return err
		}
	}
	if page == "" {
		return nil
	}
	h := &htmlReport{Version: Version, Gold: filepath.Base(e.c.String("gold")), Pred: filepath.Base(preds[0]), Report: r, Comparison: d}
	if d != nil {
		h.Other = filepath.Base(e.c.String("compare"))
	}
	return h.writeHTML(page, charts)
}
