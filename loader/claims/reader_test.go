package claims_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/loader/claims"
	"github.com/bridgehop/bridgehop/verify/label"
)

// read reads a text as a claim file.
func read(t testing.TB, text string) (out []*claims.Claim, problems []string) {
	t.Helper()
	r, err := claims.NewReader(strings.NewReader(text), "in")
	if err != nil {
		t.Fatal(err)
	}
	for c, err := range r.All() {
		if err != nil {
			problems = append(problems, err.Error())
			continue
		}
		out = append(out, c)
	}
	return out, problems
}

// nextOf returns the next claim, or io.EOF.
func nextOf(r *claims.Reader) (*claims.Claim, error) {
	for c, err := range r.All() {
		return c, err
	}
	return nil, io.EOF
}

func one(t testing.TB, text string) *claims.Claim {
	t.Helper()
	all, problems := read(t, text)
	if len(all) != 1 || len(problems) > 0 {
		t.Fatalf("%d claims, problems %v, want one claim", len(all), problems)
	}
	return all[0]
}

// gold lists the ids of all evidence, sets separated by "|".
func gold(c *claims.Claim) string {
	var sets []string
	for _, s := range c.Gold {
		var ids []string
		for _, e := range s.Items {
			ids = append(ids, e.ID())
		}
		sets = append(sets, strings.Join(ids, " + "))
	}
	return strings.Join(sets, " | ")
}

