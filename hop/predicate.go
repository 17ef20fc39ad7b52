package hop

import (
	"regexp"
	"slices"
	"strings"

	"github.com/bridgehop/bridgehop/graph/english"
)

// unsaid reports whether no page of the chain speaks of what the claim tells of its subject. The words that no page has must be half of
// its common words outside names, by rarity, and one of them the first, which as a rule is the verb or the noun that it belongs to. A claim
// that says what its subject is ("is a fish") is another matter, because each page that says what it is speaks of that; and so are words
// that compare or negate, which no page repeats.
func (f *frontier) unsaid(s *state, open []string) bool {
	q := f.q
	titles := q.inNames
	for _, n := range s.members() {
		titles = titles.union(f.nodes[n].title)
	}
	said, missing := 0.0, 0.0
	for i, t := range q.order {
		word := q.text[q.starts[i]:q.ends[i]]
		switch {
		case !q.small.has(t) || titles.has(t) || english.Adverbs[word] || strings.HasSuffix(word, "ly"):
		case slices.Contains(open, word) && !english.Compares(word) && !negating.MatchString(word) && !whatIs.MatchString(q.text[:q.starts[i]]):
			missing += q.idf[t]
		case missing == 0:
			return false // the first one is said
		default:
			said += q.idf[t]
		}
	}
	return missing > said
}

var (
	negating = regexp.MustCompile(`^(un|non)`)
	whatIs   = regexp.MustCompile(`(?i)\b(is|are|was|were|be|been|become|became) ` +
		`((not|also|only|once|\w+ly) )*(an?|the|one|several|some) `)
)
