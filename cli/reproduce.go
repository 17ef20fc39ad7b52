package cli

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"github.com/bridgehop/bridgehop/internal/stores"
	"github.com/bridgehop/bridgehop/verify/onnx"
)

func reproduceCommand() *urfave.Command {
	return &urfave.Command{
		Name:      "reproduce",
		Usage:     "a paper's table on the data that is there",
		ArgsUsage: "[NAME]",
		Description: examples("Runs the tables of the HoVer, FEVER, FEVEROUS and HotpotQA papers on the data sets of --data and prints, line by\nline, the paper's figure, ours, on what corpus, and whether the two may be compared, else why not. Stores are made\nin --work as they are needed, and kept. Without NAME all tables run but the one of times;\ndocs/results/papers.md is what that prints.",
			"bridgehop reproduce --list",
			"bridgehop reproduce hover-retrieval",
			"bridgehop reproduce > docs/results/papers.md"),
		Flags: append([]urfave.Flag{
			&urfave.BoolFlag{Name: "list", Usage: "list the tables"},
			&urfave.StringFlag{Name: "data", Usage: "`FOLDER` of the data sets (default: $BRIDGEHOP_DATA, else ../shared/data)"},
			&urfave.StringFlag{Name: "work", Usage: "`FOLDER` the stores are kept in (default: reproduce in the user's cache)"},
			&urfave.StringFlag{Name: "pictures", Usage: "draw what has a picture into `FOLDER`, as SVG and PNG"},
			modelFlag(), deviceFlag(),
		}, outputFlags()...),
		Action: reproduce,
	}
}

// paperTable is a table of a paper that can be run.
type paperTable struct {
	name  string
	title string // paper and table
	about string
	needs []string // files of the data folder
	model bool     // a model is run
	timed bool     // its figures are times, which differ from run to run: run by name only
	rows  func(*reproduction) ([]paperRow, error)
}

// paperRow is a figure beside the paper's.
type paperRow struct {
	Figure     string `json:"figure"`
	Paper      string `json:"paper"` // empty where the paper has none
	Ours       string `json:"ours"`
	Corpus     string `json:"corpus"`
	Comparable bool   `json:"comparable"`
	Why        string `json:"why,omitempty"` // not, or with what reservation
}

// paperRecord is what reproduce --json prints of a table.
type paperRecord struct {
	Name  string     `json:"name"`
	Title string     `json:"title"`
	Rows  []paperRow `json:"rows"`
	Left  string     `json:"left_out,omitempty"` // why the table was not run
}

// paperTables are all tables, in the order they are printed.
func paperTables() []paperTable {
	var out []paperTable
	for _, tables := range [][]paperTable{hoverTables(), feverTables(), feverousTables(), hotpotTables(), publishedTables(), ablationTables(), beamTables()} {
		out = append(out, tables...)
	}
	return out
}

// reproduction is a run of reproduce.
type reproduction struct {
	c    *urfave.Context
	data string
	work string
	done map[string]*retrieval // answers of this run
}

func reproduce(c *urfave.Context) error {
	if c.NArg() > 1 {
		return usagef("reproduce takes one NAME, got %d", c.NArg())
	}
	tables := paperTables()
	if c.Bool("list") {
		return listTables(c, tables)
	}
	if name := c.Args().First(); name != "" {
		if tables = pickTable(tables, name); tables == nil {
			return usagef("no table %q; bridgehop reproduce --list names them", name)
		}
	}
	r, err := newReproduction(c)
	if err != nil {
		return err
	}
	if !c.Bool("json") && c.NArg() == 0 {
		(&show{w: c.App.Writer}).f("%s", resultsHead(modelName(c)))
	}
	for _, t := range tables {
		if t.timed && c.NArg() == 0 {
			continue
		}
		if err := r.table(t); err != nil {
			return fmt.Errorf("reproduce %s: %w", t.name, err)
		}
	}
	return nil
}

func pickTable(all []paperTable, name string) []paperTable {
	for _, t := range all {
		if t.name == name {
			return []paperTable{t}
		}
	}
	return nil
}

func listTables(c *urfave.Context, tables []paperTable) error {
	out := &show{w: c.App.Writer}
	for _, t := range tables {
		if !c.Bool("json") {
			out.f("%-22s %s\n", t.name, t.title)
		} else if err := printJSON(out.w, map[string]string{"name": t.name, "title": t.title}); err != nil {
			return err
		}
	}
	return out.err
}

