package neo4j

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/bridgehop/bridgehop/graph"
)

var _ graph.Recorder = (*Store)(nil)

// Record keeps reasonings as
//
//	(:Claim {key, set, id, text, label, verdict, correct, kind})-[:HAS_CHAIN]->(:Chain {shape, hops, score, rank, used, verdict})
//	(:Claim)-[:GOLD]->(:Chain {shape, hops, gold: true})
//	(:Chain)-[:STEP {order, hop, parent, anchor}]->(:Page)
//	(:Chain)-[:CITES {score}]->(:Sentence|Cell|Item|Table)
//	(:Page)-[:HOP {claim, chain, order, anchor}]->(:Page)
//
// in one transaction. The key of a claim is its set and its id. A claim with the same reasoning over the same wiki is left unchanged.
// A HOP leads from a step's parent to the step, so that a chain is a path: from the claim to the chain, to its seeds (STEP with
// hop 1) and along the HOPs with the chain's id. Recording a claim deletes leftovers of a claim with the same key that was deleted
// by other means.
func (s *Store) Record(ctx context.Context, all []graph.Reasoning) error {
	w, err := s.wiki(ctx)
	if err != nil {
		return fmt.Errorf("record: %w", err)
	}
	prints := map[string]string{}
	var keys []any
	for i := range all {
		p, err := fingerprint(w.identity, &all[i])
		if err != nil {
			return fmt.Errorf("record: %w", err)
		}
		k := claimKey(&all[i])
		prints[k] = p
		keys = append(keys, k)
	}
	err = s.update(ctx, func(t *tx) error {
		known, err := t.run("UNWIND $keys AS key MATCH (c:BridgehopClaim {key: key}) RETURN key, c.fingerprint AS fingerprint",
			params{"keys": keys})
		if err != nil {
			return err
		}
		same := map[string]bool{}
		for _, r := range known {
			k := str(r, "key")
			same[k] = str(r, "fingerprint") == prints[k]
		}
		rows := &reasoningRows{cites: map[string][]any{}}
		for i := range all {
			if k := claimKey(&all[i]); !same[k] {
				same[k] = true // a claim that is given twice is kept once
				rows.add(&all[i], k, prints[k])
			}
		}
		return rows.write(t)
	})
	if err != nil {
		return fmt.Errorf("record: %w", err)
	}
	return nil
}

// claimKey returns the key of a claim: its set and its id, separated by a character that sets don't contain.
func claimKey(r *graph.Reasoning) string {
	return key(strings.ReplaceAll(r.Set, "#", "%23") + "#" + r.ID)
}

// fingerprint returns a hash of a reasoning and the wiki.
func fingerprint(identity string, r *graph.Reasoning) (string, error) {
	b, err := json.Marshal(r)
	if err != nil {
		return "", err
	}
	h := sha256.Sum256(append([]byte(identity), b...))
	return hex.EncodeToString(h[:16]), nil
}

// reasoningRows are the nodes and relationships of reasonings, as rows.
type reasoningRows struct {
	claims, chains, gold, steps, hops []any
	cites                             map[string][]any // by label of what is cited
}

func (rows *reasoningRows) add(r *graph.Reasoning, claim, print string) {
	set := params{"key": claim, "id": escape(r.ID), "text": escape(r.Claim), "verdict": escape(r.Verdict), "fingerprint": print}
	if r.Label != "" {
		set["label"] = escape(r.Label)
	}
	if r.Right != nil {
		set["correct"] = *r.Right
	}
	if r.Set != "" {
		set["set"] = escape(r.Set)
	}
	if r.Kind != "" {
		set["kind"] = escape(r.Kind)
	}
	rows.claims = append(rows.claims, params{"key": claim, "set": set})
	for i := range r.Chains {
		c := &r.Chains[i]
		chain := claim + "/" + strconv.Itoa(i+1)
		set := params{"id": chain, "shape": c.Shape, "hops": c.Hops, "score": c.Score, "rank": c.Rank, "used": c.Used}
		if c.Verdict != "" {
			set["verdict"] = escape(c.Verdict)
		}
		rows.chains = append(rows.chains, params{"claim": claim, "set": set})
		rows.chain(claim, chain, c)
	}
	for i := range r.Gold {
		c := &r.Gold[i]
		chain := claim + "/gold/" + strconv.Itoa(i+1)
		rows.gold = append(rows.gold, params{"claim": claim, "set": params{"id": chain, "shape": c.Shape, "hops": c.Hops, "gold": true}})
		rows.chain(claim, chain, c)
	}
}

