package main

import (
	"errors"
	"io/fs"

	"github.com/bridgehop/bridgehop/bench/gold"
	"github.com/bridgehop/bridgehop/graph"
)

// kept is what the claims that figures are measured on are made of.
type kept struct {
	pairs map[[2]string]bool // titles
	texts map[string]bool    // of sentences
	ids   map[string]bool    // of sentences
}

// read reads files of claims; a file that isn't there is passed over.
func (k *kept) read(paths ...string) error {
	k.pairs, k.texts, k.ids = map[[2]string]bool{}, map[string]bool{}, map[string]bool{}
	for _, path := range paths {
		all, err := gold.Records[struct {
			Pages    []string   `json:"pages"`
			Gold     [][]string `json:"gold"`
			Evidence [][2]any   `json:"evidence"`
			Deciding [][]string `json:"deciding"`
		}](path)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		for _, c := range all {
			for _, set := range append(c.Gold, c.Pages) {
				for _, a := range set {
					for _, b := range set {
						k.pairs[[2]string{a, b}] = true
					}
				}
			}
			for _, e := range c.Evidence {
				switch s := e[1].(type) {
				case string:
					k.texts[s] = true
				case float64:
					k.ids[graph.Address{Title: e[0].(string), Element: graph.Element{Kind: graph.KindSentence, A: int(s)}}.String()] = true
				}
			}
			for _, set := range c.Deciding {
				for _, id := range set {
					k.ids[id] = true
				}
			}
		}
	}
	return nil
}

// sentence reports whether a sentence is kept back.
func (k *kept) sentence(p *graph.Page, n int) bool {
	e := graph.Element{Kind: graph.KindSentence, A: n}
	s, _ := p.Text(e)
	return k.texts[s.Text] || k.ids[graph.Address{Title: p.Title, Element: e}.String()]
}

// together reports whether two of the pages are kept back together.
func (k *kept) together(pages []*article) bool {
	for i, a := range pages {
		for _, b := range pages[:i] {
			if k.pairs[[2]string{a.title, b.title}] {
				return true
			}
		}
	}
	return false
}
