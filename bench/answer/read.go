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
		out = append(out, e)
	}
	return out, nil
}

// plan finds the candidates, among the pages given, if any.
func (e *example) plan(ctx context.Context, w *gold.Wiki, given []graph.PageID) error {
	p := &hop.Planner{Graph: w.Store, Text: w.Index}
	if len(given) > 0 {
		g := hop.Within(w.Store, w.Index, given)
		p = &hop.Planner{Graph: g, Text: g}
	}
	known := map[string]*answer.Asked{}
	e.find = func(ctx context.Context, question string) (*answer.Asked, error) {
		if found := known[question]; found != nil {
			return &answer.Asked{Question: question, Chains: found.Chains, Pages: found.Pages}, nil
		}
		res, err := p.Plan(ctx, question)
		if err != nil {
			return nil, err
		}
		found := &answer.Asked{Question: question, Chains: res.Chains[:min(3, len(res.Chains))], Pages: map[graph.PageID]*graph.Page{}}
		known[question] = found
		for i := range found.Chains {
			read, err := w.Store.Pages(ctx, found.Chains[i].Pages())
			if err != nil {
				return nil, err
			}
			for _, page := range read {
				if page != nil {
					found.Pages[page.ID()] = page
				}
			}
		}
		return found, nil
	}
	_, err := e.find(ctx, e.text)
	return err
}

// found returns what was found, with the answers by the weights.
func (e *example) found(ctx context.Context, w answer.Weights) (*answer.Asked, error) {
	a, err := e.find(ctx, e.text)
	if err == nil {
		a.Answers = answer.Rank(a.Candidates(), w)
	}
	return a, err
}
