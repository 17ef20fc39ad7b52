package cli

import (
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

	urfave "github.com/urfave/cli/v2"

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

// recordFlags returns --record and --run.
func (o *claimOptions) recordFlags(what string) []urfave.Flag {
	return []urfave.Flag{
		console.BoolFlag(&o.record, "record",
			"record "+what+" as a graph in the store, which must be on a Neo4j server"),
		console.StringFlag(&o.runName, "run",
			"record into the run `NAME` (default: claims file, model, planner and the beginning of the file's "+
				"digest; for a CLAIM, "+singleRun+")"),
	}
}

// checkRecord refuses --record for a store that can't keep it.
func (o *claimOptions) checkRecord() error {
	switch {
	case len(o.runName) > 500 || strings.ContainsFunc(o.runName, func(r rune) bool { return r < ' ' }):
		return console.Usagef("--run: want a name of at most 500 characters on one line")
	case o.record && !neo4j.IsAddress(o.store.Path()):
		return console.WithCode(console.Usagef("--record needs a store on a Neo4j server, but --store %s is a folder",
			o.store.Path()),
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
	if o.record || o.claims != "" {
		o.run.prints, err = o.fingerprints(ctx)
	}
	if err != nil || !o.record {
		return err
	}
	run := &graph.Run{Name: o.runName}
	if o.runName == "" && o.claims == "" {
		run.Name = singleRun
		return o.recordInto(ctx, o.engine.Store(), run)
	}
	f := &o.run.prints
	run.Model, run.Planner = o.modelName(), o.planner
	run.Settings = append([]string{"command=" + f.Command, "claims=" + f.Input, "model=" + f.Model,
		"wiki=" + f.Store}, o.settings("abstain")...)
	run.Settings = slices.DeleteFunc(run.Settings, func(s string) bool { return strings.HasSuffix(s, "=") })
	if o.runName == "" {
		run.Name = strings.Join(slices.DeleteFunc([]string{claimSet(o.claims), run.Model, o.planner, f.Input[:8]},
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
	run.Claims, run.Version, run.Started = claimSet(o.claims), o.Version, time.Now().UTC().Truncate(time.Millisecond)
	o.run.store, o.run.run = store, run
	err := store.CheckRun(ctx, run)
	if errors.Is(err, graph.ErrRun) {
		return console.WithCode(err, console.ExitFailure, fmt.Sprintf("name another run with --run, or delete this "+
			"one: `bridgehop neo4j drop --run '%s' --yes --store %s`", strings.ReplaceAll(run.Name, "'", `'\''`),
			o.store.Path()))
	}
	return err
}

// modelName names the model of a run; it is empty if nothing is judged.
func (o *claimOptions) modelName() string {
	switch {
	case o.run.prints.Model == "":
		return ""
	case o.model.Dir != "":
		return filepath.Base(o.model.Dir)
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

// reasoning returns what --record keeps of a claim besides its chains: its texts and its gold evidence.
func (o *claimOptions) reasoning(ctx context.Context, store graph.Reader,
	claim *claims.Claim) (*graph.Reasoning, error) {
	r := &graph.Reasoning{ID: claim.ID.String(), Claim: claim.Text, Label: claim.Label, Kind: claim.Kind}
	if n, err := strconv.ParseInt(r.ID, 10, 64); err == nil && strconv.FormatInt(n, 10) == r.ID {
		r.Number = &n
	}
	if claim.ID.IsZero() { // a claim from the command line
		h := sha256.Sum256([]byte(claim.Text + "\x00" + o.run.prints.Model + "\x00" + o.planner))
		r.ID, r.Model, r.Planner = hex.EncodeToString(h[:8]), o.modelName(), o.planner
	}
	var err error
	r.Gold, err = goldChains(ctx, store, claim)
	return r, err
}

// hopReasoning returns a claim with the chains that hop found.
func (o *claimOptions) hopReasoning(ctx context.Context, claim *claims.Claim,
	found *bridgehop.Chains) (*graph.Reasoning, error) {
	r, err := o.reasoning(ctx, o.engine.Store(), claim)
	if err != nil {
		return nil, err
	}
	for i := range found.Chains[:min(len(found.Chains), keptChains)] {
		r.Chains = append(r.Chains, reasoningChain(&found.Chains[i].Chain))
		r.Chains[i].Rank = i + 1
	}
	return r, nil
}

// verdictReasoning returns a claim with its chains, its verdict and its gold evidence.
func (o *claimOptions) verdictReasoning(ctx context.Context, claim *claims.Claim,
	a *bridgehop.Answer) (*graph.Reasoning, error) {
	r, err := o.reasoning(ctx, o.engine.Store(), claim)
	if err != nil {
		return nil, err
	}
	r.Verdict, r.Certainty, r.Reason = a.String(), a.Certainty(), a.Reason
	r.Probabilities = &[3]float64{a.Probabilities.Supported, a.Probabilities.Refuted, a.Probabilities.NotEnough}
	if right, known := score.Agrees(claim.Label, r.Verdict); known {
		r.Right = &right
	}
	for i := range a.Found.Chains {
		used := i == a.Verdict.Chain
		if i >= keptChains && !used {
			continue
		}
		c := reasoningChain(&a.Found.Chains[i])
		c.Rank = i + 1
		if used {
			c.Used, c.Verdict, c.Cites = true, a.String(), citations(a.Verdict.Premise.Evidence)
		}
		r.Chains = append(r.Chains, c)
	}
	return r, nil
}

func reasoningChain(c *hop.Chain) graph.ReasoningChain {
	out := graph.ReasoningChain{Shape: c.Shape(), Hops: len(c.Steps), Score: c.Score, Pages: c.Pages(),
		Cites: citations(c.Evidence)}
	for i := range c.Steps {
		if c.Steps[i].Parent >= 0 {
			out.Edges = append(out.Edges, reasoningEdge(out.Pages, c.Steps[i].Parent, i, &c.Steps[i]))
		}
	}
	return out
}

// reasoningEdge returns the edge that leads to the i-th page of a chain. A link is taken at its word: it leads from and
// to the pages that it names, even if the step says that it hangs on another page.
func reasoningEdge(pages []graph.PageID, parent, i int, s *hop.Step) graph.ReasoningEdge {
	e := graph.ReasoningEdge{From: parent, To: i, Kind: s.Edge.String()}
	if s.Edge != hop.EdgeOut && s.Edge != hop.EdgeIn {
		return e
	}
	e.Kind, e.Anchor, e.Element = hop.EdgeOut.String(), s.Via.Anchor, s.Via.Element.String()
	other := s.Via.From
	if other == s.Page {
		e.Kind, other = hop.EdgeIn.String(), s.Via.To
	}
	if other != pages[parent] {
		e.From = slices.Index(pages, other)
	}
	if e.From < 0 || s.Via.From != s.Page && s.Via.To != s.Page {
		return graph.ReasoningEdge{From: parent, To: i, Kind: hop.EdgeClaim.String()}
	}
	return e
}

func citations(evidence []hop.Evidence) []graph.Citation {
	var out []graph.Citation
	for _, e := range evidence {
		out = append(out, graph.Citation{Ref: e.Ref, Score: e.Score})
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
		titles := set.Titles()
		c, at := givenChain(titles, ids)
		c.Shape, c.Hops = goldShape(claim, len(titles)), len(titles)
		links, err := linksBetween(ctx, store, c.Pages)
		if err != nil {
			return nil, err
		}
		for _, e := range claim.Edges { // joined by a link or else compared
			if e := listedEdge(at, e[0], e[1], hop.EdgeComparison); e.From != e.To {
				c.Edges = append(c.Edges, links.join(e))
			}
		}
		if len(claim.Edges) == 0 {
			c.Edges = links.all()
		}
		for _, e := range set.Items {
			if id, ok := ids[e.Title]; ok && e.Element.Kind != graph.KindPage {
				c.Cites = append(c.Cites, graph.Citation{Ref: graph.Ref{Page: id, Element: e.Element}, Score: 1})
			}
		}
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

// givenChain returns a chain of the pages of titles, each once, and the place of each title's page.
func givenChain(titles []string, ids map[string]graph.PageID) (c graph.ReasoningChain, at map[string]int) {
	at = map[string]int{}
	for _, title := range titles {
		if id, ok := ids[title]; ok {
			if at[title] = slices.Index(c.Pages, id); at[title] < 0 { // two titles may lead to one page
				at[title] = len(c.Pages)
				c.Pages = append(c.Pages, id)
			}
		}
	}
	return c, at
}

// listedEdge returns the edge between the pages of two titles, of this kind where no link joins them; one from a page
// to itself if the chain lacks a page.
func listedEdge(at map[string]int, from, to string, kind hop.EdgeKind) graph.ReasoningEdge {
	a, ok := at[graph.CleanTitle(from)]
	b, both := at[graph.CleanTitle(to)]
	if !ok || !both {
		return graph.ReasoningEdge{}
	}
	return graph.ReasoningEdge{From: a, To: b, Kind: kind.String()}
}

// pageLinks are pages, and the first link from one of them to another.
type pageLinks struct {
	pages []graph.PageID
	first map[[2]graph.PageID]graph.Link
}

func linksBetween(ctx context.Context, store graph.Reader, pages []graph.PageID) (*pageLinks, error) {
	all, err := store.Neighbors(ctx, pages, graph.Out, 0)
	if err != nil {
		return nil, fmt.Errorf("read the links of pages: %w", err)
	}
	l := &pageLinks{pages, map[[2]graph.PageID]graph.Link{}}
	for _, link := range all {
		ends := [2]graph.PageID{link.From, link.To}
		if _, known := l.first[ends]; !known {
			l.first[ends] = link
		}
	}
	return l, nil
}

// join returns an edge with the link that joins its pages, in either direction, and the one from its first page first.
// Without a link it stays as it is.
func (l *pageLinks) join(e graph.ReasoningEdge) graph.ReasoningEdge {
	from, to := l.pages[e.From], l.pages[e.To]
	for _, d := range []struct {
		kind hop.EdgeKind
		ends [2]graph.PageID
	}{{hop.EdgeIn, [2]graph.PageID{to, from}}, {hop.EdgeOut, [2]graph.PageID{from, to}}} {
		if link, ok := l.first[d.ends]; ok {
			e.Kind, e.Anchor, e.Element = d.kind.String(), link.Anchor, link.Element.String()
		}
	}
	return e
}

// all returns the edges between pages that a link joins.
func (l *pageLinks) all() (out []graph.ReasoningEdge) {
	for from := range l.pages {
		for to := from + 1; to < len(l.pages); to++ {
			if e := l.join(graph.ReasoningEdge{From: from, To: to, Inferred: true}); e.Kind != "" {
				out = append(out, e)
			}
		}
	}
	return out
}

// goldShape returns the shape that the claims file gives, else what the number of pages tells alone, under the names of
// hop.ShapeOf: four and more may be a path or a star.
func goldShape(claim *claims.Claim, pages int) string {
	switch {
	case claim.Shape != "":
		return claim.Shape
	case pages == 1:
		return "single"
	case pages == 2, pages == 3:
		return strconv.Itoa(pages)
	}
	return ""
}
