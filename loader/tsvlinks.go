package loader

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/bridgehop/bridgehop/graph"
)

// tsvLinks gives the links of one page after the other.
type tsvLinks interface {
	// of takes the links of the next page of this title; a title's second page has none.
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
	held := newLinksHeld()
	return held, eachLine(ctx, s.links, maxTSVLink, func(raw rawRecord, _ int64) (bool, error) {
		l, ok, err := parseTSVLink(raw)
		l.line = raw.Line
		held.add(l, ok, err)
		return true, nil
	})
}

// ordered says that the links come in the order of the pages. It looks at their sources only.
func (s *tsvSource) ordered(ctx context.Context) (bool, error) {
	beside, err := openBeside(ctx, s.links)
	if err != nil {
		return false, err
	}
	defer beside.close()
	err = eachLine(ctx, s.pages, s.max, func(rec rawRecord, _ int64) (bool, error) {
		title := graph.CleanTitle(string(rawSource(rec)))
		for !beside.end && beside.next.source == title {
			if err := beside.nextSource(); err != nil {
				return false, err
			}
		}
		return true, nil
	})
	return beside.end, err
}

// rawSource is what stands before the first tab.
func rawSource(rec rawRecord) []byte {
	source, _, _ := bytes.Cut(rec.Data, []byte{'\t'})
	return source
}

// parseTSVLink reads a line; a comment is none.
func parseTSVLink(raw rawRecord) (l tsvLink, ok bool, err error) {
	if raw.Err != nil {
		return l, false, raw.Err
	}
	line := string(raw.Data)
	if !utf8.ValidString(line) {
		line = strings.ToValidUTF8(line, "\uFFFD")
	}
	if strings.HasPrefix(line, "#") {
		return l, false, nil
	}
	source, rest, ok := strings.Cut(line, "\t")
	target, anchor, anchored := strings.Cut(rest, "\t")
	if !ok || strings.IndexByte(anchor, '\t') >= 0 {
		return l, false, ErrLink
	}
	l = tsvLink{line: raw.Line, source: graph.CleanTitle(source), target: graph.LinkTitle(target)}
	if anchored {
		l.anchor = graph.FoldSpace(anchor)
	}
	if l.source == "" || l.target == "" {
		return l, false, ErrLink
	}
	return l, true, nil
}

// linksBeside reads links that come in the order of the pages.
type linksBeside struct {
	in   *input
	cut  *cutter
	next tsvLink
	end  bool // next is none
	odd  []Reject

	source string // of next as it stands, where nextSource found it
}

func openBeside(ctx context.Context, path string) (*linksBeside, error) {
	in, err := openInput(ctx, path)
	if err != nil {
		return nil, err
	}
	b := &linksBeside{in: in, cut: &cutter{r: in.Reader, max: maxTSVLink, line: 1}}
	if err := b.advance(); err != nil {
		b.close()
		return nil, err
	}
	return b, nil
}

// line is the next line; behind the last there is none, and end is set.
func (b *linksBeside) line() (raw rawRecord, ok bool, err error) {
	raw, err = b.cut.nextLine()
	if errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		b.end = true
		return raw, false, nil
	}
	if err != nil {
		return raw, false, fmt.Errorf("%s:%d: %w", b.in.name, b.cut.line, broken(err))
	}
	return raw, true, nil
}

func (b *linksBeside) advance() error {
	for {
		raw, ok, err := b.line()
		if !ok || err != nil {
			return err
		}
		l, ok, err := parseTSVLink(raw)
		if err != nil {
			b.odd = append(b.odd, Reject{Line: raw.Line, Err: err})
		}
		if ok {
			b.next = l
			return nil
		}
	}
}

// nextSource goes on to a link of another source, as it stands, without reading those between.
func (b *linksBeside) nextSource() error {
	for {
		raw, ok, err := b.line()
		if !ok || err != nil {
			return err
		}
		if b.source != "" && string(rawSource(raw)) == b.source {
			continue
		}
		if l, ok, _ := parseTSVLink(raw); ok {
			b.next, b.source = l, string(rawSource(raw))
			return nil
		}
	}
}

func (b *linksBeside) of(title string) (out []tsvLink, err error) {
	for !b.end && b.next.source == title {
		if out == nil {
			out = make([]tsvLink, 0, 16)
		}
		out = append(out, b.next)
		if err := b.advance(); err != nil {
			return nil, err
		}
	}
	return out, nil
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
				out = append(out, Reject{Line: l.line, Err: fmt.Errorf("%w: %s -> %s", ErrNoSource, source, l.target)})
			}
		}
	}
	slices.SortFunc(out, func(a, b Reject) int { return a.Line - b.Line })
	return out
}

func (h *linksHeld) close() {}
