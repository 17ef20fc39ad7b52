package cli

import (
	"slices"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"github.com/bridgehop/bridgehop/cli/internal/console"
	"github.com/bridgehop/bridgehop/cli/internal/record"
	"github.com/bridgehop/bridgehop/cli/score"
	"github.com/bridgehop/bridgehop/loader"
	"github.com/bridgehop/bridgehop/verify/label"
)

// completionFlag is the flag with which a shell's completion script asks for completions. It must be the last argument.
const completionFlag = "--generate-bash-completion"

// flagsFirst moves a command's flags before its arguments, since urfave silently takes what follows the first
// argument for more arguments. What stands after "--" is left as it is, and so is "-". Where help is asked for, what
// else stands there is left out. It also gives the words that name the command, none for one that is not there.
func flagsFirst(app *urfave.App, args []string) (ordered, command []string, err error) {
	if len(args) == 0 || args[len(args)-1] == completionFlag {
		return args, nil, nil
	}
	if args[0] == "--version" || args[0] == "-v" {
		args = append([]string{"version"}, args[1:]...)
	}
	named := args[0] == helpWord || isHelpFlag(args[0]) // all words name a command: bridgehop help neo4j up
	if named {
		args = args[1:]
	}
	help, at := named, &urfave.Command{Subcommands: app.Commands}
	var flags, rest []string
	for len(args) > 0 {
		a := args[0]
		args = args[1:]
		switch isWord := a == "-" || !strings.HasPrefix(a, "-"); {
		case a == "--":
			rest, args = append(rest, args...), nil
		case isHelpFlag(a):
			help = true
		case isWord && len(rest) == 0 && len(at.Subcommands) > 0 || isWord && named:
			i := slices.IndexFunc(at.Subcommands, func(c *urfave.Command) bool { return c.HasName(a) })
			if i < 0 {
				return nil, command, unknownCommand(strings.Join(append(command, a), " "), at.Subcommands)
			}
			at = at.Subcommands[i]
			command = append(command, at.Name)
		case isWord:
			rest = append(rest, a)
		default:
			name, value, hasValue := strings.Cut(strings.TrimLeft(a, "-"), "=")
			flags = append(flags, a)
			if takesValue(at, name) && !hasValue {
				if len(args) == 0 {
					return nil, command, console.Usagef("flag needs an argument: %s", a)
				}
				value, args = args[0], args[1:]
				flags = append(flags, value)
			}
			for _, gone := range []string{"--" + name, "--" + name + " " + value} {
				if err := removedError(strings.Join(append(command, gone), " "), gone); err != nil {
					return nil, command, err
				}
			}
		}
	}
	if help {
		return append(slices.Clone(command), "--"+helpWord), command, nil
	}
	return slices.Concat(command, flags, []string{"--"}, rest), command, nil
}

// helpWord begins a command line that asks for help: bridgehop help verify is bridgehop verify --help.
const helpWord = "help"

// isHelpFlag reports whether a flag asks for help.
func isHelpFlag(arg string) bool {
	name := strings.TrimLeft(arg, "-")
	return strings.HasPrefix(arg, "-") && (name == helpWord || name == "h")
}

// takesValue reports whether a flag of a command, or of its sub-commands, is followed by a value.
func takesValue(c *urfave.Command, name string) bool {
	return slices.ContainsFunc(c.Flags, func(f urfave.Flag) bool {
		_, isSwitch := f.(*urfave.BoolFlag)
		return !isSwitch && slices.Contains(f.Names(), name)
	}) || slices.ContainsFunc(c.Subcommands, func(sub *urfave.Command) bool { return takesValue(sub, name) })
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
		"format": loader.Formats(), "planner": {record.Walk, record.TFIDF}, "model": {"base"},
		"device": {"auto", "cpu", "cuda"},
		"labels": {label.HoVer.String(), label.FEVER.String(), label.FEVEROUS.String()}, "task": score.Tasks(),
		"to": append(slices.Clone(pageFormats), "jsonl"),
	}[flag], "\n")
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
	"setup --python":  "put the python3 whose pip is to fetch the library first on the PATH",
	"setup --device":  "`bridgehop model check --device DEVICE` tries a device",
	"setup --model":   "`bridgehop model check DIR` tries a model",
	"page --links":    "leave it out: ten are printed in each direction, and `bridgehop page --json` prints all",
	"verify --timing": "`bridgehop verify --json` prints the milliseconds of each part: ms",
	"load --strict":   "leave it out: records that can't be read are named and left out, and the exit code is 3",
	"neo4j status": "`bridgehop neo4j up` prints the address of the server, started or running, and `bridgehop info " +
		"--store ADDRESS` says whether it answers",
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
	"tokenize": "`bridgehop model tokens --model DIR FILE` prints the same lines",
	"load --format tsv": "write the pages as JSON lines, or as a table with a header for `bridgehop load --map`; " +
		"docs/howto.md does it with awk",
	"export --to dot": "`bridgehop export --to graphml` writes the same graph; `bridgehop hop --dot FILE` draws a " +
		"claim's chain",
	"serve --public-url": "a proxy with TLS sends the token for browsers; docs/howto.md has its configuration",
	"serve --claims":     "the page offers claims of the store's own; `bridgehop verify --claims FILE` verifies a file's",
	"serve --study":      "`bridgehop shapes report --out FOLDER` writes a page with the tables",
	"setup --base": "the larger model, nli-base, is the shipped one now: run `bridgehop setup`, and `bridgehop " +
		"verify` without --model",
	"shapes --pred": "`bridgehop eval --task retrieval --gold FILE --pred HOPS --by shape` scores the pages that " +
		"`hop --out` found; " +
		"`bridgehop shapes report` compares the graphs that the planner finds",
	"eval --seed":              "leave it out: the intervals are drawn from one seed",
	"eval --no-baselines":      "leave it out: `bridgehop eval --json` has the baseline apart, as baselines",
	"eval --html":              evalFigures,
	"eval --pictures":          evalFigures,
	"eval --errors":            evalStages,
	"eval --hops":              evalStages,
	"shapes --pictures":        "`bridgehop shapes report --json` prints the figures",
	"shapes --store":           "list the joins of pages as \"edges\" in the claims file; links of a store join none any more",
	"shapes --seed":            "give it to `bridgehop shapes report --seed`, which counts shapes",
	"shapes generate --words":  "leave it out: 8 words of each sentence are kept, as HoVer's claims have",
	"shapes generate --graphs": "`bridgehop shapes --claims QUERIES --out FILE` writes the graphs of the queries",
}

const evalFigures = "`bridgehop eval --full` prints all figures, and --json has them with their intervals; " +
	"`bridgehop hop` and `verify` keep --html"

const evalStages = "`bridgehop eval --task retrieval --pred HOPS` scores the pages that `hop --out` found; `--by` " +
	"breaks this and the score of the verdicts down"

// removedError returns the usage error for a command or flag that earlier versions had; nil for any other name.
func removedError(name, shown string) error {
	use, ok := removed[name]
	if !ok {
		return nil
	}
	return console.WithCode(console.Usagef("%s is gone", shown), console.ExitUsage, use)
}
