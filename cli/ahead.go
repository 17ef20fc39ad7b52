package cli

import (
	"context"

	urfave "github.com/urfave/cli/v2"

	"github.com/bridgehop/bridgehop/hop"
	"github.com/bridgehop/bridgehop/verify/claims"
)

// mostAhead is how many claims are planned ahead: about what one core plans while the shipped model is opened.
const mostAhead = 64

// ahead is a planner that begins before it is asked: with the first claims of the command line, while the model is opened, which keeps
// one core busy. What it answers is what its planner would.
type ahead struct {
	planner
	plans *repeats[*hop.Result]

	stopped chan struct{}
	done    chan struct{} // closed once nothing is planned ahead any more
}

// planAhead begins to plan the claims that c asks for.
func planAhead(c *urfave.Context, p planner) *ahead {
	a := &ahead{planner: p, plans: newRepeats[*hop.Result](mostAhead), stopped: make(chan struct{}), done: make(chan struct{})}
	go func() {
		defer close(a.done)
		for _, claim := range firstClaims(c) {
			select {
			case <-a.stopped:
				return
			default:
				_, _ = a.Plan(c.Context, claim) // an error comes again to who asks
			}
		}
	}()
	return a
}

// firstClaims are the first claims that c asks for; what can't be read is left to those who read all of them.
func firstClaims(c *urfave.Context) (first []string) {
	if c.NArg() > 0 {
		return c.Args().Slice()[:1]
	}
	r, err := claims.Open(c.String("claims"), claims.Auto)
	if err != nil {
		return nil
	}
	defer r.Close()
	for claim, err := range r.All() {
		if err == nil {
			first = append(first, claim.Text)
		}
		if len(first) == mostAhead {
			break
		}
	}
	return first
}

// stop ends planning ahead, and returns when nothing uses the planner by itself any more.
func (a *ahead) stop() {
	close(a.stopped)
	<-a.done
}

// Plan gives what was planned ahead, and waits for what is being planned.
func (a *ahead) Plan(ctx context.Context, claim string) (*hop.Result, error) {
	return a.plans.get(ctx, claim, func() (*hop.Result, error) { return a.planner.Plan(ctx, claim) })
}
