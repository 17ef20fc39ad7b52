package cli

import (
	"maps"
	"slices"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"github.com/bridgehop/bridgehop/cli/internal/console"
	"github.com/bridgehop/bridgehop/cli/internal/record"
	"github.com/bridgehop/bridgehop/cli/score"
	"github.com/bridgehop/bridgehop/verify/label"
)

// completionFlag is the flag with which a shell's completion script asks for completions. It must be the last argument.
const completionFlag = "--generate-bash-completion"

// flagsFirst moves a command's flags before its arguments, since urfave silently takes what follows the first
// argument for more arguments. What stands after "--" is left as it is, and so is "-". Where help is asked for, what
// else stands there is left out. It also gives the words that name the command, none for one that is not there.
func flagsFirst(app *urfave.App, args []string) (ordered, command []string, err error) {
	switch {
	case len(args) == 0 || args[len(args)-1] == completionFlag:
		return args, nil, nil
	case args[0] == "--version" || args[0] == "-v":
		args = append([]string{"version"}, args[1:]...)
	}
	s := &sorter{command: &urfave.Command{Subcommands: app.Commands}}
	if s.named = args[0] == helpWord || isHelpFlag(args[0]); s.named {
		s.help, args = true, args[1:]
	}
	err = s.sort(args)
	return s.ordered(), s.path, err
}

// valuesToComplete returns the values of the flag that a line to complete ends with, one a line; empty if the flag has
// none of its own.
func valuesToComplete(args []string) string {
	if len(args) < 2 || args[len(args)-1] != completionFlag {
		return ""
	}
	flag, isFlag := strings.CutPrefix(args[len(args)-2], "--")
	if !isFlag {
		return ""
	}
	return strings.Join(map[string][]string{
		"format": formatNames(), "planner": {record.Walk, record.TFIDF}, "model": {"base"},
		"device": {"auto", "cpu", "cuda"},
		"labels": {label.HoVer.String(), label.FEVER.String(), label.FEVEROUS.String()}, "task": score.Tasks(),
		"to": append(slices.Clone(pageFormats), "jsonl"),
	}[flag], "\n")
}

// sorter parts the flags of a command line from its arguments.
type sorter struct {
	command     *urfave.Command
	path        []string // the command's name, and its sub-command's
	flags, rest []string
	help        bool // is asked for
	named       bool // words name a command, and are no arguments: after help
}

func (s *sorter) ordered() []string {
	if s.help {
		return append(slices.Clone(s.path), "--"+helpWord)
	}
	return slices.Concat(s.path, s.flags, []string{"--"}, s.rest)
}

