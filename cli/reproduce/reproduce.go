// Package reproduce is the command reproduce: the tables of papers, run on the data sets that are there.
package reproduce

import (
	"cmp"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"github.com/bridgehop/bridgehop/cli/internal/console"
	"github.com/bridgehop/bridgehop/graph/stores"
	"github.com/bridgehop/bridgehop/verify/onnx"
)

//go:embed tables.json
var tablesJSON []byte

// plan is what tables.json holds.
type plan struct {
	Corpora []corpus
	Sets    []questions
	Tables  []table
}

// corpus is a set of files that tables are run on.
type corpus struct {
	Name  string
	Files []string
	About string
	Links bool // the files have hyperlinks; else mentions of titles stand in for them
}

// questions are a claim file with the corpus that they are asked of.
type questions struct{ Name, Claims, Corpus string }

// table is a table of a paper that can be run. Rows that say nothing else have its corpus and its reason not to compare.
type table struct {
	Name, Title, About string
	Needs              []string // files of the data folder, beside those of Corpora
	Corpora            []string
	Model              bool // a model is run
	Timed              bool // its figures are times, which differ from run to run: run by name only
	Corpus, Why        string
	Paper              map[string]string // the paper's figures, by our names
}

// rows make the figures of the tables.
var rows = map[string]func(context.Context, *run) ([]Row, error){
	"hover-counts": hoverCounts, "hover-retrieval": hoverRetrieval, "hover-documents": hoverDocuments, "hover-sentences": hoverSentences,
	"hover-verdict": hoverVerdict, "hover-claim-only": hoverClaimOnly,
	"fever-scorer": feverScorer, "fever-oracle": feverOracle, "fever-documents": feverDocuments,
	"feverous-retrieval": feverousRetrieval, "feverous-verdict": feverousVerdict,
	"hotpotqa-retrieval": hotpotRetrieval, "hotpotqa-facts": hotpotFacts, "hotpotqa-oracle": hotpotOracle,
	"walk-gain": walkGain, "published-retrieval": publishedRetrieval, "ablations": ablationRows, "beam": beamRates,
}

// Row is a figure beside the paper's.
type Row struct {
	Figure     string `json:"figure"`
	Paper      string `json:"paper"` // empty where the paper has none
	Ours       string `json:"ours"`
	Corpus     string `json:"corpus"`
	Comparable bool   `json:"comparable"`
	Why        string `json:"why,omitempty"` // not, or with what reservation
}

// Table is what reproduce --json prints of a table.
type Table struct {
	Name  string `json:"name"`
	Title string `json:"title"`
	Rows  []Row  `json:"rows"`
	Left  string `json:"left_out,omitempty"` // why the table was not run
}

// options are the flags of reproduce.
type options struct {
	list                 bool
	data, work, pictures string
	model                console.Model
}

// Command is the command reproduce.
func Command() *urfave.Command {
	o := &options{}
	return console.Command("reproduce", &urfave.Command{
		Flags: console.Flags(
			&urfave.BoolFlag{Name: "list", Usage: "list the tables", Destination: &o.list},
			&urfave.StringFlag{Name: "data", Usage: "`FOLDER` of the data sets (default: $BRIDGEHOP_DATA, else ../shared/data)", Destination: &o.data},
			&urfave.StringFlag{Name: "work", Usage: "`FOLDER` that keeps the stores (default: reproduce in the user's cache)", Destination: &o.work},
			&urfave.StringFlag{Name: "pictures", Usage: "draw the pictures of the tables into `FOLDER`, as SVG and PNG", Destination: &o.pictures},
			o.model.DirFlag(), o.model.DeviceFlag()),
		Action: console.Action(o.run),
	})
}

func (o *options) run(ctx context.Context, c *console.Console) error {
	if len(c.Args) > 1 {
		return console.Usagef("reproduce takes one NAME, got %d", len(c.Args))
	}
	var p plan
	if err := json.Unmarshal(tablesJSON, &p); err != nil {
		return fmt.Errorf("reproduce: tables.json: %w", err)
	}
	if o.list {
		return listTables(c, p.Tables)
	}
	chosen := slices.Clone(p.Tables)
	if len(c.Args) > 0 {
		chosen = slices.DeleteFunc(chosen, func(t table) bool { return t.Name != c.Args[0] })
		if len(chosen) == 0 {
			return console.Usagef("no table %q; bridgehop reproduce --list names them", c.Args[0])
		}
	} else {
		chosen = slices.DeleteFunc(chosen, func(t table) bool { return t.Timed })
	}
	if err := o.folders(); err != nil {
		return err
	}
	if !c.JSON && len(c.Args) == 0 {
		(&console.Text{W: c.Out}).Printf(resultsHead, c.Version, o.model.Name())
	}
	r := &run{Console: c, options: o, plan: p, wikis: map[string]*wiki{}, done: map[string]*answers{}}
	for _, t := range chosen {
		if err := r.table(ctx, t); err != nil {
			return errors.Join(fmt.Errorf("reproduce %s: %w", t.Name, err), r.Close())
		}
	}
	return r.Close()
}

