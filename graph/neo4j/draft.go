package neo4j

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/bridgehop/bridgehop/graph"
)

// taken is an ordinal of a title: its passage, and the last load that used it.
type taken struct {
	passage, load string
}

// kept are the titles with very many ordinals as a Put left them, so that the next one doesn't read them again.
type kept struct {
	chain string // of the store after that Put
	held  map[string][]taken
}

// manyOrdinals is the number of ordinals from which a title is kept.
const manyOrdinals = 1000

// draft is a page as it is to be stored.
type draft struct {
	page    *graph.Page
	packed  []byte
	passage string
	load    string
}

// readTitles reads the ordinals of all titles of the batch.
func (p *putting) readTitles() error {
	titles := slices.Clone(p.in.removed)
	for i := range p.in.pages {
		titles = append(titles, p.in.pages[i].Title)
	}
	slices.Sort(titles)
	titles = slices.Compact(titles)
	byKey, keys := map[string]string{}, []any{}
	for _, title := range titles {
		if held, ok := p.kept.held[title]; ok && p.kept.chain == p.chain {
			p.held[title] = slices.Clone(held)
			continue
		}
		k := key(title)
		byKey[k], keys = title, append(keys, k)
	}
	if len(keys) == 0 {
		return nil
	}
	labels := []string{"Page:BridgehopPage", "BridgehopDraft"} // drafts are newer
	if !p.again {
		labels = labels[1:]
	}
	for _, label := range labels {
		rows, err := p.t.run("UNWIND $titles AS t MATCH (p:"+label+" {title: t}) WHERE p.removed IS NULL RETURN t AS title, p.ordinal "+
			"AS ordinal, p.passage AS passage, p.load AS load ORDER BY ordinal",
			params{"titles": keys})
		if err != nil {
			return err
		}
		for _, r := range rows {
			title, at := byKey[str(r, "title")], int(num(r, "ordinal"))
			for len(p.held[title]) <= at {
				p.held[title] = append(p.held[title], taken{})
			}
			p.held[title][at] = taken{passage: str(r, "passage"), load: unescape(str(r, "load"))}
		}
	}
	return nil
}

func (p *putting) pages() error {
	if err := p.readEarlier(); err != nil {
		return err
	}
	for i := range p.in.pages {
		page := p.in.pages[i] // a copy: its ordinal is set
		if err := p.page(&page, p.in.passages[i]); err != nil {
			return ours(fmt.Errorf("page %q: %w", page.Title, err))
		}
	}
	return nil
}

// page chooses the ordinal of a page, see graph.Writer.
func (p *putting) page(page *graph.Page, passage string) error {
	held, load := p.held[page.Title], p.in.batch.Load
	ordinals := p.ordinals[page.Title]
	if ordinals == nil {
		ordinals = graph.NewOrdinals(len(held), func(i int) string { return held[i].passage })
		p.ordinals[page.Title] = ordinals
	}
	i, same := ordinals.Choose(len(held), passage, func(i int) bool { return held[i].load == load })
	page.Ordinal = i
	if same {
		same, err := p.holds(page, held[i])
		if err != nil {
			return err
		}
		if same {
			p.counts.Duplicates++
			if held[i].load != load {
				held[i].load = load
				p.touch(page.ID(), load)
			}
			return nil
		}
	}
	if i == len(held) {
		held = append(held, taken{})
		p.counts.Added++
	} else {
		p.counts.Replaced++
	}
	ordinals.Set(i, held[i].passage, passage)
	held[i] = taken{passage: passage, load: load}
	p.held[page.Title] = held
	return p.draft(&draft{page: page, passage: passage, load: load})
}

// readEarlier reads the pages that earlier loads put and that have the title and the passage of one of the batch.
func (p *putting) readEarlier() error {
	p.earlier = map[graph.PageID]string{}
	same := map[[2]string]bool{}
	for i := range p.in.pages {
		same[[2]string{p.in.pages[i].Title, p.in.passages[i]}] = true
	}
	var ids []any
	for title, held := range p.held {
		for n, t := range held {
			if t.load != p.in.batch.Load && same[[2]string{title, t.passage}] {
				ids = append(ids, graph.NewPageID(title, n).String())
			}
		}
	}
	if len(ids) == 0 {
		return nil
	}
	rows, err := p.t.run("UNWIND $ids AS id OPTIONAL MATCH (p:BridgehopPage {id: id}) OPTIONAL MATCH (d:BridgehopDraft {id: id}) RETURN "+
		"DISTINCT id, coalesce(d.record, p.record) AS record",
		params{"ids": ids})
	for _, r := range rows {
		p.earlier[parseID(str(r, "id"))] = str(r, "record")
	}
	return err
}

// holds reports whether the page with this ordinal is of this load, or equals this one except for inferred links.
func (p *putting) holds(page *graph.Page, at taken) (bool, error) {
	if at.load == p.in.batch.Load {
		return true, nil
	}
	held, err := decodePage(p.earlier[page.ID()])
	if err != nil {
		return false, err
	}
	before, err := packAuthored(held)
	if err != nil {
		return false, err
	}
	after, err := packAuthored(page)
	return err == nil && bytes.Equal(before, after), err
}

// packAuthored is packPage without inferred links.
func packAuthored(p *graph.Page) ([]byte, error) {
	own := p.Clone()
	if err := own.SetInferred(nil); err != nil {
		return nil, err
	}
	return packPage(own)
}

// touch notes that a load used an ordinal without changing its page.
func (p *putting) touch(id graph.PageID, load string) {
	if d := p.drafts[id]; d != nil {
		d.load = load
		return
	}
	p.touched[id] = true
}

func (p *putting) draft(d *draft) error {
	b, err := packPage(d.page)
	if err != nil {
		return err
	}
	d.packed = b
	id := d.page.ID()
	if p.drafts[id] == nil {
		p.order = append(p.order, id)
	}
	p.drafts[id] = d
	delete(p.touched, id)
	p.link("page", id.String(), string(b))
	return nil
}

// row returns the draft's properties.
func (d *draft) row() (params, error) {
	record, err := encodePage(d.page)
	if err != nil {
		return nil, err
	}
	row := params{"id": d.page.ID().String(), "ordinal": d.page.Ordinal, "passage": d.passage, "load": escape(d.load), "record": record}
	setTitle(row, d.page.Title)
	return row, nil
}

// titles returns a node's title and fullTitle; the latter is null unless the title is shortened.
func titles(title string) (short string, full any) {
	short = key(title)
	if whole := escape(title); whole != short {
		full = whole
	}
	return short, full
}

// setTitle sets title, and fullTitle if the title is shortened.
func setTitle(row params, title string) {
	short, full := titles(title)
	row["title"] = short
	if full != nil {
		row["fullTitle"] = full
	}
}
