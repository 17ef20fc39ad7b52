package score

import (
	"context"
	"fmt"
	"maps"
	"slices"
)

// scorer scores a file of predictions against a gold file.
type scorer func(ctx context.Context, gold, pred File, o Options) (*Report, error)

var scorers = map[string]scorer{
	"fever":           fever.score,
	"feverous":        feverous.score,
	"hover":           scoreHover,
	"hotpotqa":        answersTo("hotpotqa"),
	"2wikimultihopqa": answersTo("2wikimultihopqa"),
	"musique":         answersTo("musique"),
	"labels":          scoreLabels,
	"retrieval":       scoreRetrieval,
}

// Tasks returns the tasks that Run knows, by name.
func Tasks() []string { return slices.Sorted(maps.Keys(scorers)) }

// HasLabels reports whether the predictions of a task have labels.
func HasLabels(task string) bool {
	return slices.Contains([]string{"fever", "feverous", "hover", "labels"}, task)
}

// Run scores predictions against gold, as one of Tasks: a data set's official scorer, the labels alone (labels), or the pages that
// were found (retrieval).
func Run(ctx context.Context, task string, gold, pred File, o Options) (*Report, error) {
	score, ok := scorers[task]
	if !ok {
		return nil, fmt.Errorf("score: no task %q: want one of %v", task, Tasks())
	}
	r, err := score(ctx, gold, pred, o)
	if err != nil {
		if task == "labels" {
			task = "verdicts"
		}
		return nil, fmt.Errorf("score %s: %w", task, err)
	}
	return r, nil
}
