package pebble

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/cockroachdb/pebble/v2"
	"golang.org/x/text/unicode/norm"

	"github.com/bridgehop/bridgehop/graph"
)

// Put stores a batch. It is on disk after Finish. If the process or the machine stops before that, the last batches may
// be lost; each remaining batch is complete, with its mark.
func (s *Store) Put(ctx context.Context, b *graph.Batch) (graph.PutCounts, error) {
	var none graph.PutCounts
	if s.readOnly {
		return none, graph.ErrReadOnly
	}
	if err := ctx.Err(); err != nil {
		return none, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	v, err := s.acquire()
	if err != nil {
		return none, err
	}
	defer v.release()
	p := s.putting()
	p.seen = v.bodies
	if err := p.all(b); err != nil {
		return none, errors.Join(asDamage(err), p.batch.Close())
	}
	if err := s.fail.do(func() error { return p.batch.Commit(pebble.NoSync) }); err != nil {
		return none, fmt.Errorf("put: %w", err)
	}
	s.writing = p.writing
	return p.counts, nil
}

func (s *Store) putting() *putting {
	return &putting{s: s, batch: s.db.NewBatch(), writing: s.writing,
		titles: map[string]titleRecord{}, ordinals: map[string]*ordinals{}, renewed: map[string]bool{},
		bodies: map[graph.PageID]stored{}, redirects: map[string]string{}, removed: map[graph.PageID]bool{},
		sources: map[uint64][]string{}}
}

// putting is the state of one Put. Its maps have the changes of the batch so far, which later pages of the batch must
// see.
type putting struct {
	s         *Store
	seen      place // readers see only bodies before it
	batch     *pebble.Batch
	writing   writing
	load      uint64
	titles    map[string]titleRecord
	ordinals  map[string]*ordinals
	renewed   map[string]bool // titles whose records are written with the batch
	bodies    map[graph.PageID]stored
	redirects map[string]string
	removed   map[graph.PageID]bool
	counts    graph.PutCounts
	room      []byte // memory for a record

	reads   string // the batch's source
	sources map[uint64][]string
	trial   bool // nothing is to be stored
}

// stored is a body of the batch.
type stored struct {
	at   place
	body []byte
}

// next returns the place of a new body.
func (p *putting) next() place {
	at := max(p.writing.Next, firstPlace)
	p.writing.Next = at + 1
	return at
}

// drop deletes a body that is replaced or removed: at once if no reader can see it, else in the next Finish.
func (p *putting) drop(id graph.PageID, at place) error {
	if at >= p.seen {
		return p.batch.Delete(bodyKey(id, at), nil)
	}
	return p.batch.Set(placeKey(keyGarbage, id, at), nil, nil)
}

func (p *putting) all(b *graph.Batch) (err error) {
	defer p.s.fail.caught(&err)
	if err := p.number(b); err != nil {
		return err
	}
	if err := p.source(b); err != nil {
		return err
	}
	for _, title := range b.Removed {
		if err := p.remove(norm.NFC.String(title)); err != nil {
			return fmt.Errorf("remove %q: %w", title, err)
		}
	}
	for _, page := range b.Pages {
		if err := p.page(page); err != nil {
			return fmt.Errorf("put page %q: %w", page.Title, err)
		}
	}
	for _, r := range b.Redirects {
		if err := p.redirect(r); err != nil {
			return fmt.Errorf("put redirect %q: %w", r.From, err)
		}
	}
	for _, inf := range b.Inferred {
		if err := p.inference(inf); err != nil {
			return fmt.Errorf("put inferred links of page %v: %w", inf.Page, err)
		}
	}
	if err := p.writeTitles(); err != nil {
		return err
	}
	if b.Source != "" {
		if err := setState(p.batch, stringKey(keyMark, b.Source), b.Mark); err != nil {
			return err
		}
	}
	return setState(p.batch, keyWriting, p.writing)
}

// number sets the number of the batch's load; a load that has put no pages gets a new one.
func (p *putting) number(b *graph.Batch) error {
	if len(b.Pages) == 0 {
		return nil
	}
	key := stringKey(keyLoad, b.Load)
	ok, err := readState(p.s.db, key, &p.load)
	if err != nil || ok {
		return err
	}
	p.writing.Loads++
	p.load = p.writing.Loads
	return setState(p.batch, key, p.load)
}

func (p *putting) page(in *graph.Page) error {
	page := *in
	page.Title = norm.NFC.String(in.Title)
	if page.Title == "" {
		return graph.ErrNoTitle
	}
	passage := page.Passage()
	t, err := p.title(page.Title)
	if err != nil || p.trial && len(t) == 0 {
		return err
	}
	choice := p.ordinals[page.Title]
	if choice == nil {
		choice = newOrdinals(t)
		p.ordinals[page.Title] = choice
	}
	ord, same := choice.choose(t, passage, p.load)
	if same && t[ord].load == p.load {
		p.counts.Duplicates++
		return nil
	}
	page.Ordinal = ord
	body := p.encode(&page)
	if same {
		if same, err = p.holds(page.ID(), t[ord].at, body); err != nil {
			return err
		}
	}
	if same {
		t[ord].load = p.load
		p.counts.Duplicates++
		p.setTitle(page.Title, t)
		return nil
	}
	var old place
	if ord < len(t) {
		old = t[ord].at
		if err := p.replace(t[ord].load); err != nil {
			return err
		}
	} else {
		t = append(t, taken{})
		p.counts.Added++
	}
	at := p.next()
	choice.set(ord, t[ord].passage, passage)
	t[ord] = taken{passage: passage, load: p.load, at: at}
	p.setTitle(page.Title, t)
	if p.trial {
		return nil
	}
	return p.setBody(page.ID(), &page, stored{at, body}, old)
}

// encode returns a page's record.
func (p *putting) encode(page *graph.Page) []byte {
	p.room = encodePage(p.room[:0], page)
	return bytes.Clone(p.room)
}

func (p *putting) title(title string) (titleRecord, error) {
	if t, ok := p.titles[title]; ok {
		return t, nil
	}
	var t titleRecord
	_, err := find(p.s.db, stringKey(keyTitle, title), "title", &t)
	return t, err
}

func (p *putting) setTitle(title string, t titleRecord) {
	p.titles[title], p.renewed[title] = t, true
}

// writeTitles writes each record that changed once: that of a title with many pages is long.
func (p *putting) writeTitles() error {
	for _, title := range slices.Sorted(maps.Keys(p.renewed)) {
		t := p.titles[title]
		if err := p.batch.Set(stringKey(keyTitle, title), encode(&t), nil); err != nil {
			return err
		}
	}
	return nil
}

// setBody writes a page; old is the place of the body it replaces, 0 for none.
func (p *putting) setBody(id graph.PageID, page *graph.Page, b stored, old place) error {
	p.bodies[id] = b
	p.chain('b', idKey('b', id), b.body)
	if old != 0 {
		if err := p.drop(id, old); err != nil {
			return err
		}
	}
	if err := p.batch.Set(idKey(keyCurrent, id), encode(currentOf(page, b.at)), nil); err != nil {
		return err
	}
	return p.batch.Set(bodyKey(id, b.at), b.body, nil)
}

func (p *putting) redirect(r graph.Redirect) error {
	from, to := norm.NFC.String(r.From), norm.NFC.String(r.To)
	if from == "" || to == "" {
		return graph.ErrNoTitle
	}
	key := stringKey(keyRedirect, from)
	old, known := p.redirects[from]
	if !known {
		b, err := p.s.get(key)
		if err != nil {
			return err
		}
		old = string(b)
	}
	if old == to {
		return nil
	}
	p.redirects[from] = to
	p.chain('r', key, []byte(to))
	return p.batch.Set(key, []byte(to), nil)
}

// chain adds a change to the chain.
func (p *putting) chain(kind byte, key, value []byte) {
	c, k := &coder{}, string(key)
	c.str(&p.writing.Chain)
	c.byte(&kind)
	c.str(&k)
	h := sha256.New()
	h.Write(c.b)
	h.Write(value)
	p.writing.Chain = hex.EncodeToString(h.Sum(nil))
}

// remove removes all pages and the redirect of a title. The next Finish deletes the bodies that readers may still need.
func (p *putting) remove(title string) error {
	if err := p.removeRedirect(title); err != nil {
		return err
	}
	t, err := p.title(title)
	if err != nil || len(t) == 0 {
		return err
	}
	for ordinal, o := range t {
		if err := p.removePage(graph.NewPageID(title, ordinal), o.at); err != nil {
			return err
		}
	}
	p.counts.Removed += len(t)
	p.titles[title] = nil
	delete(p.ordinals, title)
	delete(p.renewed, title)
	return p.batch.Delete(stringKey(keyTitle, title), nil)
}

func (p *putting) removePage(id graph.PageID, at place) error {
	delete(p.bodies, id)
	p.removed[id] = true
	p.chain('x', idKey('b', id), nil)
	if err := p.batch.Delete(idKey(keyCurrent, id), nil); err != nil {
		return err
	}
	return p.drop(id, at)
}

func (p *putting) removeRedirect(from string) error {
	key := stringKey(keyRedirect, from)
	known, err := use(p.s.db, key, func([]byte) error { return nil })
	if p.redirects[from] == "" && (err != nil || !known) {
		return err
	}
	p.redirects[from] = "" // removed; the batch may have the same redirect again
	p.chain('y', key, nil)
	return p.batch.Delete(key, nil)
}

// inference replaces the inferred links of a page in the store or this batch.
func (p *putting) inference(inf graph.Inference) error {
	var c current
	known, err := find(p.s.db, idKey(keyCurrent, inf.Page), "page record", &c)
	own, inBatch := p.bodies[inf.Page]
	if err != nil || (!known || p.removed[inf.Page]) && !inBatch {
		return errors.Join(err, graph.ErrNoElement)
	}
	if !inBatch {
		own.at = c.at
		if own.body, err = p.s.get(bodyKey(inf.Page, own.at)); err != nil {
			return err
		}
	}
	page, err := decodePage(string(own.body))
	if err != nil {
		return err
	}
	if err := page.SetInferred(inf.Links); err != nil {
		return err
	}
	body := encodePage(nil, page)
	if bytes.Equal(body, own.body) {
		return nil
	}
	at := p.next()
	if err := p.renew(page, at); err != nil {
		return err
	}
	return p.setBody(inf.Page, page, stored{at, body}, own.at)
}

// renew sets the place of a page's body in the title's record.
func (p *putting) renew(page *graph.Page, at place) error {
	t, err := p.title(page.Title)
	if err != nil || page.Ordinal >= len(t) {
		return errors.Join(err, errRecord)
	}
	t[page.Ordinal].at = at
	p.setTitle(page.Title, t)
	return nil
}

// holds reports whether a page's stored body, of an earlier load, equals this one except for inferred links.
func (p *putting) holds(id graph.PageID, at place, body []byte) (bool, error) {
	held, err := p.s.get(bodyKey(id, at))
	if err != nil || bytes.Equal(held, body) {
		return err == nil, err
	}
	if held, err = authored(held); err != nil {
		return false, err
	}
	if body, err = authored(body); err != nil {
		return false, err
	}
	return bytes.Equal(held, body), nil
}

// authored returns a page's record without inferred links, encoded by this version.
func authored(body []byte) ([]byte, error) {
	page, err := decodePage(string(body))
	if err == nil {
		err = page.SetInferred(nil)
	}
	if err != nil {
		return nil, err
	}
	return encodePage(nil, page), nil
}
