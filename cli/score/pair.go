package score

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/bridgehop/bridgehop/loader/claims"
)

// Errors of prediction files.
var (
	// ErrPredictions: not one record of the prediction file is in the task's format.
	ErrPredictions = errors.New("no prediction in the task's format")
	// ErrEmpty: the prediction file is empty.
	ErrEmpty = errors.New("the file is empty: no predictions")
	// ErrNoIDs: the predictions have no ids, by which Options.Only picks.
	ErrNoIDs = errors.New("predictions without ids can't be narrowed by id")
	// ErrStrangers: not one prediction is of a claim of the gold file.
	ErrStrangers = errors.New("no prediction is for a claim of the gold file")
	// ErrNoGold: the gold file has no claim that can be scored.
	ErrNoGold = errors.New("no gold claim to score against")
)

// wrap adds the name of the scorer to an error.
func wrap(err *error, scorer string) {
	if *err != nil {
		*err = fmt.Errorf("score %s: %w", scorer, *err)
	}
}

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

// filled refuses a file of white space alone: more often than not the run that should have written it has failed. An
// empty list or object is a file of no predictions, and its claims count as wrong.
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

// record is a record of a file with its id.
type record[T any] struct {
	key   string
	place claims.Place
	value T
	apart bool  // a header, neither claim nor prediction: only official scorers count it
	err   error // why it can't be read
}

// records reads every record of a file with a function.
func records[T any](ctx context.Context, f File, read func(claims.Record) (record[T], error)) ([]record[T], error) {
	return collect(ctx, func(yield func(record[T], error) bool) {
		for rec, err := range claims.Records(f.Reader, f.Name) {
			out := record[T]{}
			if err == nil {
				out, err = read(rec)
			}
			if !yield(out, err) {
				return
			}
		}
	})
}

// collect keeps the records that can't be read in their places; any other error ends it.
func collect[T any](ctx context.Context, seq iter.Seq2[record[T], error]) ([]record[T], error) {
	var out []record[T]
	for r, err := range seq {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		var bad *claims.RecordError
		if err != nil && !errors.As(err, &bad) {
			return nil, err
		}
		r.err = err
		out = append(out, r)
	}
	return out, nil
}

// goldClaims streams the claims of a gold file.
func goldClaims(f File, o Options) iter.Seq2[record[*claims.Claim], error] {
	return func(yield func(record[*claims.Claim], error) bool) {
		r, err := claims.NewReader(f.Reader, f.Name, claims.Auto)
		if err != nil {
			yield(record[*claims.Claim]{}, err)
			return
		}
		for c, err := range r.All() {
			out := record[*claims.Claim]{}
			if err == nil {
				out = record[*claims.Claim]{key: c.ID.Key(), place: c.Place, value: c}
			}
			if (err != nil || !o.skips(out.key)) && !yield(out, err) {
				return
			}
		}
	}
}

func (o Options) skips(id string) bool { return o.Only != nil && !o.Only[id] }

// only leaves out the records that Options.Only doesn't name; predictions need ids for it.
func only[T any](all []record[T], o Options) ([]record[T], error) {
	if o.Only == nil {
		return all, nil
	}
	if first := firstGood(all); first != nil && first.key == "" {
		return nil, ErrNoIDs
	}
	return picked(all, o), nil
}

func picked[T any](all []record[T], o Options) []record[T] {
	return slices.DeleteFunc(all, func(r record[T]) bool { return r.err == nil && !r.apart && o.skips(r.key) })
}

// firstGood returns the first of the first 20 records that can be read, or nil.
func firstGood[T any](all []record[T]) *record[T] {
	for i := range min(len(all), 20) {
		if all[i].err == nil && !all[i].apart {
			return &all[i]
		}
	}
	return nil
}

// byPlace replaces the ids of both files by positions where the predictions have none, and tells whether it did.
func byPlace[G, P any](gold []record[G], pred []record[P]) bool {
	first := firstGood(pred)
	if first == nil || first.key != "" {
		return false
	}
	number(gold)
	number(pred)
	return true
}

func number[T any](all []record[T]) {
	n := 0
	for i := range all {
		if !all[i].apart {
			n++
			all[i].key = strconv.Itoa(n)
		}
	}
}

// pairedByPlace is the note of a report whose predictions have no ids.
var pairedByPlace = Note{"paired_by", "position, for the predictions have no ids"}

