package text

import (
	"bufio"
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/internal/mapped"
)

// wordsFile has the words of pages in their order, which postings lack: the number of terms that have numbers, and the
// codes of these, 8 bytes each, of which the most frequent term is 1; then a record of each page, which begins with its
// length without passages, and has varints:
//
//	of the title, which is the first element, and of each element: terms<<2, plus 2 for odd anchors, plus 1 for an address
//	    the address, if it isn't nextElement's: kind, A, B, C
//	    the odd anchors (graph.Words.Anchors): how many, and of each the code, 8 bytes, and the place + 1
//	of the title, which is the first passage, and of each passage: elements, bytes of terms, and the terms: numbers, or 0 and a code
const wordsFile = "words.bin"

// lastNumber returns the number by which the addresses of neighbouring elements differ.
func lastNumber(e *graph.Element) *int {
	switch e.Kind {
	case graph.KindSentence:
		return &e.A
	case graph.KindItem:
		return &e.B
	}
	return &e.C
}

// nextElement returns the address that an element most often has after another.
func nextElement(e graph.Element) graph.Element {
	*lastNumber(&e)++
	return e
}

// frequent has the terms with most postings: the complement of their number, and the code.
type frequent struct {
	most  int
	terms [][2]uint64
}

func (f *frequent) add(term []byte, postings int) {
	f.terms = append(f.terms, [2]uint64{^uint64(postings), graph.Term{Text: string(term)}.Code()})
	if len(f.terms) == 2*f.most {
		f.cut()
	}
}

// cut puts the terms with most postings first and drops those beyond most.
func (f *frequent) cut() {
	slices.SortFunc(f.terms, func(a, b [2]uint64) int { return slices.Compare(a[:], b[:]) })
	f.terms = f.terms[:min(len(f.terms), f.most)]
}

// pageWords makes the record of a page. In it, a passage has the number of its terms and their codes, 8 bytes each.
type pageWords struct {
	codes              []uint64 // of the terms of the current passage
	starts             []int    // where the words of the current element begin
	elements, passages []byte
	last               graph.Element
}

func (w *pageWords) begin(title string) {
	*w = pageWords{codes: w.codes[:0], starts: w.starts, elements: w.elements[:0], passages: w.passages[:0],
		last: graph.Element{C: -1}}
	for _, t := range Analyze(graph.BareTitle(title)) {
		w.codes = append(w.codes, t.Code())
	}
	w.add(&graph.Text{}, 0)
	w.end(1)
}

// add adds an element to the passage; its terms are the codes from that one on.
func (w *pageWords) add(e *graph.Text, from int) {
	var odd []byte
	n, terms := 0, w.codes[from:]
	here := graph.Words{Terms: func(int) []uint64 { return terms }}
	for i := range e.Links {
		anchor, at := e.Links[i].Anchor, -1
		if e.Links[i].Inferred {
			continue // no index depends on these
		}
		if off := strings.Index(e.Text, anchor); anchor != "" && off >= 0 {
			if at = slices.IndexFunc(w.starts, func(start int) bool { return start >= off }); at < 0 {
				at = len(w.starts) - 1
			}
		}
		if at != here.At(0, anchor, Analyze) {
			odd = binary.AppendUvarint(binary.LittleEndian.AppendUint64(odd, graph.Term{Text: anchor}.Code()),
				uint64(at+1))
			n++
		}
	}
	flags := uint64(len(terms)) << 2
	if n > 0 {
		flags |= 2
		odd = append(binary.AppendUvarint(nil, uint64(n)), odd...)
	}
	if e.Element == nextElement(w.last) {
		w.elements = binary.AppendUvarint(w.elements, flags)
	} else {
		w.elements = binary.AppendUvarint(w.elements, flags|1)
		for _, v := range [...]int{int(e.Element.Kind), e.Element.A, e.Element.B, e.Element.C} {
			w.elements = binary.AppendVarint(w.elements, int64(v))
		}
	}
	w.elements, w.last = append(w.elements, odd...), e.Element
}

// end ends a passage of so many elements.
func (w *pageWords) end(elements int) {
	w.passages = binary.AppendUvarint(binary.AppendUvarint(w.passages, uint64(elements)), uint64(len(w.codes)))
	for _, c := range w.codes {
		w.passages = binary.LittleEndian.AppendUint64(w.passages, c)
	}
	w.codes = w.codes[:0]
}

// record returns the record, after the number of the document.
func (w *pageWords) record(doc uint32) []byte {
	out := append(binary.AppendUvarint(numbers(doc), uint64(len(w.elements))), w.elements...)
	return append(out, w.passages...)
}

