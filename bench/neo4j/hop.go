package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"time"

	"github.com/bridgehop/bridgehop/bench/gold"
	"github.com/bridgehop/bridgehop/cli"
	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/neo4j"
	"github.com/bridgehop/bridgehop/hop"
)

// corpus is a wiki and the claims that are asked of it.
type corpus struct {
	name   string
	load   []string
	claims string
}

// warmUp is how many claims go before those that are measured, so that a planner that is kept has read some pages. Before
// them, all claims go through another planner serverWarmUp times: until then, Java compiles what it runs.
const (
	warmUp       = 150
	serverWarmUp = 3
)

func (b *bench) hop() error {
	fmt.Fprint(b.out, hopHead)
	for _, c := range []corpus{
		{"FEVEROUS", []string{filepath.Join(b.data, "feverous", "evidence_pool.jsonl")}, filepath.Join(b.data, "feverous", "dev.shared.json")},
		{"HotpotQA", []string{"--infer-links", filepath.Join(b.data, "hotpotqa", "hotpot_context_corpus.jsonl.bz2")},
			filepath.Join(b.data, "hotpotqa", "hotpot_dev_distractor_subset.json")},
		{"Wikispeedia", []string{"--format", "wikispeedia", filepath.Join(b.data, "wikispeedia")}, filepath.Join(b.data, "wikispeedia_claims", "fever.jsonl")},
	} {
		if err := b.corpus(c); err != nil {
			return fmt.Errorf("%s: %w", c.name, err)
		}
	}
	return nil
}

const hopHead = `
## hop: a claim on a server on loopback, and on the embedded store

Milliseconds a claim takes, one claim at a time, the same text index, each claim on one backend and then on the other. The server was
started anew for each corpus and has answered all its claims three times before, and the planner 150 claims. The chains are compared: all are
the same. Goal: a median no more than 3 times the embedded store's. "New planner" forgets the pages it has read before each claim, as a
process for each claim does.

| corpus | claims | planner | Neo4j p50 (p10-p90) | embedded p50 (p10-p90) | times | round trips a claim |
|---|---|---|---|---|---|---|
`

// corpus loads a corpus into a folder and into the server, and plans its claims on both.
func (b *bench) corpus(c corpus) error {
	dir := filepath.Join(b.dir, c.name)
	b.say("loading " + c.name)
	if code := cli.Run(b.ctx, append([]string{"load", "--quiet", "--store", dir}, c.load...), strings.NewReader(""), io.Discard, io.Discard); code != 0 && code != 3 { // Wikispeedia has three files without text
		return fmt.Errorf("load: exit code %d", code)
	}
	w, err := gold.Open(b.ctx, dir)
	if err != nil {
		return err
	}
	defer w.Close()
	all, err := w.Read(b.ctx, c.claims)
	if err != nil {
		return err
	}
	files := filepath.Join(b.dir, c.name+"-csv")
	exported, err := neo4j.Export(b.ctx, w.Store, files, nil)
	if err != nil {
		return err
	}
	if _, err := b.imports(files, exported.Command); err != nil {
		return err
	}
	url, err := b.up()
	if err != nil {
		return err
	}
	if err := b.script(url, exported.Script); err != nil {
		return err
	}
	store, err := neo4j.OpenReader(b.ctx, url, b.options())
	if err != nil {
		return err
	}
	defer store.Close()
	all = all[:min(len(all), warmUp+b.claims)]
	for range serverWarmUp {
		b.say("warming up with the claims of " + c.name)
		p := &hop.Planner{Graph: store, Text: w.Index}
		for _, claim := range all {
			if _, err := p.Plan(b.ctx, claim.Text); err != nil {
				return err
			}
		}
	}
	for _, fresh := range []bool{false, true} {
		b.say(fmt.Sprintf("planning %d claims of %s", len(all), c.name))
		if err := b.plan(c.name, fresh, w, store, all); err != nil {
			return err
		}
	}
	return nil
}

// script runs the script of an export, which makes constraints and indexes, one statement a line.
func (b *bench) script(url, file string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	h, err := b.byHand(url)
	if err != nil {
		return err
	}
	defer h.close()
	for statement := range strings.SplitSeq(string(text)+"CALL db.awaitIndexes(600)", "\n") {
		if strings.HasPrefix(statement, "//") {
			continue
		}
		statement = strings.TrimSuffix(statement, ";")
		if err := h.do(statement); err != nil {
			return fmt.Errorf("%s: %w", statement, err)
		}
	}
	return nil
}

// plan plans the claims on both backends; fresh makes a planner for each.
func (b *bench) plan(name string, fresh bool, w *gold.Wiki, store *neo4j.Store, all []gold.Claim) error {
	asked := &counted{Store: store}
	graphs := [2]hop.Graph{asked, w.Store}
	var planners [2]*hop.Planner
	var took [2]spread
	for i, c := range all {
		var res [2]*hop.Result
		if i == warmUp {
			asked.trips = 0
		}
		for k := range graphs {
			k = (k + i) % 2
			if planners[k] == nil || fresh {
				planners[k] = &hop.Planner{Graph: graphs[k], Text: w.Index}
			}
			start := time.Now()
			var err error
			if res[k], err = planners[k].Plan(context.Background(), c.Text); err != nil {
				return err
			}
			if i >= warmUp {
				took[k].took(time.Since(start))
			}
		}
		if !reflect.DeepEqual(res[0].Chains, res[1].Chains) {
			return fmt.Errorf("claim %s: the backends find different chains", c.ID)
		}
	}
	what := "kept"
	if fresh {
		what = "new"
	}
	part := func(s spread) string {
		return fmt.Sprintf("%.1f (%.1f-%.1f)", s.median()*1000, s.at(0.1)*1000, s.at(0.9)*1000)
	}
	fmt.Fprintf(b.out, "| %s | %d | %s | %s | %s | %.2f | %.1f |\n", name, len(took[0]), what, part(took[0]), part(took[1]), took[0].median()/took[1].median(),
		float64(asked.trips)/float64(len(took[0])))
	return nil
}

// counted counts how often the server is asked.
type counted struct {
	*neo4j.Store
	trips int
}

func (c *counted) Gather(ctx context.Context, ids []graph.PageID, few int) (graph.Gathered, error) {
	c.trips++
	return c.Store.Gather(ctx, ids, few)
}

func (c *counted) Around(ctx context.Context, from []graph.PageID, limit int) (out, in []graph.Link, err error) {
	c.trips++
	return c.Store.Around(ctx, from, limit)
}