func newReproduction(c *urfave.Context) (*reproduction, error) {
	r := &reproduction{c: c, data: c.String("data"), work: c.String("work"), done: map[string]*retrieval{}}
	if r.data == "" {
		r.data = os.Getenv("BRIDGEHOP_DATA")
	}
	if r.data == "" {
		r.data = filepath.Join("..", "shared", "data")
	}
	if _, err := os.Stat(r.data); err != nil {
		return nil, withHint(fmt.Errorf("reproduce: the data sets: %w", err), "--data or $BRIDGEHOP_DATA names their folder")
	}
	if r.work == "" {
		cache, err := stores.Cache()
		if err != nil {
			return nil, err
		}
		r.work = filepath.Join(cache, "reproduce")
	}
	work, err := filepath.Abs(r.work)
	if err == nil {
		r.work, err = work, os.MkdirAll(work, 0o755)
	}
	if err != nil {
		return nil, fmt.Errorf("reproduce: %w", err)
	}
	return r, nil
}

// table runs one table and prints it. What is missing leaves the table out, with a line that says so.
func (r *reproduction) table(t paperTable) error {
	record := paperRecord{Name: t.name, Title: t.title}
	if record.Left = r.missing(t); record.Left == "" {
		warn(r.c, "reproduce: %s", t.name)
		rows, err := t.rows(r)
		if err != nil {
			return err
		}
		record.Rows = rows
	}
	if r.c.Bool("json") {
		return printJSON(r.c.App.Writer, record)
	}
	return printPaperTable(r.c, t, record)
}

func (r *reproduction) missing(t paperTable) string {
	for _, name := range t.needs {
		if _, err := os.Stat(r.path(name)); errors.Is(err, os.ErrNotExist) {
			return name + " is not in the data folder"
		}
	}
	if t.model {
		if _, err := onnx.FindLibrary(); err != nil {
			return "no ONNX Runtime: `bridgehop setup` fetches it"
		}
	}
	return ""
}

// path is that of a data file; an absolute one is a file of the work folder.
func (r *reproduction) path(name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(r.data, filepath.FromSlash(name))
}

func resultsHead(model string) string {
	return "# The papers' tables, here\n\nPrinted by `bridgehop reproduce > docs/results/papers.md` (version " + Version + ", model " + model + `); each table alone by
the command under its title. $BRIDGEHOP_DATA names the data sets. Intervals are 95 %, bootstrap over claims, seed 0.
Our figures are on the shared part of the data, over the corpora that can be had: where these are not the paper's, the
two columns may not be compared, and the line says why; what several lines say stands under the table, by number. What
each part of the planner is worth, in recall and in milliseconds, stands at the end (` + "`bridgehop reproduce ablations`" + `).
`
}

func printPaperTable(c *urfave.Context, t paperTable, record paperRecord) error {
	out := &show{w: c.App.Writer}
	out.f("\n## %s\n\n%s\n\n    bridgehop reproduce %s\n\n", t.title, t.about, t.name)
	if record.Left != "" {
		out.f("Left out: %s.\n", record.Left)
		return out.err
	}
	out.f("| | paper | ours | corpus | comparable |\n|---|---|---|---|---|\n")
	notes := notesOf(record.Rows)
	for _, row := range record.Rows {
		comparable := "no"
		if row.Comparable {
			comparable = "yes"
		}
		if row.Why != "" {
			comparable += ": " + notes.short(row.Why)
		}
		if row.Paper == "" {
			row.Paper = "-"
		}
		cell := func(s string) string { return strings.ReplaceAll(s, "|", "\\|") }
		out.f("| %s | %s | %s | %s | %s |\n", cell(row.Figure), cell(row.Paper), cell(row.Ours), cell(notes.short(row.Corpus)), cell(comparable))
	}
	for i, text := range notes {
		out.f("\n[%d] %s\n", i+1, text)
	}
	return out.err
}

// tableNotes are what several rows of a table say in their last columns, told once under it.
type tableNotes []string

func notesOf(rows []paperRow) (n tableNotes) {
	times := map[string]int{"": 2}
	for _, row := range rows {
		for _, text := range []string{row.Corpus, row.Why} {
			if times[text]++; times[text] == 2 {
				n = append(n, text)
			}
		}
	}
	return n
}

// short is the number of the note that says text, or text where none does.
func (n tableNotes) short(text string) string {
	if i := slices.Index(n, text); i >= 0 {
		return fmt.Sprintf("[%d]", i+1)
	}
	return text
}
