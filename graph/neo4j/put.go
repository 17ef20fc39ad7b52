package neo4j

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"

	"golang.org/x/text/unicode/norm"

	"github.com/bridgehop/bridgehop/graph"
)

// Mark returns how far a source was read.
func (s *Store) Mark(ctx context.Context, source string) (graph.Mark, error) {
	rows, err := s.query(ctx, `MATCH (m:Source {name: $name})
RETURN m.fingerprint AS fingerprint, m.load AS load, m.records AS records, m.rejects AS rejects, m.done AS done`, params{"name": key(source)})
	if err != nil || len(rows) == 0 {
		return graph.Mark{}, err
	}
	r := rows[0]
	return graph.Mark{Fingerprint: unescape(str(r, "fingerprint")), Load: unescape(str(r, "load")), Records: num(r, "records"),
		Rejects: num(r, "rejects"), Done: flag(r, "done")}, nil
}

// Put stores a batch as drafts, with its mark, in one transaction.
func (s *Store) Put(ctx context.Context, b *graph.Batch) (graph.PutCounts, error) {
	if s.readOnly {
		return graph.PutCounts{}, graph.ErrReadOnly
	}
	s.write.Lock()
	defer s.write.Unlock()
	in, err := prepare(b)
	if err != nil {
		return graph.PutCounts{}, err
	}
	var counts graph.PutCounts
	err = s.update(ctx, func(t *tx) error {
		p := &putting{t: t, in: in, held: map[string][]taken{}, drafts: map[graph.PageID]*draft{}, touched: map[graph.PageID]bool{}, redirects: map[string]string{}}
		if err := p.all(); err != nil {
			return err
		}
		counts = p.counts
		return nil
	})
	if err != nil {
		return graph.PutCounts{}, fmt.Errorf("put: %w", err)
	}
	return counts, nil
}

// prepared is a batch with what doesn't depend on the store worked out once, however often it is tried.
type prepared struct {
	batch     *graph.Batch
	pages     []graph.Page // copies, titles in NFC
	passages  []string
	redirects []graph.Redirect
	removed   []string
}

func prepare(b *graph.Batch) (*prepared, error) {
	in := &prepared{batch: b}
	for _, page := range b.Pages {
		p := *page
		if p.Title = norm.NFC.String(p.Title); p.Title == "" {
			return nil, fmt.Errorf("put page: %w", graph.ErrNoTitle)
		}
		in.pages = append(in.pages, p)
		in.passages = append(in.passages, p.Passage())
	}
	for _, r := range b.Redirects {
		r.From, r.To = norm.NFC.String(r.From), norm.NFC.String(r.To)
		if r.From == "" || r.To == "" {
			return nil, fmt.Errorf("put redirect %q: %w", r.From, graph.ErrNoTitle)
		}
		in.redirects = append(in.redirects, r)
	}
	for _, title := range b.Removed {
		in.removed = append(in.removed, norm.NFC.String(title))
	}
	slices.Sort(in.removed)
	in.removed = slices.Compact(in.removed)
	return in, nil
}

// taken is an ordinal of a title: which passage has it, and which load used it last.
type taken struct {
	passage, load string
}

// draft is a page as it is to be stored.
type draft struct {
	page    *graph.Page
	packed  []byte
	passage string
	load    string
}

// putting is a batch on its way into the store.
type putting struct {
	t         *tx
	in        *prepared
	chain     string
	held      map[string][]taken // by title; the place is the ordinal
	drafts    map[graph.PageID]*draft
	order     []graph.PageID        // of drafts, as they came
	touched   map[graph.PageID]bool // pages whose ordinal this load has used, unchanged
	redirects map[string]string     // changed
	gone      []any                 // ids of pages that are removed
	counts    graph.PutCounts
}

