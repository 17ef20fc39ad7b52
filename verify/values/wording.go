package values

import (
	"cmp"

	"github.com/blevesearch/snowballstem"
	snowball "github.com/blevesearch/snowballstem/english"

	"github.com/bridgehop/bridgehop/graph/english"
)

// closed has words that say nothing of the topic of a claim.
var closed = set(`a an the of in on at to for from by with and or but as is was were are be been being have has
	had do does did it its his her their they he she this that these those there which who whom whose when where
	while during into than then also not no s`)

// set and pairs make lists of words, see package english.
var set, pairs = english.Set, english.Pairs

// irregular maps irregular forms to their stems.
var irregular = pairs(`won:win lost:lose held:hold took:take taken:take made:make came:come went:go ran:run
	began:begin had:have has:have was:be were:be is:be are:be been:be men:man women:woman children:child
	people:person played:play scored:score born:bear wrote:write written:write left:leave got:get gave:give
	given:give beat:beat beaten:beat fewest:few fewer:few feet:foot`)

// stem returns a word in lower case without its endings: point for points, score for scored and scores.
func stem(w string) string {
	env := snowballstem.NewEnv(cmp.Or(irregular[w], w))
	snowball.Stem(env)
	return env.Current()
}
