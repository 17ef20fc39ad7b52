// Package ordered maps a sequence by several goroutines and keeps its order.
package ordered

import (
	"context"
	"iter"
	"sync"
)

// Map yields f of each value, in the order of the values, with up to workers calls of f at once. It reads at most four
// values for each worker ahead of what was yielded. When the caller stops, no more values are read, and the context of
// the calls that run is cancelled; Map returns when they have.
func Map[V, R any](ctx context.Context, values iter.Seq[V], workers int, f func(context.Context, V) R) iter.Seq[R] {
	return func(yield func(R) bool) {
		ctx, cancel := context.WithCancel(ctx)
		type job struct {
			value V
			done  chan R
		}
		order, todo := make(chan *job, 4*workers), make(chan *job)
		var all sync.WaitGroup
		defer all.Wait()
		defer cancel()
		all.Go(func() {
			defer close(order)
			defer close(todo)
			for v := range values {
				j := &job{v, make(chan R, 1)}
				select {
				case order <- j:
				case <-ctx.Done():
					return
				}
				todo <- j // a worker takes it: they end when todo is closed
			}
		})
		for range workers {
			all.Go(func() {
				for j := range todo {
					j.done <- f(ctx, j.value)
				}
			})
		}
		for j := range order {
			if !yield(<-j.done) {
				return
			}
		}
	}
}
