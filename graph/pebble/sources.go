package pebble

import (
	"context"
	"encoding/binary"
	"slices"
	"strings"

	"github.com/bridgehop/bridgehop/graph"
)

// sourcesKey returns the key of the sources that a load has read.
func sourcesKey(load uint64) []byte { return binary.BigEndian.AppendUint64([]byte{keySources}, load) }

// source adds the batch's source to its load's.
func (p *putting) source(b *graph.Batch) error {
	var known []string
	if p.reads = b.Source; p.reads == "" || p.load == 0 { // no pages
		return nil
	}
	if _, err := readState(p.s.db, sourcesKey(p.load), &known); err != nil || slices.Contains(known, b.Source) {
		return err
	}
	return setState(p.batch, sourcesKey(p.load), append(known, b.Source))
}

// replace counts a page of an earlier load that is replaced.
func (p *putting) replace(load uint64) error {
	p.counts.Replaced++
	if p.reads == "" {
		return nil
	}
	of, known := p.sources[load]
	if !known {
		if _, err := readState(p.s.db, sourcesKey(load), &of); err != nil {
			return err
		}
		p.sources[load] = of
	}
	if slices.Contains(of, p.reads) {
		return nil
	}
	if p.counts.From == nil {
		p.counts.From = map[string]int{}
	}
	p.counts.From[strings.Join(of, ", ")]++
	return nil
}

// trial is a Writer that stores nothing. Its Put counts what Store.Put would do after the batches before, of one load.
type trial struct {
	*Store
	p *putting
}

// Trial returns a Writer that stores nothing: its Put counts what Store.Put would, for the batches of one load.
func (s *Store) Trial() graph.Writer {
	s.mu.Lock()
	defer s.mu.Unlock()
	p := s.putting()
	p.trial = true
	return &trial{s, p}
}

// Put counts pages. Of pages that the store doesn't have, it keeps nothing.
func (t *trial) Put(ctx context.Context, b *graph.Batch) (none graph.PutCounts, err error) {
	v, err := t.acquire() // keeps the store open meanwhile
	if err != nil {
		return none, err
	}
	defer v.release()
	defer t.fail.caught(&err)
	p := t.p
	p.counts = none
	if p.load == 0 {
		err = p.number(b)
	}
	if err == nil {
		err = p.source(b)
	}
	for i := 0; i < len(b.Pages) && err == nil; i++ {
		if err = p.page(b.Pages[i]); err == nil {
			err = ctx.Err()
		}
	}
	p.batch.Reset()
	return p.counts, asDamage(err)
}

// Finish does nothing.
func (t *trial) Finish(context.Context) error { return nil }