// writeWords writes the records of builder.words with the numbers of terms, and sets their places in the table of
// pages.
func (b *builder) writeWords(context.Context) error {
	b.frequent.cut()
	number := make(map[uint64]uint64, len(b.frequent.terms))
	for i, t := range b.frequent.terms {
		number[t[1]] = uint64(i) + 1
	}
	return writeFile(filepath.Join(b.folder, wordsFile), func(to *bufio.Writer) error {
		terms := binary.LittleEndian.AppendUint64(nil, uint64(len(number)))
		for _, t := range b.frequent.terms {
			terms = binary.LittleEndian.AppendUint64(terms, t[1])
		}
		out, offset := []byte(nil), len(terms)
		if _, err := to.Write(terms); err != nil {
			return err
		}
		for rec, err := range b.words.All() {
			if err != nil {
				return err
			}
			b.table.setWords(binary.BigEndian.Uint32(rec), uint64(offset))
			r := entryReader{b: rec[4:]}
			elements := r.bytes(r.number())
			out = append(binary.AppendUvarint(out[:0], uint64(len(elements))), elements...)
			for len(r.b) > 0 {
				out, terms = binary.AppendUvarint(out, r.number()), terms[:0]
				for range r.number() {
					code := r.bytes(8)
					v := number[binary.LittleEndian.Uint64(code)]
					if terms = binary.AppendUvarint(terms, v); v == 0 {
						terms = append(terms, code...)
					}
				}
				out = append(binary.AppendUvarint(out, uint64(len(terms))), terms...)
			}
			offset += len(out)
			if _, err := to.Write(out); err != nil {
				return err
			}
		}
		return nil
	})
}

// words is the opened file.
type words struct {
	file    *mapped.File
	numbers uint64
	recent  []atomic.Pointer[wordRecord] // see record
}

// recentRecords is how many opened records are kept: an article's has some 3 kB.
const recentRecords = 1 << 13

func newWords(file *mapped.File) (*words, error) {
	w := &words{file: file, recent: make([]atomic.Pointer[wordRecord], recentRecords)}
	if file.Len() >= 8 {
		w.numbers = file.Uint64(0)
	}
	if most := file.Len()/8 - 1; most < 0 || w.numbers > uint64(most) {
		return w, fmt.Errorf("%s: %w: %d bytes", wordsFile, graph.ErrDamaged, file.Len())
	}
	return w, nil
}

// Words returns the words of pages, aligned with ids; nil for a page that the index lacks. The results end with the
// index.
func (ix *Index) Words(ids []graph.PageID) (all []*graph.Words, err error) {
	defer ix.end(&err, debug.SetPanicOnFault(true))
	out, room := make([]*graph.Words, len(ids)), make([]uint64, 0, 64)
	for i, id := range ids {
		doc, ok := ix.pages.doc(id)
		if !ok {
			continue
		}
		r := ix.record(doc)
		if r == nil {
			return nil, fmt.Errorf("%s: page %v: %w", wordsFile, id, graph.ErrDamaged)
		}
		w := &openWords{Words: r.words, wordRecord: r, ix: ix, next: -1, room: &room}
		w.Find, w.Terms = r.find, w.terms
		out[i] = &w.Words
	}
	return out, nil
}

// record returns the opened record of a page, nil if it is damaged. Recent records are kept, because many claims lead
// to the same pages.
func (ix *Index) record(doc uint32) *wordRecord {
	slot := &ix.words.recent[int(doc)%len(ix.words.recent)]
	if r := slot.Load(); r != nil && r.doc == doc {
		return r
	}
	from, to := ix.pages.words(doc), uint64(ix.words.file.Len())
	if int(doc)+1 < ix.pages.n {
		to = ix.pages.words(doc + 1)
	}
	r := &wordRecord{doc: doc}
	if !r.open(ix.words, ix.words.file.Bytes(int(from), int(to)-int(from))) {
		return nil
	}
	slot.Store(r)
	return r
}

// wordRecord is an opened record. Nothing of it changes, so that claims share it.
type wordRecord struct {
	doc      uint32
	words    graph.Words // without functions
	counts   []int32     // terms of the title and of each element
	runs     []addresses // of the elements
	bytes    []byte      // the second part of the record
	passages []int32     // where the terms of each passage begin in bytes, the title's first
}

// openWords are the words of a page. The terms of an element are decoded when they are asked for, since a claim asks
// for few.
type openWords struct {
	graph.Words
	*wordRecord
	ix   *Index
	next int // the element whose terms begin at in bytes: elements are often asked for in their order
	at   int
	room *[]uint64 // what terms returns
}

// addresses are of elements of which each has the nextElement of the one before.
type addresses struct {
	first graph.Element
	at    int // the index of the first
}

