package cli

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"regexp"
	"runtime"
	"runtime/debug"
	"strings"
	"syscall"

	urfave "github.com/urfave/cli/v2"

	"github.com/bridgehop/bridgehop/cli/internal/console"
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
	if values := valuesToComplete(args); values != "" {
		_, err = fmt.Fprintln(out, values)
	} else if err == nil {
		err = app.RunContext(ctx, append([]string{app.Name}, ordered...))
	}
	return console.Report(errs, err, command)
}

// newApp returns the command tree. Errors are left alone here (ExitErrHandler does nothing, usage errors are only
// marked), so that console.Report turns each into an exit code once.
func newApp() *urfave.App {
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
			demoCommand(), loadCommand(), removeCommand(), infoCommand(), pageCommand(), pathsCommand(),
			searchCommand(), hopCommand(),
			askCommand(), verifyCommand(),
			modelCommand(), indexCommand(), checkCommand(), serve.Command(), serve.AgentsCommand(), cypherCommand(),
			exportCommand(),
			neo4jCommand(), evalCommand(),
			shapes.Command(), setupCommand(), versionCommand(), completionCommand(),
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
	if c.Command != nil {
		for _, f := range c.Command.Flags {
			names = append(names, "--"+f.Names()[0])
		}
	}
	return console.Usagef("there is no flag --%s%s", name, console.DidYouMean("--"+name, names))
}

// groupAction is the action of a command that only has sub-commands.
func groupAction(c *urfave.Context) error {
	return console.Usagef("%s: %s is missing", console.CommandName(c), c.Command.ArgsUsage)
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

func versionCommand() *urfave.Command {
	return console.Command("version", console.Flags(), console.WithoutArgs(version))
}

// versionRecord is the output of version --json.
type versionRecord struct {
	Version string `json:"version"`
	Commit  string `json:"commit,omitempty"`
	Go      string `json:"go"`
	System  string `json:"system"`
}

func version(_ context.Context, c *console.Console) error {
	r := versionRecord{Version: Version, Commit: commit(), Go: runtime.Version(),
		System: runtime.GOOS + "/" + runtime.GOARCH}
	return c.Print(r, func(out *console.Text) {
		out.Printf("bridgehop %s", r.Version)
		if r.Commit != "" && !c.Quiet {
			out.Printf(" (%s)", r.Commit)
		}
		if !c.Quiet {
			out.Printf(", %s, %s", r.Go, r.System)
		}
		out.Printf("\n")
	})
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

func completionCommand() *urfave.Command {
	return console.Command("completion", console.Flags(), func(c *urfave.Context) error {
		do := func(_ context.Context, con *console.Console) error { return complete(con, c.App.ToFishCompletion) }
		return console.Action(do)(c)
	})
}

func complete(c *console.Console, fish func() (string, error)) error {
	shell, err := c.OneArg("shell")
	if err != nil {
		return err
	}
	script, ok := completions[shell]
	if shell == "fish" {
		script, err = fish()
	} else if !ok {
		err = console.Usagef("%q is not one of bash, zsh, fish", shell)
	}
	if err != nil {
		return fmt.Errorf("completion: %w", err)
	}
	_, err = io.WriteString(c.Out, script)
	return err
}

// completions are scripts that call the program for completions, so that they are always up to date.
var completions = map[string]string{
	"bash": `_bridgehop() {
  local cur="${COMP_WORDS[COMP_CWORD]}"
  local words=("${COMP_WORDS[@]:0:COMP_CWORD}")
  [[ "$cur" == -* ]] && words+=("${cur/#--/-}")
  COMPREPLY=($(compgen -W "$("${words[@]}" --generate-bash-completion 2>/dev/null)" -- "$cur"))
  [[ ${#COMPREPLY[@]} -eq 0 ]] && COMPREPLY=($(compgen -f -- "$cur"))
}
complete -F _bridgehop bridgehop
`,
	"zsh": `#compdef bridgehop
_bridgehop() {
  local -a opts
  local cur="${words[CURRENT]}"
  if [[ "$cur" == -* ]]; then
    opts=("${(@f)$(${words[@]:0:CURRENT-1} ${cur/#--/-} --generate-bash-completion 2>/dev/null)}")
  else
    opts=("${(@f)$(${words[@]:0:CURRENT-1} --generate-bash-completion 2>/dev/null)}")
  fi
  if [[ -n "${opts[1]}" ]]; then compadd -- "${opts[@]%%:*}"; else _files; fi
}
compdef _bridgehop bridgehop
`,
}
