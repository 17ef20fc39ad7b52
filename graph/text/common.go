package text

import (
	_ "embed"
	"strings"
)

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
