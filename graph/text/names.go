package text

import (
	"cmp"
	"context"
	"encoding/binary"
	"slices"
	"strings"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/internal/extsort"
)

// The dictionary is a finite-state transducer from folded names (words in lower case without diacritics, joined by
// spaces) to offsets of entries. An entry is a list of spellings:
//
//	size in bytes, number of spellings, then for each: kind (1 byte), length, bytes, number of pages, then for each page:
//	document number, weight
//
// Numbers are unsigned varints. A length of 0 means the same text as before. The weight of a page is the number of
// links with the anchor to it; for other kinds it is 1, or 0 for a disambiguation page. Aliases that another page
// claims are left out.

// maxAnchor is the length in bytes of the longest anchor that is taken for a name.
const maxAnchor = 100

// maxMeanings is the largest number of pages that only the anchors of a name lead to.
const maxMeanings = 16

// nameKey returns the folded form of a name; empty for one without words.
func nameKey(name string) string {
	var b strings.Builder
	b.Grow(len(name))
	plain := false // has a word that is no symbol
	for w, ok := nextWord(name, 0); ok; w, ok = nextWord(name, w.end) {
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		plain = plain || !w.symbol
		b.WriteString(foldWord(name[w.start:w.end]))
	}
	if !plain {
		return ""
	}
	return b.String()
}

// minAnchor is the least number of links whose anchor makes a name.
const minAnchor = 2

// nameSorter sorts names as records: key, NUL, kind, spelling, NUL, document number, and 1 for a disambiguation page,
// else 0.
type nameSorter struct{ *extsort.Sorter }

func (s nameSorter) addPage(doc uint32, p *graph.Page) error {
	if err := s.add(graph.ByTitle, p.Title, doc, p.Disambiguation); err != nil {
		return err
	}
	if err := s.addAliases(doc, p); err != nil {
		return err
	}
	if bare := graph.BareTitle(p.Title); bare != p.Title && !p.Disambiguation &&
		!strings.HasSuffix(p.Title, " (disambiguation)") {
		return s.add(graph.ByBare, bare, doc, false)
	}
	return nil
}

func (s nameSorter) add(kind graph.NameKind, name string, doc uint32, disambiguation bool) error {
	key := nameKey(name)
	if key == "" || strings.IndexByte(name, 0) >= 0 {
		return nil
	}
	rec := make([]byte, 0, len(key)+len(name)+8)
	rec = append(append(rec, key...), 0, byte(kind))
	rec = binary.BigEndian.AppendUint32(append(append(rec, name...), 0), doc)
	if disambiguation {
		return s.Add(append(rec, 1))
	}
	return s.Add(append(rec, 0))
}

// write writes the dictionary.
func (s nameSorter) write(ctx context.Context, folder string) error {
	var e entry
	return writeAutomaton(ctx, folder, fstFile, namesFile, s.Sorter, e.add, func(key []byte) []byte {
		out := e.encode(string(key))
		e = entry{}
		if len(out) == 0 {
			return nil
		}
		return append(binary.AppendUvarint(nil, uint64(len(out))), out...)
	})
}

// entry is all spellings of a folded name, with their pages.
type entry struct{ spellings []spelling }

type spelling struct {
	kind  graph.NameKind
	text  string
	pages []meaning
}

type meaning struct {
	doc    uint32
	weight uint64
}

// add adds the part of a record after the key. The records of a spelling come in sequence, ordered by document.
func (e *entry) add(rec []byte) {
	tail := len(rec) - 6
	kind, name, doc, weight := graph.NameKind(rec[0]), rec[1:tail], binary.BigEndian.Uint32(rec[tail+1:]),
		uint64(1-rec[tail+5])
	if last := len(e.spellings) - 1; last < 0 || e.spellings[last].kind != kind ||
		e.spellings[last].text != string(name) {
		e.spellings = append(e.spellings, spelling{kind: kind, text: string(name)})
	}
	sp := &e.spellings[len(e.spellings)-1]
	if last := len(sp.pages) - 1; last < 0 || sp.pages[last].doc != doc {
		sp.pages = append(sp.pages, meaning{doc, weight})
	} else if kind == graph.ByAnchor {
		sp.pages[last].weight++
	}
}

// encode returns the bytes of the entry of a key without the pages that meanings drops; nil if none is left.
func (e *entry) encode(key string) []byte {
	e.unclaimed()
	keep := e.meanings(key)
	var kept []spelling
	for _, sp := range e.spellings {
		sp.pages = slices.DeleteFunc(sp.pages, func(m meaning) bool { return !keep[m.doc] })
		if len(sp.pages) > 0 {
			kept = append(kept, sp)
		}
	}
	if len(kept) == 0 {
		return nil
	}
	out, before := binary.AppendUvarint(nil, uint64(len(kept))), ""
	for _, sp := range kept {
		out = append(out, byte(sp.kind))
		if sp.text == before {
			out = append(out, 0)
		} else {
			out = append(binary.AppendUvarint(out, uint64(len(sp.text))), sp.text...)
		}
		before = sp.text
		out = binary.AppendUvarint(out, uint64(len(sp.pages)))
		for _, m := range sp.pages {
			out = binary.AppendUvarint(binary.AppendUvarint(out, uint64(m.doc)), m.weight)
		}
	}
	return out
}

// meanings returns the pages to keep: those with the name as a title or redirect, and at most maxMeanings others that
// anchors lead to. Anchors count only if they have at least minAnchor uses and the key is not weak; a page needs at
// least one in 200 of the uses.
func (e *entry) meanings(key string) map[uint32]bool {
	keep, uses, total := map[uint32]bool{}, map[uint32]uint64{}, uint64(0)
	for _, sp := range e.spellings {
		for _, m := range sp.pages {
			if sp.kind != graph.ByAnchor {
				keep[m.doc] = true
				continue
			}
			uses[m.doc] += m.weight
			total += m.weight
		}
	}
	if total < minAnchor || weak(key) {
		return keep
	}
	var more []meaning
	for doc, n := range uses {
		if !keep[doc] && n*200 >= total {
			more = append(more, meaning{doc, n})
		}
	}
	slices.SortFunc(more, func(a, b meaning) int {
		return cmp.Or(cmp.Compare(b.weight, a.weight), cmp.Compare(a.doc, b.doc))
	})
	for _, m := range more[:min(len(more), maxMeanings)] {
		keep[m.doc] = true
	}
	return keep
}

// weak reports whether a key has only stop words, numbers and single letters. It is a name only of a page with that
// title or redirect.
func weak(key string) bool {
	for w := range strings.SplitSeq(key, " ") {
		if len(w) > 1 && !isStop(w) && strings.Trim(w, "0123456789") != "" {
			return false
		}
	}
	return true
}
