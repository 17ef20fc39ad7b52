// Package console is what the commands share: flags that several have, how they print, and the exit codes of errors.
package console

import (
	"context"
	"io"
	"slices"
	"strings"

	urfave "github.com/urfave/cli/v2"
)

// Console is one run of a command: its flags and its output.
type Console struct {
	In       io.Reader
	Out, Err io.Writer
	JSON     bool
	Quiet    bool
	Command  string // as it is typed, without the program's name: shapes report
	Version  string // of bridgehop
	Args     []string
	Flags    []Flag

	noted string // the last note
}

// Flag is a flag of the command with its value.
type Flag struct {
	Name  string
	Value any
	Set   bool
}

// Action returns the action of a command that does this.
func Action(do func(context.Context, *Console) error) urfave.ActionFunc {
	return func(c *urfave.Context) error {
		con := &Console{In: c.App.Reader, Out: c.App.Writer, Err: c.App.ErrWriter, JSON: c.Bool("json"), Quiet: c.Bool("quiet"),
			Command: CommandName(c), Version: c.App.Version, Args: c.Args().Slice()}
		for _, f := range c.Command.Flags {
			name := f.Names()[0]
			con.Flags = append(con.Flags, Flag{name, c.Value(name), c.IsSet(name)})
		}
		return do(c.Context, con)
	}
}

// CommandName returns a command as it is typed, without the program's name: shapes report.
func CommandName(c *urfave.Context) string {
	return strings.TrimPrefix(c.Command.HelpName, "bridgehop ")
}

// WithoutArgs returns the action of a command that takes no argument.
func WithoutArgs(do func(context.Context, *Console) error) urfave.ActionFunc {
	return Action(func(ctx context.Context, c *Console) error {
		if len(c.Args) > 0 {
			return Usagef("%s takes no argument, got %q", c.Command, c.Args[0])
		}
		return do(ctx, c)
	})
}

// OneArg returns the command's only argument.
func (c *Console) OneArg(what string) (string, error) {
	switch len(c.Args) {
	case 1:
		return c.Args[0], nil
	case 0:
		return "", Usagef("%s: %s is missing", c.Command, what)
	}
	return "", Usagef("%s takes one %s, got %d arguments; quote a %s of several words", c.Command, what, len(c.Args), what)
}

// IsSet reports whether a flag is on the command line.
func (c *Console) IsSet(name string) bool {
	return slices.ContainsFunc(c.Flags, func(f Flag) bool { return f.Name == name && f.Set })
}

// AnySet returns the first of these flags that is on the command line, or "".
func (c *Console) AnySet(names ...string) string {
	if i := slices.IndexFunc(names, c.IsSet); i >= 0 {
		return names[i]
	}
	return ""
}

// AtLeast refuses a number flag below low.
func AtLeast(name string, n, low int) error {
	if n >= low {
		return nil
	}
	dashes := "--"
	if len(name) == 1 {
		dashes = "-"
	}
	return Usagef("%s%s: want at least %d, got %d", dashes, name, low, n)
}