func TestFormats(t *testing.T) {
	for _, c := range []struct {
		name, in string
		want     claims.Claim // compared where set
		gold     string
	}{
		{"HoVer", `[{"uid":"u-1","claim":"Two mills.","supporting_facts":[["Old &amp; Mill",0],["Quay: a bridge",3],["Quay: a bridge",3]],"label":"NOT_SUPPORTED","num_hops":2,"hpqa_id":"f9"}]`,
			claims.Claim{ID: claims.ID{Raw: `"u-1"`}, Text: "Two mills.", Label: "NOT_SUPPORTED", Scheme: label.HoVer, Hops: 2, Family: "f9", GoldTitles: []string{"Old & Mill", "Quay: a bridge"}},
			"Old & Mill_sentence_0 + Quay: a bridge_sentence_3"},
		{"HoVer test row", `[{"uid":"u-2","claim":"Two mills."}]`, claims.Claim{ID: claims.ID{Raw: `"u-2"`}, Scheme: label.HoVer}, ""},
		{"FEVER: several sets, repeats", `{"id":7,"verifiable":"VERIFIABLE","label":"SUPPORTS","claim":"c","evidence":[[[1,2,"Cafe\u0301_-LRB-bar-RRB-",0],[1,2,"B-COLON-_x",4],[1,2,"B-COLON-_x",4]],[[3,4,"C",1]],[[5,6,"C",1]]]}`,
			claims.Claim{ID: claims.ID{Raw: "7"}, Label: "SUPPORTS", Scheme: label.FEVER, Hops: 1, GoldTitles: []string{"Café (bar)", "B: x", "C"}},
			"Café (bar)_sentence_0 + B: x_sentence_4 | C_sentence_1"},
		{"FEVER without enough information", `{"id":8,"verifiable":"NOT VERIFIABLE","label":"NOT ENOUGH INFO","claim":"c","evidence":[[[9,null,null,null]]]}`,
			claims.Claim{Label: "NOT ENOUGH INFO", Scheme: label.FEVER}, ""},
		{"FEVEROUS: header by content, ids split from the right", `{"evidence":[{"content":[],"context":{}}],"id":"","claim":"","label":"","annotator_operations":[{"operation":"","value":"","time":""}],"expected_challenge":"","challenge":""}
{"id":9,"claim":"c","label":"REFUTES","evidence":[{"content":["A_b_cell_0_1_2","A_b_header_cell_0_0_0","Q_table_caption_1"],"context":{"A_b_cell_0_1_2":["A_b_title"]}},{"content":["Z_item_2_5"],"context":{}}],"annotator_operations":[{"operation":"start","value":"x","time":"0"}],"challenge":"Numerical Reasoning"}`,
			claims.Claim{ID: claims.ID{Raw: "9"}, Label: "REFUTES", Scheme: label.FEVEROUS, Hops: 1, Challenge: "Numerical Reasoning", GoldTitles: []string{"A b", "Q", "Z"}},
			"A b_cell_0_1_2 + A b_header_cell_0_0_0 + Q_table_caption_1 | Z_item_2_5"},
		{"our own wiki's extra keys", `{"id":101,"claim":"c","label":"SUPPORTS","evidence":[{"content":["A_sentence_0"],"context":{}}],"annotator_operations":[],"challenge":"Other","num_hops":3,"shape":"star4","kind":"contrast","family":"skarn","edges":[["A","B"]]}`,
			claims.Claim{Scheme: label.FEVEROUS, Hops: 3, Shape: "star4", Kind: "contrast", Family: "skarn", Edges: [][2]string{{"A", "B"}}}, "A_sentence_0"},
		{"ProgramFC: text without numbers, links as anchors", `[{"id":3,"claim":"c","label":"supports","challenge":"Other","evidence":"Old Mill\tIt stands in [[Port_Almeric|the port]].\nQuay\tNear [[Old_Mill]]."}]`,
			claims.Claim{Label: "supports", Scheme: label.FEVEROUS, Hops: 2, GoldTitles: []string{"Old Mill", "Quay"}}, "Old Mill_title + Quay_title"},
		{"HotpotQA", `[{"_id":37,"question":"Which?","answer":"Rush","type":"bridge","level":"hard","supporting_facts":[["A",1],["B",9]],"context":[["A",["One."," Two."]],["B",["Three."]],["C",["Four."]]]}]`,
			claims.Claim{ID: claims.ID{Raw: "37"}, Text: "Which?", Question: true, Answer: "Rush", Kind: "bridge", Level: "hard", Hops: 2, Scheme: label.FEVER,
				GoldPassages: []claims.Passage{{"A", "One.  Two."}, {"B", "Three."}},
				Context:      []claims.Passage{{"A", "One.  Two."}, {"B", "Three."}, {"C", "Four."}}}, "A_sentence_1 + B_sentence_9"},
		{"MuSiQue: passages of one title", `{"id":"3hop2__1_2_3","question":"q?","answer":"a","answer_aliases":[],"answerable":true,"paragraphs":[{"idx":0,"title":"T","paragraph_text":"one","is_supporting":true},{"idx":1,"title":"T","paragraph_text":"two","is_supporting":true},{"idx":2,"title":"U","paragraph_text":"three","is_supporting":false}]}`,
			claims.Claim{Hops: 3, Kind: "3hop2", Question: true, GoldTitles: []string{"T"}, GoldPassages: []claims.Passage{{"T", "one"}, {"T", "two"}},
				Context: []claims.Passage{{"T", "one"}, {"T", "two"}, {"U", "three"}}}, "T_title + T_title"},
		{"a sentence without its page", `{"id":"54","claim":"c","evidence":"A sentence .","gold_label":"REFUTES","label":"REFUTES"}`,
			claims.Claim{ID: claims.ID{Raw: `"54"`}, Label: "REFUTES", Scheme: label.FEVER, Format: "plain"}, ""},
		{"FoolMeTwice, without its evidence", `{"id":"x","text":"the claim","label":"SUPPORTS","wikipedia_page":"Gandhi (film)","gold_evidence":[{"text":"Then."}]}`,
			claims.Claim{Text: "the claim", Label: "SUPPORTS", Format: "plain"}, ""},
		{"multihop: sentences by title", `{"id":"B1","claim":"c","label":"REFUTES","hops":3,"shape":"chain","pages":["A_b","C","D"],"evidence":[["C","Two."],["A_b","One."],["C","Three."]],"twin":"B2"}`,
			claims.Claim{ID: claims.ID{Raw: `"B1"`}, Text: "c", Label: "REFUTES", Scheme: label.FEVER, Format: "multihop", Hops: 3, Shape: "chain", GoldTitles: []string{"A b", "C", "D"}},
			"A b_title + C_title + C_title + D_title"},
		{"multihop: pages only", `{"id":"B1","claim":"c","pages":["A","B"]}`, claims.Claim{Format: "multihop", Hops: 2}, "A_title + B_title"},
		{"plain with a number of pages", `{"id":"p","claim":"c","pages":2}`, claims.Claim{Format: "plain"}, ""},
		{"multihop: a question", `{"id":"e1","question":"Which?","pages":["A","B (x)"],"type":"comparison","level":"hard"}`,
			claims.Claim{ID: claims.ID{Raw: `"e1"`}, Kind: "comparison", Level: "hard", Question: true, Hops: 2, GoldTitles: []string{"A", "B (x)"}}, "A_title + B (x)_title"},
		{"plain claim", `{"id":"q1","claim":"A mill."}`, claims.Claim{ID: claims.ID{Raw: `"q1"`}, Text: "A mill.", Scheme: label.FEVER}, ""},
		{"plain question", `{"id":5,"question":"A mill?"}`, claims.Claim{ID: claims.ID{Raw: "5"}, Text: "A mill?", Question: true}, ""},
		{"a line of text", "\n  The mill stands.\r\n", claims.Claim{ID: claims.ID{Raw: "2"}, Text: "The mill stands."}, ""},
		{"a byte order mark", "\xef\xbb\xbf{\"id\":5,\"claim\":\"A mill.\"}", claims.Claim{Text: "A mill."}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := one(t, c.in)
			g, w := reflect.ValueOf(*got), reflect.ValueOf(c.want)
			for i := range w.NumField() {
				if !w.Field(i).IsZero() && !reflect.DeepEqual(g.Field(i).Interface(), w.Field(i).Interface()) {
					t.Errorf("%s = %v, want %v", w.Type().Field(i).Name, g.Field(i), w.Field(i))
				}
			}
			if ids := gold(got); ids != c.gold {
				t.Errorf("gold = %q, want %q", ids, c.gold)
			}
		})
	}
}

