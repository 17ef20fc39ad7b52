package loader

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/bridgehop/bridgehop/graph"
)

// linkTable is links.tsv: the targets of each article, in the order of the file.
type linkTable struct {
	out   map[string][]tableLink
	taken map[string]bool
	odd   []Reject // lines that are no links
}

type tableLink struct {
	line   int
	target string
}

// readLinks reads lines of source TAB target, both URL-encoded; # begins a comment.
func readLinks(ctx context.Context, file string) (*linkTable, error) {
	in, err := openInput(ctx, file)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	t := &linkTable{out: map[string][]tableLink{}, taken: map[string]bool{}}
	c := &cutter{r: in.Reader, max: 1 << 16, line: 1}
	for {
		raw, err := c.nextLine()
		if errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
			return t, nil
		}
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", file, c.line, broken(err))
		}
		t.add(raw)
	}
}

func (t *linkTable) add(raw rawRecord) {
	line := string(raw.Data)
	if strings.HasPrefix(line, "#") {
		return
	}
	from, to, ok := strings.Cut(line, "\t")
	source, target := graph.LinkTitle(from), graph.LinkTitle(to)
	if raw.Err != nil || !ok || source == "" || target == "" {
		t.odd = append(t.odd, Reject{Line: raw.Line, Err: ErrLink})
		return
	}
	t.out[source] = append(t.out[source], tableLink{raw.Line, target})
}

// of takes the targets of an article's links.
func (t *linkTable) of(name string) []string {
	if t.taken[name] {
		return nil
	}
	t.taken[name] = true
	var targets []string
	for _, l := range t.out[name] {
		targets = append(targets, l.target)
	}
	return targets
}

// unclaimed are the lines that are no links, and the links whose article was not asked for.
func (t *linkTable) unclaimed() []Reject {
	out := slices.Clone(t.odd)
	for name, links := range t.out {
		for _, l := range links {
			if !t.taken[name] {
				out = append(out, Reject{Line: l.line, Err: fmt.Errorf("%w: %s -> %s", ErrNoSource, name, l.target)})
			}
		}
	}
	slices.SortFunc(out, func(a, b Reject) int { return a.Line - b.Line })
	return out
}
