package ordered_test

import (
	"context"
	"runtime"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/bridgehop/bridgehop/graph/ordered"
)

func TestOrderIsKept(t *testing.T) {
	values := make([]int, 500)
	for i := range values {
		values[i] = i
	}
	var at, most atomic.Int32
	got := slices.Collect(ordered.Map(t.Context(), slices.Values(values), 4, func(_ context.Context, v int) int {
		n := at.Add(1)
		for m := most.Load(); n > m && !most.CompareAndSwap(m, n); m = most.Load() {
		}
		if v%7 == 0 {
			time.Sleep(time.Millisecond)
		}
		runtime.Gosched()
		at.Add(-1)
		return v
	}))
	if !slices.Equal(got, values) {
		t.Errorf("got %v", got)
	}
	if n := most.Load(); n < 2 || n > 4 {
		t.Errorf("%d calls at once, want 2 to 4", n)
	}
}

// A caller that stops ends the calls that run, and no more values are read.
func TestCallerStops(t *testing.T) {
	read := 0
	endless := func(yield func(int) bool) {
		for ; yield(read); read++ {
		}
	}
	seen := 0
	for v := range ordered.Map(t.Context(), endless, 3, func(ctx context.Context, v int) int {
		if v > 5 {
			<-ctx.Done() // would never end
		}
		return v
	}) {
		if seen++; v == 5 {
			break
		}
	}
	if seen != 6 || read > 5+4*3+3+2 {
		t.Errorf("saw %d values and read %d", seen, read)
	}
}
