package cli

import (
	"slices"
	"strconv"
	"strings"

	"github.com/bridgehop/bridgehop/internal/score"
)

// reportCharts are the pictures a report has the figures for.
func reportCharts(r *score.Report) []chart {
	own := r.Find("bridgehop")
	if own == nil {
		own = &r.Section
	}
	var out []chart
	if c, ok := recallChart(own); ok {
		out = append(out, c)
	}
	return append(out, groupCharts(own)...)
}

// recallChart draws r@k and all_gold@k against k, and all_gold@k by hops.
func recallChart(s *score.Section) (chart, bool) {
	c := chart{name: "recall", title: "Gold pages among the first k", x: "k", y: "share, with 95 % interval"}
	c.curves = []curve{cutoffs(s, "r@", "recall@k"), cutoffs(s, "all_gold@", "all gold@k")}
	if hops := s.Find("hops"); hops != nil {
		for i := range hops.Sections {
			c.curves = append(c.curves, cutoffs(&hops.Sections[i], "all_gold@", "all gold@k, "+hops.Sections[i].Name+" hops"))
		}
	}
	c.curves = slices.DeleteFunc(c.curves, func(k curve) bool { return len(k.points) == 0 })
	return c, len(c.curves) > 0
}

// cutoffs are the figures of a name at every k.
func cutoffs(s *score.Section, prefix, name string) curve {
	out := curve{name: name}
	for _, row := range s.Rows {
		if k, err := strconv.Atoi(strings.TrimPrefix(row.Name, prefix)); err == nil && strings.HasPrefix(row.Name, prefix) {
			out.points = append(out.points, chartPoint{float64(k), row.Value, row.Low, row.High})
		}
	}
	return out
}

// groupCharts draw the main figures of each breakdown, with intervals.
func groupCharts(s *score.Section) []chart {
	var out []chart
	for _, by := range score.Breakdowns() {
		group := s.Find(by)
		if group == nil || len(group.Sections) < 2 || len(group.Sections) > 12 {
			continue
		}
		c := chart{name: "by-" + by, title: "By " + by, x: by, y: "share, with 95 % interval"}
		for _, g := range group.Sections {
			c.names = append(c.names, g.Name)
		}
		for _, name := range []string{"label_accuracy", "accuracy", "fever_score", "feverous_score", "hover_score", "all_gold@5", "page_f1", "sp_f1", "joint_f1"} {
			k := curve{name: name}
			for i := range group.Sections {
				if row, ok := group.Sections[i].Row(name); ok {
					k.points = append(k.points, chartPoint{float64(i), row.Value, row.Low, row.High})
				}
			}
			if len(k.points) > 0 {
				c.curves = append(c.curves, k)
			}
		}
		if len(c.curves) > 0 {
			out = append(out, c)
		}
	}
	return out
}