// open reads a record; it returns false if the record is damaged.
func (w *wordRecord) open(of *words, record []byte) bool {
	r := entryReader{b: record}
	list := entryReader{b: r.bytes(r.number())}
	n, out := len(list.b), &w.words // elements take a byte or more; passages have about four elements
	w.counts, out.Sentences = make([]int32, 0, n), make([]bool, 0, n)
	w.runs = make([]addresses, 0, 16)
	kind := graph.Kind(0)
	for i := -1; len(list.b) > 0; i++ {
		flags := list.number()
		if i < 0 || flags&1 != 0 {
			first := nextElement(graph.Element{C: -1})
			if flags&1 != 0 {
				first = graph.Element{Kind: graph.Kind(list.signed()), A: list.signed(), B: list.signed(),
					C: list.signed()}
			}
			w.runs, kind = append(w.runs, addresses{first, i}), first.Kind
		}
		if flags&2 != 0 {
			w.readAnchors(&list, i)
		}
		w.counts, out.Sentences = append(w.counts, int32(min(flags>>2, math.MaxInt32))),
			append(out.Sentences, kind == graph.KindSentence)
	}
	w.bytes, w.passages, out.Ends = r.b, make([]int32, 0, n/4+2), make([]int, 0, n/4+2)
	for at := -1; len(r.b) > 0; {
		at += int(min(r.number(), uint64(n)))
		size := r.number()
		w.passages, out.Ends = append(w.passages, int32(len(w.bytes)-len(r.b))), append(out.Ends, at)
		r.bytes(size)
	}
	if list.bad || r.bad || len(out.Ends) == 0 || out.Ends[0] != 0 || out.Ends[len(out.Ends)-1] != len(w.counts)-1 {
		return false
	}
	out.Sentences, out.Ends = out.Sentences[1:], out.Ends[1:]
	var ok bool
	out.Title, _, ok = of.decode(nil, w.bytes, int(w.passages[0]), 0, int(w.counts[0]))
	return ok
}

// readAnchors reads the odd anchors of an element.
func (w *wordRecord) readAnchors(r *entryReader, element int) {
	if w.words.Anchors == nil {
		w.words.Anchors = map[[2]uint64]int{}
	}
	for n := r.number(); n > 0 && !r.bad; n-- {
		if code := r.bytes(8); code != nil {
			w.words.Anchors[[2]uint64{uint64(element), binary.LittleEndian.Uint64(code)}] = int(r.number()) - 1
		}
	}
}

// find returns the index of the element with an address.
func (w *wordRecord) find(e graph.Element) int {
	for i, run := range w.runs {
		to, here := len(w.words.Sentences), run.first
		if i+1 < len(w.runs) {
			to = w.runs[i+1].at
		}
		number, want := lastNumber(&here), *lastNumber(&e)
		steps := want - *number
		*number = want
		if at := run.at + steps; here == e && steps >= 0 && at >= 0 && at < to {
			return at
		}
	}
	return -1
}

// terms returns the codes of an element's terms.
func (w *openWords) terms(element int) []uint64 {
	var err error
	defer w.ix.end(&err, debug.SetPanicOnFault(true))
	k, before := w.PassageOf(element), 0
	if from, _ := w.Passage(k); element == from || element != w.next {
		for _, n := range w.counts[from+1 : element+1] {
			before += int(n)
		}
		w.at = int(w.passages[k+1])
	}
	codes, at, ok := w.ix.words.decode((*w.room)[:0], w.bytes, w.at, before, int(w.counts[element+1]))
	*w.room, w.next, w.at = codes, element+1, at
	if !ok {
		w.next, err = -1, fmt.Errorf("%s: %w", wordsFile, graph.ErrDamaged)
		return nil
	}
	return codes
}

// decode appends the n terms that follow so many others from at on, and returns the place behind them; false if they
// are damaged.
func (of *words) decode(out []uint64, all []byte, at, before, n int) ([]uint64, int, bool) {
	for i := range before + n {
		if at >= len(all) {
			return out, at, false
		}
		v, size := uint64(all[at]), 1
		switch {
		case v < 0x80:
		case at+1 < len(all) && all[at+1] < 0x80: // as most other numbers
			v, size = v&0x7f|uint64(all[at+1])<<7, 2
		default:
			v, size = binary.Uvarint(all[at:])
		}
		if at += size; size <= 0 || v > of.numbers || v == 0 && at+8 > len(all) {
			return out, at, false
		}
		switch {
		case i >= before && v > 0:
			out = append(out, of.file.Uint64(8*int(v)))
		case i >= before:
			out = append(out, binary.LittleEndian.Uint64(all[at:]))
		}
		if v == 0 {
			at += 8
		}
	}
	return out, at, true
}
