package main

import (
	"context"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"

	"github.com/bridgehop/bridgehop/bench/gold"
	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/loader/claims"
)

// madeClaims makes claims from pages drawn at random: n from one page each, a sentence with the page's title as its subject, true or with a
// name swapped; and n from two pages, in which a linked name is replaced by the linked page's description of it, as HoVer and EX-FEVER
// make theirs (Jiang et al. 2020, section 2.1.2). Pages whose claims are reported on (claims.Reported) are left out.
func madeClaims(ctx context.Context, w *gold.Wiki, n int, r *rand.Rand) ([]*example, error) {
	var ids []graph.PageID
	titles := map[graph.PageID]string{}
	for p, err := range w.Store.All(ctx) {
		if err != nil {
			return nil, err
		}
		if !claims.Reported(p.Title) && len(p.Sentences) > 0 {
			ids, titles[p.ID()] = append(ids, p.ID()), graph.BareTitle(p.Title)
		}
	}
	heads, err := w.Store.Heads(ctx, ids)
	if err != nil {
		return nil, err
	}
	// Half of the pages are the most linked of four: people make claims about what is well known.
	pick := func() graph.Head {
		h := heads[r.IntN(len(heads))]
		if r.IntN(2) == 0 {
			for range 3 {
				if o := heads[r.IntN(len(heads))]; o.In > h.In {
					h = o
				}
			}
		}
		return h
	}
	var one, two []*example
	for try := 0; (len(one) < n || len(two) < n) && try < 100*n; try++ {
		pages, err := w.Store.Pages(ctx, []graph.PageID{pick().ID})
		if err != nil {
			return nil, err
		}
		p := pages[0]
		s := p.Sentences[drawn(len(p.Sentences), r)]
		said := s.Text
		if r.IntN(3) == 0 && len(s.Links) > 0 { // a name of it swapped for another
			said = strings.Replace(said, s.Links[r.IntN(len(s.Links))].Anchor, titles[pick().ID], 1)
		}
		if claim := claimFrom(p, said, r); claim != "" && len(one) < n {
			one = append(one, &example{wiki: w, claim: claim, gold: []graph.PageID{p.ID()}, known: map[string]bool{}, kind: "told"})
		}
		if e, err := bridged(ctx, w, p, s, r); err != nil {
			return nil, err
		} else if e != nil && len(two) < n {
			two = append(two, e)
		}
	}
	return append(one, two...), nil
}

// drawn is a number below n, one of the first ten half of the time: claims are mostly about what a page begins with.
func drawn(n int, r *rand.Rand) int {
	if r.IntN(2) == 0 {
		n = min(n, 10)
	}
	return r.IntN(n)
}

// opening is what a sentence begins with that its page's title replaces.
var opening = regexp.MustCompile(`^(He|She|It|They|His|Her|Its|Their|The [a-z]+)\b`)

// claimFrom makes a claim of the first words of a sentence of 5 to 40 words, with the page's title as its subject; empty where the sentence
// neither has the title nor begins with a word for it.
func claimFrom(p *graph.Page, s string, r *rand.Rand) string {
	words := strings.Fields(s)
	if len(words) < 5 || len(words) > 40 {
		return ""
	}
	words = words[:min(len(words), 8+r.IntN(12))]
	s = strings.Join(words, " ")
	title := graph.BareTitle(p.Title)
	switch {
	case strings.Contains(s, title):
		return s
	case opening.MatchString(s):
		return opening.ReplaceAllLiteralString(s, title)
	}
	return ""
}

// is splits a lead sentence into a name and what it is.
var is = regexp.MustCompile(`^[^.]{2,80}? (?:is|was|are|were) ((?:a|an|the|one of) [^.;]+)`)

// bridged makes a claim of a sentence in which one link is replaced by the linked page's description of itself; nil where it has none.
func bridged(ctx context.Context, w *gold.Wiki, p *graph.Page, s graph.Sentence, r *rand.Rand) (*example, error) {
	if len(s.Links) == 0 {
		return nil, nil
	}
	l := s.Links[r.IntN(len(s.Links))]
	found, err := w.Store.Lookup(ctx, []string{l.Target})
	if err != nil || len(found[0]) == 0 {
		return nil, err
	}
	pages, err := w.Store.Pages(ctx, found[0][:1])
	if err != nil || claims.Reported(pages[0].Title) || pages[0].ID() == p.ID() {
		return nil, err
	}
	what := ""
	for _, lead := range pages[0].Sentences[:min(8, len(pages[0].Sentences))] {
		if m := is.FindStringSubmatch(lead.Text); m != nil && strings.Contains(lead.Text, graph.BareTitle(pages[0].Title)) {
			what = m[1]
			break
		}
	}
	at := strings.Index(s.Text, l.Anchor)
	if what == "" || at < 0 {
		return nil, nil
	}
	words := strings.Fields(what)
	words = words[:min(len(words), 6+r.IntN(10))]
	if len(words) > 4 { // in other words than the page's
		words = slices.DeleteFunc(words, func(string) bool { return r.IntN(4) == 0 })
	}
	what = strings.Join(words, " ")
	claim := claimFrom(p, s.Text[:at]+what+s.Text[at+len(l.Anchor):], r)
	if claim == "" || !strings.Contains(claim, what) {
		return nil, nil
	}
	gold := []graph.PageID{p.ID(), pages[0].ID()}
	if gold[1] < gold[0] {
		gold[0], gold[1] = gold[1], gold[0]
	}
	return &example{wiki: w, claim: claim, gold: gold, known: map[string]bool{}, kind: "told"}, nil
}
