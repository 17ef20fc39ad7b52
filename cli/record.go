package cli

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/bridgehop/bridgehop"
	"github.com/bridgehop/bridgehop/cli/internal/batch"
	"github.com/bridgehop/bridgehop/cli/internal/console"
	"github.com/bridgehop/bridgehop/cli/score"
	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/neo4j"
	"github.com/bridgehop/bridgehop/hop"
	"github.com/bridgehop/bridgehop/loader/claims"
	"github.com/bridgehop/bridgehop/verify/onnx/shipped"
)

// keptChains is the number of a claim's chains that --record stores, besides the chain of the verdict.
const keptChains = 5

// singleRun is the run of claims of the command line.
const singleRun = "single"

// checkRecord refuses --record for a store that can't keep it.
func (o *claimOptions) checkRecord() error {
	switch {
	case len(o.RunName) > 500 || strings.ContainsFunc(o.RunName, func(r rune) bool { return r < ' ' }):
		return console.Usagef("--run: want a name of at most 500 characters on one line")
	case o.Record && !neo4j.IsAddress(o.Store.Path()):
		return console.WithCode(console.Usagef("--record needs a store on a Neo4j server, but --store %s is a folder",
			o.Store.Path()),
			console.ExitUsage, "`bridgehop neo4j up` starts a server and prints its address; load the wiki into it")
	}
	return nil
}

// recording is the run that answers are recorded into.
type recording struct {
	store  *neo4j.Store // nil without --record
	run    *graph.Run
	prints batch.Fingerprints // of what the answers depend on; empty for a CLAIM without --record
}

// begin prepares the recording that the flags ask for, if any.
func (o *claimOptions) begin(ctx context.Context) (err error) {
	o.run = &recording{}
	if o.Record || o.Claims != "" {
		o.run.prints, err = o.fingerprints(ctx)
	}
	if err != nil || !o.Record {
		return err
	}
	run := &graph.Run{Name: o.RunName}
	if o.RunName == "" && o.Claims == "" {
		run.Name = singleRun
		return o.recordInto(ctx, o.engine.Store(), run)
	}
	f := &o.run.prints
	run.Model, run.Planner = o.modelName(), o.Planner
	run.Settings = append([]string{"command=" + f.Command, "claims=" + f.Input, "model=" + f.Model,
		"wiki=" + f.Store}, o.settings("abstain")...)
	run.Settings = slices.DeleteFunc(run.Settings, func(s string) bool { return strings.HasSuffix(s, "=") })
	if o.RunName == "" {
		run.Name = strings.Join(slices.DeleteFunc([]string{claimSet(o.Claims), run.Model, o.Planner, f.Input[:8]},
			func(s string) bool { return s == "" }), " ")
	}
	return o.recordInto(ctx, o.engine.Store(), run)
}

// recordInto begins a run in a store. It names the ways out if there is a run of this name with other settings.
func (o *claimOptions) recordInto(ctx context.Context, s graph.Store, run *graph.Run) error {
	store, ok := s.(*neo4j.Store)
	if !ok {
		return console.Usagef("--record needs a store on a Neo4j server")
	}
	run.Claims, run.Version, run.Started = claimSet(o.Claims), o.Version, time.Now().UTC().Truncate(time.Millisecond)
	o.run.store, o.run.run = store, run
	err := store.CheckRun(ctx, run)
	if errors.Is(err, graph.ErrRun) {
		return console.WithCode(err, console.ExitFailure, fmt.Sprintf("name another run with --run, or delete this "+
			"one: `bridgehop neo4j drop --run '%s' --yes --store %s`", strings.ReplaceAll(run.Name, "'", `'\''`),
			o.Store.Path()))
	}
	return err
}

// modelName names the model of a run; it is empty if nothing is judged.
func (o *claimOptions) modelName() string {
	switch {
	case o.run.prints.Model == "":
		return ""
	case o.Model.Dir != "":
		return filepath.Base(o.Model.Dir)
	}
	return shipped.Name
}

// keep records reasonings.
func (r *recording) keep(ctx context.Context, all []graph.Reasoning) error {
	if len(all) == 0 {
		return nil
	}
	return r.store.Record(ctx, r.run, all)
}