func TestEvidenceText(t *testing.T) {
	c := one(t, `[{"id":3,"claim":"c","label":"supports","challenge":"Other","evidence":"Old Mill\tIt stands in [[Port_Almeric|the port]] near [[Old_Quay]]."}]`)
	if got, want := c.Gold[0].Items[0].Text, "It stands in the port near Old Quay."; got != want {
		t.Errorf("text = %q, want %q", got, want)
	}
	c = one(t, `[{"_id":"x","question":"q","supporting_facts":[["A",1],["A",5]],"context":[["A",["One."," Two."]]]}]`)
	if got := c.Gold[0].Items[0].Text; got != " Two." {
		t.Errorf("text of sentence 1 = %q, want %q", got, " Two.")
	}
	if e := c.Gold[0].Items[1]; e.Text != "" || e.Element != (graph.Element{Kind: graph.KindSentence, A: 5}) {
		t.Errorf("a sentence beyond the page = %+v, want it kept, without text", e)
	}
	c = one(t, `{"id":9,"claim":"c","label":"REFUTES","evidence":[{"content":["A_b_sentence_0"],"context":{"A_b_sentence_0":["A_b_title"]}}],"annotator_operations":[{"operation":"start"}],"challenge":"x"}`)
	if e := c.Gold[0].Items[0]; e.Page != "A_b" {
		t.Errorf("page = %q, want it as the file spells it", e.Page)
	}
	if got := c.Gold[0].Context["A_b_sentence_0"]; len(got) != 1 {
		t.Errorf("context = %v, want the title", got)
	}
}

