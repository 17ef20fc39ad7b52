package loader_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bridgehop/bridgehop/loader"
)

// Numbers and truth values are text where text is wanted. Messages name the field and what was wanted, and no type of Go.
func TestJSONText(t *testing.T) {
	for record, want := range map[string]string{
		`{"title": 1984, "text": 12345}`: "1984: 12345", `{"title": true, "text": "It is."}`: "true: It is.", `{"title": 1.50, "sentences": ["One.", 2, false, null]}`: "1.50: One. 2 false",
		`{"title": "A", "paragraph_text": 7}`: "A: 7", `{"title": null, "text": "x"}`: "! page without a title", `{"title": "A", "text": null}`: "! page without text: \"A\" has no text",
		`{"title": ["A"], "text": "x"}`: "! broken JSON: title: want text, got a list", `{"title": {"a": 1}, "text": "x"}`: "! broken JSON: title: want text, got an object",
		`{"title": "A", "text": {"a": 1}}`: "! broken JSON: text: want a text or a list of sentences, got an object", `{"title": "A", "text": ["a", ["b"]]}`: "! broken JSON: sentence 2: want text, got a list",
		`[1, 2]`: "! broken JSON: the record: want an object, got a list", `{"title": "A", "text": "x", "disambiguation": "no"}`: `! broken JSON: field "disambiguation": want true or false, got text`,
		`{"title": "A", "text": "x"`: "! broken JSON: unexpected end of JSON input", `"x"`: "! broken JSON: the record: want an object, got text",
	} {
		var got string
		if p, err := loader.ParsePassage([]byte(record)); err != nil {
			got = "! " + err.Error()
		} else {
			got = p.Title + ": " + strings.Join(strings.Fields(p.PlainText()), " ")
		}
		if !strings.HasPrefix(got, want) || !strings.HasPrefix(want, "!") && got != want {
			t.Errorf("%s: %q; want %q", record, got, want)
		}
		for _, word := range []string{"Go ", "loader.", "string", "unmarshal", "struct", "[]", "json:"} {
			if strings.Contains(got, word) {
				t.Errorf("%s: %q says %q", record, got, word)
			}
		}
	}
}

// A field that looks like links is named once for a file, with the way to read it.
func TestUnreadLinks(t *testing.T) {
	file := write(t, t.TempDir(), "w.jsonl", `{"title": "A", "text": "See B."}
{"title": "B", "text": "It is.", "links": []}
{"title": "C", "text": "See A.", "links": ["A"]}
{"title": "D", "sentences": ["See A."], "links": ["A"]}
{"title": "E", "text": "See A.", "links": ["B"], "url": "x"}
`)
	var told []string
	_, report := load(t, loader.Input{}, loader.Options{Warn: func(r *loader.Reject) { told = append(told, strings.TrimPrefix(r.Error(), file)) }}, file)
	const remedy = ` the field "links" looks like links and is not read; --map title=title,text=`
	if diff := cmp.Diff(told, []string{":3:" + remedy + "text,links=links reads it", ":4:" + remedy + "sentences,links=links reads it"}); diff != "" || report.Rejects != 0 {
		t.Errorf("told (-got +want):\n%s", diff)
	}
}