// claimSet names the data set of a claims file: the file and the folder it is in, wherever that folder is.
func claimSet(file string) string {
	if file == "" {
		return ""
	}
	if abs, err := filepath.Abs(file); err == nil {
		file = abs
	}
	return filepath.Base(filepath.Dir(file)) + "/" + filepath.Base(file)
}

// reasoning returns what --record keeps of a claim: its texts, its gold evidence and the best of the chains that were
// found, with the one that its verdict rests on.
func (o *claimOptions) reasoning(ctx context.Context, store graph.Reader, claim *claims.Claim,
	found []hop.Chain, used int) (*graph.Reasoning, error) {
	r := &graph.Reasoning{ID: claim.ID.String(), Claim: claim.Text, Label: claim.Label, Kind: claim.Kind}
	if n, err := strconv.ParseInt(r.ID, 10, 64); err == nil && strconv.FormatInt(n, 10) == r.ID {
		r.Number = &n
	}
	if claim.ID.IsZero() { // a claim from the command line
		h := sha256.Sum256([]byte(claim.Text + "\x00" + o.run.prints.Model + "\x00" + o.Planner))
		r.ID, r.Model, r.Planner = hex.EncodeToString(h[:8]), o.modelName(), o.Planner
	}
	for i := range found {
		if i < keptChains || i == used {
			c := reasoningChain(&found[i])
			c.Rank, c.Used = i+1, i == used
			r.Chains = append(r.Chains, c)
		}
	}
	var err error
	r.Gold, err = goldChains(ctx, store, claim)
	return r, err
}

// verdictReasoning returns a claim with its chains, its verdict and its gold evidence.
func (o *claimOptions) verdictReasoning(ctx context.Context, claim *claims.Claim,
	a *bridgehop.Answer) (*graph.Reasoning, error) {
	r, err := o.reasoning(ctx, o.engine.Store(), claim, a.Found.Chains, a.Verdict.Chain)
	if err != nil {
		return nil, err
	}
	r.Verdict, r.Certainty, r.Reason = a.String(), a.Certainty(), a.Reason
	r.Probabilities = &[3]float64{a.Probabilities.Supported, a.Probabilities.Refuted, a.Probabilities.NotEnough}
	if right, known := score.Agrees(claim.Label, r.Verdict); known {
		r.Right = &right
	}
	for i := range r.Chains {
		if c := &r.Chains[i]; c.Used {
			c.Verdict, c.Cites = r.Verdict, a.Verdict.Premise.Evidence
		}
	}
	return r, nil
}

func reasoningChain(c *hop.Chain) graph.ReasoningChain {
	out := graph.ReasoningChain{Shape: c.Shape(), Hops: len(c.Steps), Score: c.Score, Pages: c.Pages(),
		Cites: c.Evidence}
	for i, s := range c.Steps {
		if s.Parent >= 0 {
			out.Edges = append(out.Edges, graph.ReasoningEdge{From: s.Parent, To: i, Kind: s.Edge.String(),
				Anchor: s.Via.Anchor, Element: s.Via.Element.String()})
		}
	}
	return out
}

// goldChains returns the evidence sets of a claim whose pages the store holds.
func goldChains(ctx context.Context, store graph.Reader, claim *claims.Claim) ([]graph.ReasoningChain, error) {
	ids, err := pagesOf(ctx, store, claim.GoldTitles)
	if err != nil {
		return nil, fmt.Errorf("look up gold pages: %w", err)
	}
	var out []graph.ReasoningChain
	for _, set := range claim.Gold {
		l := listedChain{titles: set.Titles()}
		for _, e := range claim.Edges { // joined by a link or else compared
			l.edges = append(l.edges, listedEdge{from: e[0], to: e[1], unlinked: hop.EdgeComparison})
		}
		for _, e := range set.Items {
			l.cites = append(l.cites, listedCite{graph.Address{Title: e.Title, Element: e.Element}, 1})
		}
		c, err := l.chain(ctx, store, ids)
		if err != nil {
			return nil, err
		}
		c.Shape, c.Hops = cmp.Or(claim.Shape, shapeOf(len(l.titles))), len(l.titles)
		out = append(out, c)
	}
	return out, nil
}

