package score

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"iter"
	"os"
	"strings"

	"github.com/bridgehop/bridgehop/internal/claims"
)

// File is a stream with the name that places in it carry.
type File struct {
	Name string
	io.Reader
}

// OpenFile opens a file for scoring; the caller calls the function it returns to close it.
func OpenFile(path string) (File, func() error, error) {
	f, err := os.Open(path)
	if err != nil {
		return File{}, nil, err
	}
	return File{Name: path, Reader: f}, f.Close, nil
}

// filled refuses a file without a byte that says something: more often than not the run that should have written it
// has failed. An empty list or object is a file of no predictions, and its claims count as wrong.
func (f File) filled() (File, error) {
	b, err := claims.Decompress(f.Reader)
	if err != nil {
		return f, fmt.Errorf("%s: %w", f.Name, err)
	}
	if head, err := b.Peek(512); err != nil && len(bytes.TrimSpace(head)) == 0 {
		return f, fmt.Errorf("%s: %w", f.Name, ErrEmpty)
	}
	return File{f.Name, b}, nil
}

// ReadIDs reads a list of ids, one a line, for Options.Only.
func ReadIDs(f File) (map[string]bool, error) {
	out := map[string]bool{}
	lines := bufio.NewScanner(f.Reader)
	for lines.Scan() {
		if id := strings.TrimSpace(lines.Text()); id != "" {
			out[id] = true
		}
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("read ids of %s: %w", f.Name, err)
	}
	return out, nil
}

// keyed is a record with the id it is paired by.
type keyed[T any] struct {
	key   string
	place claims.Place
	value T
	apart bool // no claim and no prediction: a header record, which only official scorers count
}

// Pairing says how predictions met claims.
type Pairing struct {
	Claims      int // gold claims
	Predictions int // readable predictions
	Missing     int // claims without a prediction: wrong
	Duplicate   int // predictions after the first of their claim: not scored
	Unknown     int // predictions of no claim: not scored
	Bad         int // prediction records that can't be read
	BadGold     int // gold records that can't be read: not scored
	SameID      int // gold claims that repeat an earlier id: not scored, but where the official scorer does

	missing, duplicate, unknown, bad []string // the first of them by name
}

// named is how many are named of each kind.
const named = 20

func remember(list *[]string, name string) {
	if len(*list) < named {
		*list = append(*list, name)
	}
}

// strangers is an error when predictions are there, and none is of a claim.
func (p *Pairing) strangers() error {
	if p.Predictions == 0 || p.Unknown < p.Predictions-p.Duplicate {
		return nil
	}
	return fmt.Errorf("%w: %d predictions, the first of %q", ErrStrangers, p.Predictions, p.unknown[0])
}

// notes are the counts, and the names of what is amiss.
func (p *Pairing) notes() []Note {
	out := []Note{{"claims", p.Claims}, {"predictions", p.Predictions}, {"missing", p.Missing}, {"duplicate", p.Duplicate},
		{"unknown", p.Unknown}, {"unreadable", p.Bad}, {"gold_unreadable", p.BadGold}, {"gold_repeated", p.SameID}}
	for _, n := range []struct {
		name string
		list []string
	}{{"missing_ids", p.missing}, {"duplicate_ids", p.duplicate}, {"unknown_ids", p.unknown}, {"problems", p.bad}} {
		if len(n.list) > 0 {
			out = append(out, Note{n.name, n.list})
		}
	}
	return out
}

// idSet holds ids by their hash, some 20 bytes each: of a million ids, the chance that any two are taken for one is
// 3 in 10^8.
type idSet map[uint64]struct{}

func (s idSet) add(id string) { s[idHash(id)] = struct{}{} }

func (s idSet) has(id string) bool {
	_, ok := s[idHash(id)]
	return ok
}

// idHash spreads FNV-1a's bits (the finaliser of SplitMix64; Steele et al. 2014).
func idHash(id string) uint64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(id)) // a hash can't fail
	v := h.Sum64()
	v = (v ^ v>>30) * 0xbf58476d1ce4e5b9
	v = (v ^ v>>27) * 0x94d049bb133111eb
	return v ^ v>>31
}

