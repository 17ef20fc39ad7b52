package cli

import (
	"container/list"
	"context"
	"sync"
)

// repeats keeps the last answers of a run, so that a claim that comes again costs nothing. Of equal claims that come at the
// same time one is answered, and the others wait for it. Memory is bounded by the number of answers kept.
type repeats struct {
	most int // answers kept

	mu      sync.Mutex
	answers map[string]*list.Element
	recent  list.List // of *repeated, the one asked for last in front
}

// repeatedAnswers is how many answers are kept: of about 3 KB each.
const repeatedAnswers = 1 << 13

type repeated struct {
	key    string
	ready  chan struct{} // closed once answer is there
	answer *prediction
	err    error
}

func newRepeats(most int) *repeats {
	return &repeats{most: most, answers: map[string]*list.Element{}}
}

// get gives the answer of an equal claim, or makes it. Errors are not kept.
func (r *repeats) get(ctx context.Context, key string, answer func() (*prediction, error)) (found *prediction, err error) {
	r.mu.Lock()
	if e, ok := r.answers[key]; ok {
		r.recent.MoveToFront(e)
		r.mu.Unlock()
		a := e.Value.(*repeated)
		select {
		case <-a.ready:
		case <-ctx.Done():
			return found, ctx.Err()
		}
		if a.err == nil {
			return a.answer, nil
		}
		return answer()
	}
	a := &repeated{key: key, ready: make(chan struct{})}
	e := r.recent.PushFront(a)
	r.answers[key] = e
	if r.recent.Len() > r.most {
		last := r.recent.Back()
		r.drop(last)
	}
	r.mu.Unlock()
	a.answer, a.err = answer()
	if a.err != nil {
		r.mu.Lock()
		r.drop(e)
		r.mu.Unlock()
	}
	close(a.ready)
	return a.answer, a.err
}

// drop forgets an answer, unless it is forgotten already.
func (r *repeats) drop(e *list.Element) {
	key := e.Value.(*repeated).key
	if r.answers[key] == e {
		delete(r.answers, key)
		r.recent.Remove(e)
	}
}
