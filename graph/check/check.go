// Package check is what a check of a store is asked for and what it says, whichever backend does it.
package check

import "github.com/bridgehop/bridgehop/graph"

// Run is one check of a store.
type Run struct {
	Data     bool                                 // read every byte and compare it
	Repair   bool                                 // mend what is damaged, where that is possible
	Progress func(what string, done, total int64) // told from time to time how far the work is

	Stats    graph.Stats // of the store, as it counts itself
	Digest   string      // of what Finish made: the one that it stored, which with Data was compared
	Findings []Finding
}

// Finding is something that is not as it should be.
type Finding struct {
	Part     string `json:"part"` // what it is about: store, pages, links, titles, text index, search index
	What     string `json:"what"`
	Repaired bool   `json:"repaired"` // it was mended
}

// Found notes a finding.
func (r *Run) Found(part, what string) {
	r.Findings = append(r.Findings, Finding{Part: part, What: what})
}

// Mended notes that the findings so far are mended.
func (r *Run) Mended() {
	for i := range r.Findings {
		r.Findings[i].Repaired = true
	}
}

// At tells how far the work is.
func (r *Run) At(what string, done, total int64) {
	if r.Progress != nil {
		r.Progress(what, done, total)
	}
}

// Sound reports whether nothing is damaged, or all of it was mended.
func (r *Run) Sound() bool {
	for _, f := range r.Findings {
		if !f.Repaired {
			return false
		}
	}
	return true
}
