package cli

import (
	"errors"
	"time"

	urfave "github.com/urfave/cli/v2"
)

// indexRecord is what index prints with --json.
type indexRecord struct {
	Pages   int64   `json:"pages"`
	Seconds float64 `json:"seconds"`
}

func indexCommand() *urfave.Command {
	return &urfave.Command{
		Name:  "index",
		Usage: "make the text index anew from the store",
		Description: examples("The index finds the pages a claim is about. It stands in the store's folder, and for a store on a server in the\nuser's cache, so that a machine that hasn't loaded the wiki itself makes one with this command. One that is damaged is made\nanew, too.",
			"bridgehop index",
			"bridgehop index --store neo4j://neo4j@127.0.0.1:7687/neo4j",
			"bridgehop index --quiet --store wiki.bridgehop"),
		Flags: storeFlags(),
		Action: func(c *urfave.Context) (err error) {
			if err := noArgs(c); err != nil {
				return err
			}
			store, err := openWriter(c, true)
			if err != nil {
				return err
			}
			defer func() { err = errors.Join(err, store.Close()) }()
			if err := store.Readable(c.Context); err != nil {
				return err
			}
			begun := time.Now()
			if err := index(c, store, true); err != nil || !c.Bool("json") {
				return err
			}
			stats, err := store.Stats(c.Context)
			if err != nil {
				return err
			}
			return printJSON(c.App.Writer, indexRecord{stats.Pages, round3(time.Since(begun).Seconds())})
		},
	}
}
