package neo4j

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"slices"

	"golang.org/x/text/unicode/norm"

	"github.com/bridgehop/bridgehop/graph"
)

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
	var p *putting
	err = s.update(ctx, func(t *tx) error {
		p = &putting{t: t, in: in, kept: s.kept, held: map[string][]taken{}, ordinals: map[string]*graph.Ordinals{},
			drafts: map[graph.PageID]*draft{}, touched: map[graph.PageID]bool{}, redirects: map[string]string{}}
		return p.all()
	})
	if err != nil {
		return graph.PutCounts{}, fmt.Errorf("put: %w", err)
	}
	maps.DeleteFunc(p.held, func(_ string, held []taken) bool { return len(held) < manyOrdinals })
	s.kept = kept{p.chain, p.held}
	return p.counts, nil
}

// putting is the state of one Put.
type putting struct {
	t         *tx
	in        *prepared
	kept      kept // of the Put before
	chain     string
	again     bool               // there may be pages, not drafts only
	held      map[string][]taken // by title; the place is the ordinal
	ordinals  map[string]*graph.Ordinals
	earlier   map[graph.PageID]string // records, of readEarlier
	drafts    map[graph.PageID]*draft
	order     []graph.PageID        // of drafts, in the order of the batch
	touched   map[graph.PageID]bool // pages whose ordinal this load has used, unchanged
	redirects map[string]string     // changed
	gone      []any                 // ids of pages that are removed
	counts    graph.PutCounts
}

func (p *putting) all() error {
	// the lock of one writer
	rows, err := p.t.run("MATCH (w:BridgehopWiki {key: 'bridgehop'}) SET w.writing = 1 RETURN w.chain AS chain, w.identity AS identity, "+
		"w.finishing AS finishing", nil)
	if err != nil {
		return err
	}
	if len(rows) == 0 {
		return ours(graph.ErrNoStore)
	}
	p.chain = str(rows[0], "chain")
	w := wikiState{identity: str(rows[0], "identity"), finishing: flag(rows[0], "finishing")}
	p.again = w.again()
	for _, step := range []func() error{p.readTitles, p.remove, p.pages, p.readRedirects, p.inferences, p.store} {
		if err := step(); err != nil {
			return err
		}
	}
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
	err := p.t.each("UNWIND $rows AS row MERGE (d:BridgehopDraft {id: row.id}) SET d = row", rows)
	if err == nil && len(touched) > 0 {
		err = errors.Join(p.t.do("UNWIND $ids AS id MATCH (p:BridgehopPage {id: id}) SET p.load = $load", load),
			p.t.do("UNWIND $ids AS id MATCH (p:BridgehopDraft {id: id}) SET p.load = $load", load))
	}
	if err == nil {
		err = p.t.each("UNWIND $rows AS row MERGE (r:BridgehopDraftRedirect {title: row.title}) SET r = row", redirects)
	}
	if err == nil {
		err = p.t.do("MATCH (w:BridgehopWiki {key: 'bridgehop'}) SET w.chain = $chain", params{"chain": p.chain})
	}
	if b := p.in.batch; err == nil && b.Source != "" {
		err = p.t.do(`MERGE (m:BridgehopSource {name: $name})
SET m:Source, m.fingerprint = $fingerprint, m.load = $load, m.records = $records, m.rejects = $rejects, m.done = $done`, params{
			"name": key(b.Source), "fingerprint": escape(b.Mark.Fingerprint), "load": escape(b.Mark.Load),
			"records": b.Mark.Records, "rejects": b.Mark.Rejects, "done": b.Mark.Done})
	}
	return err
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
		delete(p.ordinals, title)
	}
	redirects, err := p.t.run("UNWIND $titles AS t MATCH (r:BridgehopRedirect|BridgehopDraftRedirect {title: t}) WHERE r.removed IS "+
		"NULL RETURN DISTINCT t AS title", params{"titles": keys})
	if err != nil {
		return err
	}
	for _, r := range redirects {
		p.link("remove redirect", str(r, "title"))
	}
	for _, query := range []string{
		"UNWIND $ids AS id MATCH (d:BridgehopDraft {id: id}) DELETE d",
		"UNWIND $ids AS id MATCH (p:BridgehopPage {id: id}) SET p.removed = true",
		"UNWIND $titles AS t MATCH (d:BridgehopDraftRedirect {title: t}) DELETE d",
		"UNWIND $titles AS t MATCH (r:BridgehopRedirect {title: t}) SET r.removed = true",
	} {
		if err := p.t.do(query, params{"ids": p.gone, "titles": keys}); err != nil {
			return err
		}
	}
	return nil
}