func listTables(c *console.Console, tables []table) error {
	for _, t := range tables {
		err := c.Print(map[string]string{"name": t.Name, "title": t.Title}, func(out *console.Text) { out.Printf("%-22s %s\n", t.Name, t.Title) })
		if err != nil {
			return err
		}
	}
	return nil
}

// folders finds the folders of the data and of the stores.
func (o *options) folders() error {
	o.data = cmp.Or(o.data, os.Getenv("BRIDGEHOP_DATA"), filepath.Join("..", "shared", "data"))
	if _, err := os.Stat(o.data); err != nil {
		return console.WithHint(fmt.Errorf("reproduce: the data sets: %w", err), "name their folder with --data or $BRIDGEHOP_DATA")
	}
	if o.work == "" {
		cache, err := stores.Cache()
		if err != nil {
			return err
		}
		o.work = filepath.Join(cache, "reproduce")
	}
	work, err := filepath.Abs(o.work)
	if err == nil {
		o.work, err = work, os.MkdirAll(work, 0o755)
	}
	if err != nil {
		return fmt.Errorf("reproduce: %w", err)
	}
	return nil
}

// table runs one table and prints it. What is missing leaves the table out, with a line that says so.
func (r *run) table(ctx context.Context, t table) error {
	out := Table{Name: t.Name, Title: t.Title, Left: r.missing(t)}
	if out.Left == "" {
		r.Warn("reproduce: %s", t.Name)
		r.paper = t.Paper
		made, err := rows[t.Name](ctx, r)
		if err != nil {
			return err
		}
		for _, row := range made {
			row.Paper = cmp.Or(row.Paper, t.Paper[row.Figure])
			row.Corpus, row.Why = cmp.Or(row.Corpus, t.Corpus), cmp.Or(row.Why, t.Why)
			out.Rows = append(out.Rows, row)
		}
	}
	return r.Print(out, func(w *console.Text) { t.print(w, out) })
}

// missing says what a table needs and isn't there.
func (r *run) missing(t table) string {
	needs := slices.Clone(t.Needs)
	for _, name := range t.Corpora {
		needs = append(needs, r.corpus(name).Files...)
	}
	for _, name := range needs {
		if _, err := os.Stat(r.path(name)); errors.Is(err, os.ErrNotExist) {
			return name + " is not in the data folder"
		}
	}
	if t.Model {
		if _, err := onnx.FindLibrary(); err != nil {
			return "no ONNX Runtime: `bridgehop setup` fetches it"
		}
	}
	return ""
}

// resultsHead begins docs/results/papers.md; it takes the version and the model.
const resultsHead = `# The papers' tables, here

Printed by ` + "`bridgehop reproduce > docs/results/papers.md`" + ` (version %s, model %s); each table alone by
the command under its title. $BRIDGEHOP_DATA names the data sets. Intervals are 95 %%, bootstrap over claims, seed 0.
Our figures are on the shared part of the data, over the corpora that can be had: where these are not the paper's, the
two columns may not be compared, and the line says why; what several lines say stands under the table, by number. What
each part of the planner is worth, in recall and in milliseconds, stands at the end (` + "`bridgehop reproduce ablations`" + `).
`

// print writes the table as Markdown.
func (t *table) print(out *console.Text, made Table) {
	out.Printf("\n## %s\n\n%s\n\n    bridgehop reproduce %s\n\n", t.Title, t.About, t.Name)
	if made.Left != "" {
		out.Printf("Left out: %s.\n", made.Left)
		return
	}
	out.Printf("| | paper | ours | corpus | comparable |\n|---|---|---|---|---|\n")
	notes := notesOf(made.Rows)
	for _, row := range made.Rows {
		comparable := "no"
		if row.Comparable {
			comparable = "yes"
		}
		if row.Why != "" {
			comparable += ": " + notes.short(row.Why)
		}
		cells := []string{row.Figure, cmp.Or(row.Paper, "-"), row.Ours, notes.short(row.Corpus), comparable}
		for i := range cells {
			cells[i] = strings.ReplaceAll(cells[i], "|", "\\|")
		}
		out.Printf("| %s |\n", strings.Join(cells, " | "))
	}
	for i, text := range notes {
		out.Printf("\n[%d] %s\n", i+1, text)
	}
}

// tableNotes are what several rows of a table say in their last columns, told once under it.
type tableNotes []string

func notesOf(rows []Row) (n tableNotes) {
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