// pagesOf returns the first page of each title that a page has.
func pagesOf(ctx context.Context, store graph.Reader, titles []string) (map[string]graph.PageID, error) {
	found, err := store.Lookup(ctx, titles)
	if err != nil {
		return nil, err
	}
	ids := map[string]graph.PageID{}
	for i, title := range titles {
		if len(found[i]) > 0 {
			ids[title] = found[i][0]
		}
	}
	return ids, nil
}

// listedChain is a chain as a file lists it, by titles: gold evidence, or the prediction of another system.
type listedChain struct {
	titles []string
	edges  []listedEdge // none: all pages that links join are joined
	cites  []listedCite
}

// listedEdge joins the pages of two titles.
type listedEdge struct {
	from, to string
	kind     string       // empty for a link, if the store has one
	unlinked hop.EdgeKind // the kind if the store has no link
	anyWay   bool         // the page that is first in the chain is from
}

type listedCite struct {
	graph.Address
	score float64
}

// chain returns the chain of the pages that the store has, each once, with the links of the store; ids are the pages
// of titles.
func (l *listedChain) chain(ctx context.Context, store graph.Reader,
	ids map[string]graph.PageID) (c graph.ReasoningChain, err error) {
	place := map[string]int{} // of a title's page in the chain
	for _, title := range l.titles {
		if id, ok := ids[title]; ok {
			if place[title] = slices.Index(c.Pages, id); place[title] < 0 { // two titles may lead to one page
				place[title] = len(c.Pages)
				c.Pages = append(c.Pages, id)
			}
		}
	}
	links, err := store.Neighbors(ctx, c.Pages, graph.Out, 0)
	if err != nil {
		return c, fmt.Errorf("read the links of pages: %w", err)
	}
	for _, e := range l.edges {
		from, ok := place[graph.CleanTitle(e.from)]
		to, both := place[graph.CleanTitle(e.to)]
		if !ok || !both || from == to {
			continue
		}
		if e.anyWay {
			from, to = min(from, to), max(from, to)
		}
		edge := graph.ReasoningEdge{From: from, To: to, Kind: cmp.Or(e.kind, e.unlinked.String())}
		if e.kind == "" {
			join(&edge, c.Pages, links)
		}
		c.Edges = append(c.Edges, edge)
	}
	for from := range c.Pages {
		for to := from + 1; to < len(c.Pages) && len(l.edges) == 0; to++ {
			edge := graph.ReasoningEdge{From: from, To: to, Inferred: true}
			if join(&edge, c.Pages, links); edge.Kind != "" {
				c.Edges = append(c.Edges, edge)
			}
		}
	}
	for _, a := range l.cites {
		if n, ok := place[a.Title]; ok && a.Element.Kind != graph.KindPage {
			c.Cites = append(c.Cites, graph.Citation{Ref: graph.Ref{Page: c.Pages[n], Element: a.Element}, Score: a.score})
		}
	}
	return c, nil
}

// join gives an edge the first link between its pages, from its first page to the other or else back. Without a link
// it stays as it is.
func join(e *graph.ReasoningEdge, pages []graph.PageID, links []graph.Link) {
	from, to := pages[e.From], pages[e.To]
	kind := hop.EdgeOut
	i := slices.IndexFunc(links, func(l graph.Link) bool { return l.From == from && l.To == to })
	if i < 0 {
		kind = hop.EdgeIn
		i = slices.IndexFunc(links, func(l graph.Link) bool { return l.From == to && l.To == from })
	}
	if i >= 0 {
		e.Kind, e.Anchor, e.Element = kind.String(), links[i].Anchor, links[i].Element.String()
	}
}

// shapeOf returns what the number of pages tells of a shape, under the names of hop.ShapeOf: four and more may be a
// path or a star.
func shapeOf(pages int) string {
	switch pages {
	case 1:
		return "single"
	case 2, 3:
		return strconv.Itoa(pages)
	}
	return ""
}
