// Package cli is the bridgehop command. Each command turns its flags into options of the engine (package bridgehop),
// calls it, and prints the results.
//
// One claim, from pages to a verdict:
//
//	bridgehop load --store wiki.bridgehop --redirects testdata/wiki/redirects.tsv testdata/wiki/pages.jsonl
//	bridgehop verify --store wiki.bridgehop "The engineer who designed Skarn Point Light was born in Saint-Évrard."
//
// Results go to standard output; progress, warnings and errors go to standard error, prefixed "bridgehop:".
// With --json every command prints JSON records, one a line. docs/cli.md lists the fields of these records; their names
// never change. The list is made from fields.txt, and a test compares fields.txt with what the commands print.
package cli

import (
	"context"
	"embed"
	"fmt"
	"io"
	"os"
	"os/signal"
	"regexp"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"

	urfave "github.com/urfave/cli/v2"

	"github.com/bridgehop/bridgehop/cli/internal/console"
	"github.com/bridgehop/bridgehop/cli/internal/record"
	"github.com/bridgehop/bridgehop/cli/serve"
	"github.com/bridgehop/bridgehop/cli/shapes"
)

// Main runs the command line of this process and exits with its code. After the first interrupt, the work ends at the
// next point from which it can be resumed; the second interrupt ends the process.
func Main() {
	signals, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	ctx, cancel := context.WithCancel(context.Background()) // the cause is context.Canceled, not the name of a signal
	context.AfterFunc(signals, func() { stop(); cancel() })
	os.Exit(Run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// Run runs one command line without the program's name, and returns its exit code.
func Run(ctx context.Context, args []string, in io.Reader, out, errs io.Writer) int {
	app := newApp()
	app.Reader, app.Writer, app.ErrWriter = in, out, errs
	ordered, command, err := flagsFirst(app, args)
	if err == nil {
		err = app.RunContext(ctx, append([]string{app.Name}, ordered...))
	}
	return console.Report(errs, err, command)
}

// newApp returns the command tree. Errors are left alone here (ExitErrHandler does nothing, usage errors are only
// marked), so that console.Report turns each into an exit code once.
func newApp() *urfave.App {
	claims := claimOptions{MaxHops: 4, ShapeName: "auto", Planner: record.Walk}
	app := &urfave.App{
		Name: "bridgehop", HelpName: "bridgehop", Version: Version,
		Usage:     "find which pages of a wiki, joined by which links, prove or refute a claim",
		UsageText: "bridgehop COMMAND [options] [arguments]\nbridgehop help [COMMAND]",
		Description: "Load a wiki once, then ask it about claims. `bridgehop demo` runs all steps on a " +
			"small wiki.",
		HideVersion:               true,
		DisableSliceFlagSeparator: true,
		HideHelpCommand:           true,

		EnableBashCompletion:  true,
		ExitErrHandler:        func(*urfave.Context, error) {},
		OnUsageError:          usageError,
		Action:                urfave.ShowAppHelp,
		CustomAppHelpTemplate: urfave.AppHelpTemplate + "\nEXIT CODES:\n" + console.ExitCodes,
		Commands: []*urfave.Command{
			console.Command("demo", &demoOptions{}),
			console.Command("load", &loadOptions{Format: "auto"}),
			console.Command("remove", &removeOptions{}),
			console.Command("info", &infoOptions{}),
			console.Command("page", &pageOptions{}),
			console.Command("paths", &pathsOptions{MaxHops: 3, K: 5}),
			console.Command("search", &searchOptions{K: 10}),
			console.Command("hop", &hopOptions{claimOptions: claims, K: 5}),
			console.Command("ask", &askOptions{claimOptions: claims, K: 1}),
			console.Command("verify", &verifyOptions{claimOptions: claims}),
			console.Command("model", nil, console.Command("model check", &modelCheckOptions{}),
				console.Command("model tokens", &tokensOptions{})),
			console.Command("index", &indexOptions{}),
			console.Command("check", &checkOptions{}),
			serve.Command(), serve.AgentsCommand(),
			console.Command("cypher", &cypherOptions{}),
			console.Command("export", &exportOptions{}),
			console.Command("neo4j", nil, console.Command("neo4j up", &upOptions{}),
				console.Command("neo4j down", &downOptions{}), console.Command("neo4j runs", &runsOptions{}),
				console.Command("neo4j drop", &dropOptions{})),
			console.Command("eval", &evalOptions{Resamples: 1000}),
			shapes.Command(),
			console.Command("setup", &setupOptions{}),
			console.Command("version", &versionOptions{}),
			console.Command("completion", &completionOptions{}),
		},
	}
	for _, c := range app.Commands {
		finish(c)
	}
	return app
}

// badValue are the words of package flag for a value that can't be read.
var badValue = regexp.MustCompile(`^invalid (boolean )?value (".*") for (?:flag )?-([^ :]+): `)

// usageError rewords an error of a flag. For an unknown flag it names the nearest one.
func usageError(c *urfave.Context, err error, _ bool) error {
	if m := badValue.FindStringSubmatch(err.Error()); m != nil {
		want := "a number"
		if m[1] != "" {
			want = "true or false"
		}
		return console.Usagef("--%s: want %s, got %s", m[3], want, m[2])
	}
	name, unknown := strings.CutPrefix(err.Error(), "flag provided but not defined: -")
	if !unknown {
		return console.Usage(err)
	}
	if len(name) == 1 {
		return console.Usagef("there is no flag -%s", name)
	}
	var names []string
	for _, f := range c.Command.Flags {
		names = append(names, "--"+f.Names()[0])
	}
	return console.Usagef("there is no flag --%s%s", name, console.DidYouMean("--"+name, names))
}

// finish gives a command what all commands have: its sub-commands, the exit codes in its help, marked usage errors, and
// no hidden "help" sub-command that would swallow an argument of that name.
func finish(c *urfave.Command) {
	c.HideHelpCommand = true
	c.OnUsageError = usageError
	c.CustomHelpTemplate = urfave.CommandHelpTemplate
	if len(c.Subcommands) > 0 {
		c.CustomHelpTemplate = urfave.SubcommandHelpTemplate
	}
	c.CustomHelpTemplate += "\nEXIT CODES:\n" + console.ExitCodes
	for _, sub := range c.Subcommands {
		finish(sub)
	}
}

// Version is set at release by -ldflags "-X github.com/bridgehop/bridgehop/cli.Version=…".
var Version = "0.1.0-dev"

// versionRecord is the output of version --json.
type versionRecord struct {
	Version string `json:"version"`
	Commit  string `json:"commit,omitempty"`
	Go      string `json:"go"`
	System  string `json:"system"`
}

// versionOptions are the flags of version, none.
type versionOptions struct{}

// Run prints the version.
func (*versionOptions) Run(_ context.Context, c *console.Console) error {
	r := versionRecord{Version: Version, Commit: commit(), Go: runtime.Version(),
		System: runtime.GOOS + "/" + runtime.GOARCH}
	line := "bridgehop " + r.Version
	if r.Commit != "" && !c.Quiet {
		line += " (" + r.Commit + ")"
	}
	if !c.Quiet {
		line += ", " + r.Go + ", " + r.System
	}
	return c.Print(r, func(out *console.Text) { out.Printf("%s\n", line) })
}

// commit returns the git commit the binary was built from, empty when it is not known.
func commit() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" {
			return s.Value[:min(12, len(s.Value))]
		}
	}
	return ""
}

