package serve

import (
	"context"
	"errors"
	"sync/atomic"
)

// errBusy is returned when as many requests wait as may, and to one that waited too long.
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

// through waits for a turn and does something in it.
func through[T any](ctx context.Context, g *gate, do func() (T, error)) (out T, err error) {
	defer g.inside.Add(-1)
	if g.inside.Add(1) > g.most {
		return out, errBusy
	}
	select {
	case g.running <- struct{}{}:
		defer func() { <-g.running }()
		return do()
	case <-ctx.Done():
		return out, errBusy
	}
}
