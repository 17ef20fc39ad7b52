package cli

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"

	urfave "github.com/urfave/cli/v2"

	"github.com/bridgehop/bridgehop/hop"
)

// counting plans nothing, and counts how often it was asked for each claim.
type counting struct {
	mu    sync.Mutex
	asked map[string]int
}

var errOddClaim = errors.New("an odd claim")

func (p *counting) Plan(_ context.Context, claim string) (*hop.Result, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.asked[claim]++
	if strings.HasSuffix(claim, "7.") {
		return nil, errOddClaim
	}
	return &hop.Result{Chains: []hop.Chain{{Score: float64(len(claim))}}}, nil
}

// TestAhead asks for more claims than are planned ahead, from two sides: none is planned again and again, and all are answered as ever.
func TestAhead(t *testing.T) {
	var lines strings.Builder
	for i := range mostAhead + 20 {
		fmt.Fprintf(&lines, "Claim number %d.\n", i)
	}
	file := filepath.Join(t.TempDir(), "claims.txt")
	if err := os.WriteFile(file, []byte(lines.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	flags := flag.NewFlagSet("", flag.ContinueOnError)
	flags.String("claims", file, "")
	c := urfave.NewContext(nil, flags, nil)
	c.Context = t.Context()

	p := &counting{asked: map[string]int{}}
	a := planAhead(c, p)
	var sides sync.WaitGroup
	for side := range 2 {
		sides.Go(func() {
			for i := side; i < mostAhead+20; i += 2 {
				claim := fmt.Sprintf("Claim number %d.", i)
				got, err := a.Plan(t.Context(), claim)
				switch odd := i%10 == 7; {
				case odd != errors.Is(err, errOddClaim):
					t.Errorf("%q: error %v", claim, err)
				case !odd && got.Chains[0].Score != float64(len(claim)):
					t.Errorf("%q has another claim's answer", claim)
				}
			}
		})
	}
	sides.Wait()
	a.stop()
	if len(p.asked) != mostAhead+20 {
		t.Errorf("%d claims were planned, want %d", len(p.asked), mostAhead+20)
	}
	for claim, n := range p.asked {
		most := 2 // once ahead, and once for a side that came before it was noted
		if strings.HasSuffix(claim, "7.") {
			most++ // what failed is tried again
		}
		if n > most {
			t.Errorf("%q was planned %d times", claim, n)
		}
	}

	for i := 2; i < mostAhead+20; i++ { // so many that the second is not kept any more
		_, _ = a.Plan(t.Context(), fmt.Sprintf("Claim number %d.", i))
	}
	if again, err := a.Plan(t.Context(), "Claim number 1."); err != nil || len(again.Chains) != 1 || p.asked["Claim number 1."] < 2 {
		t.Errorf("a claim that comes again: %v, %v, planned %d times", again, err, p.asked["Claim number 1."])
	}
}

// TestAheadInterrupted asks for a claim that is being planned ahead, and whose planning ahead is then interrupted: it is planned anew.
func TestAheadInterrupted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		flags := flag.NewFlagSet("", flag.ContinueOnError)
		if err := flags.Parse([]string{"A claim."}); err != nil {
			t.Fatal(err)
		}
		c := urfave.NewContext(nil, flags, nil)
		ctx, interrupt := context.WithCancel(t.Context())
		c.Context = ctx
		p := &interruptible{ahead: ctx}
		a := planAhead(c, p)
		synctest.Wait() // until it is planned ahead
		var waiter sync.WaitGroup
		waiter.Go(func() {
			if got, err := a.Plan(t.Context(), "A claim."); err != nil || got == nil {
				t.Errorf("got %v, %v, want a plan of its own", got, err)
			}
		})
		synctest.Wait() // until the waiter waits for it
		if n := p.asked.Load(); n != 1 {
			t.Errorf("planned %d times before the interrupt, want once, ahead", n)
		}
		interrupt()
		waiter.Wait()
		a.stop()
		if n := p.asked.Load(); n != 2 {
			t.Errorf("planned %d times, want once ahead and once for who waited", n)
		}
	})
}

// interruptible plans ahead without end, and otherwise nothing at once.
type interruptible struct {
	ahead context.Context // of what is planned ahead
	asked atomic.Int32
}

func (p *interruptible) Plan(ctx context.Context, _ string) (*hop.Result, error) {
	p.asked.Add(1)
	if ctx == p.ahead {
		<-ctx.Done()
	}
	return &hop.Result{}, ctx.Err()
}
