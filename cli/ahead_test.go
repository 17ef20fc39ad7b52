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
	"testing"

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

// TestAheadInterrupted answers a claim whose planning ahead was interrupted.
func TestAheadInterrupted(t *testing.T) {
	c := urfave.NewContext(nil, flag.NewFlagSet("", flag.ContinueOnError), nil)
	ctx, cancel := context.WithCancel(t.Context())
	c.Context = ctx
	a := planAhead(c, interruptible{}) // of no claims
	cancel()
	if _, err := a.Plan(ctx, "A claim."); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want context.Canceled", err)
	}
	if got, err := a.Plan(t.Context(), "A claim."); err != nil || got == nil {
		t.Errorf("got %v, %v", got, err)
	}
	a.stop()
}

type interruptible struct{}

func (interruptible) Plan(ctx context.Context, _ string) (*hop.Result, error) {
	return &hop.Result{}, ctx.Err()
}
