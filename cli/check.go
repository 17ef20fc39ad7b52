package cli

import (
	"context"
	"errors"

	urfave "github.com/urfave/cli/v2"

	"github.com/bridgehop/bridgehop/cli/internal/console"
	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/check"
	"github.com/bridgehop/bridgehop/graph/neo4j"
	"github.com/bridgehop/bridgehop/graph/stores"
)

func checkCommand() *urfave.Command {
	o := &checkOptions{}
	return console.Command("check", &urfave.Command{
		Flags: o.store.Flags(
			&urfave.BoolFlag{Name: "read-data", Usage: "read every byte, follow every link and look every title up", Destination: &o.data},
			&urfave.BoolFlag{Name: "repair", Usage: "rebuild the text index and everything else that is derived from the pages, where " +
				"it is damaged", Destination: &o.repair}),
		Action: console.WithoutArgs(o.run),
	})
}

// checkOptions are the flags of check.
type checkOptions struct {
	store        console.Store
	data, repair bool
}

// checkRecord is the output of check --json.
type checkRecord struct {
	Store    string          `json:"store"`
	State    string          `json:"state"`
	ReadData bool            `json:"read_data"`
	Findings []check.Finding `json:"findings"`
	graph.Stats
	Digest string `json:"digest,omitempty"`
}

func (o *checkOptions) run(ctx context.Context, c *console.Console) error {
	var bar *console.Progress
	var what string
	r := &check.Run{Data: o.data || o.repair, Repair: o.repair, Progress: func(now string, done, total int64) {
		if now != what {
			bar.End()
			bar, what = c.Progress("check "+now, now), now
		}
		bar.At(done, total)
	}}
	err := stores.CheckAll(ctx, o.store.Path(), r)
	bar.End()
	if err != nil {
		return o.store.Error(err)
	}
	rec := checkRecord{Store: o.store.Path(), State: "sound", ReadData: r.Data, Findings: r.Findings, Stats: r.Stats, Digest: r.Digest}
	if rec.Findings == nil {
		rec.Findings = []check.Finding{}
	}
	switch {
	case !r.Sound():
		rec.State = "damaged"
	case len(r.Findings) > 0:
		rec.State = "repaired"
	}
	if err := c.Print(rec, rec.print); err != nil || r.Sound() {
		return err
	}
	return console.WithCode(errors.New("the store is damaged"), console.ExitStore, o.remedy())
}

func (r checkRecord) print(out *console.Text) {
	out.Printf("store             %s\n", r.Store)
	printCounts(out, r.Stats)
	if r.Digest != "" {
		out.Printf("digest            %s\n", r.Digest)
	}
	for _, f := range r.Findings {
		mark := "damaged"
		if f.Repaired {
			mark = "repaired"
		}
		out.Printf("%-9s %s: %s\n", mark, f.Part, f.What)
	}
	how := "files, sizes, versions and counts were compared; --read-data reads everything"
	if r.ReadData {
		how = "every byte was read, every link followed and every title looked up"
	}
	state := r.State
	if len(r.Findings) > 0 {
		state = "checked" // the findings say what is damaged and what was repaired
	}
	out.Printf("%-9s %s\n", state, how)
}

// remedy returns how to repair a damaged store.
func (o *checkOptions) remedy() string {
	switch {
	case o.repair && neo4j.IsAddress(o.store.Path()):
		return "`bridgehop neo4j drop --store " + o.store.Path() + "` deletes it; then load the wiki again"
	case o.repair:
		return "the pages themselves are damaged: load the wiki again into a new folder with `bridgehop load --store NEW PATH`"
	}
	return "`bridgehop check --repair --store " + o.store.Path() + "` repairs what can be repaired, and names what is lost"
}
