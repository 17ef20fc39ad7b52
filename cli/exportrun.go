package cli

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"iter"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/bridgehop/bridgehop/cli/internal/console"
	"github.com/bridgehop/bridgehop/cli/internal/record"
	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/loader/claims"
	"github.com/bridgehop/bridgehop/verify/label"
)

// runClaim is a claim of a run with its chains: a line of export --to jsonl --run. It is a prediction as verify --out
// has it, and more.
type runClaim struct {
	Run               string             `json:"run"`
	ID                any                `json:"id"` // an integer where it is one
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
}

// runChain is a chain of a run.
type runChain struct {
	Shape    string        `json:"shape"`
	Hops     int64         `json:"hops"`
	Score    float64       `json:"score"`
	Pages    []string      `json:"pages"`
	PageIDs  []string      `json:"page_ids"`
	Links    []record.Link `json:"links"`
	Evidence []runEvidence `json:"evidence"`

	id string
}

// runEvidence is an element that a chain of a run cites, with the text that it had then.
type runEvidence struct {
	ID    string  `json:"id"`
	Text  string  `json:"text"`
	Score float64 `json:"score"`
}

// runQuery returns claims of a run with their chains, by key.
const runQuery = `MATCH (:Run {name: $run})-[:RECORDED]->(c:Claim) WHERE c.key > $after
WITH c ORDER BY c.key LIMIT 100
RETURN c {.*} AS claim, COLLECT {
  MATCH (c)-[:HAS_CHAIN]->(x:Chain) WITH x ORDER BY x.gold, x.rank, x.id
  RETURN x {.*,
    pages: COLLECT { MATCH (x)-[s:STEP]->(p:Page) WITH s, p ORDER BY s.order RETURN {id: p.id, title: coalesce(p.fullTitle, p.title)} },
    hops: COLLECT { MATCH (a:Page)-[h:HOP {chain: x.id}]->(b:Page) WITH a, h, b ORDER BY h.order, a.id
      RETURN h {.*, from: a.id, to: b.id} },
    joined: COLLECT { MATCH (a:Page)-[h:JOINED {chain: x.id}]->(b:Page) WITH a, h, b ORDER BY h.order, a.id
      RETURN h {.*, from: a.id, to: b.id} },
    size: x.hops,
    cites: COLLECT { MATCH (x)-[k:CITES]->(e) WITH k, e ORDER BY k.score DESC, e.id
      RETURN {id: coalesce(e.fullAddress, e.address), text: k.text, score: k.score} }}
} AS chains`

// claimsOfRun yields the claims of a run, in the order of their keys. It fails with graph.ErrRun if there is no such
// run.
func claimsOfRun(ctx context.Context, s graph.Store, run string, labels label.Scheme,
	format claims.Format) iter.Seq2[*runClaim, error] {
	return func(yield func(*runClaim, error) bool) {
		q, ok := s.(graph.CypherQuerier)
		if !ok {
			yield(nil, console.Usagef("--run needs a store on a Neo4j server"))
			return
		}
		if err := haveRun(ctx, s, run); err != nil {
			yield(nil, err)
			return
		}
		for after, more := "", true; more; {
			more = false
			for r, err := range q.Cypher(ctx, runQuery, map[string]any{"run": run, "after": after}, false) {
				if err != nil {
					yield(nil, err)
					return
				}
				claim := r.Values[0].(map[string]any)
				more, after = true, textOf(claim, "key")
				if !yield(newRunClaim(run, claim, r.Values[1].([]any), labels, format), nil) {
					return
				}
			}
		}
	}
}

// haveRun returns graph.ErrRun if the store has no run of this name.
func haveRun(ctx context.Context, s graph.Store, name string) error {
	runs, err := s.(graph.Recorder).Runs(ctx)
	if err != nil || slices.ContainsFunc(runs, func(r graph.Run) bool { return r.Name == name }) {
		return err
	}
	return console.WithHint(fmt.Errorf("no %w is named %q", graph.ErrRun, name),
		"`bridgehop neo4j runs` lists the runs")
}

