package cli

import (
	"fmt"
	"path/filepath"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"github.com/bridgehop/bridgehop/internal/study"
)

func shapesReportCommand() *urfave.Command {
	return &urfave.Command{
		Name:  "report",
		Usage: "the whole study of chain against star, over several sets of claims",
		Description: examples("For each set: gold graphs; with a store, what the planner finds against them, by shape, kind of edge and place of the\npage, and what an oracle of the shape gains; stars against paths matched on length, label, named pages and overlap;\nfamilies as they grow. Claims with one gold page, or with one that the store lacks, are not looked for. Writes\nfigures.jsonl, a CSV for each table, pictures, report.md and report.html, the same bytes for the same stores and seed.",
			"bridgehop shapes report --set 'wiki=claims.jsonl,wiki.bridgehop' --out study",
			"bridgehop shapes report --set hover=hover_dev.json --set 'musique=dev.jsonl,musique.bridgehop' --seed 1 --out study",
			"bridgehop shapes report --set 'feverous=dev.json,wiki.bridgehop' --verdicts --times times.json --out study"),
		Flags: append([]urfave.Flag{
			&urfave.StringSliceFlag{Name: "set", Usage: "`NAME=CLAIMS[,STORE]`: a file of claims, and the store to look in; may be given again"},
			&urfave.StringFlag{Name: "out", Usage: "write the report into `FOLDER`"},
			&urfave.BoolFlag{Name: "verdicts", Usage: "judge claims with labels, too: by what was found, and by the claim alone"},
			&urfave.StringFlag{Name: "times", Usage: "write the milliseconds a claim took to `FILE`; they are in no other file, since they differ from run to run"},
			&urfave.Uint64Flag{Name: "seed", Usage: "draw the intervals' bootstrap samples from this `SEED`"},
			&urfave.StringFlag{Name: "store", Hidden: true}, // of the set at hand
			modelFlag(), deviceFlag(),
		}, outputFlags()...),
		Action: shapesReport,
	}
}

// studySet is one --set.
type studySet struct{ name, claims, store string }

func parseSet(s string) (studySet, error) {
	name, rest, ok := strings.Cut(s, "=")
	file, store, _ := strings.Cut(rest, ",")
	if !ok || name == "" || file == "" || strings.ContainsAny(name, `/\ `) {
		return studySet{}, usagef("--set %s: want NAME=CLAIMS or NAME=CLAIMS,STORE", s)
	}
	return studySet{name, file, store}, nil
}

func shapesReport(c *urfave.Context) error {
	if err := noArgs(c); err != nil {
		return err
	}
	if len(c.StringSlice("set")) == 0 || c.String("out") == "" {
		return usagef("shapes report needs --set NAME=CLAIMS[,STORE] and --out FOLDER")
	}
	var sets []studySet
	for _, s := range c.StringSlice("set") {
		set, err := parseSet(s)
		if err != nil {
			return err
		}
		sets = append(sets, set)
	}
	whole := &study.Report{Title: "Chain against star"}
	times := &study.Report{Title: "Times"}
	for _, set := range sets {
		warn(c, "shapes report: %s", set.name)
		r := &researcher{c: c, set: set, seed: c.Uint64("seed"), report: &study.Report{}, times: times}
		if err := r.run(); err != nil {
			return fmt.Errorf("set %s: %w", set.name, err)
		}
		whole.Join(set.name, r.report)
	}
	return saveStudy(c, whole, times)
}

// saveStudy writes the report's files and the times, and prints where they are.
func saveStudy(c *urfave.Context, whole, times *study.Report) error {
	dir := c.String("out")
	if err := writeStudy(dir, whole); err != nil {
		return err
	}
	if err := writeMarkdownFile(filepath.Join(dir, "report.md"), whole); err != nil {
		return err
	}
	if err := writeStudyPage(filepath.Join(dir, "report.html"), whole); err != nil {
		return err
	}
	if name := c.String("times"); name != "" {
		if err := writeWhole(name, times.WriteJSON); err != nil {
			return err
		}
	}
	if c.Bool("json") {
		return whole.WriteJSON(c.App.Writer)
	}
	out := &show{w: c.App.Writer}
	for _, t := range whole.Tables {
		out.f("%s: %d figures\n", filepath.Join(dir, t.Name+".csv"), len(t.Rows))
	}
	out.f("%s\n", filepath.Join(dir, "report.html"))
	return out.err
}
