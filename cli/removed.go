package cli

import "github.com/bridgehop/bridgehop/cli/internal/console"

// removed maps commands, and flags of commands, that earlier versions had to what stands in for them.
var removed = map[string]string{
	"reproduce":              "docs/results/papers.md has the papers' figures with the `hop`, `verify` and `eval` commands that give them",
	"hop --scorer":           lexicalOnly,
	"hop --scorer-weight":    lexicalOnly,
	"hop --rescore":          lexicalOnly,
	"hop --model":            "hop runs no model; give --model to `bridgehop verify`",
	"hop --device":           "hop runs no model; give --device to `bridgehop verify`",
	"verify --scorer":        lexicalOnly,
	"verify --scorer-weight": lexicalOnly,
	"verify --rescore":       lexicalOnly,
}

const lexicalOnly = "leave it out: chains are scored by their words and links"

// removedError is the usage error for a command or flag that earlier versions had; nil for any other name.
func removedError(name, shown string) error {
	use, ok := removed[name]
	if !ok {
		return nil
	}
	return console.WithCode(console.Usagef("%s is gone", shown), console.ExitUsage, use)
}
