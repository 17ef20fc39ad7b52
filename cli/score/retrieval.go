package score

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/loader/claims"
)

// cutoffs are the ks of recall@k and all-gold@k.
var cutoffs = [...]int{2, 5, 10, 20}

// Columns of the retrieval sample.
const (
	colClaims = iota
	colRR
	colAP
	colCut                                  // recall and all-gold of each cutoff
	colChains     = colCut + 2*len(cutoffs) // claims with chains and gold pages
	colPages      = colChains + 1           // of the best chain: em, precision, recall, f1
	colSents      = colPages + 4            // claims with chains and gold sentences
	colSentences  = colSents + 1            // em, precision, recall, f1
	colGold       = colSentences + 4        // gold pages
	colHits       = colGold + 1             // of these, found at each cutoff
	colRanks      = colHits + len(cutoffs)  // sum of their ranks
	colsRetrieval = colRanks + 1
)

func retrievalFigures() []formula {
	var out []formula
	for i, k := range cutoffs {
		out = append(out, mean(fmt.Sprintf("r@%d", k), colCut+2*i, colClaims))
	}
	for i, k := range cutoffs {
		out = append(out, mean(fmt.Sprintf("all_gold@%d", k), colCut+2*i+1, colClaims))
	}
	out = append(out, mean("mrr", colRR, colClaims), mean("map", colAP, colClaims))
	for i, k := range cutoffs {
		out = append(out, mean(fmt.Sprintf("hits@%d", k), colHits+i, colGold))
	}
	out = append(out, mean("mean_rank", colRanks, colGold))
	return slices.Concat(out, setFigures("page_", colPages, colChains), setFigures("sentence_", colSentences, colSents))
}

// The units whose ranks are compared. Titles are folded (graph.FoldTitle). Passages are identified by title and text
// (graph.Page.Passage), since two may share a title; HippoRAG's published recall counts passages.
const byTitle, byPassage = "title", "passage"

// unitOf returns the passage for MuSiQue, the only data set here whose passages share titles.
func unitOf(c *claims.Claim) string {
	if len(c.GoldPassages) > 0 && c.Question && len(c.Gold) > 0 && c.Gold[0].Items[0].Element.Kind == graph.KindPage {
		return byPassage
	}
	return byTitle
}

// retrievalMeasures scores rankings and chains: `hop --out` lines, or lists of titles by id. A claim counts when its
// gold file names pages; one without a prediction has found nothing.
//
// r@k is the share of a claim's gold pages among the first k ranks, all_gold@k whether all are, mrr the
// reciprocal rank of the first gold page, map the mean over gold pages of precision at their rank (Yang et al.
// 2018, section 5.3); hits@k and mean_rank are over gold pages, not claims, as in that paper's Table 5. A page that
// is not ranked adds 0 to map and stands just behind the list. Where a claim has alternative evidence sets, the best
// set counts. page_em … sentence_f1 compare the best chain's pages and evidence with the gold as sets; they are given
// where some prediction has chains.
func retrievalMeasures(run *run, g *gold, p *prediction) []float64 {
	c := g.claim
	run.unit = cmp.Or(run.unit, unitOf(c))
	r := &ranking{chained: run.chained}
	if p != nil {
		r = p.ranked
	}
	sets := goldUnits(c, run.unit)
	if len(sets) == 0 {
		return nil
	}
	v := make([]float64, colsRetrieval)
	v[colClaims] = 1
	ranked := r.titles
	if run.unit == byPassage {
		ranked = r.passages
	}
	var best []int
	for _, set := range sets {
		places := ranks(ranked, set)
		rankMeasures(v, places)
		if best == nil || rankSum(places, r.missing())*len(best) < rankSum(best, r.missing())*len(places) {
			best = places
		}
	}
	pageMeasures(v, best, r.missing())
	if r.chained {
		v[colChains] = 1
		bestSet(v[colPages:colPages+4], goldPages(c), r.pages, len(r.pages))
		if sets := goldElements(c); len(sets) > 0 {
			cited, distinct := map[string]bool{}, map[element]bool{} // a repeated element counts once
			for _, e := range r.evidence {
				distinct[e], cited[e.address], cited[e.text] = true, true, true
			}
			v[colSents] = 1
			bestSet(v[colSentences:colSentences+4], sets, cited, len(distinct))
		}
	}
	return v
}