// A bad record costs one line, not the run.
func TestBadRecords(t *testing.T) {
	for _, c := range []struct {
		name, in string
		claims   int
		problems []string // beginnings
	}{
		{"JSON lines", "{\"id\":1,\"claim\":\"a\"}\n{\"id\":2,\"claim\":\n{\"id\":3,\"claim\":\"\"}\n{\"id\":4,\"claim\":7}\n\n{\"id\":[5],\"claim\":\"e\"}\n{\"id\":6,\"claim\":\"f\"}", 2,
			[]string{"in:2: not JSON: ", "in:3: no claim or question", `in:4: field "claim": got number`, "in:6: "}},
		{"a list, with broken elements", "[\n{\"id\":1,\"claim\":\"a [{ \\\" b\"},\n{\"id\":2 \"claim\":\"b\"},\n7,\n{\"id\":3,\"claim\":\"c\"}\n]\n", 2,
			[]string{"in:3: not JSON: ", "in:4: want a JSON object, got number"}},
		{"a list with a } too many", "[{\"id\":1,\"claim\":\"a\"}},\n{\"id\":2,\"claim\":\"b\"},\n{\"id\":3,\"claim\":\"c\"}]", 3, []string{"in:1: not JSON: "}},
		{"a list that breaks off", "[{\"id\":1,\"claim\":\"a\"},\n{\"id\":2,\"cl", 1, []string{"in:2: the file ends within this record or list"}},
		{"a list without an end", "[{\"id\":1,\"claim\":\"a\"},\n", 1, []string{"in:2: the file ends within this record or list"}},
		{"text after a list", "[{\"id\":1,\"claim\":\"a\"}]\n{}", 1, []string{"in:2: broken JSON: the list has ended; the text after it is not loaded"}},
		{"not UTF-8", "{\"id\":1,\"claim\":\"a\xff\"}\n{\"id\":2,\"claim\":\"b\"}", 1, []string{"in:1: not valid UTF-8"}},
		{"FEVEROUS ids", `{"id":1,"claim":"c","label":"SUPPORTS","challenge":"x","evidence":[{"content":["noid"],"context":{}}]}`, 0, []string{`in:1: evidence id "noid": `}},
		{"FEVER evidence", `{"id":1,"claim":"c","label":"SUPPORTS","evidence":[[["P",0]]]}`, 0, []string{"in:1: evidence "}},
		{"multihop", "{\"id\":1,\"claim\":\"a\",\"pages\":[\"A\"],\"evidence\":[[\"B\",\"x\"]]}\n{\"id\":2,\"claim\":\"b\",\"pages\":[\"A\"],\"evidence\":[7]}\n{\"id\":3,\"claim\":\"c\",\"pages\":[1]}", 0,
			[]string{`in:1: evidence of page "B": want one of the claim's pages`, "in:2: evidence [7]: want [[title, sentence]]", `in:3: field "pages": got number`}},
		{"CSV rows", "claim,label,page\na,SUPPORT,A\nb,SUPPORT\n,SUPPORT,A\n", 1,
			[]string{"in:3: 2 columns, want 3", "in:4: no claim or question"}},
		{"an empty file", "", 0, nil},
		{"an empty list", "[]", 0, nil},
		{"another task's file", `{"answer":{"a":"b"},"sp":{}}`, 0, []string{"in:1: "}},
	} {
		t.Run(c.name, func(t *testing.T) {
			all, problems := read(t, c.in)
			if len(all) != c.claims {
				t.Errorf("%d claims, want %d", len(all), c.claims)
			}
			if len(problems) != len(c.problems) {
				t.Fatalf("problems = %q, want %q", problems, c.problems)
			}
			for i, p := range problems {
				if !strings.HasPrefix(p, c.problems[i]) {
					t.Errorf("problem %q, want %q…", p, c.problems[i])
				}
			}
		})
	}
}

