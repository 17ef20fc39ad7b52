package answer

import (
	"regexp"
	"strings"
)

// asking are the words that questions begin with.
var asking = regexp.MustCompile(
	`^(?i:(who|whom|whose|what|which|when|where|why|how|is|are|was|were|do|does|did|has|have|had|can|could|will|would|should|may) )+`)

// Statement returns a question without the words that ask and without the question mark: "Who designed the bridge?" becomes "designed the
// bridge.", which has the words of a claim about the same pages.
func Statement(question string) string {
	s := strings.TrimRight(strings.Join(strings.Fields(question), " "), "? ")
	return asking.ReplaceAllLiteralString(s, "") + "."
}