func retrievalReport(r *run) (*Report, error) {
	if err := r.pairing.strangers(); err != nil {
		return nil, err
	}
	if r.without == r.pairing.claims {
		return nil, fmt.Errorf("%w: %s names no gold %ss", ErrNoGold, r.goldFile, r.unit)
	}
	figures := retrievalFigures()
	out := &Report{Task: r.name, Section: r.own(figures), pairs: paired{r.ledger.all, figures}}
	out.Notes = append([]Note{{"by", r.unit}, {"without_gold", r.without}}, out.Notes...)
	return out, nil
}

// goldUnits returns the alternative sets of titles or fingerprints.
func goldUnits(c *claims.Claim, unit string) [][]string {
	if unit != byPassage {
		return goldPages(c)
	}
	var prints []string
	for _, p := range c.GoldPassages {
		prints = addNew(prints, p.Fingerprint())
	}
	if prints == nil {
		return nil
	}
	return [][]string{prints}
}

func goldPages(c *claims.Claim) [][]string {
	var out [][]string
	for _, s := range c.Gold {
		var set []string
		for _, t := range s.Titles() {
			set = addNew(set, graph.FoldTitle(t))
		}
		if len(set) > 0 {
			out = append(out, set)
		}
	}
	return out
}

func addNew(list []string, s string) []string {
	if slices.Contains(list, s) {
		return list
	}
	return append(list, s)
}

// ranks returns the ranks (from 1) of the set's members; 0 for one that is not ranked.
func ranks(ranked, set []string) []int {
	out := make([]int, len(set))
	for i, want := range set {
		out[i] = slices.Index(ranked, want) + 1
	}
	return out
}

// rankMeasures raises the measures to a set's where these are better.
func rankMeasures(v []float64, places []int) {
	n := float64(len(places))
	for i, k := range cutoffs {
		found := float64(within(places, k))
		v[colCut+2*i] = math.Max(v[colCut+2*i], found/n)
		if found == n {
			v[colCut+2*i+1] = 1
		}
	}
	for _, p := range places {
		if p > 0 {
			v[colRR] = math.Max(v[colRR], 1/float64(p))
		}
	}
	v[colAP] = math.Max(v[colAP], averagePrecision(places))
}

// averagePrecision returns the mean of precision at the ranks of a set.
func averagePrecision(places []int) float64 {
	places = slices.Sorted(slices.Values(places))
	sum, above := 0.0, 0.0
	for _, p := range places {
		if p > 0 {
			above++
			sum += above / float64(p)
		}
	}
	return sum / float64(len(places))
}

// rankSum adds up ranks, a page not ranked having that of missing.
func rankSum(places []int, missing int) int {
	sum := 0
	for _, p := range places {
		if p == 0 {
			p = missing
		}
		sum += p
	}
	return sum
}

// pageMeasures are the measures over gold pages, of the set that ranks best.
func pageMeasures(v []float64, places []int, missing int) {
	v[colGold] = float64(len(places))
	v[colRanks] = float64(rankSum(places, missing))
	for i, k := range cutoffs {
		v[colHits+i] = float64(within(places, k))
	}
}

// within counts the places among the first k.
func within(places []int, k int) (n int) {
	for _, p := range places {
		if p > 0 && p <= k {
			n++
		}
	}
	return n
}

// bestSet writes exact match, precision, recall and F1 of what was predicted against the best of the gold sets; pred
// names it, under more than one name where need be.
func bestSet(into []float64, gold [][]string, pred map[string]bool, predicted int) {
	best := -1.0
	for _, set := range gold {
		hit := 0
		for _, g := range set {
			if pred[g] {
				hit++
			}
		}
		if m := overlap(hit, predicted, len(set)); m[3] > best {
			best = m[3]
			copy(into, m[:])
		}
	}
}

// overlap returns exact match, precision, recall and F1 of predictions, of which some are gold.
func overlap(hit, predicted, gold int) [4]float64 {
	p, r := float64(hit)/float64(max(predicted, 1)), float64(hit)/float64(max(gold, 1))
	return [4]float64{One(hit == predicted && hit == gold), p, r, harmonic(p, r)}
}

// goldElements returns the alternative sets of elements, each under its address or, where the file has only
// text, its words; sets of whole pages are none.
func goldElements(c *claims.Claim) [][]string {
	var out [][]string
	for _, s := range c.Gold {
		var set []string
		for _, e := range s.Items {
			title := graph.FoldTitle(e.Title)
			switch {
			case e.Element.Kind != graph.KindPage:
				set = addNew(set, addressKey(title, e.Element))
			case e.Text != "" && !c.Question: // MuSiQue's text is the whole paragraph
				set = addNew(set, textKey(title, e.Text))
			}
		}
		if len(set) > 0 {
			out = append(out, set)
		}
	}
	return out
}
