// Package shapes is the command shapes: the reasoning graphs of claims, gold and found.
package shapes

import (
	"bufio"
	"context"
	"errors"
	"io"
	"slices"
	"strings"

	urfave "github.com/urfave/cli/v2"

	"github.com/bridgehop/bridgehop/cli/internal/console"
	"github.com/bridgehop/bridgehop/cli/study"
	"github.com/bridgehop/bridgehop/loader/claims"
)

// options are the flags of shapes.
type options struct {
	Claims, Out string
	IDs         []string `flag:"id"`
}

// Command returns the command shapes.
func Command() *urfave.Command {
	return console.Command("shapes", &options{Out: "-"},
		console.Command("shapes generate", &generateOptions{Shape: "both", Pages: "4", N: 1000, Seed: 1}),
		console.Command("shapes report", &reportOptions{}))
}

// Run writes the gold graphs of claims.
func (o *options) Run(_ context.Context, c *console.Console) error {
	if o.Claims == "" {
		return console.Usagef("shapes needs --claims FILE")
	}
	all, rejects, err := readClaims(c, o.Claims)
	if err != nil {
		return err
	}
	gold := goldGraphs(c, all)
	if ids := o.IDs; len(ids) > 0 {
		gold = slices.DeleteFunc(gold, func(g *study.Graph) bool { return !slices.Contains(ids, g.ID.Key()) })
	}
	if len(gold) == 0 {
		return console.Usagef("%s: no claim has gold pages%s", o.Claims,
			map[bool]string{true: " among the given ids"}[c.IsSet("id")])
	}
	err = c.WriteFile(o.Out, func(w io.Writer) error {
		out := bufio.NewWriter(w)
		for _, g := range gold {
			if err := console.WriteJSON(out, g); err != nil {
				return err
			}
		}
		return out.Flush()
	})
	if err == nil && rejects > 0 {
		return console.WithCode(errors.New(c.Command+": some records have no claim"), console.ExitRejects, "")
	}
	return err
}

// readClaims reads a file of claims, warns of the records that hold none, and counts them.
func readClaims(c *console.Console, file string) (all []*claims.Claim, rejects int, err error) {
	all, bad, err := claims.ReadAll(file)
	if err != nil {
		return nil, 0, console.WithHint(err,
			"want a claims file of HoVer, FEVER, FEVEROUS, HotpotQA, MuSiQue or 2WikiMultihopQA")
	}
	for _, b := range bad {
		c.Warn("%v", b)
	}
	return all, len(bad), nil
}

// goldGraphs makes the graphs of claims. It warns of those whose edges hold a cycle.
func goldGraphs(c *console.Console, all []*claims.Claim) []*study.Graph {
	gold := study.Gold(all)
	for _, g := range gold {
		if g.Cycle != nil {
			c.Warn("%s: claim %s is left out of shapes: its edges hold the cycle %s",
				g.Of.Place, g.ID, strings.Join(g.Cycle, " - "))
		}
	}
	return gold
}
