package cli

import (
	"context"
	"errors"
	"fmt"
	"os"

	urfave "github.com/urfave/cli/v2"

	"github.com/bridgehop/bridgehop"
	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/hop"
	"github.com/bridgehop/bridgehop/internal/claims"
	"github.com/bridgehop/bridgehop/verify"
)

// errNoGold refuses a claim in an oracle run.
var errNoGold = errors.New("no gold evidence that is in the file or the store")

// oracle judges a claim by gold evidence, so that the difference to the planner's way is what retrieval costs. Of alternative
// sets the first that can be read whole is taken, else the first of which a part can.
func (j *judge) oracle(ctx context.Context, claim *claims.Claim, scheme verify.Scheme) (*bridgehop.Answer, error) {
	var found *hop.Chain
	var read verify.Pages
	for _, set := range claim.Gold {
		pages, chain, err := j.gold(ctx, claim, set)
		if err != nil {
			return nil, err
		}
		if chain == nil {
			continue
		}
		asked := len(chain.Evidence)
		if chain.Evidence, err = (&verify.Verifier{Pages: pages}).Readable(ctx, *chain); err != nil {
			return nil, err
		}
		whole := len(chain.Evidence) == asked
		if len(chain.Evidence) > 0 && (whole || found == nil) {
			if found, read = chain, pages; whole {
				break
			}
		}
	}
	if found == nil {
		return nil, errNoGold
	}
	return j.engine.Judge(ctx, claim.Text, found, read, scheme)
}

// gold makes a chain of an evidence set: from the text that the claims file carries, else from the store.
func (j *judge) gold(ctx context.Context, claim *claims.Claim, set claims.EvidenceSet) (verify.Pages, *hop.Chain, error) {
	if pages, chain := carried(set); chain != nil && j.c.String("oracle") != "pages" {
		return pages, chain, nil
	}
	store := j.engine.Store()
	if store == nil {
		return nil, nil, nil
	}
	found, err := store.Lookup(ctx, set.Titles())
	if err != nil {
		return nil, nil, fmt.Errorf("look up gold pages: %w", err)
	}
	chain := &hop.Chain{}
	ids := map[string]graph.PageID{}
	for i, title := range set.Titles() {
		if len(found[i]) == 0 {
			return nil, nil, nil
		}
		ids[title] = found[i][0]
		chain.Steps = append(chain.Steps, hop.Step{Page: found[i][0], Parent: -1})
	}
	if j.c.String("oracle") == "pages" {
		chain.Evidence, err = j.engine.Planner().Cite(ctx, claim.Text, chain.Pages())
		return store, chain, err
	}
	for _, e := range set.Items {
		if j.c.String("oracle") == "sentences" && e.Element.Kind != graph.KindSentence {
			continue
		}
		chain.Evidence = append(chain.Evidence, hop.Evidence{Ref: graph.Ref{Page: ids[e.Title], Element: e.Element}})
	}
	return store, chain, nil
}

// storeless tells whether an oracle run does without a store: none was named, none is at the usual place, and the
// claims file may carry the text of its evidence (FEVEROUS's does).
func storeless(c *urfave.Context) bool {
	if o := c.String("oracle"); o != "sentences" && o != "evidence" || c.IsSet("store") || os.Getenv("BRIDGEHOP_STORE") != "" {
		return false
	}
	s, err := openReader(c)
	if err == nil {
		s.Close()
	}
	return errors.Is(err, graph.ErrNoStore)
}

// carried makes pages of the text a claims file carries (FEVEROUS with evidence text); nil when it carries none.
func carried(set claims.EvidenceSet) (verify.Pages, *hop.Chain) {
	var pages []*graph.Page
	byTitle := map[string]*graph.Page{}
	chain := &hop.Chain{}
	for _, e := range set.Items {
		if e.Text == "" {
			return nil, nil
		}
		p := byTitle[e.Title]
		if p == nil {
			p = &graph.Page{Title: e.Title}
			byTitle[e.Title] = p
			pages = append(pages, p)
			chain.Steps = append(chain.Steps, hop.Step{Page: p.ID(), Parent: -1})
		}
		n := len(p.Sentences)
		p.Sentences = append(p.Sentences, graph.Sentence{N: n, Text: e.Text})
		chain.Evidence = append(chain.Evidence, hop.Evidence{Ref: graph.Ref{Page: p.ID(), Element: graph.Element{Kind: graph.KindSentence, A: n}}})
	}
	if len(pages) == 0 {
		return nil, nil
	}
	return verify.NewMemory(pages...), chain
}
