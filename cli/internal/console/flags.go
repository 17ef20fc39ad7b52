package console

import (
	_ "embed"
	"slices"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"github.com/bridgehop/bridgehop/hop"
)

// Flags returns the flags of a command, with those that every command has.
func Flags(flags ...urfave.Flag) []urfave.Flag {
	return append(slices.Clip(flags),
		&urfave.BoolFlag{Name: "json", Usage: "print JSON, one record a line; progress is JSON on standard error"},
		&urfave.BoolFlag{Name: "quiet", Aliases: []string{"q"}, Usage: "print no progress and no warnings"})
}

//go:embed help.txt
var helpText string

// Command sets the help of a command from help.txt: a line, a description and examples.
func Command(name string, c *urfave.Command) *urfave.Command {
	c.Name = name[strings.LastIndexByte(name, ' ')+1:]
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
	return []urfave.Flag{
		&urfave.IntFlag{Name: "max-hops", Value: 4, Usage: "find chains of at most `N` pages, 1 to 4", Destination: &p.MaxHops},
		&urfave.IntFlag{Name: "beam", Usage: "keep `N` chains at each hop", DefaultText: "the planner's own", Destination: &p.Beam},
		&urfave.StringFlag{Name: "shape", Value: "auto", Destination: &p.ShapeName,
			Usage: "an oracle: find only graphs of this `SHAPE`: path or star, or with a fixed number of pages 2, 3, path4 or star4 (if " +
				"links don't join enough pages, pages joined only by the claim are used; if no chain has so many pages, smaller ones are " +
				"printed); auto finds any shape"},
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
