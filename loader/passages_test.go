package loader_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/loader"
	"github.com/google/go-cmp/cmp"
)

func TestParsePassage(t *testing.T) {
	say := func(texts ...string) (out []graph.Sentence) {
		for i, s := range texts {
			out = append(out, graph.Sentence{N: i, Text: s})
		}
		return out
	}
	linked := say("Kell rises here.")
	linked[0].Links = []graph.Hyperlink{{Anchor: "Kell", Target: "Mount Kell"}}
	for _, c := range []struct {
		name, in string
		want     graph.Page
	}{
		{"text", `{"title":"A","text":"One. Two.","idx":3}`, graph.Page{Title: "A", Sentences: say("One.", "Two.")}},
		{"list under text", `{"title":"A","text":["One."," Two."]}`, graph.Page{Title: "A", Sentences: say("One.", "Two.")}},
		{"sentences", `{"title":"A","sentences":["One. And more.","Two."]}`, graph.Page{Title: "A", Sentences: say("One. And more.", "Two.")}},
		{"empty sentence keeps its number", `{"title":"A","sentences":["One.",""," Three."]}`, graph.Page{Title: "A", Sentences: say("One.", "", "Three.")}},
		{"paragraph_text", `{"idx":1,"title":"A","paragraph_text":"One.","is_supporting":true}`, graph.Page{Title: "A", Sentences: say("One.")}},
		{"sentences before text", `{"title":"A","text":"x","sentences":["One."]}`, graph.Page{Title: "A", Sentences: say("One.")}},
		{"null", `{"title":"A","text":null,"sentences":["One."]}`, graph.Page{Title: "A", Sentences: say("One.")}},
		{"no words", `{"title":"A","text":""}`, graph.Page{Title: "A"}},
		{"link", `{"title":"A","text":"[[Mount_Kell|Kell]] rises here."}`, graph.Page{Title: "A", Sentences: linked}},
		{"title with entities, underscores, spaces", `{"title":" Salt_&amp;  Iron ","text":""}`, graph.Page{Title: "Salt & Iron"}},
		{"decomposed title", `{"title":"Cafe\u0301","text":""}`, graph.Page{Title: "Caf\u00e9"}},
		{"title with a colon", `{"title":"Vorn: A Life","text":""}`, graph.Page{Title: "Vorn: A Life"}},
		{"disambiguation", `{"title":"A","text":"","disambiguation":true}`, graph.Page{Title: "A", Disambiguation: true}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := loader.ParsePassage([]byte(c.in))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(*got, c.want); diff != "" {
				t.Errorf("page (-got +want):\n%s", diff)
			}
		})
	}
}

func TestParsePassageRefuses(t *testing.T) {
	for _, c := range []struct {
		name, in string
		want     error
	}{
		{"broken", `{"title":"A","text":"x`, loader.ErrJSON},
		{"no object", `["A","x"]`, loader.ErrJSON},
		{"title of another kind", `{"title":[5],"text":"x"}`, loader.ErrJSON},
		{"text of another kind", `{"title":"A","text":{"b":5}}`, loader.ErrJSON},
		{"list of other things", `{"title":"A","sentences":[[1]]}`, loader.ErrJSON},
		{"no title", `{"text":"x"}`, loader.ErrNoTitle},
		{"null title", `{"title":null,"text":"x"}`, loader.ErrNoTitle},
		{"blank title", `{"title":" _ ","text":"x"}`, loader.ErrNoTitle},
		{"no text", `{"title":"A","body":"x"}`, loader.ErrNoText},
	} {
		t.Run(c.name, func(t *testing.T) {
			if _, err := loader.ParsePassage([]byte(c.in)); !errors.Is(err, c.want) {
				t.Errorf("error %v, want %v", err, c.want)
			}
		})
	}
}

func TestSplitSentences(t *testing.T) {
	for _, c := range []struct{ name, in string }{
		{"two", "The river rises here.|It is long."},
		{"question and exclamation", "Who was Vorn?|A smith!|He died."},
		{"initials", "J. R. Vorn wrote it.|He died."},
		{"title of a person", "It was built by Dr. Vorn and St. Anna of Mt. Kell.|It stands."},
		{"abbreviation within", "The U.S. Navy came.|Some left, e.g. Ann Vorn and her sister."},
		{"abbreviation at the end", "She lives in the U.S.|The house is old."},
		{"company", "Kell Inc. Holdings sold it.|It was bought by Kell Inc.|The price was low."},
		{"decimals", "It is 3.5 m high.|The other is 4.25 m."},
		{"number", "It is No. 5 of its kind.|He said no.|Five came."},
		{"month", "Born on Jan. 5, 1900, he died on Feb. 6, 1950."},
		{"quote", "He said \"It is late.\"|She left."},
		{"bracket", "It fell (see Kell.)|She left."},
		{"mark in a title", "\"Who Goes There?\" is a story.|It is short."},
		{"ellipsis", "And then...|Nothing came."},
		{"lower case", "The firm kell.com grew.|It sank."},
		{"world war", "He fought in World War I.|The war ended."},
		{"link", "It lies in [[A._B._Land|A. B. Land]].|[[Ostby]] is near."},
		{"link before a small word", "It is by Vorn Jr. [[river|river]] men."},
		{"accents", "Élan rose.|Ärger fell.|«Non» was said."},
		{"year", "He came in 1900.|1901 was better."},
		{"no mark", "No mark at all"},
		{"other script", "山は高い。 川は長い。"},
	} {
		t.Run(c.name, func(t *testing.T) {
			want := strings.Split(c.in, "|")
			if strings.Contains(c.in, "[[A._B.") {
				want = []string{"It lies in [[A._B._Land|A. B. Land]].", "[[Ostby]] is near."}
			}
			if strings.Contains(c.in, "[[river") {
				want = []string{c.in}
			}
			if c.name == "other script" {
				want = strings.Fields(c.in)
			}
			if diff := cmp.Diff(loader.SplitSentences(strings.Join(want, " ")), want); diff != "" {
				t.Errorf("sentences (-got +want):\n%s", diff)
			}
		})
	}
	if got, want := loader.SplitSentences("A heading\n\nA text\nthat goes on. \n \n"), []string{"A heading", "A text\nthat goes on."}; !cmp.Equal(got, want) {
		t.Errorf("paragraphs: %q, want %q", got, want)
	}
	if got := loader.SplitSentences(" \n\n "); got != nil {
		t.Errorf("white space: %q, want none", got)
	}
}

// Brackets that nothing closes take no longer than other words, however many.
func TestSplitSentencesHostile(t *testing.T) {
	for _, text := range []string{". " + strings.Repeat("[", 4_000_000), strings.Repeat(". [[a", 800_000), strings.Repeat(". [[|[[", 500_000), strings.Repeat(". [[", 1_000_000) + "]]"} {
		begin := time.Now()
		loader.SplitSentences(text)
		if took := time.Since(begin); took > 10*time.Second {
			t.Errorf("%d MB of %.8q take %v", len(text)>>20, text, took)
		}
	}
}
