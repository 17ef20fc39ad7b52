package score

import (
	"cmp"
	"encoding/json"
	"errors"
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
	colClaims     = iota
	colRanks                      // recall and all-gold of each cutoff, reciprocal rank, average precision
	colGold       = colRanks + 10 // gold pages
	colHits       = colGold + 1   // of these, found at each cutoff; and the sum of their ranks
	colChains     = colHits + 5   // claims with chains and gold pages
	colPages      = colChains + 1 // of the best chain: em, precision, recall, f1
	colSents      = colPages + 4  // claims with chains and gold sentences
	colSentences  = colSents + 1  // em, precision, recall, f1
	colsRetrieval = colSentences + 4
)

var retrievalFigures = slices.Concat(
	means(colRanks, colClaims, "r@2", "r@5", "r@10", "r@20", "all_gold@2", "all_gold@5", "all_gold@10", "all_gold@20",
		"mrr", "map"),
	means(colHits, colGold, "hits@2", "hits@5", "hits@10", "hits@20", "mean_rank"),
	means(colPages, colChains, "page_em", "page_precision", "page_recall", "page_f1"),
	means(colSentences, colSents, "sentence_em", "sentence_precision", "sentence_recall", "sentence_f1"))

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
	sets := goldUnits(c, run.unit)
	if len(sets) == 0 {
		return nil
	}
	r := &ranking{}
	switch {
	case p != nil:
		r = p.ranked
	case run.chained:
		r.best = &chain{}
	}
	ranked := r.titles
	if run.unit == byPassage {
		ranked = r.passages
	}
	v := make([]float64, colsRetrieval)
	v[colClaims] = 1
	lowest := math.Inf(1)
	for _, set := range sets {
		places := ranks(ranked, set)
		for i, m := range rankMeasures(places) {
			v[colRanks+i] = max(v[colRanks+i], m)
		}
		if sum := rankSum(places, len(ranked)+1); sum/float64(len(set)) < lowest {
			lowest = sum / float64(len(set))
			v[colGold], v[colHits+len(cutoffs)] = float64(len(set)), sum
			for i, k := range cutoffs {
				v[colHits+i] = float64(within(places, k))
			}
		}
	}
	if r.best != nil {
		v[colChains] = 1
		pages := map[string]bool{}
		for _, p := range r.best.Pages {
			pages[graph.FoldTitle(p)] = true
		}
		copy(v[colPages:], bestSet(goldPages(c), pages, len(pages)))
		if sets := goldElements(c); len(sets) > 0 {
			cited, distinct := map[string]bool{}, map[element]bool{} // a repeated element counts once
			for _, item := range r.best.Evidence {
				e := item.element()
				distinct[e], cited[e.address], cited[e.text] = true, true, true
			}
			v[colSents] = 1
			copy(v[colSentences:], bestSet(sets, cited, len(distinct)))
		}
	}
	return v
}

