package score

import "context"

// NormalizeAnswer is tested against the official function's outputs.
var NormalizeAnswer = normalizeAnswer

// Baselines returns the baselines of a gold file; nil without any.
func Baselines(ctx context.Context, gold File, o Options) (*Section, error) {
	golds, err := goldClaims(ctx, gold)
	if all := baselines(golds, o); len(all) > 0 {
		return &all[0], err
	}
	return nil, err
}

// Value finds a figure by the names of its sections and its own.
func (s *Section) Value(path ...string) (float64, bool) {
	r, ok := s.RowAt(path...)
	return r.Value, ok
}

// RowAt finds a figure with its interval, by the names of its sections and its own.
func (s *Section) RowAt(path ...string) (Row, bool) {
	for ; s != nil && len(path) > 1; path = path[1:] {
		s = s.Find(path[0])
	}
	if s == nil || len(path) == 0 {
		return Row{}, false
	}
	return s.Row(path[0])
}
