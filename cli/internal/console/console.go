// Package console is what the commands share: flags that several have, how they print, and the exit codes of errors.
package console

import (
	"cmp"
	"context"
	_ "embed"
	"io"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"

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

	flags *urfave.Context
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

// Options are the flags of a command, as exported fields, and what it does. A field has the name of its flag (OnlyPages
// is --only-pages) or a tag with the name, and holds the default; the flags of a struct within it belong to it.
type Options interface {
	Run(context.Context, *Console) error
}

// Flags are what flags set, by their names: pointers to variables with the defaults, or functions of a text.
type Flags map[string]any

var capital = regexp.MustCompile(`([a-z])([A-Z])`)

// add adds the flags of a struct.
func (f Flags) add(options reflect.Value) {
	for i := range options.NumField() {
		of, value := options.Type().Field(i), options.Field(i)
		name := cmp.Or(of.Tag.Get("flag"), strings.ToLower(capital.ReplaceAllString(of.Name, "$1-$2")))
		switch {
		case !of.IsExported() && !of.Anonymous || value.Kind() == reflect.Pointer:
		case value.Kind() != reflect.Struct:
			f[name] = value.Addr().Interface()
		case value.Addr().CanInterface() && value.Addr().Type().Implements(reflect.TypeFor[interface{ Flags() Flags }]()):
			maps.Copy(f, value.Addr().Interface().(interface{ Flags() Flags }).Flags())
		default:
			f.add(value)
		}
	}
}

//go:embed help.txt
var helpText string

// section is a section of help.txt: arguments and parts, between which a line is empty.
type section struct {
	args  string
	parts []string
}

// sections are the sections of help.txt, by their names.
var sections = sync.OnceValue(func() map[string]section {
	out := map[string]section{}
	for text := range strings.SplitSeq(strings.TrimSuffix(helpText, "\n"), "\n\n= ") {
		head, body, _ := strings.Cut(strings.TrimPrefix(text, "= "), "\n")
		name, args, _ := strings.Cut(head, " | ")
		out[name] = section{args, strings.SplitN(body, "\n\n", 4)}
	}
	return out
})

// sharedFlags are the flags of several commands, as lines of help.txt, by their names.
var sharedFlags = sync.OnceValue(func() map[string]string {
	out := map[string]string{}
	for line := range strings.SplitSeq(sections()["flags"].parts[0], "\n") {
		name, _, _ := strings.Cut(line, " ")
		out[strings.TrimSuffix(name, ",")] = line
	}
	return out
})

// Command returns a command with its help from help.txt: arguments, a line, a description, examples and flags. One
// without options only has sub-commands.
func Command(name string, o Options, subcommands ...*urfave.Command) *urfave.Command {
	of, ok := sections()[name]
	if !ok {
		panic("help.txt lacks " + name)
	}
	args, parts := of.args, of.parts
	c := &urfave.Command{Name: name[strings.LastIndexByte(name, ' ')+1:], Usage: parts[0], ArgsUsage: args,
		Description: parts[1] + "\n\nExamples:\n   " + strings.ReplaceAll(parts[2], "\n", "\n   "),
		Subcommands: subcommands}
	if o == nil {
		c.Action = func(*urfave.Context) error { return Usagef("%s: %s is missing", name, args) }
		return c
	}
	set := Flags{"json": new(bool), "quiet": new(bool)}
	set.add(reflect.ValueOf(o).Elem())
	c.Flags = newFlags(parts[3], set)
	c.Action = func(u *urfave.Context) error {
		c := &Console{In: u.App.Reader, Out: u.App.Writer, Err: u.App.ErrWriter, JSON: u.Bool("json"),
			Quiet: u.Bool("quiet"), Command: name, Version: u.App.Version, Args: u.Args().Slice(), flags: u}
		if len(c.Args) > 0 && (args == "" || len(subcommands) > 0) {
			return Usagef("%s takes no argument, got %q", name, c.Args[0])
		}
		return o.Run(u.Context, c)
	}
	return c
}

// newFlags returns flags in the order of help.txt. A line of it has the name of one, another for short, in brackets the
// text for its default, and what it does; or it names flags of several commands (sharedFlags).
func newFlags(lines string, set Flags) (out []urfave.Flag) {
	for line := range strings.SplitSeq(lines, "\n") {
		if strings.Contains(line, "  ") {
			out = append(out, newFlag(line, set))
			continue
		}
		for name := range strings.FieldsSeq(line) {
			out = append(out, newFlag(sharedFlags()[name], set))
		}
	}
	return out
}

func newFlag(line string, set Flags) urfave.Flag {
	head, usage, _ := strings.Cut(line, "  ")
	head, instead, _ := strings.Cut(strings.TrimSuffix(head, ")"), " (")
	name, short, _ := strings.Cut(strings.TrimPrefix(head, "--"), ", -")
	also := strings.Fields(short)
	switch to := set[name].(type) {
	case *bool:
		return &urfave.BoolFlag{Name: name, Aliases: also, Usage: usage, Destination: to}
	case *string:
		return &urfave.StringFlag{Name: name, Aliases: also, Usage: usage, Value: *to, Destination: to}
	case func(string) error:
		return &urfave.StringFlag{Name: name, Usage: usage, Action: func(_ *urfave.Context, s string) error { return to(s) }}
	case *[]string:
		return &urfave.StringSliceFlag{Name: name, Usage: usage, Action: func(_ *urfave.Context, all []string) error {
			*to = all
			return nil
		}}
	case *int:
		return &urfave.IntFlag{Name: name, Usage: usage, Value: *to, DefaultText: instead, Destination: to}
	case *int64:
		return &urfave.Int64Flag{Name: name, Usage: usage, Value: *to, Destination: to}
	case *uint64:
		return &urfave.Uint64Flag{Name: name, Usage: usage, Value: *to, Destination: to}
	case *float64:
		return &urfave.Float64Flag{Name: name, Usage: usage, Value: *to, DefaultText: instead, Destination: to}
	}
	panic("--" + name + " of help.txt sets nothing")
}

// Removed returns the usage error for a command or flag that earlier versions had, with what stands in for it; nil for
// any other name.
func Removed(name, shown string) error {
	_, use, ok := strings.Cut("\n"+sections()["removed"].parts[0], "\n"+name+"  ")
	if !ok {
		return nil
	}
	use, _, _ = strings.Cut(use, "\n")
	return WithCode(Usagef("%s is gone", shown), ExitUsage, use)
}
