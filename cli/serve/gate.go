package serve

import (
	"context"
	"errors"
	"sync/atomic"
)

// errBusy is returned when as many requests wait as may.
var errBusy = errors.New("too many requests at once; try again in a second")

// gate lets some requests run at once, lets some more wait in line, and refuses the rest.
type gate struct {
	running chan struct{}
	inside  atomic.Int64
	most    int64
}

func newGate(running, most int) *gate {
	return &gate{running: make(chan struct{}, running), most: int64(most)}
}

// enter waits for a turn. The caller calls leave when it is done.
func (g *gate) enter(ctx context.Context) (leave func(), err error) {
	if g.inside.Add(1) > g.most {
		g.inside.Add(-1)
		return nil, errBusy
	}
	select {
	case g.running <- struct{}{}:
		return func() { <-g.running; g.inside.Add(-1) }, nil
	case <-ctx.Done():
		g.inside.Add(-1)
		return nil, ctx.Err()
	}
}
