package neo4j

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/bridgehop/bridgehop/graph"
)

// Record keeps claims of a run, all or none, and creates the run if there is none of this name; it fails as CheckRun
// does. A claim replaces the claim of the run with the same id; pages and elements that the store doesn't hold are left
// out. The claims are kept as
//
//	(:Run)-[:RECORDED]->(:Claim {key, id, number, text, label, verdict, correct, kind, supports, refutes, notEnough,
//	  certainty, reason})
//	(:Claim)-[:HAS_CHAIN]->(:Chain {id, shape, hops, score, rank, used, verdict, gold})
//	(:Claim)-[:GOLD]->(:Chain {id, shape, hops, gold: true})
//	(:Chain)-[:STEP {order, hop, parent, kind, anchor, reversed}]->(:Page)
//	(:Chain)-[:CITES {score, text}]->(:Sentence|Cell|Item|Table)
//	(:Page)-[:HOP {claim, chain, order, kind, anchor, element, reversed, inferred}]->(:Page)
//	(:Page)-[:JOINED {claim, chain, order, kind}]->(:Page)
//
// The key of a claim is its run and its id. A claim with the same reasoning over the same wiki is
// left unchanged. A gold chain has a HAS_CHAIN, as all chains have, and a GOLD.
//
// HOP and JOINED lead from the page that a page was reached from to that page, so that a chain is a path: from the
// claim to the chain, to its first pages (STEP with hop 1) and along the edges with the chain's id. A HOP is a link,
// which leads the other way if reversed is true; a JOINED is none. CITES keeps the text that was read. Recording a
// claim deletes leftovers of a claim with the same key that was deleted by other means.
func (s *Store) Record(ctx context.Context, run *graph.Run, all []graph.Reasoning) error {
	if err := s.record(ctx, run, all); err != nil {
		return fmt.Errorf("record: %w", err)
	}
	return nil
}

func (s *Store) record(ctx context.Context, run *graph.Run, all []graph.Reasoning) error {
	w, err := s.wiki(ctx)
	if err != nil {
		return err
	}
	keys := make([]string, len(all))
	for i := range all {
		keys[i] = claimKey(run.Name, all[i].ID)
	}
	return s.update(ctx, func(t *tx) error {
		if err := beginRun(t, run); err != nil {
			return err
		}
		recorded, err := t.run("UNWIND $keys AS key MATCH (c:BridgehopClaim {key: key}) "+
			"RETURN key, c.fingerprint AS print", params{"keys": keys})
		if err != nil {
			return err
		}
		known := map[string]string{}
		for _, r := range recorded {
			known[str(r, "key")] = str(r, "print")
		}
		rows := &reasoningRows{{claimQuery, nil}, {chainQuery, nil}, {stepQuery, nil}, {hopQuery, nil}, {joinedQuery, nil}}
		for i, k := range keys {
			const given = "given" // a claim that is given twice is kept once
			print, err := fingerprint(w.identity, &all[i])
			if err != nil {
				return err
			}
			if known[k] != print && known[k] != given {
				rows.claim(&all[i], key(run.Name), k, print)
			}
			known[k] = given
		}
		return t.write(append(emptied((*rows)[0].rows), *rows...))
	})
}

// fingerprint returns a hash of a reasoning and the wiki.
func fingerprint(identity string, r *graph.Reasoning) (string, error) {
	b, err := json.Marshal(r)
	h := sha256.Sum256(append([]byte(identity), b...))
	return hex.EncodeToString(h[:16]), err
}

// claimKey returns the key of a claim: its run and its id, separated by a character that runs don't contain.
func claimKey(run, id string) string { return key(strings.ReplaceAll(run, "#", "%23") + "#" + id) }

