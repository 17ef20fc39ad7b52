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
	pages    []*graph.Page
	elements *elementRows
	links    *linkRows
	err      error
	done     chan struct{}
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
		e.elements(x.elements)
		e.links(x.links)
		if n += int64(len(x.pages)); done != nil {
			done(n, total)
		}
		return nil
	}
	var batch []*graph.Page
	start := func() error {
		x := &pageRun{pages: batch, done: make(chan struct{})}
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

// rows makes the rows of the pages.
func (x *pageRun) rows(ctx context.Context, r Exportable) error {
	ids, titles := make([]graph.PageID, len(x.pages)), []string{}
	for i, p := range x.pages {
		ids[i] = p.ID()
		for _, t := range p.Elements() {
			for _, l := range t.Links {
				titles = append(titles, l.Target)
			}
		}
	}
	heads, err := r.Heads(ctx, ids)
	if err != nil {
		return fmt.Errorf("export: %w", err)
	}
	found, err := r.Lookup(ctx, titles)
	if err != nil {
		return fmt.Errorf("export: %w", err)
	}
	x.elements, x.links = &elementRows{}, newLinkRows()
	for i, p := range x.pages {
		record, err := encodePage(p)
		if err != nil {
			return err
		}
		row := pageRow(p, p.Passage(), "export", record)
		x.elements.pages = append(x.elements.pages, row)
		x.elements.add(p)
		x.links.add(p, occurrences(p, func(string) []graph.PageID { to := found[0]; found = found[1:]; return to }))
		counts := x.links.pages[len(x.links.pages)-1].(params)
		for _, name := range []string{"links", "linksUnresolved", "linksOut"} {
			row[name] = counts[name]
		}
		row["linksIn"] = heads[i].In
	}
	return nil
}

func (e *export) elements(r *elementRows) {
	e.write("Page", r.pages)
	for _, k := range []struct {
		label, link string
		rows        []any
	}{
		{"Section", "HAS_SECTION", r.sections}, {"Sentence", "HAS_SENTENCE", r.sentences}, {"Table", "HAS_TABLE", r.tables},
		{"Cell", "HAS_CELL", r.cells}, {"List", "HAS_LIST", r.lists}, {"Item", "HAS_ITEM", r.items},
	} {
		e.write(k.label, k.rows)
		e.write(k.link, k.rows)
	}
}

func (e *export) links(r *linkRows) {
	e.write("LINKS_TO", r.links)
	for _, m := range r.missing {
		title := m.(params)["title"].(string)
		h := sha256.Sum256([]byte(title))
		if k := [16]byte(h[:16]); !e.seen[k] {
			e.seen[k] = true
			e.write("Missing", []any{m})
		}
	}
	for _, from := range []string{"Sentence", "Table", "Cell", "Item"} {
		e.write("MENTIONS_Page", r.mentions[from+" Page"])
		e.write("MENTIONS_Missing", r.mentions[from+" Missing"])
	}
}
