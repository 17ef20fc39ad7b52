package cli

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/text"
	"github.com/bridgehop/bridgehop/internal/claims"
	"github.com/bridgehop/bridgehop/internal/score"
)

const (
	hoverClaims   = "hover/hover_dev_release_v1.1.shared.json"
	hoverFullText = "hover/uids_with_full_text.txt"
	hoverPart     = "2,763 of the 4,000 dev claims"
	hoverSmall    = "only the dev claims whose gold text can be had, and 36,802 paragraphs, not 5.2 million"
)

func hoverTables() []paperTable {
	text := append([]string{hoverClaims, hoverFullText}, hoverCorpus.files...)
	return []paperTable{
		{name: "hover-counts", title: "HoVer, Table 2 and section 3: claims and their lengths", needs: []string{hoverClaims}, rows: hoverCounts,
			about: "Claims of the dev set by hops and label; mean length in tokens, here words between spaces."},
		{name: "hover-retrieval", title: "HoVer, Table 3: TF-IDF retrieval by hops", needs: text, rows: hoverRetrieval,
			about: "Share of the supported claims all of whose gold pages are among the first k, for the paper's retriever here (`--planner tfidf`) and for walking the links (`--planner walk`). What walking gains is the difference."},
		{name: "hover-documents", title: "HoVer, Table 4: documents, EM/F1", needs: text, rows: hoverDocuments,
			about: "The best chain's pages against the gold pages. The paper's BERT re-ranks what TF-IDF finds. In the oracle rows the gold pages are among the 20 to choose from, there as here."},
		{name: "hover-sentences", title: "HoVer, Table 5: sentences, EM/F1", needs: text, rows: hoverSentences,
			about: "The best chain's sentences against the gold ones. In the oracle rows all gold pages are given."},
		{name: "hover-verdict", title: "HoVer, Tables 6 and 7: verdicts on gold evidence, on the claim alone, on what was found", needs: text, model: true, rows: hoverVerdict,
			about: "Accuracy by hops with the gold sentences to read (the paper's oracle), with nothing to read, and the whole way from claim to verdict, with the HoVer score. The shipped model has seen no claim of HoVer's. 10 of these 72 were grown from five of HotpotQA's train questions, and chains of three of these, from which 5 claims were grown, are among its pairs. The paper's model is fine-tuned on HoVer's training claims."},
		{name: "hover-claim-only", title: "HoVer, Table 6: accuracy from the claim alone", needs: []string{hoverClaims}, rows: hoverClaimOnly,
			about: "The paper fine-tunes BERT on 18,171 training claims, which can't be had; ours is naive Bayes over words and word pairs, cross-validated on the dev claims, claims of one HotpotQA question together."},
	}
}

// eachClaim reads a claim file of the data folder.
func (r *reproduction) eachClaim(name string, f func(*claims.Claim)) error {
	in, err := claims.Open(r.path(name), claims.Auto)
	if err != nil {
		return err
	}
	defer in.Close()
	for c, err := range in.All() {
		if err != nil {
			return err
		}
		f(c)
	}
	return r.c.Context.Err()
}

func hoverCounts(r *reproduction) ([]paperRow, error) {
	var count [5][2]int
	var tokens [5]int
	err := r.eachClaim(hoverClaims, func(c *claims.Claim) {
		at := min(max(c.Hops, 0), 4)
		count[at][map[bool]int{true: 0, false: 1}[c.Label == "SUPPORTED"]]++
		tokens[at] += len(strings.Fields(c.Text))
	})
	var rows []paperRow
	for hops, paper := range map[int][2]string{2: {"521 / 605", "19.0"}, 3: {"968 / 867", "24.2"}, 4: {"511 / 528", "31.6"}} {
		n := count[hops][0] + count[hops][1]
		rows = append(rows, paperRow{Figure: fmt.Sprintf("%d hops, supported / not", hops), Paper: paper[0],
			Ours: fmt.Sprintf("%d / %d", count[hops][0], count[hops][1]), Corpus: hoverPart, Why: "the shared part of dev"},
			paperRow{Figure: fmt.Sprintf("%d hops, words a claim", hops), Paper: paper[1],
				Ours: fmt.Sprintf("%.1f", float64(tokens[hops])/float64(max(n, 1))), Corpus: hoverPart, Why: "over train, dev and test there, and it does not say how words are counted: here between spaces"})
	}
	slices.SortFunc(rows, func(a, b paperRow) int { return strings.Compare(a.Figure, b.Figure) })
	return rows, err
}

