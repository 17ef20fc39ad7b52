package cli

import "context"

// Prediction is an answer as it is kept for claims that come again.
type Prediction = prediction

// Repeats are the answers that a run keeps.
type Repeats struct{ r *repeats[*prediction] }

// NewRepeats keeps so many answers.
func NewRepeats(most int) Repeats { return Repeats{newRepeats[*prediction](most)} }

// Get gives the answer of an equal claim, or makes it.
func (r Repeats) Get(ctx context.Context, key string, answer func() (*Prediction, error)) (*Prediction, error) {
	return r.r.get(ctx, key, answer)
}

// Len is how many answers are kept.
func (r Repeats) Len() int { return r.r.recent.Len() }
