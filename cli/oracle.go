package cli

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/bridgehop/bridgehop"
	"github.com/bridgehop/bridgehop/cli/internal/batch"
	"github.com/bridgehop/bridgehop/cli/internal/console"
	"github.com/bridgehop/bridgehop/cli/internal/record"
	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/stores"
	"github.com/bridgehop/bridgehop/hop"
	"github.com/bridgehop/bridgehop/loader/claims"
	"github.com/bridgehop/bridgehop/verify"
	"github.com/bridgehop/bridgehop/verify/label"
)

// judgeGold judges a claim by gold evidence, to measure the cost of retrieval. Of alternative sets it takes the first
// that can be read completely, else the first that can be read in part.
func (j *judge) judgeGold(ctx context.Context, claim *claims.Claim, scheme label.Scheme) (*bridgehop.Answer, error) {
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
		return nil, batch.ErrNoGold
	}
	return j.engine.Judge(ctx, claim.Text, found, read, scheme)
}

// gold makes a chain of an evidence set, from the text in the claims file if it has any, else from the store.
func (j *judge) gold(ctx context.Context, claim *claims.Claim,
	set claims.EvidenceSet) (verify.Pages, *hop.Chain, error) {
	if pages, chain := record.Given(set); chain != nil && j.oracle != "pages" {
		return pages, chain, nil
	}
	store := j.engine.Store()
	if store == nil {
		return nil, nil, nil
	}
	ids, err := pagesOf(ctx, store, set.Titles())
	if err != nil {
		return nil, nil, fmt.Errorf("look up gold pages: %w", err)
	}
	chain := &hop.Chain{}
	for _, title := range set.Titles() {
		id, ok := ids[title]
		if !ok {
			return nil, nil, nil
		}
		chain.Steps = append(chain.Steps, hop.Step{Page: id, Parent: -1})
	}
	if j.oracle == "pages" {
		chain.Evidence, err = j.engine.Planner().Cite(ctx, claim.Text, chain.Pages())
		return store, chain, err
	}
	for _, e := range set.Items {
		if j.oracle == "sentences" && e.Element.Kind != graph.KindSentence {
			continue
		}
		chain.Evidence = append(chain.Evidence, hop.Evidence{Ref: graph.Ref{Page: ids[e.Title], Element: e.Element}})
	}
	return store, chain, nil
}

// storeless reports whether an oracle run does without a store: none was named, none is at the usual place, and the
// claims file may carry the text of its evidence (FEVEROUS's does).
func (o *verifyOptions) storeless(ctx context.Context, c *console.Console) bool {
	if o.oracle != "sentences" && o.oracle != "evidence" || c.IsSet("store") || os.Getenv("BRIDGEHOP_STORE") != "" {
		return false
	}
	s, err := stores.OpenReader(ctx, o.store.Path())
	if err == nil {
		s.Close()
	}
	return errors.Is(err, graph.ErrNoStore)
}
