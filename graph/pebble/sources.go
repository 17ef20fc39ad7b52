package pebble

import (
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
