package reproduce

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/bridgehop/bridgehop/cli/internal/batch"
	"github.com/bridgehop/bridgehop/cli/internal/record"
	"github.com/bridgehop/bridgehop/cli/score"
	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/hop"
	"github.com/bridgehop/bridgehop/loader/claims"
)

// answers are what was found for a claim file over a corpus.
type answers struct {
	*wiki
	claims string // in the data folder
	file   string // of hop --out lines
}

// finder finds chains for a claim; some are given a part of the answer.
type finder func(ctx context.Context, claim *claims.Claim) (*hop.Result, error)

// maker makes a finder over a corpus.
type maker func(ctx context.Context, w *wiki) (finder, error)

// planner makes one of the planners of --planner, which ranks 100 pages.
func planner(name string) maker {
	return func(ctx context.Context, w *wiki) (finder, error) {
		rule, ok := record.Retrievers[name]
		if !ok {
			return planned(&hop.Planner{Graph: w.store, Text: w.index, Retrieve: 100}), nil
		}
		p, err := hop.NewTFIDF(ctx, w.store, w.index, rule)
		if err != nil {
			return nil, err
		}
		p.Retrieve = 100
		return planned(p), nil
	}
}

// planned asks a planner the claim's words.
func planned(p interface {
	Plan(ctx context.Context, claim string) (*hop.Result, error)
}) finder {
	return func(ctx context.Context, claim *claims.Claim) (*hop.Result, error) { return p.Plan(ctx, claim.Text) }
}

// way is a way to find the pages of claims.
type way struct {
	name string // in rows
	key  string // of the file of its answers
	make maker
}

// planners are the ways of planners of these names.
func planners(names ...string) (out []way) {
	for _, name := range names {
		out = append(out, way{name, name, planner(name)})
	}
	return out
}

// compare answers a claim file in several ways, scores the answers, and shows what came out to add.
func (r *run) compare(ctx context.Context, corpus, claimFile string, ways []way, score scorer, add func(way, *answers, *score.Section)) error {
	for _, way := range ways {
		a, err := r.find(ctx, corpus, claimFile, way)
		if err != nil {
			return err
		}
		s, err := score(ctx, a)
		if err != nil {
			return err
		}
		add(way, a, s)
	}
	return nil
}

// find answers a claim file in a way, once in a run.
func (r *run) find(ctx context.Context, corpus, claimFile string, way way) (*answers, error) {
	key := corpus + "." + way.key
	if a := r.done[key]; a != nil {
		return a, nil
	}
	r.Warn("reproduce: %s by %s", corpus, way.key)
	w, err := r.wiki(ctx, corpus)
	if err != nil {
		return nil, err
	}
	find, err := way.make(ctx, w)
	if err != nil {
		return nil, err
	}
	a := &answers{w, claimFile, filepath.Join(r.work, key+".jsonl")}
	r.done[key] = a
	return a, r.answer(ctx, a, find)
}

// answer writes hop --out lines.
func (r *run) answer(ctx context.Context, a *answers, find finder) error {
	return r.lines(ctx, a.claims, a.file, func(ctx context.Context, claim *claims.Claim) (any, error) {
		res, err := find(ctx, claim)
		if err != nil {
			return nil, err
		}
		return record.Planned(ctx, a.store, claim, res)
	})
}

// lines writes a line for each claim.
func (r *run) lines(ctx context.Context, claimFile, name string, answer func(context.Context, *claims.Claim) (any, error)) error {
	b := &batch.Batch{Console: r.Console, What: "reproduce", Input: r.path(claimFile), Silent: true, Answer: answer, Refused: record.RefusedHop}
	if err := b.Open(ctx, name, batch.Fingerprints{}, "", true); err != nil {
		return err
	}
	return b.Run(ctx)
}

// report scores a claim file and what was made of it.
func (r *run) report(claimFile, file string, scorer func(gold, pred score.File) (*score.Report, error)) (report *score.Report, err error) {
	err = record.WithFiles([]string{r.path(claimFile), r.path(file)}, func(f []score.File) error {
		report, err = scorer(f[0], f[1])
		return err
	})
	return report, err
}

// scorer scores answers.
type scorer func(ctx context.Context, a *answers) (*score.Section, error)

// retrieval scores retrieval, broken down by these.
func (r *run) retrieval(by ...string) scorer {
	return func(ctx context.Context, a *answers) (*score.Section, error) {
		report, err := r.report(a.claims, a.file, func(gold, pred score.File) (*score.Report, error) {
			return score.Retrieval(ctx, gold, pred, score.ByAuto, score.Options{By: append([]string{}, by...)})
		})
		if err != nil {
			return nil, err
		}
		return &report.Section, nil
	}
}

// claims reads a claim file of the data folder.
func (r *run) claims(name string) ([]*claims.Claim, error) {
	all, bad, err := claims.ReadAll(r.path(name), claims.Auto)
	if err == nil && len(bad) > 0 {
		err = bad[0]
	}
	return all, err
}

