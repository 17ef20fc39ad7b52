package cli

import (
	"context"
	"errors"
	"fmt"
	"github.com/bridgehop/bridgehop"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/hop"
)

// names are the titles of the pages of one result.
type names map[graph.PageID]string

// readNames reads titles in one round trip.
func readNames(ctx context.Context, s hop.LinkReader, ids []graph.PageID) (names, error) {
	heads, err := s.Heads(ctx, ids)
	if err != nil {
		return nil, fmt.Errorf("read titles: %w", err)
	}
	n := make(names, len(ids))
	for i, id := range ids {
		n[id] = heads[i].Title
	}
	return n, nil
}

// titleError names the next step after a title that no page has.
func titleError(err error) error {
	if errors.Is(err, bridgehop.ErrNoPage) {
		return withHint(err, "titles are found in any normal form and through redirects, but whole; `bridgehop hop TEXT` finds pages by their words")
	}
	return err
}

// linkRecord is an edge of a chain or a path in JSON. Only hyperlinks have an anchor.
type linkRecord struct {
	From    string `json:"from"`
	FromID  string `json:"from_id"`
	To      string `json:"to"`
	ToID    string `json:"to_id"`
	Anchor  string `json:"anchor"`
	Kind    string `json:"kind"`              // out-link, in-link, comparison, shared-target, claim
	Element string `json:"element,omitempty"` // where the link stands: sentence_2, cell_0_1_1
}

// newLinkRecord is a hyperlink, from the page it stands on.
func newLinkRecord(n names, l graph.Link, kind hop.EdgeKind) linkRecord {
	return linkRecord{From: n[l.From], FromID: l.From.String(), To: n[l.To], ToID: l.To.String(), Anchor: l.Anchor, Kind: kind.String(), Element: l.Element.String()}
}

// visible is a text without characters that a terminal obeys: those of a corpus and of claims are others'.
func visible(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' && r != '\t' {
			return utf8.RuneError
		}
		return r
	}, s)
}

// clip shortens a text for people to n characters.
func clip(s string, n int) string {
	s = strings.Join(strings.Fields(s), " ")
	if r := []rune(s); len(r) > n {
		return string(r[:n-1]) + "…"
	}
	return s
}