// A claim whose gold evidence or label can't be read can be answered all the same; one of no words is known by its id.
func TestBadRecordsKeepTheirWords(t *testing.T) {
	for _, c := range []struct {
		in, id, text string
		scheme       label.Scheme
	}{
		{`{"id":"x3","claim":"   "}`, "x3", "   ", label.FEVER},
		{`{"id":6,"claim":"a","label":1}`, "6", "a", label.FEVER},
		{`{"_id":"10","question":"Who?","supporting_facts":"B"}`, "10", "Who?", label.FEVER},
		{`{"id":1,"claim":"c","label":"SUPPORTS","challenge":"x","evidence":[{"content":["noid"],"context":{}}]}`, "1", "c", label.FEVEROUS},
		{`{"id":1,"claim":"c","label":"SUPPORTS","verifiable":"VERIFIABLE","evidence":[[["P",0]]]}`, "1", "c", label.FEVER},
		{`{"id":"B1","claim":"c","label":"REFUTES","pages":["A"],"evidence":"x"}`, "B1", "c", label.FEVER},
		{`{"uid":"u","claim":"c","supporting_facts":[["P"]],"num_hops":2,"label":"SUPPORTED"}`, "u", "c", label.HoVer},
	} {
		r, err := claims.NewReader(strings.NewReader(c.in), "in")
		if err != nil {
			t.Fatal(err)
		}
		var bad *claims.RecordError
		if _, err := nextOf(r); !errors.As(err, &bad) || bad.Claim == nil {
			t.Errorf("%s: got %v, want a bad record with its claim", c.in, err)
		} else if got := bad.Claim; got.ID.Key() != c.id || got.Text != c.text || got.Scheme != c.scheme || got.Place.Line != 1 || len(got.Gold) > 0 {
			t.Errorf("%s: got %+v, want id %s, %q of %s", c.in, got, c.id, c.text, c.scheme)
		}
	}
	for _, in := range []string{`{"claim":"a","label":1}`, `{"id":[5],"claim":"e"}`, `{"id":4,"claim":7}`, `{"id":2,"claim":`, `{"id":2,"title":"a"}`} {
		r, err := claims.NewReader(strings.NewReader(in), "in")
		if err != nil {
			t.Fatal(err)
		}
		var bad *claims.RecordError
		if _, err := nextOf(r); !errors.As(err, &bad) || bad.Claim != nil {
			t.Errorf("%s: got %v, want a bad record without a claim", in, err)
		}
	}
}

// Records without ids are told apart by their lines, those of a list by their place in it.
func TestNumbersForIDs(t *testing.T) {
	for in, want := range map[string]string{"a\n\nb": "1 3", `[{"claim":"a"},{"claim":"b"}]`: "1 2", "{\"claim\":\"a\"}\n\n{\"claim\":\"b\"}": "1 3"} {
		all, problems := read(t, in)
		if got := all[0].ID.Key() + " " + all[1].ID.Key(); got != want || len(problems) > 0 {
			t.Errorf("%q: ids %s, problems %v, want %s", in, got, problems, want)
		}
	}
}

func TestErrors(t *testing.T) {
	r, err := claims.NewReader(strings.NewReader(`{"id":1,"claim":""}`), "in")
	if err != nil {
		t.Fatal(err)
	}
	_, err = nextOf(r)
	var bad *claims.RecordError
	if !errors.As(err, &bad) || !errors.Is(err, claims.ErrNoClaim) || bad.Place != (claims.Place{File: "in", Line: 1}) {
		t.Errorf("error = %v, want %v at in:1", err, claims.ErrNoClaim)
	}
	if _, err := nextOf(r); err != io.EOF {
		t.Errorf("after the last record: %v, want EOF", err)
	}
	if _, err := claims.Open(filepath.Join(t.TempDir(), "none")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("error = %v, want %v", err, os.ErrNotExist)
	}
	cut := gzipped(t, strings.Repeat(`{"id":1,"claim":"abcdefg"}`+"\n", 100))
	r, err = claims.NewReader(bytes.NewReader(cut[:len(cut)-12]), "cut.gz")
	for err == nil {
		_, err = nextOf(r)
	}
	if err == io.EOF || !strings.HasPrefix(err.Error(), "cut.gz: ") {
		t.Errorf("a truncated gzip file ended with %v, want an error", err)
	}
}

