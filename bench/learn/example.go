package main

import (
	"context"
	"math/rand/v2"
	"strings"

	"github.com/bridgehop/bridgehop/bench/gold"
	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/english"
	"github.com/bridgehop/bridgehop/loader/claims"
	"github.com/bridgehop/bridgehop/verify/answer"
)

// example is a claim with its gold pages and the chains that were weighed for it.
type example struct {
	wiki  *gold.Wiki
	claim string
	gold  []graph.PageID
	from  *source        // what it is weighed with, see lists
	over  float64        // superset for claims, 0 for questions; the gold chain is worth 1
	found list           // every chain that was in a beam
	known map[string]int // of these, the index by their pages
	best  list           // the chains that the last search would rerank, with the features of the whole chain
}

const (
	maxPages    = 4   // of a chain
	superset    = 1   // what a chain of a claim's gold pages and one more is worth as a target
	feverousOne = 250 // claims of one page that are learned from: more of FEVEROUS's only take time
)

// read makes examples of a file's claims that may be learned from and whose gold pages are all in the store. For claims, questions become
// statements, and those that still ask something are left out.
func read(ctx context.Context, w *gold.Wiki, file string, forClaims bool, made float64) ([]*example, error) {
	all, err := w.Read(ctx, file)
	if err != nil {
		return nil, err
	}
	r := rand.New(rand.NewPCG(1, uint64(len(all))))
	var out []*example
	ones := 0
	for _, c := range all {
		text := c.Text
		if forClaims && c.Question {
			text = (&answer.Asked{Question: text}).Statement()
		}
		if !c.Trained() || forClaims && (len(c.Pages) > maxPages || english.Asks(text, w.Index.Mentions(text))) {
			continue
		}
		if forClaims && len(c.Pages) == 1 && (c.Format == claims.Feverous || c.Format == "programfc") {
			if ones++; ones > feverousOne {
				continue
			}
		}
		out = append(out, &example{wiki: w, claim: text, gold: c.Pages})
		if r.Float64() < made {
			out = append(out, makeClaims(ctx, w, c.Pages, r)...)
		}
	}
	return out, nil
}

// makeClaims turns the claim's evidence into two claims: its first page's sentence, and the sentences of all its
// pages, with a third of the words left out.
func makeClaims(ctx context.Context, w *gold.Wiki, of []graph.PageID, r *rand.Rand) []*example {
	pages, err := w.Store.Pages(ctx, of)
	if err != nil {
		return nil
	}
	var whole []string
	for _, p := range pages {
		if len(p.Sentences) == 0 {
			return nil
		}
		s := p.Sentences[r.IntN(min(3, len(p.Sentences)))].Text
		if !strings.Contains(s, graph.BareTitle(p.Title)) {
			s = graph.BareTitle(p.Title) + " " + s
		}
		whole = append(whole, strings.Join(thin(s, nil, 2.0/3, r), " "))
	}
	return []*example{{wiki: w, claim: whole[0], gold: of[:1]}, {wiki: w, claim: strings.Join(whole, " "), gold: of}}
}

// thin leaves hidden words out of a text, and of the others all but a share.
func thin(s string, hidden map[string]bool, share float64, r *rand.Rand) (out []string) {
	for word := range strings.FieldsSeq(s) {
		if !hidden[strings.ToLower(strings.Trim(word, ".,;:()\"'"))] && r.Float64() < share {
			out = append(out, word)
		}
	}
	return out
}