// fullText are the claims whose gold text can be had.
func (r *reproduction) fullText() (map[string]bool, error) {
	var ids map[string]bool
	err := withFiles([]string{r.path(hoverFullText)}, func(f []score.File) (err error) {
		ids, err = score.ReadIDs(f[0])
		return err
	})
	return ids, err
}

func hoverRetrieval(r *reproduction) ([]paperRow, error) {
	subset, err := r.hoverSubset()
	if err != nil {
		return nil, err
	}
	found := map[string]*hits{}
	for _, planner := range []string{"tfidf", walkPlanner} {
		a, err := r.retrieve(hoverCorpus, planner, subset)
		if err != nil {
			return nil, err
		}
		if found[planner], err = r.hits(a, func(c *claims.Claim) bool { return c.Label == "SUPPORTED" }); err != nil {
			return nil, err
		}
	}
	paper := map[int][4]string{5: {"42.10", "9.97", "0.38", "16.53"}, 10: {"53.37", "15.91", "2.89", "23.08"},
		25: {"66.16", "24.90", "6.83", "31.83"}, 100: {"80.02", "39.18", "15.59", "44.55"}}
	var rows []paperRow
	for _, k := range []int{5, 10, 25, 100} {
		for i, hops := range []int{2, 3, 4, 0} {
			name := fmt.Sprintf("Hit@%d, %d hops", k, hops)
			if hops == 0 {
				name = fmt.Sprintf("Hit@%d, all", k)
			}
			for _, planner := range []string{"tfidf", walkPlanner} {
				row := paperRow{Figure: name + ", " + planner, Ours: found[planner].at(hops, k), Corpus: hoverCorpus.about, Why: hoverSmall}
				if planner == "tfidf" {
					row.Paper = paper[k][i]
				}
				rows = append(rows, row)
			}
		}
	}
	return rows, nil
}

// hits counts the claims whose gold pages were all found, by the rank of the last of them.
type hits struct {
	ranks map[int][]int // by hops; 0 for all. A claim not found whole has rank 0.
}

// at is the share of claims of so many hops that were found whole in the first k.
func (h *hits) at(hops, k int) string {
	n := 0
	for _, rank := range h.ranks[hops] {
		if rank > 0 && rank <= k {
			n++
		}
	}
	all := len(h.ranks[hops])
	if all == 0 {
		return "-"
	}
	return fmt.Sprintf("%.1f (%d of %d)", 100*float64(n)/float64(all), n, all)
}

// hits reads answers again; keep chooses the claims that count.
func (r *reproduction) hits(a *retrieval, keep func(*claims.Claim) bool) (*hits, error) {
	gold := map[string]*claims.Claim{}
	err := r.eachClaim(a.claims, func(c *claims.Claim) {
		if keep(c) {
			gold[c.ID.Key()] = c
		}
	})
	if err != nil {
		return nil, err
	}
	out := &hits{map[int][]int{}}
	return out, readHops(a.answers, func(rec *hopRecord) {
		if c := gold[rec.ID.Key()]; c != nil {
			rank := lastRank(c, rec)
			out.ranks[0] = append(out.ranks[0], rank)
			out.ranks[c.Hops] = append(out.ranks[c.Hops], rank)
		}
	})
}

func lastRank(c *claims.Claim, rec *hopRecord) int {
	missing := map[string]bool{}
	for _, t := range c.GoldTitles {
		missing[graph.FoldTitle(t)] = true
	}
	for i, p := range rec.Retrieved {
		delete(missing, graph.FoldTitle(p.Page))
		if len(missing) == 0 {
			return i + 1
		}
	}
	return 0
}

// readHops reads a file of hop --out lines.
func readHops(name string, f func(*hopRecord)) error {
	in, err := os.Open(name)
	if err != nil {
		return err
	}
	defer in.Close()
	d := json.NewDecoder(bufio.NewReader(in))
	for d.More() {
		var rec hopRecord
		if err := d.Decode(&rec); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		f(&rec)
	}
	return nil
}

