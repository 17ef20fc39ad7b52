package neo4j

import (
	"context"
	"crypto/sha256"
	"fmt"
	"runtime"

	"github.com/bridgehop/bridgehop/graph"
)

// pageRun is a run of pages on its way into the files: as many at once as there are cores are made into rows,
// which are then written in the order of the pages.
type pageRun struct {
	pages   []*graph.Page
	sheets  sheets
	missing []string // titles, in the order of their mentions
	err     error
	done    chan struct{}
}

// pages writes all pages, and tells done how many there are so far.
func (e *export) pages(ctx context.Context, r Exportable, total int64, done func(pages, total int64)) error {
	var under []*pageRun
	defer func() { // on an error, nothing goes on behind it
		for _, x := range under {
			<-x.done
		}
	}()
	n := int64(0)
	first := func() error {
		x := under[0]
		<-x.done
		if x.err != nil {
			return x.err
		}
		under = under[1:]
		e.absent(x)
		e.write(x.sheets)
		if n += int64(len(x.pages)); done != nil {
			done(n, total)
		}
		return nil
	}
	var batch []*graph.Page
	start := func() error {
		x := &pageRun{pages: batch, sheets: e.sheets(), done: make(chan struct{})}
		under, batch = append(under, x), nil
		go func() {
			defer close(x.done)
			x.err = x.rows(ctx, r)
		}()
		if len(under) <= runtime.GOMAXPROCS(0) {
			return nil
		}
		return first()
	}
	for p, err := range r.All(ctx) {
		if err != nil {
			return fmt.Errorf("export: %w", err)
		}
		if batch = append(batch, p); len(batch) == exportPages {
			if err := start(); err != nil {
				return err
			}
		}
	}
	if err := start(); err != nil {
		return err
	}
	for len(under) > 0 {
		if err := first(); err != nil {
			return err
		}
	}
	return nil
}

// absent adds the Missing nodes that no run before had.
func (e *export) absent(x *pageRun) {
	for _, title := range x.missing {
		h := sha256.Sum256([]byte(title))
		if k := [16]byte(h[:16]); !e.seen[k] {
			e.seen[k] = true
			x.sheets.add("Missing", row{title})
		}
	}
}

// rows makes the rows of the pages.
func (x *pageRun) rows(ctx context.Context, r Exportable) error {
	ids := make([]graph.PageID, len(x.pages))
	for i, p := range x.pages {
		ids[i] = p.ID()
	}
	heads, err := r.Heads(ctx, ids)
	if err != nil {
		return fmt.Errorf("export: %w", err)
	}
	links, err := r.Neighbors(ctx, ids, graph.Out, 0)
	if err != nil {
		return fmt.Errorf("export: %w", err)
	}
	elements := &elementRows{}
	for i, p := range x.pages {
		n := 0
		for n < len(links) && links[n].From == ids[i] {
			n++
		}
		all, err := resolved(ctx, r, p, links[:n])
		if err != nil {
			return err
		}
		links = links[n:]
		record, err := encodePage(p)
		if err != nil {
			return err
		}
		first, err := firstIn(ctx, r, heads[i])
		if err != nil {
			return fmt.Errorf("export: %w", err)
		}
		of := linksOfPage(target{id: ids[i]}, all)
		x.sheets.add("Page", append(pageRow(p, p.Passage(), "export", record), of.resolved, of.unresolved, of.out, heads[i].In, first))
		x.links(&of)
		elements.add(p, ids[i].String())
	}
	x.elements(elements)
	return nil
}

func (x *pageRun) elements(r *elementRows) {
	for _, k := range []struct {
		label, link string
		rows        []any
	}{
		{"Section", "HAS_SECTION", r.sections}, {"Sentence", "HAS_SENTENCE", r.sentences}, {"Table", "HAS_TABLE", r.tables},
		{"Cell", "HAS_CELL", r.cells}, {"List", "HAS_LIST", r.lists}, {"Item", "HAS_ITEM", r.items},
	} {
		for _, v := range k.rows {
			x.sheets.add(k.label, v.(row))
			x.sheets.add(k.link, v.(row))
		}
	}
}

func (x *pageRun) links(p *pageLinks) {
	from := p.page.id.String()
	for i := range p.links {
		x.sheets.add("LINKS_TO", p.links[i].row(from, p.links[i].to.id.String()))
	}
	for i := range p.mentions {
		m := &p.mentions[i]
		if m.missing == "" {
			x.sheets.add("MENTIONS_Page", m.row(m.id, m.to.id.String()))
			continue
		}
		x.missing = append(x.missing, m.missing)
		x.sheets.add("MENTIONS_Missing", m.row(m.id, m.missing))
	}
}