func textOf(m map[string]any, name string) string { s, _ := m[name].(string); return s }

func newRunClaim(run string, m map[string]any, chains []any, labels label.Scheme, format claims.Format) *runClaim {
	c := &runClaim{Run: run, ID: m["id"], Claim: textOf(m, "text"), Label: textOf(m, "label"),
		PredictedLabel: textOf(m, "verdict"), Certainty: textOf(m, "certainty"), Reason: textOf(m, "reason"),
		PredictedEvidence: []any{}, Chains: []runChain{}, Gold: []runChain{}, Retrieved: []record.Ranked{}}
	if n, ok := m["number"]; ok {
		c.ID = n
	}
	if correct, ok := m["correct"].(bool); ok {
		c.Correct = &correct
	}
	if s, ok := m["supports"].(float64); ok {
		refutes, _ := m["refutes"].(float64)
		notEnough, _ := m["notEnough"].(float64)
		scheme := label.FEVER
		if c.PredictedLabel == label.HoVer.Name(label.Supported) ||
			c.PredictedLabel == label.HoVer.Name(label.NotSupported) {
			scheme = label.HoVer
		}
		c.Probabilities = record.Probabilities(scheme, label.Probabilities{Supported: s, Refuted: refutes,
			NotEnough: notEnough})
	}
	known := map[string]bool{}
	for _, v := range chains {
		of := v.(map[string]any)
		chain := newRunChain(of)
		if gold, _ := of["gold"].(bool); gold {
			c.Gold = append(c.Gold, chain)
			continue
		}
		c.Chains = append(c.Chains, chain)
		if used, _ := of["used"].(bool); used && c.Chain == nil {
			c.Chain = &chain
			for _, e := range chain.Evidence {
				if a, err := graph.ParseAddress(e.ID); err == nil {
					if cited := cite(labels, format, a.Title, a.Element); cited != nil {
						c.PredictedEvidence = append(c.PredictedEvidence, cited)
					}
				}
			}
		}
		for i, id := range chain.PageIDs {
			if !known[id] {
				known[id] = true
				c.Retrieved = append(c.Retrieved, record.Ranked{Page: chain.Pages[i], ID: id, Score: chain.Score})
			}
		}
	}
	return c
}

func newRunChain(m map[string]any) runChain {
	c := runChain{Shape: textOf(m, "shape"), Pages: []string{}, PageIDs: []string{}, Links: []record.Link{},
		Evidence: []runEvidence{}, id: textOf(m, "id")}
	c.Hops, _ = m["size"].(int64)
	c.Score, _ = m["score"].(float64)
	titles := map[string]string{}
	for _, v := range m["pages"].([]any) {
		p := v.(map[string]any)
		c.Pages, c.PageIDs = append(c.Pages, textOf(p, "title")), append(c.PageIDs, textOf(p, "id"))
		titles[textOf(p, "id")] = textOf(p, "title")
	}
	for _, edges := range []string{"hops", "joined"} {
		for _, v := range m[edges].([]any) {
			e := v.(map[string]any)
			from, to := textOf(e, "from"), textOf(e, "to")
			reversed, _ := e["reversed"].(bool)
			if reversed { // a link is shown in its own direction
				from, to = to, from
			}
			c.Links = append(c.Links, record.Link{From: titles[from], FromID: from, To: titles[to], ToID: to,
				Anchor: textOf(e, "anchor"), Kind: textOf(e, "kind"), Reversed: reversed,
				Element: textOf(e, "element")})
		}
	}
	for _, v := range m["cites"].([]any) {
		e := v.(map[string]any)
		score, _ := e["score"].(float64)
		c.Evidence = append(c.Evidence, runEvidence{textOf(e, "id"), textOf(e, "text"), score})
	}
	return c
}

