package values

import (
	"strings"

	"github.com/bridgehop/bridgehop/graph/english"
)

// closed has words that say nothing of the topic of a claim.
var closed = set(`a an the of in on at to for from by with and or but as is was were are be been being have has
	had do does did it its his her their they he she this that these those there which who whom whose when where
	while during into than then also not no s`)

// set and pairs make lists of words, see package english.
var (
	set   = english.Set
	pairs = english.Pairs
)

// irregular maps irregular forms to their stems.
var irregular = pairs(`won:win lost:lose held:hold took:take taken:take made:make came:come went:go ran:run
	began:begin had:have has:have was:be were:be is:be are:be been:be men:man women:woman children:child
	people:person played:play scored:score born:bear wrote:write written:write left:leave got:get gave:give
	given:give beat:beat beaten:beat fewest:few fewer:few feet:foot`)

// stem returns a word in lower case without the usual endings: point for points, scor for scored and scores.
func stem(w string) string {
	if s, ok := irregular[w]; ok {
		return strings.TrimSuffix(s, "e")
	}
	w = strings.TrimSuffix(w, "'s")
	for _, e := range endings {
		if len(w) > e.longer && strings.HasSuffix(w, e.end) && !kept[w[len(w)-2:]] {
			w = w[:len(w)-e.cut] + e.put
			if e.undouble {
				w = undouble(w)
			}
			if e.last {
				return w
			}
			break
		}
	}
	return strings.TrimSuffix(w, "e")
}

// endings are tried in order; kept are ends of words that only look like one.
var (
	endings = []struct {
		end            string
		longer, cut    int
		put            string
		undouble, last bool
	}{
		{"ies", 4, 3, "y", false, true},
		{"sses", 4, 2, "", false, true}, {"ches", 4, 2, "", false, true}, {"shes", 4, 2, "", false, true},
		{"xes", 4, 2, "", false, true}, {"s", 3, 1, "", false, false},
		{"ing", 5, 3, "", true, false}, {"ed", 4, 2, "", true, false},
	}
	kept = set("ss us is")
)

// undouble returns a word without the second of two consonants at its end.
func undouble(w string) string {
	n := len(w)
	if n > 3 && w[n-1] == w[n-2] && w[n-1] != 'l' && w[n-1] != 's' {
		return w[:n-1]
	}
	return w
}
