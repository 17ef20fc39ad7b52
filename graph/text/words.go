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

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/internal/mapped"
)

// wordsFile has the words of pages in their order, which postings lack: the number of terms that have numbers, and the codes of these,
// 8 bytes each, of which the most frequent term is 1; then a record of each page, which begins with its length without passages, and has
// varints:
//
//	of the title, which is the first element, and of each element: terms<<2, plus 2 for odd anchors, plus 1 for an address
//	    the address, if it isn't nextElement's: kind, A, B, C
//	    the odd anchors (graph.Words.Anchors): how many, and of each the code, 8 bytes, and the place + 1
//	of the title, which is the first passage, and of each passage: elements, bytes of terms, and the terms: numbers, or 0 and a code
const wordsFile = "words.bin"

// nextElement returns the address that an element most often has after another.
func nextElement(e graph.Element) graph.Element {
	switch e.Kind {
	case graph.KindSentence:
		e.A++
	case graph.KindItem:
		e.B++
	default:
		e.C++
	}
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
	*w = pageWords{codes: w.codes[:0], starts: w.starts, elements: w.elements[:0], passages: w.passages[:0], last: graph.Element{C: -1}}
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
		if at != here.At(0, anchor, Analyze(anchor)) {
			odd = binary.AppendUvarint(binary.LittleEndian.AppendUint64(odd, graph.Term{Text: anchor}.Code()), uint64(at+1))
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

// writeWords writes the records of builder.words with the numbers of terms, and sets their places in the table of pages.
func (b *builder) writeWords(context.Context) error {
	b.frequent.cut()
	number := newWordTable() // of codes; that of no term is 0
	for i, t := range b.frequent.terms {
		number.set(t[1], 0, int32(i)+1)
	}
	return writeFile(filepath.Join(b.folder, wordsFile), func(to *bufio.Writer) error {
		terms := binary.LittleEndian.AppendUint64(nil, uint64(len(b.frequent.terms)))
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
					v := uint64(number.slot(binary.LittleEndian.Uint64(code), 0).number)
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
}

func newWords(file *mapped.File) (words, error) {
	w := words{file: file}
	if file.Len() >= 8 {
		w.numbers = file.Uint64(0)
	}
	if most := file.Len()/8 - 1; most < 0 || w.numbers > uint64(most) {
		return w, fmt.Errorf("%s: %w: %d bytes", wordsFile, graph.ErrDamaged, file.Len())
	}
	return w, nil
}

// Words returns the words of pages, aligned with ids; nil for a page that the index lacks. The results end with the index.
func (ix *Index) Words(ids []graph.PageID) (all []*graph.Words, err error) {
	defer ix.end(&err, debug.SetPanicOnFault(true))
	out := make([]*graph.Words, len(ids))
	for i, id := range ids {
		doc, ok := ix.pages.doc(id)
		if !ok {
			continue
		}
		from, to := ix.pages.words(doc), uint64(ix.words.file.Len())
		if int(doc)+1 < ix.pages.n {
			to = ix.pages.words(doc + 1)
		}
		if out[i] = ix.openWords(ix.words.file.Bytes(int(from), int(to)-int(from))); out[i] == nil {
			return nil, fmt.Errorf("%s: page %v: %w", wordsFile, id, graph.ErrDamaged)
		}
	}
	return out, nil
}

// openWords are the words of a page. What most claims don't ask for is decoded when it is first asked for.
type openWords struct {
	graph.Words
	ix        *Index
	list      []byte          // the first part of the record
	addresses []graph.Element // in list, the title's first; nil until they are asked for
	counts    []int32         // terms of the title and of each element
	passages  []openPassage   // the title's first
}

type openPassage struct {
	record []byte
	codes  []uint64 // nil until they are asked for
}

// openWords reads a record; it returns nil if the record is damaged.
func (ix *Index) openWords(record []byte) *graph.Words {
	r := entryReader{b: record}
	w := &openWords{ix: ix, list: r.bytes(r.number())}
	n := len(w.list) // elements take a byte or more; passages have about four elements
	w.counts, w.Sentences = make([]int32, 0, n), make([]bool, 0, n)
	ok := w.each(func(e graph.Element, terms uint64) {
		w.counts = append(w.counts, int32(min(terms, math.MaxInt32)))
		w.Sentences = append(w.Sentences, e.Kind == graph.KindSentence)
	})
	w.passages, w.Ends = make([]openPassage, 0, n/4+2), make([]int, 0, n/4+2)
	for at := -1; len(r.b) > 0; {
		at += int(min(r.number(), uint64(n)))
		w.passages, w.Ends = append(w.passages, openPassage{record: r.bytes(r.number())}), append(w.Ends, at)
	}
	if !ok || r.bad || len(w.Ends) == 0 || w.Ends[0] != 0 || w.Ends[len(w.Ends)-1] != len(w.counts)-1 {
		return nil
	}
	w.Sentences, w.Ends, w.Elements, w.Terms = w.Sentences[1:], w.Ends[1:], w.elements, w.terms
	w.decode(&w.passages[0], w.counts[:1])
	w.Title = w.passages[0].codes
	return &w.Words
}

// each reads the list, and returns false if it is damaged.
func (w *openWords) each(yield func(e graph.Element, terms uint64)) bool {
	r, e := entryReader{b: w.list}, graph.Element{C: -1}
	for i := -1; len(r.b) > 0; i++ {
		flags := r.number()
		if e = nextElement(e); flags&1 != 0 {
			e = graph.Element{Kind: graph.Kind(r.signed()), A: r.signed(), B: r.signed(), C: r.signed()}
		}
		if flags&2 != 0 {
			if w.Anchors == nil {
				w.Anchors = map[[2]uint64]int{}
			}
			for n := r.number(); n > 0 && !r.bad; n-- {
				if code := r.bytes(8); code != nil {
					w.Anchors[[2]uint64{uint64(i), binary.LittleEndian.Uint64(code)}] = int(r.number()) - 1
				}
			}
		}
		yield(e, flags>>2)
	}
	return !r.bad
}

func (w *openWords) elements() []graph.Element {
	if w.addresses == nil {
		var err error
		defer w.ix.end(&err, debug.SetPanicOnFault(true))
		w.addresses = make([]graph.Element, 0, len(w.counts))
		w.each(func(e graph.Element, _ uint64) { w.addresses = append(w.addresses, e) })
	}
	return w.addresses[1:]
}

func (w *openWords) terms(element int) []uint64 {
	k := w.PassageOf(element)
	from, to := w.Passage(k)
	p := &w.passages[k+1]
	if p.codes == nil {
		w.decode(p, w.counts[from+1:to+1])
	}
	at := 0
	for _, n := range w.counts[from+1 : element+1] {
		at += int(n)
	}
	return p.codes[at : at+int(w.counts[element+1])]
}

// decode reads the terms of a passage, whose elements have so many each. If they are damaged, it has none.
func (w *openWords) decode(p *openPassage, counts []int32) {
	var err error
	defer w.ix.end(&err, debug.SetPanicOnFault(true))
	n, f := 0, &w.ix.words
	for _, c := range counts {
		n += int(c)
	}
	p.codes = make([]uint64, min(n, len(p.record)))
	r := entryReader{b: p.record, bad: n > len(p.record)}
	for i := range p.codes {
		switch v := r.number(); {
		case v > f.numbers:
			r.bad = true
		case v > 0:
			p.codes[i] = f.file.Uint64(8 * int(v))
		default:
			if code := r.bytes(8); code != nil {
				p.codes[i] = binary.LittleEndian.Uint64(code)
			}
		}
	}
	if r.bad {
		clear(counts)
		err = fmt.Errorf("%s: %w", wordsFile, graph.ErrDamaged)
	}
}