// pairer joins two streams by id. It reads them side by side and keeps only what has not met its partner, so
// that files in the same order are joined in constant memory but for the ids' hashes.
type pairer[G, P any] struct {
	Pairing
	gold map[string]waiting[G]
	pred map[string]keyed[P]
	seen idSet // ids that were paired
	met  func(i int, g G, p *P)
	zip  func(g side[G], p side[P])
}

// side is what one stream gave at a position: a record, an error in its place, or nothing more.
type side[T any] struct {
	record keyed[T]
	err    error
	ok     bool
}

type waiting[G any] struct {
	i     int
	value G
}

// pair calls met once for every claim, with nil where there is no prediction; the calls for claims that have
// one come as they meet, i is the claim's number in the gold file. When zip is not nil it is called for every
// position of the two files.
func pair[G, P any](ctx context.Context, gold iter.Seq2[keyed[G], error], pred iter.Seq2[keyed[P], error],
	met func(i int, g G, p *P), zip func(g side[G], p side[P])) (Pairing, error) {
	p := &pairer[G, P]{gold: map[string]waiting[G]{}, pred: map[string]keyed[P]{}, seen: idSet{}, met: met, zip: zip}
	nextGold, stopGold := iter.Pull2(gold)
	defer stopGold()
	nextPred, stopPred := iter.Pull2(pred)
	defer stopPred()
	for {
		if err := ctx.Err(); err != nil {
			return p.Pairing, err
		}
		var g side[G]
		var r side[P]
		g.record, g.err, g.ok = nextGold()
		r.record, r.err, r.ok = nextPred()
		if !g.ok && !r.ok {
			return p.Pairing, p.finish()
		}
		if err := p.step(g, r); err != nil {
			return p.Pairing, err
		}
	}
}

func (p *pairer[G, P]) step(g side[G], r side[P]) error {
	if p.zip != nil {
		p.zip(g, r)
	}
	if g.ok && !g.record.apart {
		if err := p.takeGold(g.record, g.err); err != nil {
			return err
		}
	}
	if r.ok && !r.record.apart {
		return p.takePred(r.record, r.err)
	}
	return nil
}

func (p *pairer[G, P]) takeGold(g keyed[G], err error) error {
	var bad *claims.RecordError
	if errors.As(err, &bad) {
		p.BadGold++
		remember(&p.bad, bad.Error())
		return nil
	}
	if err != nil {
		return err
	}
	if _, waits := p.gold[g.key]; waits || p.seen.has(g.key) {
		p.SameID++
		return nil
	}
	i := p.Claims
	p.Claims++
	if r, ok := p.pred[g.key]; ok {
		delete(p.pred, g.key)
		p.seen.add(g.key)
		p.met(i, g.value, &r.value)
		return nil
	}
	p.gold[g.key] = waiting[G]{i: i, value: g.value}
	return nil
}

func (p *pairer[G, P]) takePred(r keyed[P], err error) error {
	var bad *claims.RecordError
	if errors.As(err, &bad) {
		p.Bad++
		remember(&p.bad, bad.Error())
		return nil
	}
	if err != nil {
		return err
	}
	p.Predictions++
	if _, waits := p.pred[r.key]; waits || p.seen.has(r.key) {
		p.Duplicate++
		remember(&p.duplicate, r.key)
		return nil
	}
	if g, ok := p.gold[r.key]; ok {
		delete(p.gold, r.key)
		p.seen.add(r.key)
		p.met(g.i, g.value, &r.value)
		return nil
	}
	p.pred[r.key] = r
	return nil
}

// finish settles what met no partner, in the order of the files.
func (p *pairer[G, P]) finish() error {
	for _, key := range sortedBy(p.gold, func(w waiting[G]) int { return w.i }) {
		p.Missing++
		remember(&p.missing, key)
		p.met(p.gold[key].i, p.gold[key].value, nil)
	}
	for _, key := range sortedBy(p.pred, func(k keyed[P]) int { return k.place.Line }) {
		p.Unknown++
		remember(&p.unknown, key)
	}
	if p.Claims == 0 {
		return ErrNoGold
	}
	if p.Predictions == 0 && p.Bad > 0 {
		return fmt.Errorf("%w: %s", ErrPredictions, p.bad[0])
	}
	return nil
}
