package text

import (
	"cmp"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/bridgehop/bridgehop/graph"
)

// Mentions returns all runs of words in s that name pages, also nested and overlapping ones, ordered by start, the
// longest first. Case and diacritics don't matter; Exact marks the candidates whose name is spelt as in s. Punctuation
// of the name may be missing in s; other punctuation in s must be a hyphen, an apostrophe or the full stop of an
// initial. A possessive 's is no part of a mention. The plural of a name is a mention if it is no name itself. A
// misspelt word may stand for a word of a name: a word with a capital letter that no page has, one edit away from the
// only such word in names (see Index.Spellings); as a name of one word it needs eight letters. Plurals and misspelt
// words are never exact.
//
// Short runs must meet more conditions:
//
//   - a single word needs a capital letter, unless s has none; a common English word must not begin a
//     sentence; and as a part of a longer name (Donald in Donald Duck) it stands only for a page with that
//     title;
//   - if all other words are stop words, a word needs a capital letter too, unless the run is exact;
//   - an alias (graph.ByAlias) must not be a part of a longer mention;
//   - runs of common words, of stop words, and of letters and numbers of at most two digits must be exact.
func (ix *Index) Mentions(s string) (out []graph.Mention) {
	var err error
	defer ix.end(&err, debug.SetPanicOnFault(true))
	return ix.mentions(newNameText(s))
}

// Titles returns all runs of words in s that are the title of a page, with or without its parenthesis, also if they are
// written as common words: "horse" for Horse. A run needs a word that is no stop word. The order is that of Mentions.
func (ix *Index) Titles(s string) (out []graph.Mention) {
	var err error
	defer ix.end(&err, debug.SetPanicOnFault(true))
	t := newNameText(s)
	t.titles = true
	return ix.mentions(t)
}

func (d *dictionary) mentions(t *nameText) []graph.Mention {
	var out []graph.Mention
	for i := range t.words {
		out = d.from(out, t, i)
	}
	slices.SortStableFunc(out, func(a, b graph.Mention) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(b.End, a.End))
	})
	end := 0 // of what comes before
	return slices.DeleteFunc(out, func(m graph.Mention) bool {
		within := m.End <= end
		end = max(end, m.End)
		return within && m.Candidates[0].By == graph.ByAlias // which then is the only one
	})
}

// from appends the mentions that begin at word i.
func (d *dictionary) from(out []graph.Mention, t *nameText, i int) []graph.Mention {
	at := d.names.start()
	for j := i; j < len(t.words); j++ {
		if j > i {
			var ok bool
			if at, ok = d.names.step(at, " "); !ok {
				break
			}
		}
		before, guessed := at, false
		var ok bool
		if at, ok = d.names.step(before, t.folded[j]); !ok {
			at, guessed = d.guess(before, t, j)
			ok = guessed
		}
		var e []spelling
		if ok && !(guessed && i == j && t.tooShort(j)) {
			e = d.entry(at)
		}
		if e != nil {
			out = d.mention(out, t, i, j, e, guessed)
		} else {
			for _, singular := range singulars(t.folded[j]) {
				if w, ok := d.names.step(before, singular); ok {
					if e := d.entry(w); e != nil {
						out = d.mention(out, t, i, j, e, true)
						break
					}
				}
			}
		}
		if !ok {
			break
		}
	}
	return out
}

// singulars returns the words of which w may be the plural.
func singulars(w string) []string {
	switch {
	case len(w) < 4 || !strings.HasSuffix(w, "s") || strings.HasSuffix(w, "ss"):
		return nil
	case strings.HasSuffix(w, "ies"):
		return []string{w[:len(w)-3] + "y", w[:len(w)-1]}
	case strings.HasSuffix(w, "es"):
		return []string{w[:len(w)-1], w[:len(w)-2]}
	}
	return []string{w[:len(w)-1]}
}

// mention appends the mentions of the words from i to j: one for each span that a spelling covers, since "Yahoo!" may
// be written with its mark or without. A guessed name, of a plural or a misspelt word, is never exact.
func (d *dictionary) mention(out []graph.Mention, t *nameText, i, j int, e []spelling, guessed bool) []graph.Mention {
	priors := priors(e)
	first := len(out)
	for _, sp := range e {
		if !t.agree(sp.text, i, j) {
			continue
		}
		start, end, exact := t.span(sp.text, i, j)
		if exact = exact && !guessed; !t.allowed(i, j, sp.kind, exact) {
			continue
		}
		m := slices.IndexFunc(out[first:], func(m graph.Mention) bool { return m.Start == start && m.End == end })
		if m < 0 {
			m = len(out) - first
			out = append(out, graph.Mention{Start: start, End: end})
		}
		for _, p := range sp.pages {
			if int(p.doc) < d.pages.n {
				c := graph.Candidate{Page: d.pages.id(p.doc), By: sp.kind, Prior: priors[p.doc], Exact: exact}
				out[first+m].Candidates = addCandidate(out[first+m].Candidates, c)
			}
		}
	}
	added := slices.DeleteFunc(out[first:], func(m graph.Mention) bool { return len(m.Candidates) == 0 })
	for _, m := range added {
		slices.SortFunc(m.Candidates, func(a, b graph.Candidate) int {
			return cmp.Or(cmp.Compare(b.Prior, a.Prior), cmp.Compare(a.Page, b.Page))
		})
	}
	return out[:first+len(added)]
}

// addCandidate adds a candidate. A page is kept once, with its best name: an exact one, then one of the best kind.
func addCandidate(cs []graph.Candidate, c graph.Candidate) []graph.Candidate {
	for i := range cs {
		if cs[i].Page == c.Page {
			if c.Exact && !cs[i].Exact || c.Exact == cs[i].Exact && c.By < cs[i].By {
				cs[i] = c
			}
			return cs
		}
	}
	return append(cs, c)
}

// priorUses are added to the counted uses of a name, by kind: a title most often means its own page, and hardly ever a
// disambiguation page.
var priorUses = [...]float64{graph.ByTitle: 3, graph.ByBare: 1, graph.ByRedirect: 2, graph.ByAnchor: 0,
	graph.ByAlias: 1}

const disambiguationUses = 0.1

// priors returns for each page its share of a name's uses, over all spellings.
func priors(e []spelling) map[uint32]float64 {
	before, uses := map[uint32]float64{}, map[uint32]float64{}
	sum := 0.0
	for _, sp := range e {
		for _, m := range sp.pages {
			switch {
			case sp.kind == graph.ByAnchor:
				uses[m.doc] += float64(m.weight)
				sum += float64(m.weight)
				continue
			case m.weight == 0:
				before[m.doc] = max(before[m.doc], disambiguationUses)
			default:
				before[m.doc] = max(before[m.doc], priorUses[min(int(sp.kind), len(priorUses)-1)])
			}
		}
	}
	for _, sp := range e { // in a fixed order, because the sums depend on it
		for _, m := range sp.pages {
			if b, ok := before[m.doc]; ok {
				uses[m.doc] += b
				sum += b
				delete(before, m.doc)
			}
		}
	}
	for doc := range uses {
		uses[doc] /= sum
	}
	return uses
}