// The queries that record claims, in their order. Queries for citations depend on a label, and follow.
const (
	claimQuery = "MATCH (run:BridgehopRun {name: r.run}) MERGE (c:BridgehopClaim {key: r.key}) " +
		"SET c = r.set, c:Claim MERGE (run)-[:RECORDED]->(c)"
	chainQuery = "MATCH (c:BridgehopClaim {key: r.claim}) CREATE (c)-[:HAS_CHAIN]->(x:Chain:BridgehopChain) " +
		"SET x = r.set FOREACH (gold IN CASE WHEN r.set.gold THEN [1] ELSE [] END | CREATE (c)-[:GOLD]->(x))"
	stepQuery = "MATCH (x:BridgehopChain {id: r.chain}) MATCH (p:BridgehopPage {id: r.page}) " +
		"CREATE (x)-[s:STEP]->(p) SET s = r.set"
	edgeEnds    = "MATCH (a:BridgehopPage {id: r.from}) MATCH (b:BridgehopPage {id: r.to}) "
	hopQuery    = edgeEnds + "CREATE (a)-[e:HOP]->(b) SET e = r.set"
	joinedQuery = edgeEnds + "CREATE (a)-[e:JOINED]->(b) SET e = r.set"
)

// emptied returns what deletes all of claims but the claims themselves, also the leftovers of a claim with the same key
// that was deleted by other means. Another key may have the same beginning.
func emptied(claims []any) []write {
	const edge = "WHERE old.chain STARTS WITH r.key + '/' AND old.claim = r.key DELETE old"
	return []write{
		{"MATCH (:BridgehopClaim {key: r.key})-[:HAS_CHAIN|GOLD]->(old:BridgehopChain) DETACH DELETE old", claims},
		{"MATCH (old:BridgehopChain) WHERE old.id STARTS WITH r.key + '/' " +
			"AND NOT EXISTS { (old)<-[:HAS_CHAIN|GOLD]-() } DETACH DELETE old", claims},
		{"MATCH ()-[old:HOP]->() " + edge, claims},
		{"MATCH ()-[old:JOINED]->() " + edge, claims},
	}
}

// reasoningRows are the nodes and relationships of reasonings: first the claims, then their chains, then what these lead
// to. What is left of the claims is deleted before.
type reasoningRows []write

func (rows *reasoningRows) add(query string, row params) {
	i := slices.IndexFunc(*rows, func(w write) bool { return w.query == query })
	if i < 0 {
		i = len(*rows)
		*rows = append(*rows, write{query: query})
	}
	(*rows)[i].rows = append((*rows)[i].rows, row)
}

// claim adds the rows of a claim.
func (rows *reasoningRows) claim(r *graph.Reasoning, run, claim, print string) {
	set := params{"key": claim, "id": escape(r.ID), "text": escape(r.Claim), "fingerprint": print}
	setTexts(set, map[string]string{"label": r.Label, "verdict": r.Verdict, "kind": r.Kind, "model": r.Model,
		"planner": r.Planner, "certainty": r.Certainty, "reason": r.Reason})
	if r.Number != nil {
		set["number"] = *r.Number
	}
	if r.Right != nil {
		set["correct"] = *r.Right
	}
	if p := r.Probabilities; p != nil {
		set["supports"], set["refutes"], set["notEnough"] = p[0], p[1], p[2]
	}
	rows.add(claimQuery, params{"key": claim, "run": run, "set": set})
	for i := range r.Chains {
		c := &r.Chains[i]
		set := params{"score": c.Score, "rank": c.Rank, "used": c.Used, "gold": false}
		setTexts(set, map[string]string{"verdict": c.Verdict})
		rows.chain(claim, claim+"/"+strconv.Itoa(i+1), c, set)
	}
	for i := range r.Gold {
		rows.chain(claim, claim+"/gold/"+strconv.Itoa(i+1), &r.Gold[i], params{"gold": true})
	}
}

// setTexts sets the properties whose texts aren't empty.
func setTexts(set params, all map[string]string) {
	for name, text := range all {
		if text != "" {
			set[name] = escape(text)
		}
	}
}

