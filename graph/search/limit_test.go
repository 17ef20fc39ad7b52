package search_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/bridgehop/bridgehop/graph/search"
)

// A query that would take minutes and gigabytes is refused before it is compiled.
func TestQueryLimits(t *testing.T) {
	s, dir := wiki(t)
	ix := open(t, dir, s)
	for _, query := range []string{
		strings.Repeat("*+", 900), strings.Repeat("(*", 900), strings.Repeat("*", 9), strings.Repeat("?", 9), strings.Repeat("light ", 33), strings.Repeat("+light ", 30) + "-a -b -c", "a* b* c* d* e*", "a* b? c* d? e*",
		strings.Repeat("a", 2001), `"` + strings.Repeat("light ", 400) + `"`,
		"marrow^0", "marrow^NaN", "marrow^Inf", "marrow^9e307", "1850^0", "+title:marrow^0", `"granite tower"^0`, "mar*^0",
	} {
		if _, err := ix.Search(t.Context(), query, 0, 10); !errors.Is(err, search.ErrLimit) || !errors.Is(err, search.ErrQuery) {
			t.Errorf("%.40s: got %v, want %v", query, err, search.ErrLimit)
		}
	}
	for _, query := range []string{strings.Repeat("light ", 32), "a* b* c? d* light", "light^2.5 tower^0.1", "1850^3", strings.Repeat("*a", 8)} {
		if _, err := ix.Search(t.Context(), query, 0, 10); err != nil {
			t.Errorf("%.40s: %v", query, err)
		}
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if _, err := ix.Search(ended, "light*", 0, 10); !errors.Is(err, context.Canceled) {
		t.Errorf("after the deadline: got %v", err)
	}
}
