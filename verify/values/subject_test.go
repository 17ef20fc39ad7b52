package values_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/verify/values"
)

// spanIn returns where a name stands in a claim.
func spanIn(claim, name string) graph.Mention {
	at := strings.Index(claim, name)
	return graph.Mention{Start: at, End: at + len(name)}
}

func TestRole(t *testing.T) {
	for _, test := range []struct{ claim, name, want string }{
		{"The director of Skerry was born in Tarn.", "Skerry", "director"},
		{"The director of the film Skerry was born in Tarn.", "Skerry", "director"},
		{"Skerry's director was born in Tarn.", "Skerry's", "director"},
		{"The wife of Ada Holm was a painter.", "Ada Holm", "wife"},
		{"The author of Skerry died.", "Skerry", "author"},
		{"Skerry was born in Tarn.", "Skerry", ""},
		{"The director who loved Skerry was born in Tarn.", "Skerry", ""},
		{"Her father Per Holm was a smith.", "Per Holm", ""}, // he is Per Holm
		{"Skerry", "Skerry", ""},
	} {
		if got := values.Role(test.claim, spanIn(test.claim, test.name)); got != test.want {
			t.Errorf("%s: role %q, want %q", test.claim, got, test.want)
		}
	}
	if got := values.Role("Skerry", graph.Mention{Start: 6, End: 6}); got != "" {
		t.Errorf("an empty name has the role %q", got)
	}
}

func TestRelates(t *testing.T) {
	for _, test := range []struct {
		claim, first, second string
		want                 bool
	}{
		{"Skarn is older than Holm.", "Skarn", "Holm", true},
		{"Skarn was born before Holm.", "Skarn", "Holm", true},
		{"Skarn and Holm were born in the same year.", "Skarn", "Holm", true},
		{"Skarn is older than Holm.", "Holm", "Skarn", false}, // the order counts
		{"Skarn met Holm.", "Skarn", "Holm", false},
		{"Skarn wasn't born before Holm.", "Skarn", "Holm", false},
		{"Skarn is older than Holm.", "Skarn", "Skarn", false},
	} {
		if got := values.Relates(test.claim, spanIn(test.claim, test.first), spanIn(test.claim, test.second)); got != test.want {
			t.Errorf("%s: %s and %s: %v, want %v", test.claim, test.first, test.second, got, test.want)
		}
	}
}

func TestCompares(t *testing.T) {
	for claim, want := range map[string]bool{
		"Skarn is older than Holm.": true, "Skarn died before Holm.": true, "Skarn outlived Holm.": true,
		"Skarn and Holm were born in the same year.": true, "Skarn and Holm are from different countries.": true,
		"Skarn was born in 1870.": false, "Skarn and Holm are the same.": false, "The year was good.": false, "": false, "Than": false,
	} {
		if got := values.Compares(claim); got != want {
			t.Errorf("%s: %v, want %v", claim, got, want)
		}
	}
}

func TestHolders(t *testing.T) {
	for _, test := range []struct{ role, text, want string }{
		{"director", "Skerry is a film directed by Ada Holm.", "[ by Ada Holm.]"},
		{"author", "It is a novel by Ada Holm, written in 1920.", "[ in 1920.  Ada Holm, written in 1920.]"},
		{"director", "Skerry is an island.", "[]"},
		{"king", "Skerry was ruled by Ada Holm.", "[]"},
		{"director", "İskerry, directed by Ada Holm", "[ by Ada Holm]"}, // a letter that is longer in lower case
		{"director", "", "[]"},
	} {
		var got []string
		for _, at := range values.Holders(test.role, test.text) {
			got = append(got, test.text[at:])
		}
		if s := fmt.Sprint(got); s != test.want {
			t.Errorf("%s in %q: %q, want %q", test.role, test.text, s, test.want)
		}
	}
}

// Which page a value is about: the one that is named last before it, by its whole title or as the planner says.
func TestSubjects(t *testing.T) {
	pages := []values.Page{
		page("Charles Darwin", "Charles Darwin (12 February 1809 – 19 April 1882) was a naturalist."),
		page("Henry Tarn", "Henry Tarn (born 3 May 1901) is a smith."),
		page("Skerry (film)", "Skerry is a 1979 film directed by Bernard Lindqvist."),
		page("Bernard Lindqvist", "Bernard Lindqvist (born 1950) is a director."),
	}
	pages[0].Named = "Darwin"
	judge(t, pages, stating, []verdict{
		{"Darwin was born in 1809.", "SUPPORTS 12 February 1809"},
		{"Henry Darwin was born in 1809.", ""}, // somebody else
		{"Charles Darwin admired Henry Tarn, who was born in 1901.", ""},
		{"Charles Darwin admired Henry Tarn, who was born in 1809.", "REFUTES 3 May 1901"},
		{"Skerry was released in 1979.", "SUPPORTS 1979"},
		{"The director of Skerry was born in 1950.", "SUPPORTS 1950"},
		{"The author of Skerry was born in 1950.", ""},
	})
}
