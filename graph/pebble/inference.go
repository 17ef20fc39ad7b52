package pebble

import (
	"bytes"
	"errors"

	"github.com/bridgehop/bridgehop/graph"
)

// inference replaces the inferred links of a page in the store or this batch.
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
	page, err := decodePage(body)
	if err == nil {
		err = page.SetInferred(nil)
	}
	if err != nil {
		return nil, err
	}
	return encodePage(nil, page), nil
}
