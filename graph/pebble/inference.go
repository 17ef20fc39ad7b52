package pebble

import (
	"bytes"
	"errors"

	"github.com/bridgehop/bridgehop/graph"
)

// inference replaces the inferred links of a page that the store or this batch holds.
func (p *putting) inference(inf graph.Inference) error {
	b, err := p.s.get(idKey(keyCurrent, inf.Page))
	own, inBatch := p.bodies[inf.Page]
	if err != nil || ((b == nil || p.removed[inf.Page]) && !inBatch) {
		return errors.Join(err, graph.ErrNoPage)
	}
	if !inBatch {
		c, err := decodeCurrent(b)
		if err != nil {
			return err
		}
		own.at = c.at
		if own.body, err = p.s.get(bodyKey(inf.Page, own.at)); err != nil {
			return err
		}
	}
	page, err := decodePage(own.body)
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

// renew notes in the title's record where a page's body is now.
func (p *putting) renew(page *graph.Page, at place) error {
	t, err := p.title(page.Title)
	if err != nil || page.Ordinal >= len(t) {
		return errors.Join(err, errCorrupt)
	}
	t[page.Ordinal].at = at
	return p.setTitle(page.Title, t)
}
