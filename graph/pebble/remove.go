package pebble

import (
	"github.com/bridgehop/bridgehop/graph"
)

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
