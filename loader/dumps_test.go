package loader_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/graphtest"
	"github.com/bridgehop/bridgehop/loader"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

func hyperlink(anchor, target string) []graph.Hyperlink {
	return []graph.Hyperlink{{Anchor: anchor, Target: target}}
}

// The lines of corpora.md on HotpotQA's dump, one sentence each.
func TestParseHotpotQA(t *testing.T) {
	p, err := loader.ParseHotpotQA([]byte(`{"id":"12","url":"x","title":"Kell &amp; sons","charoffset":[[[0,1]]],
"text":["One."],"text_with_links":["It is in <a href=\"Ostby%20%28town%29\">Ostby</a>."," By <a href=\"%22Ole%22_Vorn#Life\">\"Ole\" Vorn</a>, <a href=\"the \"Tarn\" inn\">AT&amp;T</a>.",
"<a href=\"mill\">&quot;Mill&quot;</a>","<a href=\"File%3AA.jpg\">a</a> <a href=\"#here\">b</a> <a href=\"open","Cafe\u0301 a &lt; b"]}`))
	if err != nil {
		t.Fatal(err)
	}
	want := []graph.Sentence{
		{N: 0, Text: "It is in Ostby.", Links: hyperlink("Ostby", "Ostby (town)")},
		{N: 1, Text: `By "Ole" Vorn, AT&T.`, Links: append(hyperlink(`"Ole" Vorn`, `"Ole" Vorn`), hyperlink("AT&T", `The "Tarn" inn`)...)},
		{N: 2, Text: `"Mill"`, Links: hyperlink(`"Mill"`, "Mill")},
		{N: 3, Text: `a b <a href="open`},
		{N: 4, Text: "Caf\u00e9 a < b"},
	}
	if diff := cmp.Diff(p.Sentences, want, cmpopts.EquateEmpty()); diff != "" || p.Title != "Kell & sons" {
		t.Errorf("%q (-got +want):\n%s", p.Title, diff)
	}
	if p, err = loader.ParseHotpotQA([]byte(`{"title":"A","text":[["a"," b"],[" c"]]}`)); err != nil || len(p.Sentences) != 3 || p.Sentences[2].Text != "c" {
		t.Errorf("text by paragraph: %+v, %v; want three sentences", p, err)
	}
	if p, err = loader.ParseHotpotQA([]byte(`{"title":"A","text":["a"," b"],"text_with_links":null}`)); err != nil || len(p.Sentences) != 2 || p.Sentences[1].Text != "b" {
		t.Errorf("null beside a text: %+v, %v; want two sentences", p, err)
	}
	for _, c := range []struct {
		in   string
		want error
	}{
		{`{"title":"A","text":null,"text_with_links":null}`, loader.ErrNoText},
		{`{"title":"A"`, loader.ErrJSON}, {`{"text":["x"]}`, loader.ErrNoTitle}, {`{"title":"A"}`, loader.ErrNoText},
		{`{"title":"A","text_with_links":[5]}`, loader.ErrJSON},
	} {
		if _, err := loader.ParseHotpotQA([]byte(c.in)); !errors.Is(err, c.want) {
			t.Errorf("%s: error %v, want %v", c.in, err, c.want)
		}
	}
}

// A link that is not whole takes nothing of what follows it, however many there are.
func TestHotpotQABrokenLinks(t *testing.T) {
	for _, c := range []struct {
		text, want string
		links      []graph.Hyperlink
	}{
		{`On <a href="Kell">it</a> by <a href="Ostby>Ostby</a>, in <a href="Vorn">Vorn</a>.`, `On it by <a href="Ostby>Ostby</a>, in Vorn.`, append(hyperlink("it", "Kell"), hyperlink("Vorn", "Vorn")...)},
		{`By <a href="Ostby, in <a href="Vorn">Vorn</a>.`, `By <a href="Ostby, in Vorn.`, hyperlink("Vorn", "Vorn")},
		{`In <a href="Vorn">Vorn`, `In <a href="Vorn">Vorn`, nil},
		{`In <a href="Vorn>Vorn</a>`, `In <a href="Vorn>Vorn</a>`, nil},
		{strings.Repeat(`<a href="`, 200_000) + `A">b</a>`, strings.Repeat(`<a href="`, 199_999) + "b", hyperlink("b", "A")},
	} {
		text, err := json.Marshal([]string{c.text})
		if err != nil {
			t.Fatal(err)
		}
		p, err := loader.ParseHotpotQA([]byte(`{"title":"A","text_with_links":` + string(text) + `}`))
		if err != nil || p.Sentences[0].Text != c.want || !cmp.Equal(p.Sentences[0].Links, c.links) {
			t.Errorf("%.80s: %.200v, %v; want %.80q, %v", c.text, p, err, c.want, c.links)
		}
	}
}