func retrievalReport(r *run) (*Report, error) {
	if r.without == r.pairing.claims {
		return nil, fmt.Errorf("%w: %s names no gold %ss", ErrNoGold, r.goldFile, r.unit)
	}
	out := &Report{Task: r.name, Section: r.own(retrievalFigures)}
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

// goldSets returns the keys of the elements of each alternative set, once each; without keys a set is none.
func goldSets(c *claims.Claim, key func(claims.Evidence) string) (out [][]string) {
	for _, s := range c.Gold {
		var set []string
		for _, e := range s.Items {
			if k := key(e); k != "" {
				set = addNew(set, k)
			}
		}
		if len(set) > 0 {
			out = append(out, set)
		}
	}
	return out
}

func goldPages(c *claims.Claim) [][]string {
	return goldSets(c, func(e claims.Evidence) string { return graph.FoldTitle(e.Title) })
}

// goldElements returns the alternative sets of elements, each under its address or, where the file has only
// text, its words; sets of whole pages are none.
func goldElements(c *claims.Claim) [][]string {
	return goldSets(c, func(e claims.Evidence) string {
		switch title := graph.FoldTitle(e.Title); {
		case e.Element.Kind != graph.KindPage:
			return addressKey(title, e.Element)
		case e.Text != "" && !c.Question: // MuSiQue's text is the whole paragraph
			return textKey(title, e.Text)
		}
		return ""
	})
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

// rankMeasures returns recall and all-gold of each cutoff, the reciprocal rank of the first, and average precision.
func rankMeasures(places []int) []float64 {
	var recall, all []float64
	for _, k := range cutoffs {
		found := within(places, k)
		recall = append(recall, float64(found)/float64(len(places)))
		all = append(all, One(found == len(places)))
	}
	reciprocal, precision, found := 0.0, 0.0, 0.0
	for _, p := range slices.Sorted(slices.Values(places)) {
		if p > 0 {
			found++
			reciprocal = max(reciprocal, 1/float64(p))
			precision += found / float64(p)
		}
	}
	return slices.Concat(recall, all, []float64{reciprocal, precision / float64(len(places))})
}

// rankSum adds up ranks; a page that is not ranked has the rank missing.
func rankSum(places []int, missing int) (sum float64) {
	for _, p := range places {
		if p == 0 {
			p = missing
		}
		sum += float64(p)
	}
	return sum
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

// bestSet returns exact match, precision, recall and F1 of what was predicted against the best of the gold sets; pred
// names it, under more than one name where need be.
func bestSet(gold [][]string, pred map[string]bool, predicted int) (best []float64) {
	for _, set := range gold {
		hit := 0
		for _, g := range set {
			hit += int(One(pred[g]))
		}
		if m := overlap(hit, predicted, len(set)); best == nil || m[3] > best[3] {
			best = m
		}
	}
	return best
}

// overlap returns exact match, precision, recall and F1 of predictions, of which some are gold.
func overlap(hit, predicted, gold int) []float64 {
	p, r := float64(hit)/float64(max(predicted, 1)), float64(hit)/float64(max(gold, 1))
	return []float64{One(hit == predicted && hit == gold), p, r, harmonic(p, r)}
}

// ranking is the pages that a system retrieved for a claim, best first.
type ranking struct {
	titles   []string // folded, aligned with passages
	passages []string // fingerprints, "" if the file has none
	best     *chain   // nil if the record has no chains; empty if it found none
}

// chain is a chain of `hop --out` or `ask --out`.
type chain struct {
	Pages    []string       `json:"pages"`
	Evidence []evidenceItem `json:"evidence"`
}

type evidenceItem struct {
	Page string `json:"page"`
	ID   string `json:"id"`
	Text string `json:"text"`
}

// evidence returns the best chain's evidence; nil of no ranking.
func (r *ranking) evidence() []evidenceItem {
	if r == nil || r.best == nil {
		return nil
	}
	return r.best.Evidence
}

// The forms of the tasks that read rankings.
var (
	rankingForm = form{read: rankedLine}
	hotpotForm  = form{read: rankedLine, dictionary: true}
)

// rankedLine reads a line with "retrieved" (objects with page and passage, or titles) or "chains".
func rankedLine(in *row) (*prediction, error) {
	var items []struct{ Page, Title, Passage string }
	var titles []string
	var chains []chain
	if in.Chains != nil && json.Unmarshal(in.Chains, &chains) != nil {
		return nil, fmt.Errorf("field \"chains\": got %.40s", in.Chains)
	}
	if in.Retrieved == nil && chains == nil {
		return nil, errors.New(`neither "retrieved" nor "chains"; want a line of hop --out`)
	}
	if in.key() == "" {
		return nil, errors.New("no id; want a line of hop --out: {id, chains, retrieved}")
	}
	if in.Retrieved != nil && json.Unmarshal(in.Retrieved, &titles) != nil {
		titles = nil
		if err := json.Unmarshal(in.Retrieved, &items); err != nil {
			return nil, fmt.Errorf(`"retrieved": want [{"page", "passage", "score"}] or titles: %w`, err)
		}
	}
	r := &ranking{}
	for _, t := range titles {
		r.add(t, "")
	}
	for _, it := range items {
		r.add(cmp.Or(it.Page, it.Title), it.Passage)
	}
	if chains != nil {
		r.best = &chain{}
	}
	if len(chains) > 0 {
		*r.best = chains[0]
	}
	return &prediction{ranked: r, answer: in.Answer}, nil
}

func (r *ranking) add(title, passage string) {
	r.titles, r.passages = append(r.titles, graph.FoldTitle(title)), append(r.passages, passage)
}

// element names a predicted element by its address and by its words, since some gold has only text.
type element struct{ address, text string }

func (e evidenceItem) element() (out element) {
	a, err := graph.ParseAddress(e.ID)
	title := graph.FoldTitle(cmp.Or(e.Page, a.Title))
	if err != nil || a.Title == "" { // an id without its page
		a.Element, err = graph.ParseElement(e.ID)
	}
	if err == nil {
		out.address = addressKey(title, a.Element)
	}
	if e.Text != "" {
		out.text = textKey(title, e.Text)
	}
	return out
}

func addressKey(title string, e graph.Element) string { return title + "\t#" + e.String() }

// textKey returns a key for an element by its text. Files have text in NFD or NFC (FEVEROUS in NFD), stores in NFC.
func textKey(title, text string) string {
	return title + "\t\"" + graph.FoldSpace(text)
}
