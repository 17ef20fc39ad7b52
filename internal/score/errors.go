package score

import "errors"

// Errors of prediction files.
var (
	// ErrPredictions: not one record of the prediction file is in the task's format.
	ErrPredictions = errors.New("no prediction in the task's format")
	// ErrEmpty: the prediction file is empty.
	ErrEmpty = errors.New("the file is empty: no predictions")
	// ErrNoIDs: the predictions have no ids, by which Options.Only picks.
	ErrNoIDs = errors.New("predictions without ids can't be narrowed by id")
	// ErrStrangers: not one prediction is of a claim of the gold file.
	ErrStrangers = errors.New("no prediction is of a claim of the gold file")
	// ErrNoGold: the gold file holds no claim that can be scored.
	ErrNoGold = errors.New("no gold claim to score against")
)