// pairing counts how predictions were paired with claims.
type pairing struct {
	claims      int      // gold claims
	predictions int      // readable predictions
	missing     counted  // claims without a prediction: wrong
	duplicate   counted  // predictions after the first of their claim: not scored
	unknown     counted  // predictions of no claim: not scored
	bad         int      // prediction records that can't be read
	badGold     int      // gold records that can't be read: not scored
	sameID      int      // gold claims that repeat an earlier id; only the official scorer scores them
	problems    []string // of the first records that can't be read
}

// counted is a count of things, with the names of the first ones.
type counted struct {
	n     int
	names []string
}

func (c *counted) add(name string) {
	c.n++
	remember(&c.names, name)
}

func (c *counted) join(d counted) {
	c.n += d.n
	for _, name := range d.names {
		remember(&c.names, name)
	}
}

// remember keeps the first 20 names.
func remember(list *[]string, name string) {
	if len(*list) < 20 {
		*list = append(*list, name)
	}
}

// pair calls met once for every claim, with nil where there is no prediction. The two files are read side by side: claims
// with a prediction come as the two meet, the others after them. i is the claim's number in the gold file.
func pair[G, P any](gold []record[G], pred []record[P], met func(i int, g G, p *P)) (pairing, error) {
	var p pairing
	type numbered struct{ i, at int }
	claim, first := map[string]numbered{}, map[string]int{} // by id: the claim, its first prediction
	takeGold := func(at int, g *record[G]) {
		j, predicted := first[g.key]
		_, twice := claim[g.key]
		switch {
		case g.err != nil:
			p.badGold++
			remember(&p.problems, g.err.Error())
		case twice:
			p.sameID++
		default:
			claim[g.key] = numbered{p.claims, at}
			p.claims++
			if predicted {
				met(p.claims-1, g.value, &pred[j].value)
			}
		}
	}
	takePred := func(at int, r *record[P]) {
		if r.err != nil {
			p.bad++
			remember(&p.problems, r.err.Error())
			return
		}
		p.predictions++
		if _, twice := first[r.key]; twice {
			p.duplicate.add(r.key)
			return
		}
		first[r.key] = at
		if c, ok := claim[r.key]; ok {
			met(c.i, gold[c.at].value, &r.value)
		}
	}
	for at := range max(len(gold), len(pred)) {
		if at < len(gold) && !gold[at].apart {
			takeGold(at, &gold[at])
		}
		if at < len(pred) && !pred[at].apart {
			takePred(at, &pred[at])
		}
	}
	for at := range gold {
		c, ok := claim[gold[at].key]
		if _, predicted := first[gold[at].key]; ok && c.at == at && !predicted {
			p.missing.add(gold[at].key)
			met(c.i, gold[at].value, nil)
		}
	}
	var unknown []*record[P]
	for key, at := range first {
		if _, ok := claim[key]; !ok {
			unknown = append(unknown, &pred[at])
		}
	}
	slices.SortFunc(unknown, func(a, b *record[P]) int {
		return cmp.Or(cmp.Compare(a.place.Line, b.place.Line), cmp.Compare(a.key, b.key))
	})
	for _, r := range unknown {
		p.unknown.add(r.key)
	}
	if p.claims == 0 {
		return p, ErrNoGold
	}
	if p.predictions == 0 && p.bad > 0 {
		return p, fmt.Errorf("%w: %s", ErrPredictions, p.problems[0])
	}
	return p, nil
}

// strangers returns an error if there are predictions but none is of a claim.
func (p *pairing) strangers() error {
	if p.predictions == 0 || p.unknown.n < p.predictions-p.duplicate.n {
		return nil
	}
	return fmt.Errorf("%w: %d predictions, the first of %q", ErrStrangers, p.predictions, p.unknown.names[0])
}

// notes returns the counts, and the names of what is amiss.
func (p *pairing) notes() []Note {
	out := []Note{{"claims", p.claims}, {"predictions", p.predictions}, {"missing", p.missing.n}, {"duplicate", p.duplicate.n},
		{"unknown", p.unknown.n}, {"unreadable", p.bad}, {"gold_unreadable", p.badGold}, {"gold_repeated", p.sameID}}
	for _, n := range []Note{{"missing_ids", p.missing.names}, {"duplicate_ids", p.duplicate.names}, {"unknown_ids", p.unknown.names},
		{"problems", p.problems}} {
		if len(n.Value.([]string)) > 0 {
			out = append(out, n)
		}
	}
	return out
}