func (p *putting) all() error {
	rows, err := p.t.run("MATCH (w:Wiki {key: 'bridgehop'}) SET w.writing = 1 RETURN w.chain AS chain", nil) // the lock of one writer
	if err != nil {
		return err
	}
	if len(rows) == 0 {
		return ours(graph.ErrNoStore)
	}
	p.chain = str(rows[0], "chain")
	for _, step := range []func() error{p.readTitles, p.remove, p.pages, p.readRedirects, p.inferences, p.store} {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// readTitles reads the ordinals of all titles of the batch.
func (p *putting) readTitles() error {
	titles := slices.Clone(p.in.removed)
	for i := range p.in.pages {
		titles = append(titles, p.in.pages[i].Title)
	}
	slices.Sort(titles)
	titles = slices.Compact(titles)
	if len(titles) == 0 {
		return nil
	}
	byKey, keys := map[string]string{}, make([]any, len(titles))
	for i, title := range titles {
		k := key(title)
		byKey[k], keys[i] = title, k
	}
	for _, label := range []string{"Page", "Draft"} { // drafts are newer
		rows, err := p.t.run("UNWIND $titles AS t MATCH (p:"+label+" {title: t}) WHERE p.removed IS NULL RETURN t AS title, p.ordinal AS ordinal, p.passage AS passage, p.load AS load ORDER BY ordinal",
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

// remove takes the titles of Batch.Removed away: drafts at once, what readers see with the next Finish.
func (p *putting) remove() error {
	if len(p.in.removed) == 0 {
		return nil
	}
	keys := make([]any, len(p.in.removed))
	for i, title := range p.in.removed {
		keys[i] = key(title)
		for ordinal := range p.held[title] {
			id := graph.NewPageID(title, ordinal).String()
			p.gone = append(p.gone, id)
			p.counts.Removed++
			p.link("remove", id)
		}
		delete(p.held, title)
	}
	redirects, err := p.t.run("UNWIND $titles AS t MATCH (r:Redirect|DraftRedirect {title: t}) WHERE r.removed IS NULL RETURN DISTINCT t AS title", params{"titles": keys})
	if err != nil {
		return err
	}
	for _, r := range redirects {
		p.link("remove redirect", str(r, "title"))
	}
	for _, query := range []string{
		"UNWIND $ids AS id MATCH (d:Draft {id: id}) DELETE d",
		"UNWIND $ids AS id MATCH (p:Page {id: id}) SET p.removed = true",
		"UNWIND $titles AS t MATCH (d:DraftRedirect {title: t}) DELETE d",
		"UNWIND $titles AS t MATCH (r:Redirect {title: t}) SET r.removed = true",
	} {
		if err := p.t.do(query, params{"ids": p.gone, "titles": keys}); err != nil {
			return err
		}
	}
	return nil
}

func (p *putting) pages() error {
	for i := range p.in.pages {
		page := p.in.pages[i] // a copy: its ordinal is set
		if err := p.page(&page, p.in.passages[i]); err != nil {
			return ours(fmt.Errorf("page %q: %w", page.Title, err))
		}
	}
	return nil
}

// page finds the ordinal, as graph.Writer says.
func (p *putting) page(page *graph.Page, passage string) error {
	held, load := p.held[page.Title], p.in.batch.Load
	if i := slices.IndexFunc(held, func(t taken) bool { return t.passage == passage }); i >= 0 {
		p.counts.Duplicates++
		if held[i].load != load {
			held[i].load = load
			p.touch(graph.NewPageID(page.Title, i), load)
		}
		return nil
	}
	i := slices.IndexFunc(held, func(t taken) bool { return t.load != load })
	if i < 0 {
		i = len(held)
		held = append(held, taken{})
		p.counts.Added++
	} else {
		p.counts.Replaced++
	}
	held[i] = taken{passage: passage, load: load}
	p.held[page.Title] = held
	page.Ordinal = i
	return p.draft(&draft{page: page, passage: passage, load: load})
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

// link takes a change into the identity.
func (p *putting) link(parts ...string) {
	h := sha256.New()
	for _, s := range append([]string{p.chain}, parts...) {
		fmt.Fprintf(h, "%d:%s", len(s), s)
	}
	p.chain = hex.EncodeToString(h.Sum(nil))
}

// readRedirects finds which redirects of the batch are new.
func (p *putting) readRedirects() error {
	if len(p.in.redirects) == 0 {
		return nil
	}
	froms := make([]any, len(p.in.redirects))
	for i, r := range p.in.redirects {
		froms[i] = key(r.From)
	}
	rows, err := p.t.run(`UNWIND $titles AS t OPTIONAL MATCH (r:Redirect {title: t} WHERE r.removed IS NULL) OPTIONAL MATCH (d:DraftRedirect {title: t})
RETURN t AS title, coalesce(d.to, r.to) AS to`, params{"titles": froms})
	if err != nil {
		return err
	}
	old := map[string]string{}
	for _, r := range rows {
		old[str(r, "title")] = unescape(str(r, "to"))
	}
	for _, r := range p.in.redirects {
		if k := key(r.From); old[k] != r.To {
			old[k] = r.To
			p.redirects[r.From] = r.To
			p.link("redirect", r.From, r.To)
		}
	}
	return nil
}

// inferences sets the inferred links, reading the pages that aren't in the batch.
func (p *putting) inferences() error {
	var ids []any
	for _, inf := range p.in.batch.Inferred {
		if p.drafts[inf.Page] == nil {
			ids = append(ids, inf.Page.String())
		}
	}
	stored := map[string]*draft{}
	if len(ids) > 0 {
		rows, err := p.t.run(`UNWIND $ids AS id OPTIONAL MATCH (p:Page {id: id} WHERE p.removed IS NULL) OPTIONAL MATCH (d:Draft {id: id})
RETURN id, coalesce(d.record, p.record) AS record, coalesce(d.passage, p.passage) AS passage, coalesce(d.load, p.load) AS load`, params{"ids": ids})
		if err != nil {
			return err
		}
		for _, r := range rows {
			if record := str(r, "record"); record != "" {
				page, err := decodePage(record)
				if err != nil {
					return ours(err)
				}
				stored[str(r, "id")] = &draft{page: page, passage: str(r, "passage"), load: unescape(str(r, "load"))}
			}
		}
	}
	for _, inf := range p.in.batch.Inferred {
		if err := p.inference(inf, stored[inf.Page.String()]); err != nil {
			return ours(fmt.Errorf("inferred links of page %v: %w", inf.Page, err))
		}
	}
	return nil
}

func (p *putting) inference(inf graph.Inference, d *draft) error {
	if own := p.drafts[inf.Page]; own != nil {
		d = own
	}
	if d == nil {
		return graph.ErrNoPage
	}
	before, err := packPage(d.page)
	if err != nil {
		return err
	}
	page, err := clone(d.page)
	if err != nil {
		return err
	}
	if err := page.SetInferred(inf.Links); err != nil {
		return err
	}
	after, err := packPage(page)
	if err != nil || bytes.Equal(before, after) {
		return err
	}
	load := d.load
	if p.touched[inf.Page] {
		load = p.in.batch.Load
	}
	return p.draft(&draft{page: page, passage: d.passage, load: load})
}

// clone copies a page whose links will change; the batch's own stay as they are.
func clone(p *graph.Page) (*graph.Page, error) {
	s, err := encodePage(p)
	if err != nil {
		return nil, err
	}
	return decodePage(s)
}

// store writes what has changed, and the mark.
func (p *putting) store() error {
	var rows, touched, redirects []any
	for _, id := range p.order {
		row, err := p.drafts[id].row()
		if err != nil {
			return ours(err)
		}
		rows = append(rows, row)
	}
	for id := range p.touched {
		touched = append(touched, id.String())
	}
	for from, to := range p.redirects {
		redirects = append(redirects, redirectRow(from, to))
	}
	load := params{"ids": touched, "load": escape(p.in.batch.Load)}
	err := p.t.each("UNWIND $rows AS row MERGE (d:Draft {id: row.id}) SET d = row", rows)
	if err == nil && len(touched) > 0 {
		err = errors.Join(p.t.do("UNWIND $ids AS id MATCH (p:Page {id: id}) SET p.load = $load", load),
			p.t.do("UNWIND $ids AS id MATCH (p:Draft {id: id}) SET p.load = $load", load))
	}
	if err == nil {
		err = p.t.each("UNWIND $rows AS row MERGE (r:DraftRedirect {title: row.title}) SET r = row", redirects)
	}
	if err == nil {
		err = p.t.do("MATCH (w:Wiki {key: 'bridgehop'}) SET w.chain = $chain", params{"chain": p.chain})
	}
	if b := p.in.batch; err == nil && b.Source != "" {
		err = p.t.do(`MERGE (m:Source {name: $name})
SET m.fingerprint = $fingerprint, m.load = $load, m.records = $records, m.rejects = $rejects, m.done = $done`, params{
			"name": key(b.Source), "fingerprint": escape(b.Mark.Fingerprint), "load": escape(b.Mark.Load),
			"records": b.Mark.Records, "rejects": b.Mark.Rejects, "done": b.Mark.Done})
	}
	return err
}

// row is the draft's properties.
func (d *draft) row() (params, error) {
	record, err := encodePage(d.page)
	if err != nil {
		return nil, err
	}
	row := params{"id": d.page.ID().String(), "ordinal": d.page.Ordinal, "passage": d.passage, "load": escape(d.load), "record": record}
	setTitle(row, d.page.Title)
	return row, nil
}

// setTitle sets title, and fullTitle where that is shortened.
func setTitle(row params, title string) {
	row["title"] = key(title)
	if full := escape(title); full != row["title"] {
		row["fullTitle"] = full
	}
}

func redirectRow(from, to string) params {
	row := params{"to": escape(to), "name": key(graph.FoldTitle(from)), "toName": key(graph.FoldTitle(to)), "order": bytewise(from)}
	setTitle(row, from)
	return row
}
