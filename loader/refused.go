package loader

import (
	"context"
	"iter"
)

// refusedSource is a file of a folder that is no corpus: one reject.
type refusedSource struct {
	file
	err error
}

// Records implements Source.
func (s *refusedSource) Records(_ context.Context, from int64) iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		if from == 0 {
			yield(refuse(s.path, 0, s.Size(), s.err), nil)
		}
	}
}