// runFileRecord is the output of export --run --json.
type runFileRecord struct {
	Out    string `json:"out"`
	Run    string `json:"run"`
	Claims int64  `json:"claims"`
}

// exportRun writes a run to DIR/run.jsonl, run.gexf or run.graphml.
func exportRun(ctx context.Context, c *console.Console, s graph.Store, dir, format, run string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("export: %w", err)
	}
	out := runFileRecord{Out: filepath.Join(dir, "run."+format), Run: run}
	bar := c.Progress("export", "claims")
	err := console.WriteWhole(out.Out, func(w io.Writer) error {
		buffered := bufio.NewWriterSize(w, 1<<18)
		g := &runGraph{known: map[string]bool{}}
		for r, err := range claimsOfRun(ctx, s, run, label.FEVER, claims.Auto) {
			if err == nil && format == "jsonl" {
				err = console.WriteJSON(buffered, r)
			}
			if err != nil {
				return err
			}
			if format != "jsonl" {
				g.add(r)
			}
			out.Claims++
			bar.At(out.Claims, 0)
		}
		if format != "jsonl" {
			g.write(buffered, format)
		}
		return buffered.Flush()
	})
	bar.End()
	if err != nil {
		return fmt.Errorf("export %s: %w", out.Out, err)
	}
	c.Warn("export: %s in %s", console.Count(out.Claims, "claim"), out.Out)
	return c.Print(out, func(*console.Text) {})
}

// runGraph is a run as nodes and edges, each node once.
type runGraph struct {
	known        map[string]bool
	nodes, edges []graphItem
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
		g.nodes = append(g.nodes, graphItem{id: id, label: label, values: values})
	}
}

// edge adds an edge of a type; more may be nil.
func (g *runGraph) edge(from, to, label, kind string, more map[string]any) {
	values := map[string]any{"type": kind, "weight": 1.0}
	maps.Copy(values, more)
	g.edges = append(g.edges, graphItem{from: from, to: to, label: label, values: values})
}

// add adds a claim with its chains, their pages and what they cite.
func (g *runGraph) add(r *runClaim) {
	claim := "claim " + fmt.Sprint(r.ID)
	g.node(claim, r.Claim, map[string]any{"type": "claim", "text": r.Claim, "gold_label": r.Label,
		"verdict": r.PredictedLabel})
	for i, c := range slices.Concat(r.Chains, r.Gold) {
		id := "chain " + c.id
		g.node(id, c.Shape, map[string]any{"type": "chain", "shape": c.Shape, "gold": i >= len(r.Chains),
			"score": c.Score})
		g.edge(claim, id, "HAS_CHAIN", "HAS_CHAIN", nil)
		for j, page := range c.PageIDs {
			g.node("page "+page, c.Pages[j], map[string]any{"type": "page"})
			g.edge(id, "page "+page, "STEP", "STEP", nil)
		}
		for _, l := range c.Links {
			kind := "HOP"
			if l.Kind != graph.OutLink && l.Kind != graph.InLink {
				kind = "JOINED"
			}
			g.edge("page "+l.FromID, "page "+l.ToID, l.Anchor, kind, map[string]any{"kind": l.Kind,
				"anchor": l.Anchor, "chain": c.id, "reversed": l.Reversed})
		}
		for _, e := range c.Evidence {
			g.node("element "+e.ID, e.ID, map[string]any{"type": "element", "text": e.Text})
			g.edge(id, "element "+e.ID, "CITES", "CITES", map[string]any{"text": e.Text})
		}
	}
}

func (g *runGraph) write(w io.Writer, format string) {
	f := beginGraph(w, format, runNodeKeys, runEdgeKeys)
	for _, n := range g.nodes {
		f.node(n)
	}
	f.beginEdges()
	for _, e := range g.edges {
		f.edge(e)
	}
	f.end()
}