// chain adds the rows of a chain, of which some properties are set, and of its steps, edges and evidence. A step's hop
// is the number of pages up to it, itself included; its parent is the order of the page that it was first reached from,
// null for a page that was not reached from another.
func (rows *reasoningRows) chain(claim, id string, c *graph.ReasoningChain, set params) {
	set["id"], set["shape"], set["hops"] = id, c.Shape, c.Hops
	rows.add(chainQuery, params{"claim": claim, "set": set})
	parent := make([]*graph.ReasoningEdge, len(c.Pages))
	for i := range c.Edges {
		if e := &c.Edges[i]; parent[e.To] == nil {
			parent[e.To] = e
		}
	}
	for i, page := range c.Pages {
		set := params{"order": i + 1, "hop": depth(parent, i)}
		if e := parent[i]; e != nil {
			set["parent"], set["kind"] = e.From+1, e.Kind
			if isLink(e.Kind) {
				set["anchor"], set["reversed"] = escape(e.Anchor), e.Kind == inLink
			}
		}
		rows.add(stepQuery, params{"chain": id, "page": page.String(), "set": set})
	}
	for _, e := range c.Edges {
		query, set := joinedQuery, params{"claim": claim, "chain": id, "order": e.To + 1, "kind": e.Kind}
		if isLink(e.Kind) {
			query = hopQuery
			set["anchor"], set["element"], set["reversed"] = escape(e.Anchor), e.Element, e.Kind == inLink
			if e.Inferred {
				set["inferred"] = true
			}
		}
		rows.add(query, params{"from": c.Pages[e.From].String(), "to": c.Pages[e.To].String(), "set": set})
	}
	for _, e := range c.Cites {
		label, el := place(e.Element)
		rows.add("MATCH (x:BridgehopChain {id: r.chain}) MATCH (e:"+mark+label+" {id: r.element}) "+
			"CREATE (x)-[:CITES {score: r.score, text: coalesce(e.text, e.caption)}]->(e)",
			params{"chain": id, "element": nodeID(e.Page.String(), el), "score": e.Score})
	}
}

// The kinds of edges that are links: From links to To, and To to From.
const outLink, inLink = "out-link", "in-link"

func isLink(kind string) bool { return kind == outLink || kind == inLink }

// depth returns the number of pages from the first one up to the i-th. Gold edges may be circular.
func depth(parent []*graph.ReasoningEdge, i int) int {
	n := 1
	for parent[i] != nil && n < len(parent) {
		i = parent[i].From
		n++
	}
	return n
}

// While the elements of a page are made anew, their citations are the page's: keepCites moves them there, restoreCites
// back, and counts how many more of them have another text than what they cite. What the page no longer has is cited by
// the page itself.
const (
	keepCites = "MATCH (p:BridgehopPage {id: r})-[:" + inPage + "]->{1,2}(e)<-[c:CITES]-(x:BridgehopChain) " +
		"CREATE (x)-[:CITES {score: c.score, text: c.text, element: e.id, " +
		"differed: c.text <> coalesce(e.text, e.caption, '')}]->(p)"
	restoreCites = "UNWIND $rows AS r MATCH (p:BridgehopPage {id: r})<-[c:CITES]-(x:BridgehopChain) " +
		"WHERE c.element IS NOT NULL OPTIONAL MATCH (s:BridgehopSentence {id: c.element}) " +
		"OPTIONAL MATCH (l:BridgehopCell {id: c.element}) OPTIONAL MATCH (i:BridgehopItem {id: c.element}) " +
		"OPTIONAL MATCH (t:BridgehopTable {id: c.element}) WITH x, c, coalesce(s, l, i, t, p) AS e " +
		"CREATE (x)-[:CITES {score: c.score, text: c.text}]->(e) " +
		"WITH c, CASE WHEN c.text <> coalesce(e.text, e.caption, '') THEN 1 ELSE 0 END " +
		"- CASE WHEN c.differed THEN 1 ELSE 0 END AS more DELETE c RETURN sum(more) AS more"
)