func gzipped(t testing.TB, s string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := z.Write([]byte(s)); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// Names say nothing: a gzip file called .txt is read.
func TestCompressedByContent(t *testing.T) {
	path := filepath.Join(t.TempDir(), "claims.txt")
	if err := os.WriteFile(path, gzipped(t, `[{"uid":"a","claim":"b"}]`), 0o600); err != nil {
		t.Fatal(err)
	}
	if f, err := claims.Detect(path); err != nil || f != claims.Hover {
		t.Errorf("Detect = %q, %v, want %q", f, err, claims.Hover)
	}
}

// A given format is kept to, and a broken first record does not hide the format.
// The first record that is of one format alone gives the format.
func TestFormat(t *testing.T) {
	r, err := claims.NewReader(strings.NewReader("{\"id\":1,\"evid\n{\"uid\":\"x\",\"claim\":\"c\"}\n"), "in")
	if err != nil || r.Format() != claims.Hover {
		t.Errorf("Format = %q, %v, want %q", r.Format(), err, claims.Hover)
	}
	docs, err := os.ReadFile(filepath.Join("..", "..", "docs", "cli.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range claims.Formats {
		if !strings.Contains(string(docs), "\n| "+string(f)+" | ") {
			t.Errorf("nothing is told of %s", f)
		}
	}
}

func TestIDs(t *testing.T) {
	for _, raw := range []string{`7`, `"7"`, `"a\u0301"`, `12345678901234567890`} {
		var id claims.ID
		if err := json.Unmarshal([]byte(raw), &id); err != nil {
			t.Fatal(err)
		}
		if got, err := json.Marshal(id); err != nil || string(got) != raw {
			t.Errorf("id %s became %s, %v", raw, got, err)
		}
	}
	var number, text claims.ID
	_ = json.Unmarshal([]byte(`7`), &number)
	_ = json.Unmarshal([]byte(`"7"`), &text)
	if number.Key() != text.Key() {
		t.Errorf("keys %q and %q differ, want one id", number.Key(), text.Key())
	}
}

func TestStopEarly(t *testing.T) {
	r, err := claims.NewReader(strings.NewReader("{\"id\":1,\"claim\":\"a\"}\n{\"id\":2,\"claim\":\"b\"}\n"), "in")
	if err != nil {
		t.Fatal(err)
	}
	next, stop := iter.Pull2(r.All())
	if c, _, ok := next(); !ok || c.ID.Key() != "1" {
		t.Errorf("first claim %v, want 1", c)
	}
	stop()
	if c, err := nextOf(r); err != nil || c.ID.Key() != "2" {
		t.Errorf("after stopping: %v, %v, want claim 2", c, err)
	}
}

// Reading never panics, and every claim has text and an id.
func FuzzReader(f *testing.F) {
	for _, s := range []string{`[{"uid":"a","claim":"b","supporting_facts":[["A",1]]}]`, "{\"id\":1,\"claim\":\"c\",\"evidence\":[[[1,2,\"P\",0]]]}\n",
		"claim,id\na,['b\\u00e9']\n", "text\n", `["a", "b"]`, "id\tclaim\n1\t\"a\"\n", "claim;id\na;b\n", `[{"_id":1,"question":"q","supporting_facts":[["A",-1]],"context":[["A",["x"]]]}]`, "[", "[{", "\x1f\x8b",
		"\xff\xfea\x00 \x00c\x00", "\x00a\x00 \x00c\x00l\x00a", "[\x00\"\x00a\x00\"\x00]\x00"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		r, err := claims.NewReader(bytes.NewReader(b), "in")
		if err != nil {
			return
		}
		for c, err := range r.All() {
			if err == nil && (strings.TrimSpace(c.Text) == "" || c.ID.IsZero()) {
				t.Fatalf("claim without text or id: %+v", c)
			}
		}
	})
}

func ExampleReader() {
	in := `[{"uid":"56cb","claim":"The mill stands by the bridge.","label":"SUPPORTED","num_hops":2,
  "supporting_facts":[["Old Mill",0],["Stone Bridge",2]]},
 {"uid":"9a78","claim":""}]`
	r, err := claims.NewReader(strings.NewReader(in), "dev.json")
	if err != nil {
		fmt.Println(err)
		return
	}
	for c, err := range r.All() {
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(c.Scheme, c.ID, c.Label, c.Hops, c.GoldTitles, c.Gold[0].Items[1].ID())
	}
	// Output:
	// hover 56cb SUPPORTED 2 [Old Mill Stone Bridge] Stone Bridge_sentence_2
	// dev.json:3: no claim or question
}
