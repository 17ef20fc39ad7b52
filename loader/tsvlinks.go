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
	"github.com/bridgehop/bridgehop/loader/internal/records"
)

// tsvLinks returns the links of pages, one page after the other.
type tsvLinks interface {
	// of returns the links of the next page with this title. A second page with the same title has none, unless the links are in the
	// order of the pages and have a second run with this title.
	of(title string) ([]tsvLink, error)
	// unclaimed returns the lines that are no links, and the links of pages for which of was not called.
	unclaimed() []Reject
	close()
}

// maxTSVLink is the length of the longest line of links that is read.
const maxTSVLink = 1 << 16

// openLinks opens the links: to be read in parallel with the pages if the order allows it, else in memory.
func (s *tsvSource) openLinks(ctx context.Context) (tsvLinks, error) {
	ordered, err := s.ordered(ctx)
	if err != nil {
		return nil, err
	}
	if ordered {
		return openInOrder(ctx, s.links)
	}
	all, last := newLinkTable(), lastSource{}
	for raw, err := range eachLine(ctx, s.links, maxTSVLink) {
		if err != nil {
			return nil, err
		}
		l, ok, err := parseTSVLink(raw.Record, &last)
		l.line = raw.Line
		all.add(l, ok, err)
	}
	return all, nil
}

// ordered reports whether the links are in the order of the pages.
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

// linkSources yields the source of each run of links with the same source. It parses only the first link of a run.
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

// rawSource returns the text before the first tab.
func rawSource(rec records.Record) []byte {
	source, _, _ := bytes.Cut(rec.Data, []byte{'\t'})
	return source
}

// lastSource caches the title of the source of the last link, since most links have the same.
type lastSource struct{ written, title string }

// of returns the title of a source.
func (s *lastSource) of(written []byte) string {
	if string(written) != s.written {
		s.written, s.title = string(written), graph.CleanTitle(valid(written))
	}
	return s.title
}

// parseTSVLink parses a line; ok is false for a comment.
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

// valid returns text with invalid UTF-8 replaced.
func valid(text []byte) string {
	s := string(text)
	if !utf8.ValidString(s) {
		s = strings.ToValidUTF8(s, "\uFFFD")
	}
	return s
}

// linksInOrder reads links that are in the order of the pages.
type linksInOrder struct {
	in   *input
	cut  *records.Cutter
	next tsvLink
	end  bool // there is no next
	odd  []Reject

	last lastSource
}

func openInOrder(ctx context.Context, path string) (*linksInOrder, error) {
	in, err := openVerified(ctx, path)
	if err != nil {
		return nil, err
	}
	b := &linksInOrder{in: in, cut: in.lines(maxTSVLink)}
	if err := b.advance(); err != nil {
		b.close()
		return nil, err
	}
	return b, nil
}

func (b *linksInOrder) advance() error {
	for {
		raw, err := b.cut.NextLine()
		if b.end = records.AtEnd(err); b.end {
			return nil
		}
		if err != nil {
			return fmt.Errorf("%s:%d: %w", b.in.name, b.cut.Line(), truncated(err))
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

func (b *linksInOrder) of(title string) ([]tsvLink, error) {
	var found []tsvLink
	for !b.end && b.next.source == title {
		found = append(found, b.next)
		if err := b.advance(); err != nil {
			return nil, err
		}
	}
	return found, nil
}

func (b *linksInOrder) unclaimed() []Reject { return b.odd }

func (b *linksInOrder) close() { b.in.Close() }

// linkTable has links in any order in memory.
type linkTable struct {
	out   map[string][]tsvLink
	taken map[string]bool
	odd   []Reject
}

func newLinkTable() *linkTable {
	return &linkTable{out: map[string][]tsvLink{}, taken: map[string]bool{}}
}

// add adds the result of parsing a line.
func (h *linkTable) add(l tsvLink, ok bool, err error) {
	if err != nil {
		h.odd = append(h.odd, Reject{Line: l.line, Err: err})
	} else if ok {
		h.out[l.source] = append(h.out[l.source], l)
	}
}

func (h *linkTable) of(title string) ([]tsvLink, error) {
	if h.taken[title] {
		return nil, nil
	}
	h.taken[title] = true
	return h.out[title], nil
}

func (h *linkTable) unclaimed() []Reject {
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

func (h *linkTable) close() {}
