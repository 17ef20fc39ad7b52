package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"maps"
	"slices"

	"github.com/bridgehop/bridgehop/cli/internal/console"
	"github.com/bridgehop/bridgehop/cli/internal/record"
	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/neo4j"
	"github.com/bridgehop/bridgehop/hop"
	"github.com/bridgehop/bridgehop/loader/claims"
	"github.com/bridgehop/bridgehop/verify/label"
)

// runClaim is a claim of a run with its chains: a line of export --to jsonl --run. It is a prediction as verify --out
// has it, and more.
type runClaim struct {
	Run               string             `json:"run"`
	ID                claims.ID          `json:"id"` // an integer where it is one
	Claim             string             `json:"claim"`
	Label             string             `json:"label,omitempty"`
	PredictedLabel    string             `json:"predicted_label,omitempty"`
	Correct           *bool              `json:"correct,omitempty"`
	Certainty         string             `json:"certainty,omitempty"`
	Reason            string             `json:"reason,omitempty"`
	PredictedEvidence []any              `json:"predicted_evidence"`
	Probabilities     map[string]float64 `json:"probabilities,omitempty"`
	Chain             *runChain          `json:"chain"`  // of the verdict; null if there is none
	Chains            []runChain         `json:"chains"` // best first
	Gold              []runChain         `json:"gold"`
	Retrieved         []record.Ranked    `json:"retrieved"`

	keys []string // of chains and gold in the store
}

// runChain is a chain of a run.
type runChain struct {
	record.Chain
	Evidence []runEvidence `json:"evidence"`
}

// runEvidence is an element that a chain of a run cites, with the text that it had then.
type runEvidence struct {
	ID    string  `json:"id"`
	Text  string  `json:"text"`
	Score float64 `json:"score"`
}

// runRow is a row of runQuery.
type runRow struct {
	runClaim
	Key                string
	Keys               []string // of the chains, gold last
	Supports           *float64 // nil without a verdict
	Refutes, NotEnough float64
}

// runQuery returns claims of a run with their chains, by key. Links are given in their own direction.
var runQuery = fmt.Sprintf(`MATCH (:Run {name: $run})-[:RECORDED]->(c:Claim) WHERE c.key > $after
WITH c ORDER BY c.key LIMIT 100
WITH c, COLLECT {
    MATCH (c)-[:HAS_CHAIN]->(x:Chain) WITH x ORDER BY x.gold, x.rank, x.id
    RETURN x {.shape, .hops, score: coalesce(x.score, 0.0), .gold, .used, key: x.id, links: %s + %s,
      pages: COLLECT { MATCH (x)-[s:STEP]->(p:Page) WITH s, p ORDER BY s.order
        RETURN coalesce(p.fullTitle, p.title) },
      page_ids: COLLECT { MATCH (x)-[s:STEP]->(p:Page) WITH s, p ORDER BY s.order RETURN p.id },
      evidence: COLLECT { MATCH (x)-[k:CITES]->(e) WITH k, e ORDER BY k.score DESC, e.id
        RETURN {id: coalesce(e.fullAddress, e.address), text: k.text, score: k.score} }} } AS found
RETURN c {run: $run, id: coalesce(c.number, c.id), claim: c.text, .label, predicted_label: c.verdict, .correct,
  .certainty, .reason, .key, .supports, .refutes, .notEnough, keys: [x IN found | x.key],
  chain: head([x IN found WHERE x.used]), chains: [x IN found WHERE NOT x.gold],
  gold: [x IN found WHERE x.gold]} AS claim ORDER BY claim.key`,
	runLinks("HOP"), runLinks("JOINED"))

// runLinks returns the part of runQuery for the links of a type.
func runLinks(kind string) string {
	return `COLLECT { MATCH (a:Page)-[h:` + kind + ` {chain: x.id}]->(b:Page) WITH a, b, h ORDER BY h.order, a.id
        WITH h, CASE WHEN h.reversed THEN b ELSE a END AS f, CASE WHEN h.reversed THEN a ELSE b END AS t
        RETURN h {from: coalesce(f.fullTitle, f.title), from_id: f.id, to: coalesce(t.fullTitle, t.title), to_id: t.id,
          .anchor, .kind, .reversed, .element} }`
}

