package graph_test

import (
	"testing"

	"github.com/bridgehop/bridgehop/graph"
)

func TestFoldTitle(t *testing.T) {
	tests := []struct{ in, want string }{
		{"Jose\u0301 Ola", "José Ola"}, // NFD
		{"José_Ola", "José Ola"},
		{"AT&amp;T", "AT&T"},
		{"&quot;Ola&quot; (song)", "\"Ola\" (song)"},
		{"ola", "Ola"},
		{"éclair", "Éclair"},
		{"2001: a hill", "2001: a hill"},
		{"Portal:Ola", "Portal:Ola"}, // a colon makes no namespace
		{"  a \t b\u00a0c ", "A b c"},
		{"__", ""},
		{"", ""},
		{"iPot", "IPot"},
	}
	for _, tt := range tests {
		if got := graph.FoldTitle(tt.in); got != tt.want {
			t.Errorf("FoldTitle(%q): got %q, want %q", tt.in, got, tt.want)
		}
	}
	if got, want := graph.CleanTitle("iPot_&amp;_co"), "iPot & co"; got != want {
		t.Errorf("CleanTitle: got %q, want %q", got, want)
	}
}

func TestLinkTitle(t *testing.T) {
	tests := []struct{ in, want string }{
		{"mount_Ola", "Mount Ola"},
		{"Jos%C3%A9%20Ola", "José Ola"},
		{"100% Ola", "100% Ola"},
		{"%FF", "%FF"},
		{"Ola#History", "Ola"},
		{"#History", ""},
		{"C%23", "C"},
		{":Category:Hills", "Category:Hills"},
		{"AT&amp;T", "AT&T"},
		{"", ""},
	}
	for _, tt := range tests {
		if got := graph.LinkTitle(tt.in); got != tt.want {
			t.Errorf("LinkTitle(%q): got %q, want %q", tt.in, got, tt.want)
		}
	}
}

func TestBareTitle(t *testing.T) {
	for in, want := range map[string]string{"Marrow (river)": "Marrow", "Marrow": "Marrow", "(Ola)": "(Ola)", "A (b) (c)": "A (b)", "A(b)": "A(b)"} {
		if got := graph.BareTitle(in); got != want {
			t.Errorf("BareTitle(%q): got %q, want %q", in, got, want)
		}
	}
}

// A normal form is its own normal form, unless it happens to be an entity again.
func FuzzFoldTitle(f *testing.F) {
	for _, s := range []string{"", "ola", "Jose\u0301", "a_b", "AT&amp;T", "&amp;amp;", "\xff\xfe", "ŉ", "ǆ", "%41#b", "&#95;x"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for name, fold := range map[string]func(string) string{"FoldTitle": graph.FoldTitle, "LinkTitle": graph.LinkTitle} {
			once := fold(s)
			if hasEscape(once) {
				continue
			}
			if twice := fold(once); twice != once {
				t.Errorf("%s(%q): got %q, then %q", name, s, once, twice)
			}
		}
	})
}

func hasEscape(s string) bool {
	for _, c := range s {
		if c == '&' || c == '%' || c == '_' || c == ':' || c == '#' {
			return true
		}
	}
	return false
}