func (s *sorter) sort(args []string) error {
	takesValue := valueFlags(s.command)
	for i := 0; i < len(args); i++ {
		a := args[i]
		switch {
		case a == "--":
			s.rest = append(s.rest, args[i+1:]...)
			return nil
		case a == "-" || !strings.HasPrefix(a, "-"):
			if sub := commandOf(s.command.Subcommands, a); sub != nil && len(s.rest) == 0 {
				s.command, s.path, takesValue = sub, append(s.path, sub.Name), valueFlags(sub)
				continue
			}
			if len(s.rest) == 0 && s.command.ArgsUsage == "" && len(s.command.Subcommands) > 0 || s.named {
				return unknownCommand(strings.Join(append(s.path, a), " "), s.command.Subcommands)
			}
			s.rest = append(s.rest, a)
		case isHelpFlag(a):
			s.help = true
		default:
			s.flags = append(s.flags, a)
			name, value, hasValue := strings.Cut(strings.TrimLeft(a, "-"), "=")
			if takesValue[name] && !hasValue {
				if i+1 == len(args) {
					return console.Usagef("flag needs an argument: %s", a)
				}
				i++
				value = args[i]
				s.flags = append(s.flags, value)
			}
			for _, gone := range []string{"--" + name, "--" + name + " " + value} {
				if err := removedError(strings.Join(append(s.path, gone), " "), gone); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// valueFlags returns the names of the flags of a command, and of its sub-commands, that are followed by a value.
func valueFlags(c *urfave.Command) map[string]bool {
	names := map[string]bool{}
	for _, sub := range c.Subcommands {
		maps.Copy(names, valueFlags(sub))
	}
	for _, f := range c.Flags {
		if _, ok := f.(*urfave.BoolFlag); ok {
			continue
		}
		for _, n := range f.Names() {
			names[n] = true
		}
	}
	return names
}

// helpWord begins a command line that asks for help: bridgehop help verify is bridgehop verify --help.
const helpWord = "help"

// isHelpFlag reports whether a flag asks for help.
func isHelpFlag(arg string) bool {
	name := strings.TrimLeft(arg, "-")
	return strings.HasPrefix(arg, "-") && (name == helpWord || name == "h")
}

// commandOf returns the command with this name, or nil.
func commandOf(commands []*urfave.Command, name string) *urfave.Command {
	for _, c := range commands {
		if c.HasName(name) {
			return c
		}
	}
	return nil
}

// unknownCommand returns the error for a name that none of the commands has.
func unknownCommand(name string, commands []*urfave.Command) error {
	if err := removedError(name, name); err != nil {
		return err
	}
	var names []string
	for _, c := range commands {
		names = append(names, c.Name)
	}
	words := strings.Fields(name)
	last := len(words) - 1
	hint := "`" + strings.Join(append([]string{"bridgehop help"}, words[:last]...), " ") + "` lists the commands"
	return console.WithCode(console.Usagef("unknown command %q%s", name, console.DidYouMean(words[last], names)),
		console.ExitUsage, hint)
}

// removed maps commands, and flags of commands, that earlier versions had to what stands in for them.
var removed = map[string]string{
	"demo --all": "`bridgehop demo --store STORE` keeps the wiki, and `verify --claims` and `eval` answer and score " +
		"testdata/wiki/claims.jsonl",
	"model check --pairs": "`bridgehop verify --json --pairs FILE --out LABELS` says how many seconds the pairs of " +
		"FILE took",
	"man":         "`bridgehop help COMMAND` and docs/cli.md have the commands and flags",
	"eval --unit": "leave it out: ranks of MuSiQue are compared by passage, all others by title",
	"eval --only": "give --gold and --pred with these claims alone: `grep -F -f IDS` takes them from JSON " +
		"lines",
	"neo4j up --gds": "add NEO4J_PLUGINS=[\"graph-data-science\"] to the neo4j.env of compose.yaml, and start " +
		"it with `docker compose up -d`",
	"eval --confusion": "`bridgehop eval --json` has the matrix: bridgehop.confusion, by gold label and within it " +
		"by predicted label",

	"reproduce": "docs/results/papers.md has the papers' figures with the `hop`, `verify` and `eval` " +
		"commands that give them",
	"tokenize":               "`bridgehop model tokens --model DIR FILE` prints the same lines",
	"hop --scorer":           lexicalOnly,
	"hop --scorer-weight":    lexicalOnly,
	"hop --rescore":          lexicalOnly,
	"hop --model":            "hop runs no model; give --model to `bridgehop verify`",
	"hop --device":           "hop runs no model; give --device to `bridgehop verify`",
	"verify --scorer":        lexicalOnly,
	"verify --scorer-weight": lexicalOnly,
	"verify --rescore":       lexicalOnly,
	"load --format tsv": "write the pages as JSON lines, or as a table with a header for `bridgehop load --map`; " +
		"docs/howto.md does it with awk",
	"export --to dot": "`bridgehop export --to graphml` writes the same graph; `bridgehop hop --dot FILE` draws a " +
		"claim's chain",
	"serve --public-url": "a proxy with TLS sends the token for browsers; docs/howto.md has its configuration",
	"serve --study":      "`bridgehop shapes report --out FOLDER` writes a page with the tables",
	"setup --base": "the larger model, nli-base, is the shipped one now: run `bridgehop setup`, and `bridgehop " +
		"verify` without --model",
	"shapes trial": "`bridgehop hop --claims FILE --out HOPS` with `bridgehop eval --task retrieval --pred HOPS --by " +
		"shape` measures recall by shape; the store is no longer perturbed",
	"shapes --pred": "`bridgehop eval --task retrieval --gold FILE --pred HOPS --by shape` scores the pages that " +
		"`hop --out` found; " +
		"`bridgehop shapes report` compares the graphs that the planner finds",
	"shapes risk": "`bridgehop eval --task labels --by shape` has the share of right verdicts and their " +
		"calibration error",
	"eval --html":     evalFigures,
	"eval --pictures": evalFigures,
	"eval --errors":   evalStages,
	"eval --hops":     evalStages,
	"shapes --draw":   "`bridgehop hop --svg FILE` draws the best chain of a claim",
	"shapes --pictures": "`bridgehop shapes --json` prints the figures, as figures.jsonl of `shapes report` " +
		"has them",
	"shapes generate --words":  "leave it out: 8 words of each sentence are kept, as HoVer's claims have",
	"shapes generate --graphs": "`bridgehop shapes --claims QUERIES --out FILE` writes the graphs of the queries",
	"shapes --html":            "`bridgehop shapes report --set NAME=CLAIMS,STORE --out FOLDER` writes the page",
	"shapes --judged":          "`bridgehop shapes report --judged FILE` compares gold shapes with judgements",
	"shapes report --times":    "`bridgehop hop --claims FILE --out HOPS --json` prints the seconds that a run took",
}

const evalFigures = "`bridgehop eval --full` prints all figures, and --json has them with their intervals; " +
	"`bridgehop hop` and `verify` keep --html"

const evalStages = "`bridgehop eval --task retrieval --pred HOPS` scores the pages that `hop --out` found; `--by` " +
	"breaks this and the score of the verdicts down"

const lexicalOnly = "leave it out: chains are scored by their words and links"

// removedError returns the usage error for a command or flag that earlier versions had; nil for any other name.
func removedError(name, shown string) error {
	use, ok := removed[name]
	if !ok {
		return nil
	}
	return console.WithCode(console.Usagef("%s is gone", shown), console.ExitUsage, use)
}
