package claims_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
	"github.com/ulikunitz/xz"

	"github.com/bridgehop/bridgehop/loader/claims"
)

// Lists of strings, and tables that name their columns, are no lines of text.
func TestFramings(t *testing.T) {
	for _, c := range []struct {
		name, in string
		want     []string // id, words and label
		problems []string // beginnings
	}{
		{"a list of strings", "[\"A mill.\",\n \"It\\u2019s \\\"old\\\".\", \"\", 7, {\"id\":\"x\",\"claim\":\"A quay.\"}]",
			[]string{`1|A mill.|`, "2|It’s \"old\".|", "x|A quay.|"}, []string{"in:2: no claim or question", "in:2: want a JSON object, got number"}},
		{"a list of one string", `["A mill."]`, []string{"1|A mill.|"}, nil},
		{"a text that begins with a quotation in brackets", "[\"The Mill\" is a film]\nA mill.\n", []string{`1|["The Mill" is a film]|`, "2|A mill.|"}, nil},
		{"CSV", "id,claim,label\n7,\"A mill, old\",SUPPORTS\n,A quay,\nx,,\n8,A\n", []string{"7|A mill, old|SUPPORTS", "3|A quay|"},
			[]string{"in:4: no claim or question", "in:5: 2 columns, want 3"}},
		{"CSV with semicolons and other letters", "\"Claim\"; Label;ID\nA mill;REFUTES;007\n", []string{"007|A mill|REFUTES"}, nil},
		{"CSV of one column", "claim\n\"A mill, old\"\n", []string{"2|A mill, old|"}, nil},
		{"TSV", "uid\tclaim\r\nu1\t\"The Mill\" is a film\r\n\r\nu2\t\"\"\"The Mill\"\" is old\"\r\nu3\r\n", []string{`u1|"The Mill" is a film|`, `u2|"The Mill" is old|`},
			[]string{"in:5: 1 columns, want 2"}},
		{"text with commas", "A mill, which is old, stands.\n", []string{"1|A mill, which is old, stands.|"}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			all, problems := read(t, c.in)
			var got []string
			for _, cl := range all {
				got = append(got, cl.ID.Key()+"|"+cl.Text+"|"+cl.Label)
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("claims %q, want %q", got, c.want)
			}
			if !slices.EqualFunc(problems, c.problems, strings.HasPrefix) {
				t.Errorf("problems %q, want %q", problems, c.problems)
			}
		})
	}
}

func TestCompressions(t *testing.T) {
	const text = `{"uid":"a","claim":"A mill."}` + "\n"
	var zst, lzma bytes.Buffer
	z, err := zstd.NewWriter(&zst)
	if err != nil {
		t.Fatal(err)
	}
	x, err := xz.NewWriter(&lzma)
	if err != nil {
		t.Fatal(err)
	}
	_, _ = z.Write([]byte(text))
	_, _ = x.Write([]byte(text))
	if z.Close() != nil || x.Close() != nil {
		t.Fatal("close")
	}
	for name, b := range map[string][]byte{"zstd": zst.Bytes(), "xz": lzma.Bytes()} {
		if c := one(t, string(b)); c.Text != "A mill." {
			t.Errorf("%s: %q", name, c.Text)
		}
		r, err := claims.NewReader(bytes.NewReader(b[:len(b)-9]), "cut")
		for err == nil {
			_, err = nextOf(r)
		}
		if !strings.HasPrefix(err.Error(), "cut: ") {
			t.Errorf("%s that breaks off ended with %v, want an error", name, err)
		}
	}
}

// A file in UTF-16 is refused as a whole; all other text may be claims.
func TestUTF16(t *testing.T) {
	utf16 := func(s string) string { return strings.Join(strings.Split(s, ""), "\x00") + "\x00" }
	for _, test := range []struct{ text, want string }{
		{"\xff\xfe" + utf16("A claim.\n"), "UTF-16"}, {utf16("A claim about towers.\n"), "UTF-16"}, {"\x00" + utf16("A claim about towers.\n"), "UTF-16"},
		{"#1 in the charts was Nevermind.\nA\tB.\n", ""}, {"# bridgehop\n\nIt verifies claims.\n", ""}, {"Ålesund är en stad.\n", ""}, {"", ""},
	} {
		_, err := claims.NewReader(strings.NewReader(test.text), "in")
		if (err != nil) != (test.want != "") || err != nil && !strings.Contains(err.Error(), test.want) {
			t.Errorf("%.20q: got %v, want an error with %q", test.text, err, test.want)
		}
	}
}
