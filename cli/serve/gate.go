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

// enter waits for a turn. The caller calls leave when it is done.
func (g *gate) enter(ctx context.Context) (leave func(), err error) {
	out, err := g.join()
	if err != nil {
		return nil, err
	}
	end, err := g.turn(ctx)
	if err != nil {
		out()
		return nil, err
	}
	return func() { end(); out() }, nil
}

// join takes a place in the line, for one turn or, one after the other, several.
func (g *gate) join() (leave func(), err error) {
	leave = func() { g.inside.Add(-1) }
	if g.inside.Add(1) > g.most {
		leave()
		return nil, errBusy
	}
	return leave, nil
}

// turn waits until one that joined may run.
func (g *gate) turn(ctx context.Context) (end func(), err error) {
	select {
	case g.running <- struct{}{}:
		return func() { <-g.running }, nil
	case <-ctx.Done():
		return nil, errBusy
	}
}