// each gives every answer with its claim.
func (r *run) each(a *answers, f func(*claims.Claim, *record.Hop)) error {
	all, err := r.claims(a.claims)
	if err != nil {
		return err
	}
	gold := map[string]*claims.Claim{}
	for _, c := range all {
		gold[c.ID.Key()] = c
	}
	in, err := os.Open(a.file)
	if err != nil {
		return err
	}
	defer in.Close()
	d := json.NewDecoder(bufio.NewReader(in))
	for d.More() {
		var rec record.Hop
		if err := d.Decode(&rec); err != nil {
			return fmt.Errorf("%s: %w", a.file, err)
		}
		if c := gold[rec.ID.Key()]; c != nil {
			f(c, &rec)
		}
	}
	return nil
}

// records reads the records of a JSON file of the data folder.
func records[T any](r *run, name string, f func(*T)) error {
	in, err := os.Open(r.path(name))
	if err != nil {
		return err
	}
	defer in.Close()
	plain, err := claims.Decompress(in)
	if err != nil {
		return err
	}
	for rec, err := range claims.Records(plain, name) {
		var v T
		if err == nil {
			err = json.Unmarshal(rec.Raw, &v)
		}
		if err != nil {
			return err
		}
		f(&v)
	}
	return nil
}

// goldPages are the pages of a claim's first evidence set, nil when one is not in the store.
func goldPages(ctx context.Context, w *wiki, claim *claims.Claim) ([]graph.PageID, error) {
	found, err := w.store.Lookup(ctx, claim.GoldTitles)
	if err != nil {
		return nil, err
	}
	var out []graph.PageID
	for _, ids := range found {
		if len(ids) == 0 {
			return nil, nil
		}
		out = append(out, ids[0])
	}
	return out, nil
}

// walkWithin walks within some pages.
func walkWithin(ctx context.Context, w *wiki, pages []graph.PageID, claim *claims.Claim) (*hop.Result, error) {
	given := hop.Within(w.store, w.index, pages)
	return (&hop.Planner{Graph: given, Text: given}).Plan(ctx, claim.Text)
}

// amongTwenty walks within the 20 pages nearest to the claim, gold pages put in place of the last where they are missing:
// HoVer's oracle of document retrieval (section 5.2, Table 4).
func amongTwenty(ctx context.Context, w *wiki) (finder, error) {
	near, err := hop.NewTFIDF(ctx, w.store, w.index, hop.RuleDrQA)
	return func(ctx context.Context, claim *claims.Claim) (*hop.Result, error) {
		pages, err := goldPages(ctx, w, claim)
		if err != nil {
			return nil, err
		}
		res, err := near.Plan(ctx, claim.Text)
		if err != nil {
			return nil, err
		}
		for _, page := range res.Retrieved {
			if len(pages) < 20 && !slices.Contains(pages, page.Page) {
				pages = append(pages, page.Page)
			}
		}
		return walkWithin(ctx, w, pages, claim)
	}, err
}

// ofGoldPages cites sentences of the gold pages: what finding them costs is the difference.
func ofGoldPages(_ context.Context, w *wiki) (finder, error) {
	p := &hop.Planner{Graph: w.store, Text: w.index}
	return func(ctx context.Context, claim *claims.Claim) (*hop.Result, error) {
		pages, err := goldPages(ctx, w, claim)
		if err != nil {
			return nil, err
		}
		chain := hop.Chain{}
		for _, page := range pages {
			chain.Steps = append(chain.Steps, hop.Step{Page: page, Parent: -1})
		}
		chain.Evidence, err = p.Cite(ctx, claim.Text, pages)
		return &hop.Result{Chains: []hop.Chain{chain}}, err
	}, nil
}

// ofGoldSentences has the gold evidence itself.
func ofGoldSentences(_ context.Context, w *wiki) (finder, error) {
	return func(ctx context.Context, claim *claims.Claim) (*hop.Result, error) {
		chain := hop.Chain{}
		for _, set := range claim.Gold[:min(1, len(claim.Gold))] {
			for _, e := range set.Items {
				found, err := w.store.Lookup(ctx, []string{e.Title})
				if err != nil {
					return nil, err
				}
				if len(found[0]) == 0 {
					continue
				}
				page := found[0][0]
				if !slices.Contains(chain.Pages(), page) {
					chain.Steps = append(chain.Steps, hop.Step{Page: page, Parent: -1})
				}
				chain.Evidence = append(chain.Evidence, hop.Evidence{Ref: graph.Ref{Page: page, Element: e.Element}})
			}
		}
		return &hop.Result{Chains: []hop.Chain{chain}}, nil
	}, nil
}

// share shows a part of all in per cent.
func share(digits, part, all int) string {
	return fmt.Sprintf("%.*f (%d of %d)", digits, 100*float64(part)/float64(max(all, 1)), part, all)
}

// perCent shows a share as the papers do, with its interval.
func perCent(row score.Row) string {
	if row.Low == row.High {
		return fmt.Sprintf("%.1f", 100*row.Value)
	}
	return fmt.Sprintf("%.1f [%.1f, %.1f]", 100*row.Value, 100*row.Low, 100*row.High)
}

// figure finds a figure in a report, "-" if there is none.
func figure(s *score.Section, name string) string {
	if s == nil {
		return "-"
	}
	row, ok := s.Row(name)
	if !ok {
		return "-"
	}
	return perCent(row)
}