func hoverDocuments(r *reproduction) ([]paperRow, error) {
	rows, err := r.hoverChains("page", [4]string{"30.1 / 69.5", "5.6 / 57.6", "0.6 / 52.6", "11.2 / 59.1"})
	if err != nil {
		return nil, err
	}
	oracle, err := r.hoverOracle("page", "oracle: walk among 20", amongTwenty(r), [4]string{"50.9 / 81.7", "28.1 / 79.1", "26.2 / 82.2", "34.0 / 80.6"})
	return append(rows, oracle...), err
}

func hoverSentences(r *reproduction) ([]paperRow, error) {
	rows, err := r.hoverChains("sentence", [4]string{"13.6 / 57.2", "1.9 / 49.8", "0.2 / 45.0", "4.8 / 50.6"})
	if err != nil {
		return nil, err
	}
	oracle, err := r.hoverOracle("sentence", "oracle: gold pages", ofGoldPages, [4]string{"25.0 / 68.3", "18.4 / 71.5", "17.1 / 76.4", "19.9 / 71.9"})
	return append(rows, oracle...), err
}

// hoverSubset is a file of the claims whose gold text can be had.
func (r *reproduction) hoverSubset() (string, error) {
	ids, err := r.fullText()
	if err != nil {
		return "", err
	}
	return r.subset(hoverClaims, ids)
}

// hoverChains are EM and F1 of the best chains.
func (r *reproduction) hoverChains(what string, paper [4]string) ([]paperRow, error) {
	subset, err := r.hoverSubset()
	if err != nil {
		return nil, err
	}
	var rows []paperRow
	for _, planner := range []string{"tfidf", walkPlanner} {
		a, err := r.retrieve(hoverCorpus, planner, subset)
		if err != nil {
			return nil, err
		}
		of, err := r.hoverRows(a, what, planner, paper)
		if err != nil {
			return nil, err
		}
		rows = append(rows, of...)
	}
	return rows, nil
}

// hoverOracle are EM and F1 where a part of the gold is told.
func (r *reproduction) hoverOracle(what, name string, find func(graph.Store, *text.Index) (oracleFinder, error), paper [4]string) ([]paperRow, error) {
	subset, err := r.hoverSubset()
	if err != nil {
		return nil, err
	}
	a, err := r.oracle(hoverCorpus, what+"-oracle", subset, find)
	if err != nil {
		return nil, err
	}
	return r.hoverRows(a, what, name, paper)
}

func (r *reproduction) hoverRows(a *retrieval, what, name string, paper [4]string) ([]paperRow, error) {
	report, err := r.score(a, score.Options{By: []string{"hops"}})
	if err != nil {
		return nil, err
	}
	var rows []paperRow
	for i, hops := range []string{"2", "3", "4", "all"} {
		s := byHops(&report.Section, hops)
		rows = append(rows, paperRow{Figure: what + "s, " + hops + " hops, " + name, Paper: paper[i],
			Ours: figure(s, what+"_em") + " / " + figure(s, what+"_f1"), Corpus: hoverCorpus.about, Why: hoverSmall})
	}
	return rows, nil
}

func hoverClaimOnly(r *reproduction) ([]paperRow, error) {
	var report *score.Report
	err := withFiles([]string{r.path(hoverClaims)}, func(f []score.File) (err error) {
		report, err = score.Baselines(r.c.Context, f[0], score.Options{By: []string{"hops"}})
		return err
	})
	if err != nil {
		return nil, err
	}
	var rows []paperRow
	for _, baseline := range []string{"claim_only", "majority"} {
		paper := map[string]string{"2": "57.5", "3": "67.7", "4": "63.6", "all": "63.7"}
		if baseline == "majority" {
			paper = nil
		}
		for _, hops := range []string{"2", "3", "4", "all"} {
			s := byHops(report.Find(baseline), hops)
			rows = append(rows, paperRow{Figure: baseline + ", " + hops + " hops", Paper: paper[hops], Ours: figure(s, "accuracy"),
				Corpus: hoverPart, Why: map[string]string{"claim_only": "another model, trained on 2,500 claims instead of 18,171", "majority": "the paper has none"}[baseline]})
		}
	}
	return rows, nil
}
