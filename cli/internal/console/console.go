// Package console is what the commands share: flags that several have, how they print, and the exit codes of errors.
package console

import (
	"context"
	_ "embed"
	"io"
	"slices"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"github.com/bridgehop/bridgehop/hop"
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

	flags *urfave.Context
}

// Action returns the action of a command that does this.
func Action(do func(context.Context, *Console) error) urfave.ActionFunc {
	return func(c *urfave.Context) error {
		return do(c.Context, &Console{In: c.App.Reader, Out: c.App.Writer, Err: c.App.ErrWriter, JSON: c.Bool("json"),
			Quiet: c.Bool("quiet"), Command: CommandName(c), Version: c.App.Version, Args: c.Args().Slice(), flags: c})
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
	return "", Usagef("%s takes one %s, got %d arguments; quote a %s of several words", c.Command, what, len(c.Args),
		what)
}

// IsSet reports whether a flag is on the command line.
func (c *Console) IsSet(name string) bool { return c.flags.IsSet(name) }

// Value returns the value of a flag; nil if the command has no such flag.
func (c *Console) Value(name string) any { return c.flags.Value(name) }

// AnySet returns the first of these flags that is on the command line, or "".
func (c *Console) AnySet(names ...string) string {
	if i := slices.IndexFunc(names, c.IsSet); i >= 0 {
		return names[i]
	}
	return ""
}

// FlagRule says what a flag needs beside it, and what it excludes.
type FlagRule struct {
	Flag       string
	Needs, Not []string
}

// Together refuses flags on the command line that don't go together.
func (c *Console) Together(rules ...FlagRule) error {
	for _, r := range rules {
		if !c.IsSet(r.Flag) {
			continue
		}
		if slices.ContainsFunc(r.Needs, func(name string) bool { return !c.IsSet(name) }) {
			return Usagef("--%s needs --%s", r.Flag, strings.Join(r.Needs, " and --"))
		}
		if name := c.AnySet(r.Not...); name != "" {
			return Usagef("--%s and --%s don't go together", r.Flag, name)
		}
	}
	return nil
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

// StringFlag returns the flag that sets a text, whose default is what the text is now.
func StringFlag(to *string, name, usage string) urfave.Flag {
	return &urfave.StringFlag{Name: name, Usage: usage, Value: *to, Destination: to}
}

// IntFlag returns the flag that sets a number, whose default is what the number is now.
func IntFlag(to *int, name, usage string) urfave.Flag {
	return &urfave.IntFlag{Name: name, Usage: usage, Value: *to, Destination: to}
}

// BoolFlag returns the flag that sets to.
func BoolFlag(to *bool, name, usage string) urfave.Flag {
	return &urfave.BoolFlag{Name: name, Usage: usage, Destination: to}
}

// Flags returns the flags of a command, with those that every command has.
func Flags(flags ...urfave.Flag) []urfave.Flag {
	return append(slices.Clip(flags),
		&urfave.BoolFlag{Name: "json", Usage: "print JSON, one record a line; progress is JSON on standard error"},
		&urfave.BoolFlag{Name: "quiet", Aliases: []string{"q"}, Usage: "print no progress and no warnings"})
}

//go:embed help.txt
var helpText string

// Command returns a command with its help from help.txt: a line, a description and examples.
func Command(name string, flags []urfave.Flag, action urfave.ActionFunc,
	subcommands ...*urfave.Command) *urfave.Command {
	c := &urfave.Command{Name: name[strings.LastIndexByte(name, ' ')+1:], Flags: flags, Action: action,
		Subcommands: subcommands}
	for section := range strings.SplitSeq(strings.TrimSuffix(helpText, "\n"), "\n\n= ") {
		head, body, _ := strings.Cut(strings.TrimPrefix(section, "= "), "\n")
		of, args, _ := strings.Cut(head, " | ")
		if part := strings.SplitN(body, "\n\n", 3); of == name && len(part) == 3 {
			c.Usage, c.ArgsUsage = part[0], args
			c.Description = part[1] + "\n\nExamples:\n   " + strings.ReplaceAll(part[2], "\n", "\n   ")
		}
	}
	return c
}

// Plan are the flags of the planner.
type Plan struct {
	MaxHops, Beam int
	ShapeName     string
	Shape         hop.Shape // of ShapeName; see Check
}

// Flags returns --max-hops, --beam and --shape.
func (p *Plan) Flags() []urfave.Flag {
	p.MaxHops, p.ShapeName = 4, "auto"
	return []urfave.Flag{
		IntFlag(&p.MaxHops, "max-hops", "find chains of at most `N` pages, 1 to 4"),
		&urfave.IntFlag{Name: "beam", Usage: "keep `N` chains at each hop", DefaultText: "the planner's own",
			Destination: &p.Beam},
		StringFlag(&p.ShapeName, "shape", "an oracle: find only graphs of this `SHAPE`: path or star, or with a fixed "+
			"number of pages 2, 3, path4 or star4 (if links don't join enough pages, pages joined only by the claim "+
			"are used; if no chain has so many pages, smaller ones are printed); auto finds any shape"),
	}
}

// Check refuses what the planner can't do, and reads Shape.
func (p *Plan) Check(c *Console) (err error) {
	if p.Shape, err = hop.ParseShape(p.ShapeName); err != nil {
		return Usagef("--%v", err)
	}
	if p.MaxHops < 1 || p.MaxHops > 4 {
		return Usagef("--max-hops: want 1 to 4, got %d", p.MaxHops)
	}
	if p.Shape.Pages > p.MaxHops {
		return Usagef("--shape %s has %d pages, but --max-hops allows only %d", p.ShapeName, p.Shape.Pages, p.MaxHops)
	}
	if c.IsSet("beam") {
		return AtLeast("beam", p.Beam, 1)
	}
	return nil
}
