package loader

import (
	"context"
	"strings"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/internal/records"
)

// readLinks reads lines of source TAB target, both URL-encoded; # begins a comment.
func readLinks(ctx context.Context, file string) (*linksHeld, error) {
	h := newLinksHeld()
	for raw, err := range eachLine(ctx, file, maxTSVLink) {
		if err != nil {
			return nil, err
		}
		h.add(parseWikispeediaLink(raw.Record))
	}
	return h, nil
}

// parseWikispeediaLink reads a line; a comment is none.
func parseWikispeediaLink(raw records.Record) (l tsvLink, ok bool, err error) {
	line := string(raw.Data)
	if strings.HasPrefix(line, "#") {
		return l, false, nil
	}
	from, to, ok := strings.Cut(line, "\t")
	l = tsvLink{line: raw.Line, source: graph.LinkTitle(from), target: graph.LinkTitle(to)}
	if raw.Err != nil || !ok || l.source == "" || l.target == "" {
		return tsvLink{line: raw.Line}, false, errLink
	}
	return l, true, nil
}

// targets are where the links of an article lead.
func (h *linksHeld) targets(name string) (out []string) {
	links, _ := h.of(name) // what is held can be had
	for _, l := range links {
		out = append(out, l.target)
	}
	return out
}
