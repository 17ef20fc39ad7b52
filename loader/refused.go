package loader

import (
	"context"
	"iter"
)

// refusedSource is a file of a folder that is no corpus, or can't be opened: one reject.
type refusedSource struct {
	file
	err error
}

// Fingerprint implements Source. What can't be opened has that of nothing; once it can, it is another.
func (s *refusedSource) Fingerprint() (string, error) {
	if p, err := s.file.Fingerprint(); err == nil {
		return p, nil
	}
	return printOf(newPrint("")), nil
}

// Records implements Source.
func (s *refusedSource) Records(_ context.Context, from int64) iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		if from == 0 {
			yield(refuse(s.path, 0, s.Size(), s.err), nil)
		}
	}
}
