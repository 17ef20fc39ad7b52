package cli

import (
	"context"
	"sync"

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
	mu    sync.Mutex
	begun map[string]func() (*hop.Result, error) // of the claims that were not asked for yet

	stopped chan struct{}
	done    chan struct{} // closed once nothing is planned ahead any more
}

// planAhead begins to plan the claims that c asks for.
func planAhead(c *urfave.Context, p planner) *ahead {
	a := &ahead{planner: p, begun: map[string]func() (*hop.Result, error){}, stopped: make(chan struct{}), done: make(chan struct{})}
	go func() {
		defer close(a.done)
		for _, plan := range a.begin(c.Context, firstClaims(c)) {
			select {
			case <-a.stopped:
				return
			default:
				_, _ = plan() // Plan tells of errors
			}
		}
	}()
	return a
}

// begin notes the claims, so that each is planned once, by whoever comes first.
func (a *ahead) begin(ctx context.Context, claims []string) (plans []func() (*hop.Result, error)) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, claim := range claims {
		if a.begun[claim] == nil {
			a.begun[claim] = sync.OnceValues(func() (*hop.Result, error) { return a.planner.Plan(ctx, claim) })
			plans = append(plans, a.begun[claim])
		}
	}
	return plans
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

// Plan gives what was planned ahead, and waits for what is being planned. What failed is tried again: it may have been interrupted, which
// is the end of that and not of this.
func (a *ahead) Plan(ctx context.Context, claim string) (*hop.Result, error) {
	a.mu.Lock()
	plan := a.begun[claim]
	delete(a.begun, claim)
	if plan == nil { // the first claims are past, or were answered by an earlier run
		clear(a.begun)
	}
	a.mu.Unlock()
	if plan != nil {
		if r, err := plan(); err == nil {
			return r, nil
		}
	}
	return a.planner.Plan(ctx, claim)
}
