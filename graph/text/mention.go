package text

import (
	"cmp"
	_ "embed" // common.txt
	"runtime/debug"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

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
		start, end, exact, ok := t.fit(sp.text, i, j)
		if exact = exact && !guessed; !ok || !t.allowed(i, j, sp.kind, exact) {
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

// nameText is a text split into words, in which names are searched.
type nameText struct {
	s      string
	words  []word
	folded []string
	lower  bool // no capital letter after the first character
	titles bool // search only titles, see Titles
}

func newNameText(s string) *nameText {
	_, first := utf8.DecodeRuneInString(s)
	t := &nameText{s: s, lower: !strings.ContainsFunc(s[first:], unicode.IsUpper)}
	for w, ok := nextWord(s, 0); ok; w, ok = nextWord(s, w.end) {
		t.words = append(t.words, w)
		t.folded = append(t.folded, foldWord(s[w.start:w.end]))
	}
	return t
}

// fit returns the place of a name in the text: the words from i to j, with the punctuation around the name if the text
// has it. Exact reports whether the text equals the name, in normal form C and with white space folded; ok, whether the
// characters between the words may be between the words of the name.
func (t *nameText) fit(name string, i, j int) (start, end int, exact, ok bool) {
	first, _ := nextWord(name, 0)
	last := first
	for k := i; k < j; k++ {
		next, more := nextWord(name, last.end)
		if !more || !agreeGap(t.s[t.words[k].end:t.words[k+1].start], name[last.end:next.start], t.words[k]) {
			return 0, 0, false, false
		}
		last = next
	}
	start, end = t.words[i].start, t.words[j].end
	head, tail := name[:first.start], name[last.end:]
	if strings.HasSuffix(t.s[:start], head) && strings.HasPrefix(t.s[end:], tail) {
		long := t.s[start-len(head) : end+len(tail)]
		if long == name || graph.FoldSpace(long) == name {
			return start - len(head), end + len(tail), true, true
		}
	}
	return start, end, false, true
}

// agreeGap reports whether the name has all characters that the text has between two words, except those that are often
// optional, such as hyphens. Before is the word before the gap.
func agreeGap(text, name string, before word) bool {
	if text == name || text == " " || text == "" {
		return true
	}
	if strings.Count(text, "\n") > 1 {
		return false
	}
	for i, r := range text {
		switch {
		case unicode.IsSpace(r) || unicode.Is(unicode.Pd, r) || strings.ContainsRune("'’‘ʼ`´·′", r) || strings.ContainsRune(name, r):
		case r == '.' && (i+1 == len(text) || before.end-before.start <= 3): // a.b; J. Smith, Dr. Smith
		default:
			return false
		}
	}
	return true
}

// allowed reports whether the words from i to j may be a name; see Mentions.
func (t *nameText) allowed(i, j int, by graph.NameKind, exact bool) bool {
	content, plain, last := 0, true, i // number of words that are not slight; whether all of them are common; the last of them
	for k := i; k <= j; k++ {
		if !t.slight(k) {
			content, last = content+1, k
			plain = plain && common[t.folded[k]]
		}
	}
	switch {
	case t.titles:
		return content > 0 && by <= graph.ByBare
	case i < j && (content == 0 || plain):
		return exact || content > 1 && t.lower
	case content > 1:
		return true
	case content == 0:
		return exact && t.capital(i) && !t.short(i) && !t.sentenceStart(i)
	case !t.capital(last):
		return t.lower && !plain || exact && i < j && !t.sentenceStart(i)
	case i == j:
		return !(plain && t.sentenceStart(i)) && (by == graph.ByTitle || !t.partOfName(i))
	}
	return true
}

// partOfName reports whether word k is next to another proper word and joined to it by a space, as Donald and Trump are: the two may
// be a longer name.
func (t *nameText) partOfName(k int) bool {
	return t.proper(k-1) && t.s[t.words[k-1].end:t.words[k].start] == " " || t.proper(k+1) && t.s[t.words[k].end:t.words[k+1].start] == " "
}

func (t *nameText) proper(k int) bool {
	if k < 0 || k >= len(t.words) || t.slight(k) || common[t.folded[k]] {
		return false
	}
	return graph.IsCapital(t.s[t.words[k].start:])
}

// slight reports whether word k is no name alone: a stop word, a symbol, a single character, or a number of at most two digits.
func (t *nameText) slight(k int) bool {
	f := t.folded[k]
	return t.words[k].symbol || utf8.RuneCountInString(f) == 1 || isStop(f) || len(f) < 3 && isNumber(f)
}

// short reports whether word k is no name even if exact: a symbol, a number, or a word of a script without spaces.
func (t *nameText) short(k int) bool {
	r, _ := utf8.DecodeRuneInString(t.folded[k])
	return t.words[k].symbol || class(r) == ideograph || isNumber(t.folded[k])
}

func isNumber(s string) bool { return strings.Trim(s, "0123456789") == "" }

// capital reports whether word k has a capital letter, or no letter with case.
func (t *nameText) capital(k int) bool {
	cased := false
	for _, r := range t.s[t.words[k].start:t.words[k].end] {
		if unicode.IsUpper(r) || unicode.IsTitle(r) {
			return true
		}
		cased = cased || unicode.IsLower(r)
	}
	return !cased
}

// sentenceStart reports whether word k is the first of a sentence, not counting quotation marks and brackets.
func (t *nameText) sentenceStart(k int) bool {
	before := strings.TrimRightFunc(t.s[:t.words[k].start], func(r rune) bool {
		return r != '\n' && unicode.IsSpace(r) || unicode.In(r, unicode.Ps, unicode.Pi) || r == '"' || r == '\''
	})
	return before == "" || strings.ContainsRune(".!?\n。", lastRune(before))
}

func lastRune(s string) rune {
	r, _ := utf8.DecodeLastRuneInString(s)
	return r
}

// common are English words that often begin a sentence and are also titles of pages. At the start of a sentence their
// capital letter means nothing. Stop words are not listed.
var common = func() map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(commonWords) {
		m[w] = true
	}
	return m
}()

//go:embed common.txt
var commonWords string