// A link to a redirect has no page until a table of redirects is given.
func TestHotpotQALinksToRedirects(t *testing.T) {
	dump := write(t, "", "wiki_00", `{"title":"Ostby","text":["x"],"text_with_links":["On <a href=\"the%20Kell\">it</a>."]}`+"\n"+`{"title":"Kell (river)","text":["y"],"text_with_links":["y"]}`+"\n")
	store := graphtest.Store(t)
	for i, in := range []loader.Input{{}, {Redirects: write(t, "", "redirects.tsv", "The Kell\tKell (river)\n")}} {
		if _, err := loader.Load(t.Context(), store, open(t, in, dump), loader.Options{}); err != nil {
			t.Fatal(err)
		}
		stats, err := store.Stats(t.Context())
		if err != nil || stats.Links != int64(i) || stats.LinksUnresolved != int64(1-i) {
			t.Errorf("links %d, unresolved %d, %v; want %d, %d", stats.Links, stats.LinksUnresolved, err, i, 1-i)
		}
	}
}

// The lines of corpora.md on FEVER's wiki-pages.
func TestParseFEVER(t *testing.T) {
	c, err := loader.ParseFEVER([]byte(`{"id":"Savages_-LRB-2012_film-RRB-","text":"x","lines":"0\tIt -LRB- 2012 -RRB- is by Cafe\u0301 .\tCafe\u0301\tCafe\u0301_-COLON-_Vorn\tcat\tCategory-COLON-Cats\n1\t\n2\tA line\n7 that breaks\n\n9\n2 and goes on .\tline\tLine\todd\n3\tThe end ."}`))
	if err != nil {
		t.Fatal(err)
	}
	want := []graph.Sentence{
		{N: 0, Text: "It ( 2012 ) is by Caf\u00e9 .", Links: hyperlink("Caf\u00e9", "Caf\u00e9 : Vorn")},
		{N: 2, Text: "A line 7 that breaks 9 2 and goes on .", Links: hyperlink("line", "Line")},
		{N: 3, Text: "The end ."},
	}
	got := c.Pages[0]
	if diff := cmp.Diff(got.Sentences, want, cmpopts.EquateEmpty()); diff != "" || got.Title != "Savages (2012 film)" {
		t.Errorf("%q (-got +want):\n%s", got.Title, diff)
	}
	for _, in := range []string{`{"id":"","text":"","lines":""}`, `{"id":"A","text":"","lines":""}`, `{"id":"A","text":"One. Two.","lines":""}`} {
		c, err := loader.ParseFEVER([]byte(in))
		if err != nil || (len(c.Pages) == 0) != (in[7] == '"') {
			t.Errorf("%s: %d pages, %v", in, len(c.Pages), err)
		}
	}
	for in, want := range map[string]error{`{`: loader.ErrJSON, `{"text":"x"}`: loader.ErrNoTitle, `{"id":"","text":"x"}`: loader.ErrNoTitle} {
		if _, err := loader.ParseFEVER([]byte(in)); !errors.Is(err, want) {
			t.Errorf("%s: error %v, want %v", in, err, want)
		}
	}
}