// chain adds the rows of a chain's steps and evidence. A step's hop is the number of pages up to it, itself included; its parent is the
// order of the step before it, null for a seed.
func (rows *reasoningRows) chain(claim, id string, c *graph.ReasoningChain) {
	hops := make([]int, len(c.Steps))
	for i, s := range c.Steps {
		hops[i] = 1
		set := params{"order": i + 1}
		if s.Parent >= 0 && s.Parent < i {
			hops[i] = hops[s.Parent] + 1
			set["parent"] = s.Parent + 1
		}
		set["hop"] = hops[i]
		if s.Anchor != "" {
			set["anchor"] = escape(s.Anchor)
		}
		if hops[i] > 1 {
			hop := params{"claim": claim, "chain": id, "order": i + 1}
			if s.Anchor != "" {
				hop["anchor"] = set["anchor"]
			}
			rows.hops = append(rows.hops, params{"from": c.Steps[s.Parent].Page.String(), "to": s.Page.String(), "set": hop})
		}
		rows.steps = append(rows.steps, params{"chain": id, "page": s.Page.String(), "set": set})
	}
	for _, e := range c.Cites {
		label, el := place(e.Element)
		rows.cites[label] = append(rows.cites[label], params{"chain": id, "element": nodeID(e.Page.String(), el), "score": e.Score})
	}
}

func (rows *reasoningRows) write(t *tx) error {
	writes := []struct {
		query string
		rows  []any
	}{
		{"MATCH (:BridgehopClaim {key: r.key})-[:HAS_CHAIN|GOLD]->(old:BridgehopChain) DETACH DELETE old", rows.claims},
		// Of a deleted claim; another key may have the same beginning.
		{"MATCH (old:BridgehopChain) WHERE old.id STARTS WITH r.key + '/' AND NOT EXISTS { (old)<-[:HAS_CHAIN|GOLD]-() } " +
			"DETACH DELETE old", rows.claims},
		{"MATCH ()-[old:HOP]->() WHERE old.chain STARTS WITH r.key + '/' AND old.claim = r.key DELETE old", rows.claims},
		{"MERGE (c:BridgehopClaim {key: r.key}) SET c = r.set, c:Claim", rows.claims},
		{"MATCH (c:BridgehopClaim {key: r.claim}) CREATE (c)-[:HAS_CHAIN]->(x:Chain:BridgehopChain) SET x = r.set", rows.chains},
		{"MATCH (c:BridgehopClaim {key: r.claim}) CREATE (c)-[:GOLD]->(x:Chain:BridgehopChain) SET x = r.set", rows.gold},
		{"MATCH (x:BridgehopChain {id: r.chain}) MATCH (p:BridgehopPage {id: r.page}) CREATE (x)-[s:STEP]->(p) SET s = r.set", rows.steps},
		{"MATCH (a:BridgehopPage {id: r.from}) MATCH (b:BridgehopPage {id: r.to}) CREATE (a)-[h:HOP]->(b) SET h = r.set", rows.hops},
	}
	for _, w := range writes {
		if err := t.each("UNWIND $rows AS r "+w.query, w.rows); err != nil {
			return err
		}
	}
	for _, label := range []string{"Sentence", "Table", "Cell", "Item"} {
		if err := t.each("UNWIND $rows AS r MATCH (x:BridgehopChain {id: r.chain}) MATCH (e:"+marked(label)+" {id: r.element}) "+
			"CREATE (x)-[:CITES {score: r.score}]->(e)", rows.cites[label]); err != nil {
			return err
		}
	}
	return nil
}