// claimsOfRun yields the claims of a run, in the order of their keys. It fails with graph.ErrRun if there is no such
// run.
func claimsOfRun(ctx context.Context, s graph.Store, run string, labels label.Scheme,
	format claims.Format) iter.Seq2[*runClaim, error] {
	return func(yield func(*runClaim, error) bool) {
		q, ok := s.(*neo4j.Store)
		if !ok {
			yield(nil, console.Usagef("--run needs a store on a Neo4j server"))
			return
		}
		if err := haveRun(ctx, q, run); err != nil {
			yield(nil, err)
			return
		}
		for after, more := "", true; more; {
			more = false
			for r, err := range q.Cypher(ctx, runQuery, map[string]any{"run": run, "after": after}, false) {
				var row runRow
				if err == nil {
					err = row.read(r.Values[0])
				}
				if err != nil {
					yield(nil, err)
					return
				}
				more, after = true, row.Key
				if !yield(row.claim(labels, format), nil) {
					return
				}
			}
		}
	}
}

// haveRun returns graph.ErrRun if the store has no run of this name.
func haveRun(ctx context.Context, s *neo4j.Store, name string) error {
	runs, err := s.Runs(ctx)
	if err != nil || slices.ContainsFunc(runs, func(r graph.Run) bool { return r.Name == name }) {
		return err
	}
	return console.WithHint(fmt.Errorf("no %w is named %q", graph.ErrRun, name),
		"`bridgehop neo4j runs` lists the runs")
}

// read reads a value of the query as JSON.
func (r *runRow) read(value any) error {
	var b bytes.Buffer
	if err := console.WriteJSON(&b, value); err != nil {
		return err
	}
	return json.Unmarshal(b.Bytes(), r)
}

// claim returns the claim with what labels and format say of its evidence and probabilities.
func (r *runRow) claim(labels label.Scheme, format claims.Format) *runClaim {
	c := &r.runClaim
	c.keys, c.PredictedEvidence, c.Retrieved = r.Keys, []any{}, []record.Ranked{}
	if r.Supports != nil {
		scheme := label.FEVER
		if c.PredictedLabel == label.HoVer.Name(label.Supported) ||
			c.PredictedLabel == label.HoVer.Name(label.NotSupported) {
			scheme = label.HoVer
		}
		c.Probabilities = record.Probabilities(scheme, label.Probabilities{Supported: *r.Supports, Refuted: r.Refutes,
			NotEnough: r.NotEnough})
	}
	if c.Chain != nil {
		c.PredictedEvidence = c.Chain.cited(labels, format)
	}
	known := map[string]bool{}
	for _, chain := range c.Chains {
		for i, id := range chain.PageIDs {
			if !known[id] {
				known[id] = true
				c.Retrieved = append(c.Retrieved, record.Ranked{Page: chain.Pages[i], ID: id, Score: *chain.Score})
			}
		}
	}
	return c
}

// cited returns the evidence of a chain as the scorer of these labels wants it.
func (c *runChain) cited(labels label.Scheme, format claims.Format) []any {
	out := []any{}
	for _, e := range c.Evidence {
		if a, err := graph.ParseAddress(e.ID); err == nil {
			if cited := cite(labels, format, a.Title, a.Element); cited != nil {
				out = append(out, cited)
			}
		}
	}
	return out
}

// runFileRecord is the output of export --run --json.
type runFileRecord struct {
	Out    string `json:"out"`
	Run    string `json:"run"`
	Claims int64  `json:"claims"`
}

