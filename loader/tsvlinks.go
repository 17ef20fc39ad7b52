package loader

import (
	"bytes"
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/internal/records"
)

// tsvLinks gives the links of one page after the other.
type tsvLinks interface {
	// of takes the links of the next page of this title. A title's second page has none, unless the links come
	// in the order of the pages and the second has a run of its own.
	of(title string) ([]tsvLink, error)
	// unclaimed are the lines that are no links, and the links of pages that were not asked for.
	unclaimed() []Reject
	close()
}

// maxTSVLink is the longest line of links that is read.
const maxTSVLink = 1 << 16

// openLinks reads the links side by side with the pages when their order allows it, else into memory.
func (s *tsvSource) openLinks(ctx context.Context) (tsvLinks, error) {
	ordered, err := s.ordered(ctx)
	if err != nil {
		return nil, err
	}
	if ordered {
		return openBeside(ctx, s.links)
	}
	held, last := newLinksHeld(), lastSource{}
	for raw, err := range eachLine(ctx, s.links, maxTSVLink) {
		if err != nil {
			return nil, err
		}
		l, ok, err := parseTSVLink(raw.Record, &last)
		l.line = raw.Line
		held.add(l, ok, err)
	}
	return held, nil
}

// ordered says that the links come in the order of the pages.
func (s *tsvSource) ordered(ctx context.Context) (bool, error) {
	next, stop := iter.Pull2(s.linkSources(ctx))
	defer stop()
	source, broke, more := next()
	for raw, err := range eachLine(ctx, s.pages, s.max) {
		if err != nil {
			return false, err
		}
		for title := graph.CleanTitle(string(rawSource(raw.Record))); more && broke == nil && source == title; {
			source, broke, more = next()
		}
	}
	return !more, broke
}

// linkSources yields the source of each run of links that have one source, reading only the first of them.
func (s *tsvSource) linkSources(ctx context.Context) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		var last lastSource
		for raw, err := range eachLine(ctx, s.links, maxTSVLink) {
			if err == nil && string(rawSource(raw.Record)) == last.written {
				continue
			}
			l, ok, _ := parseTSVLink(raw.Record, &last)
			if err == nil && !ok {
				last = lastSource{}
				continue
			}
			if !yield(l.source, err) {
				return
			}
		}
	}
}

// rawSource is what stands before the first tab.
func rawSource(rec records.Record) []byte {
	source, _, _ := bytes.Cut(rec.Data, []byte{'\t'})
	return source
}

// lastSource is the source of the link before, which most links share.
type lastSource struct{ written, title string }

// of is the title of a source.
func (s *lastSource) of(written []byte) string {
	if string(written) != s.written {
		s.written, s.title = string(written), graph.CleanTitle(valid(written))
	}
	return s.title
}

// parseTSVLink reads a line; a comment is none.
func parseTSVLink(raw records.Record, last *lastSource) (l tsvLink, ok bool, err error) {
	if raw.Err != nil {
		return l, false, raw.Err
	}
	if bytes.HasPrefix(raw.Data, []byte{'#'}) {
		return l, false, nil
	}
	source, rest, ok := bytes.Cut(raw.Data, []byte{'\t'})
	target, anchor, anchored := strings.Cut(valid(rest), "\t")
	if !ok || strings.IndexByte(anchor, '\t') >= 0 {
		return l, false, errLink
	}
	l = tsvLink{line: raw.Line, source: last.of(source), target: graph.LinkTitle(target)}
	if anchored {
		l.anchor = graph.FoldSpace(anchor)
	}
	if l.source == "" || l.target == "" {
		return l, false, errLink
	}
	return l, true, nil
}

// valid is text with what is no UTF-8 replaced.
func valid(text []byte) string {
	s := string(text)
	if !utf8.ValidString(s) {
		s = strings.ToValidUTF8(s, "\uFFFD")
	}
	return s
}

// linksBeside reads links that come in the order of the pages.
type linksBeside struct {
	in   *input
	cut  *records.Cutter
	next tsvLink
	end  bool // next is none
	odd  []Reject

	last lastSource
}

func openBeside(ctx context.Context, path string) (*linksBeside, error) {
	in, err := openSound(ctx, path)
	if err != nil {
		return nil, err
	}
	b := &linksBeside{in: in, cut: in.lines(maxTSVLink)}
	if err := b.advance(); err != nil {
		b.close()
		return nil, err
	}
	return b, nil
}

func (b *linksBeside) advance() error {
	for {
		raw, err := b.cut.NextLine()
		if b.end = records.AtEnd(err); b.end {
			return nil
		}
		if err != nil {
			return fmt.Errorf("%s:%d: %w", b.in.name, b.cut.Line(), broken(err))
		}
		l, ok, err := parseTSVLink(raw, &b.last)
		if err != nil {
			b.odd = append(b.odd, Reject{Line: raw.Line, Err: err})
		}
		if ok {
			b.next = l
			return nil
		}
	}
}

func (b *linksBeside) of(title string) ([]tsvLink, error) {
	var found []tsvLink
	for !b.end && b.next.source == title {
		found = append(found, b.next)
		if err := b.advance(); err != nil {
			return nil, err
		}
	}
	return found, nil
}

func (b *linksBeside) unclaimed() []Reject { return b.odd }

func (b *linksBeside) close() { b.in.Close() }

// linksHeld are links in any order.
type linksHeld struct {
	out   map[string][]tsvLink
	taken map[string]bool
	odd   []Reject
}

func newLinksHeld() *linksHeld {
	return &linksHeld{out: map[string][]tsvLink{}, taken: map[string]bool{}}
}

// add takes what was read of a line: a link, nothing, or why it is no link.
func (h *linksHeld) add(l tsvLink, ok bool, err error) {
	if err != nil {
		h.odd = append(h.odd, Reject{Line: l.line, Err: err})
	} else if ok {
		h.out[l.source] = append(h.out[l.source], l)
	}
}

func (h *linksHeld) of(title string) ([]tsvLink, error) {
	if h.taken[title] {
		return nil, nil
	}
	h.taken[title] = true
	return h.out[title], nil
}

func (h *linksHeld) unclaimed() []Reject {
	out := slices.Clone(h.odd)
	for source, links := range h.out {
		for _, l := range links {
			if !h.taken[source] {
				out = append(out, Reject{Line: l.line, Err: fmt.Errorf("%w: %s -> %s", errNoSource, source, l.target)})
			}
		}
	}
	slices.SortFunc(out, func(a, b Reject) int { return a.Line - b.Line })
	return out
}

func (h *linksHeld) close() {}