// completionOptions are the flags of completion, none.
type completionOptions struct{}

// Run prints a script.
func (*completionOptions) Run(_ context.Context, c *console.Console) error {
	shell, err := c.OneArg("shell")
	if err != nil {
		return err
	}
	script, err := scripts.ReadFile("completion." + shell)
	if shell == "fish" {
		app := newApp()
		app.Setup()
		var text string
		text, err = app.ToFishCompletion()
		script = []byte(text)
	} else if err != nil {
		err = console.Usagef("%q is not one of bash, zsh, fish", shell)
	}
	if err != nil {
		return fmt.Errorf("completion: %w", err)
	}
	_, err = c.Out.Write(script)
	return err
}

// scripts call the program for completions, so that they are always up to date.
//
//go:embed completion.bash completion.zsh
var scripts embed.FS

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
				return nil, command, unknownCommand(command, a, at.Subcommands)
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
				if err := console.Removed(strings.Join(append(command, gone), " "), gone); err != nil {
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

// unknownCommand returns the error for a word that names none of the commands of a group.
func unknownCommand(group []string, word string, commands []*urfave.Command) error {
	name := strings.Join(append(slices.Clone(group), word), " ")
	if err := console.Removed(name, name); err != nil {
		return err
	}
	var names []string
	for _, c := range commands {
		names = append(names, c.Name)
	}
	help := strings.Join(append([]string{"bridgehop help"}, group...), " ")
	return console.WithCode(console.Usagef("unknown command %q%s", name, console.DidYouMean(word, names)),
		console.ExitUsage, "`"+help+"` lists the commands")
}