// exportRun writes a run to DIR/run.jsonl, run.gexf or run.graphml.
func exportRun(ctx context.Context, c *console.Console, s graph.Store, dir, format, run string) (err error) {
	out := runFileRecord{Run: run}
	bar := c.Progress("export", "claims")
	out.Out, err = writeExport(dir, "run."+format, func(w io.Writer) error {
		add, finish := func(r *runClaim) error { return console.WriteJSON(w, r) }, func() {}
		if format != "jsonl" {
			g := &runGraph{graphFile: beginGraph(w, format, runNodeKeys, runEdgeKeys), known: map[string]bool{}}
			add, finish = g.add, g.finish
		}
		for r, err := range claimsOfRun(ctx, s, run, label.FEVER, claims.Auto) {
			if err == nil {
				err = add(r)
			}
			if err != nil {
				return err
			}
			out.Claims++
			bar.At(out.Claims, 0)
		}
		finish()
		return nil
	})
	bar.End()
	if err != nil {
		return err
	}
	c.Warn("export: %s in %s", console.Count(out.Claims, "claim"), out.Out)
	return c.Print(out, func(*console.Text) {})
}

// runGraph writes a run as nodes, each once, and edges, which follow all nodes.
type runGraph struct {
	*graphFile
	known map[string]bool // ids of nodes
	later []graphItem     // edges
}

// The attributes of nodes and edges of a run.
var (
	runNodeKeys = []graphKey{{"type", "string"}, {"text", "string"}, {"gold_label", "string"}, {"verdict", "string"},
		{"shape", "string"}, {"gold", "boolean"}, {"score", "double"}}
	runEdgeKeys = []graphKey{{"type", "string"}, {"kind", "string"}, {"anchor", "string"}, {"chain", "string"},
		{"text", "string"}, {"reversed", "boolean"}, {"weight", "double"}}
)

func (g *runGraph) node(id, label string, values map[string]any) {
	if !g.known[id] {
		g.known[id] = true
		g.write(graphItem{id: id, label: label, values: values})
	}
}

// edge adds an edge of a type; more may be nil.
func (g *runGraph) edge(from, to, label, kind string, more map[string]any) {
	values := map[string]any{"type": kind, "weight": 1.0}
	maps.Copy(values, more)
	g.later = append(g.later, graphItem{from: from, to: to, label: label, values: values})
}

// add adds a claim with its chains, their pages and what they cite.
func (g *runGraph) add(r *runClaim) error {
	claim := "claim " + r.ID.String()
	g.node(claim, r.Claim, map[string]any{"type": "claim", "text": r.Claim, "gold_label": r.Label,
		"verdict": r.PredictedLabel})
	for i, c := range slices.Concat(r.Chains, r.Gold) {
		id := "chain " + r.keys[i]
		g.node(id, c.Shape, map[string]any{"type": "chain", "shape": c.Shape, "gold": i >= len(r.Chains),
			"score": *c.Score})
		g.edge(claim, id, "HAS_CHAIN", "HAS_CHAIN", nil)
		for j, page := range c.PageIDs {
			g.node("page "+page, c.Pages[j], map[string]any{"type": "page"})
			g.edge(id, "page "+page, "STEP", "STEP", nil)
		}
		for _, l := range c.Links {
			kind := "HOP"
			if l.Kind != hop.EdgeOut.String() && l.Kind != hop.EdgeIn.String() {
				kind = "JOINED"
			}
			g.edge("page "+l.FromID, "page "+l.ToID, l.Anchor, kind, map[string]any{"kind": l.Kind,
				"anchor": l.Anchor, "chain": r.keys[i], "reversed": l.Reversed})
		}
		for _, e := range c.Evidence {
			g.node("element "+e.ID, e.ID, map[string]any{"type": "element", "text": e.Text})
			g.edge(id, "element "+e.ID, "CITES", "CITES", map[string]any{"text": e.Text})
		}
	}
	return nil
}

// finish writes the edges and the end.
func (g *runGraph) finish() {
	g.beginEdges()
	for _, e := range g.later {
		g.write(e)
	}
	g.end()
}
