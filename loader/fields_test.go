package loader_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/loader"
)

var boats = loader.Fields{Title: "name", Text: "body", Links: "refs"}

// boatPages are the pages of each of the forms below.
var boatPages = []*graph.Page{
	{Title: "Skarn", Sentences: []graph.Sentence{
		{N: 0, Text: "The Skarn was built in Ostby.", Links: []graph.Hyperlink{{Anchor: "Ostby", Target: "Ostby"}}},
		{N: 1, Text: "She has two masts.", Links: []graph.Hyperlink{{Anchor: "masts", Target: "Mast"}}}}},
	{Title: "7", Sentences: []graph.Sentence{{N: 0, Text: `Called "seven".`}}},
}

func TestFields(t *testing.T) {
	for name, file := range map[string]string{
		"lines": `{"name": "Skarn", "body": "The Skarn was built in Ostby. She has two masts.", "refs": ["Ostby", "Mast"]}` + "\n" +
			`{"name": 7, "body": ["Called \"seven\"."], "refs": null}`,
		"list":       `[{"name": "Skarn", "body": "The Skarn was built in Ostby. She has two masts.", "refs": "Mast|Ostby"}, {"name": "7", "body": "Called \"seven\"."}]`,
		"commas":     "\ufeffid,name,body,refs\r\n1,Skarn,\"The Skarn was built in Ostby.\r\n\r\nShe has two masts.\",Ostby; Mast\r\n2,7,\"Called \"\"seven\"\".\",\r\n",
		"semicolons": "name;body;refs\nSkarn;The Skarn was built in Ostby. She has two masts.;Ostby|Mast\n7;Called \"seven\".;\n",
		"tabs":       "refs\tname\tbody\nOstby|Mast\tSkarn\tThe Skarn was built in Ostby. She has two masts.\n\t7\tCalled \"seven\".\n",
	} {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, []byte(file), 0o600); err != nil {
			t.Fatal(err)
		}
		store, report := load(t, loader.Input{Fields: boats}, loader.Options{}, path)
		for _, p := range store.pages {
			p.Ordinal, p.Order = 0, nil
		}
		if diff := cmp.Diff(store.pages, boatPages); diff != "" || report.Rejects != 0 {
			t.Errorf("%s: %d rejects; -got +want:\n%s", name, report.Rejects, diff)
		}
	}
}

// A field of an object in the record.
func TestNestedFields(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.jsonl")
	if err := os.WriteFile(path, []byte(`{"meta": {"name": "Skarn"}, "text.body": "A boat."}`), 0o600); err != nil {
		t.Fatal(err)
	}
	store, _ := load(t, loader.Input{Fields: loader.Fields{Title: "meta.name", Text: "text.body"}}, loader.Options{}, path)
	if len(store.pages) != 1 || store.pages[0].Title != "Skarn" || store.pages[0].Sentences[0].Text != "A boat." {
		t.Errorf("got %+v", store.pages)
	}
}

// What can't be read is refused with its place, and loses nothing else.
func TestFieldsRefused(t *testing.T) {
	for _, c := range []struct {
		file  string
		pages int
		want  []string
	}{
		{"name,body,refs\nA,x\n,y,\nB,,\nC,z,\n", 1, []string{":2: 2 columns, want 3", ":3: page without a title", `:4: page without text: "B" has nothing in column "body"`}},
		{"name,body,refs\nA,x,\nB,\"never ends\nC,z,\n", 1, []string{":3: the quote that begins here has no end"}},
		{"name,body,refs\nA,\xff,\nC,z,\n", 1, []string{":2: not UTF-8"}},
		{`{"name": "A"}` + "\n" + `{"body": "x"}` + "\n" + `{"name": {}, "body": "x"}` + "\n" + `{"name": "B", "body": "x", "refs": [1]}` + "\n" + `{"name": "C", "body": "x"}`, 1,
			[]string{`:1: page without text: "A" has nothing in field "body"`, `:2: page without a title: the record has no text in field "name"`, ":3: page without a title", `:4: field "refs"`}},
	} {
		path := filepath.Join(t.TempDir(), "x")
		if err := os.WriteFile(path, []byte(c.file), 0o600); err != nil {
			t.Fatal(err)
		}
		var got []string
		store, _ := load(t, loader.Input{Fields: boats}, loader.Options{Reject: func(r *loader.Reject) { got = append(got, r.Error()) }}, path)
		if len(store.pages) != c.pages || len(got) != len(c.want) {
			t.Errorf("%q: %d pages, rejects %q, want %d, %q", c.file, len(store.pages), got, c.pages, c.want)
			continue
		}
		for i := range got {
			if !strings.Contains(got[i], c.want[i]) {
				t.Errorf("%q: got %q, want %q", c.file, got[i], c.want[i])
			}
		}
	}
}

func TestParseFields(t *testing.T) {
	var got loader.Fields
	if err := got.Parse("links=refs, title=name,text=a.b"); err != nil || got != (loader.Fields{Title: "name", Text: "a.b", Links: "refs"}) {
		t.Errorf("got %+v, %v", got, err)
	}
	for _, bad := range []string{"", "title=a", "text=a", "title=a,text=", "title=a,text=b,title=c", "title=a,text=b,id=c", "title"} {
		if err := got.Parse(bad); !errors.Is(err, loader.ErrFields) {
			t.Errorf("%q: got %v, want ErrFields", bad, err)
		}
	}
}
