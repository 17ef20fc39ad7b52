package answer

import (
	"strings"

	"github.com/bridgehop/bridgehop/graph/english"
)

// Statement returns the question without the words that ask and without the question mark: "Who designed the bridge?"
// becomes "designed the bridge.", which has the words of a claim about the same pages.
func (a *Asked) Statement() string {
	words := strings.Fields(strings.TrimRight(a.Question, "? "))
	for len(words) > 1 && (english.Askers[strings.ToLower(words[0])] ||
		english.Auxiliaries[strings.ToLower(words[0])]) {
		words = words[1:]
	}
	return strings.Join(words, " ") + "."
}
