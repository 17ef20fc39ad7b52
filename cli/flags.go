package cli

import (
	"os"
	"strings"

	urfave "github.com/urfave/cli/v2"
)

// defaultStore is opened when neither --store nor $BRIDGEHOP_STORE names a store.
const defaultStore = "./wiki.bridgehop"

func storeFlag() urfave.Flag {
	return &urfave.StringFlag{Name: "store", Usage: "the store's `FOLDER`, or neo4j://user@host:7687/database (default: $BRIDGEHOP_STORE, else " + defaultStore + ")"}
}

func outputFlags() []urfave.Flag {
	return []urfave.Flag{
		&urfave.BoolFlag{Name: "json", Usage: "print JSON, one record a line; progress is JSON on standard error"},
		&urfave.BoolFlag{Name: "quiet", Aliases: []string{"q"}, Usage: "print no progress and no warnings"},
	}
}

// storeFlags are those of every command that reads or writes a store.
func storeFlags(more ...urfave.Flag) []urfave.Flag {
	return append(append([]urfave.Flag{storeFlag()}, more...), outputFlags()...)
}

func storePath(c *urfave.Context) string {
	if s := c.String("store"); s != "" {
		return s
	}
	if s := os.Getenv("BRIDGEHOP_STORE"); s != "" {
		return s
	}
	return defaultStore
}

// examples is the part of a command's help that shows it in use.
func examples(about string, lines ...string) string {
	return about + "\n\nExamples:\n   " + strings.Join(lines, "\n   ")
}
