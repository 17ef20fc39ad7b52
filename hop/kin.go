package hop

import (
	"slices"

	"github.com/bridgehop/bridgehop/graph"
)

// Kin tells whether words speak of one thing, as evidence is matched with a claim. The zero Kin is ready for use, by one Analyze;
// several goroutines may share it.
type Kin struct{ related related }

// Said tells whether one of the terms is the given one, begins with the same five letters (director, directed), or speaks of the
// same relation (father, son).
func (k *Kin) Said(term string, by []string, analyze func(string) []graph.Term) bool {
	root := hashRoot(term)
	akin := k.related.to(term, analyze)
	return slices.ContainsFunc(by, func(t string) bool {
		return t == term || root != 0 && hashRoot(t) == root || slices.Contains(akin, hashTerm(t))
	})
}
