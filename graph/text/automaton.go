package text

import (
	"fmt"
	"unicode/utf8"

	"github.com/blevesearch/vellum"
	"github.com/blevesearch/vellum/levenshtein"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/internal/mapped"
)

// automaton is a finite-state transducer from words to numbers, in a mapped file.
type automaton struct {
	fst  *vellum.FST
	file *mapped.File
}

const (
	// stateBytes is more than the record of a state takes: 256 transitions of 17 bytes, and what goes with them. A record ends at
	// the state's address.
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

// touch compares what is read of a state with its checksums.
func (a *automaton) touch(state int) {
	from := max(0, state-stateBytes)
	a.file.Bytes(from, state+1-from)
}

// step follows s, false when no word goes on so.
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

// value is the number of the word that w has reached, false when that is no word.
func (a *automaton) value(w walk) (uint64, bool) {
	a.touch(w.state)
	ok, v := a.fst.IsMatchWithVal(w.state)
	return w.value + v, ok
}

// get is the number of a word, false when there is no such word.
func (a *automaton) get(word string) (uint64, bool) {
	w, ok := a.step(a.start(), word)
	if !ok {
		return 0, false
	}
	return a.value(w)
}

// near yields, in their order, the words that are one edit away from this one and begin with the same letter: those that go on from
// a place up to where ends is true, without spaces.
func (a *automaton) near(from walk, word string, ends func(walk) bool, yield func(word []byte, w walk)) error {
	dfa, err := oneEditFrom(word)
	if err != nil {
		return err
	}
	_, first := utf8.DecodeRuneInString(word)
	n := nearby{a, dfa, word[:first], ends, yield}
	n.follow(from, dfa.Start(), nil)
	return nil
}

// nearby is a search for words one edit away.
type nearby struct {
	*automaton
	dfa   *levenshtein.DFA
	first string // what words begin with
	ends  func(walk) bool
	yield func([]byte, walk)
}

func (n *nearby) follow(w walk, state int, word []byte) {
	if len(word) >= len(n.first) && n.dfa.IsMatch(state) && n.ends(w) {
		n.yield(word, w)
	}
	for c := range 256 {
		next := n.dfa.Accept(state, byte(c))
		if c == ' ' || len(word) < len(n.first) && byte(c) != n.first[len(word)] || !n.dfa.CanMatch(next) {
			continue
		}
		if to, ok := n.step(w, string([]byte{byte(c)})); ok {
			n.follow(to, next, append(word, byte(c)))
		}
	}
}
