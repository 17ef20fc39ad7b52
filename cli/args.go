package cli

import (
	"errors"
	"flag"
	"maps"
	"slices"
	"strings"

	urfave "github.com/urfave/cli/v2"
)

// completionFlag is how a shell's completion script asks for what may come next; urfave wants it last.
const completionFlag = "--generate-bash-completion"

// flagsFirst moves a command's flags before its arguments, since urfave silently takes what follows the first
// argument for more arguments. What stands after "--" is left as it is, and so is "-". Where help is asked for, what
// else stands there is left out. It also gives the words that name the command, none for one that is not there.
func flagsFirst(app *urfave.App, args []string) (ordered, command []string, err error) {
	if len(args) > 0 && (args[0] == "--version" || args[0] == "-v") {
		args = append([]string{"version"}, args[1:]...)
	}
	if len(args) == 0 || args[len(args)-1] == completionFlag {
		return args, nil, nil
	}
	if args[0] == helpWord || isHelpFlag(args[0]) {
		ordered, err = helpOf(app, args[1:])
		return ordered, nil, err
	}
	c := commandOf(app.Commands, args[0])
	if c == nil {
		return args, nil, nil
	}
	s := &sorter{command: c, path: []string{c.Name}}
	if err := s.sort(args[1:]); err != nil {
		return nil, s.path, err
	}
	return s.ordered(), s.path, nil
}

// sorter parts the flags of a command line from its arguments.
type sorter struct {
	command     *urfave.Command
	path        []string // the command's name, and its sub-command's
	flags, rest []string
	help        bool // is asked for
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
			s.rest = append(s.rest, a)
		case isHelpFlag(a):
			s.help = true
		default:
			s.flags = append(s.flags, a)
			name, _, hasValue := strings.Cut(strings.TrimLeft(a, "-"), "=")
			if !takesValue[name] || hasValue {
				continue
			}
			if i+1 == len(args) {
				return usagef("flag needs an argument: %s", a)
			}
			i++
			s.flags = append(s.flags, args[i])
		}
	}
	return nil
}

// valueFlags are the names of the flags of a command, and of its sub-commands, that are followed by a value.
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

// oneArg is the command's only argument.
func oneArg(c *urfave.Context, what string) (string, error) {
	switch c.NArg() {
	case 1:
		return c.Args().First(), nil
	case 0:
		return "", usagef("%s: %s is missing", commandName(c), what)
	default:
		return "", usagef("%s takes one %s, got %d arguments; quote a %s of several words", commandName(c), what, c.NArg(), what)
	}
}

// noArgs refuses arguments.
func noArgs(c *urfave.Context) error {
	if c.NArg() > 0 {
		return usagef("%s takes no argument, got %q", commandName(c), c.Args().First())
	}
	return nil
}

// dashed is a flag as it is written: -k, --beam.
func dashed(name string) string {
	if len(name) == 1 {
		return "-" + name
	}
	return "--" + name
}

// atLeast refuses a number flag below low.
func atLeast(c *urfave.Context, name string, low int) error {
	if c.Int(name) < low {
		return usagef("%s is at least %d, got %d", dashed(name), low, c.Int(name))
	}
	return nil
}

// isHelp tells whether the flag package ended because help was asked for.
func isHelp(err error) bool { return errors.Is(err, flag.ErrHelp) }
