package record

import (
	"github.com/bridgehop/bridgehop"
	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/hop"
)

// Path is a path in paths --json, one a line.
type Path struct {
	Hops  int      `json:"hops"` // links, not pages
	Pages []string `json:"pages"`
	Links []Link   `json:"links"`
}

// NewPath returns the record of a path.
func NewPath(p bridgehop.Path) Path {
	r := Path{Hops: len(p.Links), Links: []Link{}}
	titles := map[graph.PageID]string{}
	for _, h := range p.Pages {
		r.Pages, titles[h.ID] = append(r.Pages, h.Title), h.Title
	}
	for _, l := range p.Links {
		r.Links = append(r.Links, NewLink(l, hop.EdgeOut, func(id graph.PageID) string { return titles[id] }))
	}
	return r
}

// String returns the path on one line: A -[anchor]-> B -[anchor]-> C.
func (r Path) String() string {
	s := r.Pages[0]
	for i, l := range r.Links {
		s += " -[" + l.Anchor + "]-> " + r.Pages[i+1]
	}
	return s
}
