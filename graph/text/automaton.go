package text

import (
	"fmt"

	"github.com/blevesearch/vellum"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/internal/mapped"
)

// automaton is a finite-state transducer from words to numbers, in a mapped file.
type automaton struct {
	fst  *vellum.FST
	file *mapped.File
}

const (
	// stateBytes is more than the size of a state's record, which has up to 256 transitions of 17 bytes. The record
	// ends at the state's address.
	stateBytes = 4400
	fstEnds    = 16 // bytes of the header and of the footer
)

func openAutomaton(file *mapped.File) (automaton, error) {
	file.Bytes(0, fstEnds)
	last := file.Bytes(file.Len()-fstEnds, fstEnds)
	if last == nil {
		return automaton{}, fmt.Errorf("automaton of %d bytes: %w", file.Len(), graph.ErrDamaged)
	}
	fst, err := vellum.Load(file.Data())
	if err != nil {
		return automaton{}, fmt.Errorf("automaton: %w: %w", graph.ErrDamaged, err)
	}
	return automaton{fst, file}, nil
}

// walk is a place in an automaton.
type walk struct {
	state int
	value uint64
}

func (a *automaton) start() walk { return walk{state: a.fst.Start()} }

// touch verifies the checksums of a state's record.
func (a *automaton) touch(state int) {
	from := max(0, state-stateBytes)
	a.file.Bytes(from, state+1-from)
}

// step follows the bytes of s. It returns false if no word continues with s.
func (a *automaton) step(w walk, s string) (walk, bool) {
	for i := 0; i < len(s); i++ {
		a.touch(w.state)
		next, v := a.fst.AcceptWithVal(w.state, s[i])
		if !a.fst.CanMatch(next) {
			return walk{}, false
		}
		w = walk{next, w.value + v}
	}
	return w, true
}

// value returns the number of the word that w has reached, and false if it is no word.
func (a *automaton) value(w walk) (uint64, bool) {
	a.touch(w.state)
	ok, v := a.fst.IsMatchWithVal(w.state)
	return w.value + v, ok
}
