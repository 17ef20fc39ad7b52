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
	"shapes trial": "`bridgehop hop --claims FILE --out HOPS` with `bridgehop shapes --claims FILE --pred HOPS` " +
		"measures recall by shape; the store is no longer perturbed",
	"shapes risk": "`bridgehop eval --task labels --by shape --html FILE` draws how reliable verdicts are; `bridgehop verify " +
		"--explain` shows shortcuts",
	"shapes --draw":         "`bridgehop shapes report` draws examples of each shape; `bridgehop hop --svg FILE` draws a claim's",
	"shapes --html":         "`bridgehop shapes report --set NAME=CLAIMS,STORE --out FOLDER` writes the page",
	"shapes --judged":       "`go test ./cli/study -run Agreement -v` compares the judged claims",
	"shapes report --times": "`bridgehop hop --claims FILE --out HOPS --json` prints the seconds that a run took",
}

const lexicalOnly = "leave it out: chains are scored by their words and links"

// removedError returns the usage error for a command or flag that earlier versions had; nil for any other name.
func removedError(name, shown string) error {
	use, ok := removed[name]
	if !ok {
		return nil
	}
	return console.WithCode(console.Usagef("%s is gone", shown), console.ExitUsage, use)
}