// A record of another form of Unicode is found under either.
func TestFEVERTitleForms(t *testing.T) {
	store := graphtest.Store(t)
	path := write(t, "", "wiki-001.jsonl", `{"id":"","text":"","lines":""}`+"\n"+`{"id":"Cafe`+"\u0301"+`","text":"x","lines":"0\tx"}`+"\n")
	r, err := loader.Load(t.Context(), store, open(t, loader.Input{}, path), loader.Options{})
	if err != nil || r.Rejects != 0 || r.Added != 1 {
		t.Fatalf("report %+v, %v; want one page", r, err)
	}
	ids, err := store.Lookup(t.Context(), []string{"Caf\u00e9", "cafe\u0301"})
	if err != nil || len(ids[0]) != 1 || len(ids[1]) != 1 {
		t.Errorf("lookup %v, %v; want the page twice", ids, err)
	}
}

func TestParseQuestion(t *testing.T) {
	for _, in := range []string{
		`{"_id":"1","question":"q","context":[["A_b",["One."," Two."]],["C",[]]]}`,
		`{"id":"1","question":"q","context":{"title":["A b","C"],"sentences":[["One."," Two."],[]]}}`,
		`{"id":"2hop__1","question":"q","paragraphs":[{"idx":0,"title":"A b","paragraph_text":"One. Two."},{"idx":1,"title":"C","paragraph_text":""}]}`,
	} {
		c, err := loader.ParseQuestion([]byte(in))
		if err != nil || len(c.Pages) != 2 || c.Pages[0].Title != "A b" || c.Pages[1].Title != "C" || len(c.Pages[1].Sentences) != 0 {
			t.Fatalf("%s: %+v, %v", in, c.Pages, err)
		}
		if s := c.Pages[0].Sentences; len(s) != 2 || s[0].Text != "One." || s[1].N != 1 || s[1].Text != "Two." {
			t.Errorf("%s: sentences %+v", in, s)
		}
	}
	for in, want := range map[string]error{
		`{"question":"q"}`: loader.ErrNoText, `{"question":"q","context":null}`: loader.ErrNoText, `{"question":"q","context":null,"paragraphs":null}`: loader.ErrNoText,
		`{"context":[["A"]]}`: loader.ErrJSON, `{"context":[["",[]]]}`: loader.ErrNoTitle,
		`{"context":{"title":["A"],"sentences":[]}}`: loader.ErrJSON, `{"context":5}`: loader.ErrJSON, `{"paragraphs":[{"title":"A"}]}`: loader.ErrNoText,
	} {
		if _, err := loader.ParseQuestion([]byte(in)); !errors.Is(err, want) {
			t.Errorf("%s: error %v, want %v", in, err, want)
		}
	}
}

// All question files that there are, with the counts that a script in another language found: questions, and
// paragraphs that differ in title or text, and titles.
func TestLoadQuestions(t *testing.T) {
	for _, c := range []struct {
		path                   []string
		records, pages, titles int
	}{
		{[]string{"hotpotqa", "hotpot_dev_distractor_subset.json"}, 434, 4290, 4290},
		{[]string{"hotpotqa", "hotpot_dev_fullwiki_subset.json.bz2"}, 506, 4972, 4972},
		{[]string{"hotpotqa", "hotpot_train_subset.json"}, 403, 3976, 3976},
		{[]string{"2wikimultihopqa", "dev_subset.json"}, 454, 3041, 3041},
		{[]string{"2wikimultihopqa", "train_subset.json.gz"}, 500, 3112, 3112},
		{[]string{"musique", "musique_ans_dev_subset.jsonl.gz"}, 204, 3400, 2941},
		{[]string{"musique", "musique_ans_train_subset.jsonl.gz"}, 100, 1890, 1764},
	} {
		t.Run(c.path[1], func(t *testing.T) {
			path := data(t, c.path...)
			if f, err := loader.Detect(path); f != "questions" || err != nil {
				t.Fatalf("detect: %v, %v", f, err)
			}
			store, report := load(t, loader.Input{}, loader.Options{}, path)
			different, titles := map[string]bool{}, map[string]bool{}
			for _, p := range store.pages {
				different[p.Title+p.Passage()], titles[p.Title] = true, true
			}
			got := []int{int(report.Records), len(different), len(titles), int(report.Rejects)}
			if diff := cmp.Diff(got, []int{c.records, c.pages, c.titles, 0}); diff != "" {
				t.Errorf("records, paragraphs, titles, rejects (-got +want):\n%s", diff)
			}
		})
	}
}
