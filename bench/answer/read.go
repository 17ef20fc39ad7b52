package main

import (
	"context"
	"slices"

	"github.com/bridgehop/bridgehop/bench/gold"
	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/hop"
	"github.com/bridgehop/bridgehop/verify/answer"
)

func read(ctx context.Context, w *gold.Wiki, file string, left map[string]bool, whole bool) (out []*example, err error) {
	all, err := w.Read(ctx, file)
	if err != nil {
		return nil, err
	}
	stats, err := w.Store.Stats(ctx)
	if err != nil {
		return nil, err
	}
	articles := stats.Sentences+stats.Cells >= max(stats.Pages, 1)*graph.ArticleElements
	for _, c := range all {
		if left[c.Text] || c.Answer == "" {
			continue
		}
		given := []graph.PageID(nil)
		if !whole {
			if given, err = c.Given(ctx, w.Store); err != nil {
				return nil, err
			}
		}
		e := &example{id: c.ID.Key(), kind: c.Kind, gold: c.Answer, text: c.Text, unseen: unseen(c.Text, c.Answer)}
		if articles { // our own over whole articles, which no reader was trained on
			e.kind, e.unseen = "article", true
		}
		if err := e.plan(ctx, w, given); err != nil {
			return nil, err
		}
		if e.unseen && c.Answer != "yes" && c.Answer != "no" && len(given) > len(c.Pages)+1 {
			e.without = &example{id: e.id, text: c.Text}
			rest := slices.DeleteFunc(given, func(id graph.PageID) bool { return slices.Contains(c.Pages, id) })
			if err := e.without.plan(ctx, w, rest); err != nil {
				return nil, err
			}
		}
		if articles {
			e.without = &example{id: e.id, kind: e.kind, text: c.Text, planned: e.planned}
			e.without.planned.Chains = slices.DeleteFunc(slices.Clone(e.planned.Chains), func(h hop.Chain) bool {
				return slices.ContainsFunc(h.Pages(), func(id graph.PageID) bool { return slices.Contains(c.Pages, id) })
			})
			if len(e.without.planned.Chains) == 0 {
				e.without = nil
			}
		}
		out = append(out, e)
	}
	return out, nil
}

// plan finds the candidates, among the pages given, if any.
func (e *example) plan(ctx context.Context, w *gold.Wiki, given []graph.PageID) error {
	p, text := &hop.Planner{Graph: w.Store, Text: w.Index}, e.text
	if e.kind == "article" {
		text = (&answer.Asked{Question: text}).Statement() // as Engine.Ask does
	}
	if len(given) > 0 {
		g := hop.Within(w.Store, w.Index, given)
		p = &hop.Planner{Graph: g, Text: g}
	}
	res, err := p.Plan(ctx, text)
	if err != nil {
		return err
	}
	e.planned = answer.Asked{Question: e.text, Chains: res.Chains[:min(3, len(res.Chains))], Pages: map[graph.PageID]*graph.Page{}}
	for i := range e.planned.Chains {
		read, err := w.Store.Pages(ctx, e.planned.Chains[i].Pages())
		if err != nil {
			return err
		}
		for _, page := range read {
			if page != nil {
				e.planned.Pages[page.ID()] = page
			}
		}
	}
	return nil
}

// found returns what was found, with the answers by the weights.
func (e *example) found(w map[string]float64) *answer.Asked {
	a := e.planned
	a.Rank(a.Candidates(), w)
	return &a
}
