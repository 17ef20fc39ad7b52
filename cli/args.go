package cli

import (
	"errors"
	"flag"
	"strings"

	urfave "github.com/urfave/cli/v2"
)

// completionFlag is how a shell's completion script asks for what may come next; urfave wants it last.
const completionFlag = "--generate-bash-completion"

// flagsFirst moves a command's flags before its arguments, since urfave silently takes what follows the first
// argument for more arguments. What stands after "--" is left as it is, and so is "-".
func flagsFirst(app *urfave.App, args []string) ([]string, error) {
	if len(args) > 0 && (args[0] == "--version" || args[0] == "-v") {
		args = append([]string{"version"}, args[1:]...)
	}
	if len(args) == 0 || strings.HasPrefix(args[0], "-") || args[len(args)-1] == completionFlag {
		return args, nil
	}
	c := app.Command(args[0])
	if c == nil {
		return args, nil
	}
	flags, rest := []string{c.Name}, []string{}
	first := 1
	if len(args) > 1 {
		if sub := subcommand(c, args[1]); sub != nil {
			c, flags, first = sub, append(flags, sub.Name), 2
		}
	}
	takesValue := valueFlags(c)
	for i := first; i < len(args); i++ {
		a := args[i]
		switch {
		case a == "--":
			rest = append(rest, args[i+1:]...)
			i = len(args)
		case a == "-" || !strings.HasPrefix(a, "-"):
			rest = append(rest, a)
		default:
			flags = append(flags, a)
			name, _, hasValue := strings.Cut(strings.TrimLeft(a, "-"), "=")
			if !takesValue[name] || hasValue {
				continue
			}
			if i+1 == len(args) {
				return nil, usagef("flag needs an argument: %s", a)
			}
			i++
			flags = append(flags, args[i])
		}
	}
	return append(append(flags, "--"), rest...), nil
}

// subcommand is the part of a command that has this name; nil for none.
func subcommand(c *urfave.Command, name string) *urfave.Command {
	for _, sub := range c.Subcommands {
		if sub.HasName(name) {
			return sub
		}
	}
	return nil
}

// valueFlags are the names of a command's flags that are followed by a value.
func valueFlags(c *urfave.Command) map[string]bool {
	names := map[string]bool{}
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

// oneArg is the command's only argument.
func oneArg(c *urfave.Context, what string) (string, error) {
	switch c.NArg() {
	case 1:
		return c.Args().First(), nil
	case 0:
		return "", usagef("%s: %s is missing", c.Command.Name, what)
	default:
		return "", usagef("%s takes one %s, got %d arguments; quote a %s of several words", c.Command.Name, what, c.NArg(), what)
	}
}

// noArgs refuses arguments.
func noArgs(c *urfave.Context) error {
	if c.NArg() > 0 {
		return usagef("%s takes no argument, got %q", c.Command.Name, c.Args().First())
	}
	return nil
}

// atLeast refuses a number flag below low.
func atLeast(c *urfave.Context, name string, low int) error {
	if c.Int(name) < low {
		return usagef("--%s is at least %d, got %d", name, low, c.Int(name))
	}
	return nil
}

// isHelp tells whether the flag package ended because help was asked for.
func isHelp(err error) bool { return errors.Is(err, flag.ErrHelp) }
