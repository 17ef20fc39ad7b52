package study

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/bridgehop/bridgehop/graph"
)

// store adds the edges in a store: hyperlinks between the pages, title mentions, and shared targets outside the pages (HoVer's Method
// 2: B -> e <- D).
func (m *maker) store(ctx context.Context, s Store) error {
	ids, err := m.find(ctx, s)
	if err != nil {
		return err
	}
	known := slices.DeleteFunc(slices.Clone(ids), func(id graph.PageID) bool { return id == 0 })
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
	return m.shared(ctx, s, pages)
}

// find looks up the pages. Of several pages with a title it takes the one with the gold passage. The id of a missing page is 0.
func (m *maker) find(ctx context.Context, s Store) ([]graph.PageID, error) {
	found, err := s.Lookup(ctx, m.titles)
	if err != nil {
		return nil, fmt.Errorf("look up gold pages: %w", err)
	}
	out := make([]graph.PageID, len(found))
	for i, ids := range found {
		if len(ids) == 0 {
			continue
		}
		out[i] = ids[0]
		if len(ids) == 1 || len(m.c.Steps) == 0 {
			continue
		}
		pages, err := s.Pages(ctx, ids)
		if err != nil {
			return nil, fmt.Errorf("read gold pages: %w", err)
		}
		for k, p := range pages {
			if p != nil && p.Passage() == m.c.GoldPassages[i].Fingerprint() {
				out[i] = ids[k]
			}
		}
	}
	return out, nil
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

// shared adds, for each pair without a direct edge, the rarest target that both link to and the claim doesn't name:
// Method 2 replaced it. The target need not be a page of the store.
func (m *maker) shared(ctx context.Context, s Store, pages []*graph.Page) error {
	from := map[string]map[int]bool{} // target: the pages that link to it
	claim := words(m.c.Text)
	for i, p := range pages {
		if p == nil {
			continue
		}
		for _, e := range p.Elements() {
			for _, l := range e.Links {
				t := graph.FoldTitle(l.Target)
				if from[t] == nil {
					from[t] = map[int]bool{}
				}
				from[t][i] = true
			}
		}
	}
	var targets []string
	for t, by := range from {
		if len(by) > 1 && m.place(t) < 0 && titleShare(claim, t) < 1 {
			targets = append(targets, t)
		}
	}
	slices.Sort(targets)
	rarity, err := rarities(ctx, s, targets)
	if err != nil {
		return err
	}
	for a := range pages {
		for b := a + 1; b < len(pages); b++ {
			best := -1
			for i, t := range targets {
				if from[t][a] && from[t][b] && (best < 0 || rarity[i] < rarity[best]) {
					best = i
				}
			}
			if best >= 0 && !m.joined(a, b) {
				m.join(a, b, SharedTarget, Hyperlink, sureShared*unknownRarity/rarity[best], targets[best])
			}
		}
	}
	return nil
}

// unknownRarity is the number of in-links assumed for a target without a page, and the least value of a rarity.
const unknownRarity = 4

// rarities returns the numbers of in-links of targets, at least unknownRarity.
func rarities(ctx context.Context, s Store, targets []string) ([]float64, error) {
	if len(targets) == 0 {
		return nil, nil
	}
	found, err := s.Lookup(ctx, targets)
	if err != nil {
		return nil, fmt.Errorf("look up shared targets: %w", err)
	}
	var ids []graph.PageID
	for _, f := range found {
		if len(f) > 0 {
			ids = append(ids, f[0])
		}
	}
	heads, err := s.Heads(ctx, ids)
	if err != nil {
		return nil, fmt.Errorf("read shared targets: %w", err)
	}
	out, next := make([]float64, len(targets)), 0
	for i, f := range found {
		out[i] = unknownRarity
		if len(f) > 0 {
			out[i] = max(unknownRarity, float64(heads[next].In))
			next++
		}
	}
	return out, nil
}

// joined reports whether a hyperlink or a mention joins two pages.
func (m *maker) joined(a, b int) bool {
	return slices.ContainsFunc(m.g.Edges, func(e Edge) bool {
		direct := e.Source == Hyperlink || e.Source == TitleMention
		return direct && (e.From == m.g.Pages[a] && e.To == m.g.Pages[b] || e.From == m.g.Pages[b] && e.To == m.g.Pages[a])
	})
}
