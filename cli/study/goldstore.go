package study

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/bridgehop/bridgehop/graph"
)

// store adds the edges in a store: hyperlinks between the pages, the first of each title, and title mentions.
func (m *maker) store(ctx context.Context, s Store) error {
	found, err := s.Lookup(ctx, m.titles)
	if err != nil {
		return fmt.Errorf("look up gold pages: %w", err)
	}
	ids, known := make([]graph.PageID, len(found)), []graph.PageID{}
	for i, of := range found {
		if len(of) > 0 {
			ids[i] = of[0]
			known = append(known, of[0])
		}
	}
	if len(known) == 0 {
		return nil
	}
	pages, err := s.Pages(ctx, ids)
	if err != nil {
		return fmt.Errorf("read gold pages: %w", err)
	}
	texts := make([]string, len(pages))
	for i, p := range pages {
		if p != nil && ids[i] != 0 {
			texts[i] = text(p)
		}
	}
	m.mentions(texts)
	links, err := s.Neighbors(ctx, known, graph.Out, 0)
	if err != nil {
		return fmt.Errorf("read links of gold pages: %w", err)
	}
	m.links(ids, links)
	return nil
}

func text(p *graph.Page) string {
	var b strings.Builder
	for _, e := range p.Elements() {
		b.WriteString(e.Text)
		b.WriteByte('\n')
	}
	return b.String()
}

// links adds one edge for each pair and direction. Inferred links are mentions.
func (m *maker) links(ids []graph.PageID, links []graph.Link) {
	done := map[[2]int]bool{}
	for _, l := range links {
		a, b := slices.Index(ids, l.From), slices.Index(ids, l.To)
		if b < 0 || done[[2]int{a, b}] {
			continue
		}
		done[[2]int{a, b}] = true
		if l.Inferred {
			m.join(a, b, Mention, TitleMention, sureMention, l.Anchor)
			continue
		}
		m.join(a, b, OutLink, Hyperlink, sureHyperlink, l.Anchor)
	}
}
