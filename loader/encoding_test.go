package loader_test

import (
	"strings"
	"testing"

	"github.com/bridgehop/bridgehop/loader"
)

// A dump is in UTF-8; a page with other bytes is a reject with its place.
func TestDumpEncodings(t *testing.T) {
	const page = "\n<mediawiki><page><title>Caf\xe9</title><ns>0</ns><revision><text>The Caf\xe9 is old.</text></revision></page>\n" +
		"<page><title>B</title><ns>0</ns><revision><text>Plain.</text></revision></page></mediawiki>"
	for _, c := range []struct {
		name, head, want string
		rejects          int64
	}{
		{"ISO-8859-1", `<?xml version="1.0" encoding="ISO-8859-1"?>`, "", 1},
		{"none", "", "", 1},
		{"UTF-8", `<?xml version="1.0" encoding="utf-8"?>`, "", 1},
	} {
		store, report := load(t, loader.Input{Format: "wikipedia"}, loader.Options{}, write(t, "", "a.xml", c.head+page))
		got := ""
		for _, p := range store.pages {
			if p.Title != "B" {
				got = p.Title
			}
		}
		if got != c.want || report.Rejects != c.rejects {
			t.Errorf("%s: title %q and %d rejects, want %q and %d", c.name, got, report.Rejects, c.want, c.rejects)
		}
	}
}

// Text in another encoding is refused with the remedy, whatever the format; what is no text is told as such.
func TestTextInOtherEncodings(t *testing.T) {
	for name, test := range map[string]struct{ file, text, want string }{
		"Latin-1 note":     {"a.md", "# Caf\xe9\n\nCaf\xe9.\n", "-f ISO-8859-1 -t UTF-8"},
		"KOI8-R note":      {"a.md", "\xcd\xc5\xcc \xc2\xc5\xcc.", "-f ISO-8859-1 -t UTF-8"},
		"UTF-16 note":      {"a.md", "\xff\xfe#\x00 \x00A\x00", "-f UTF-16 -t UTF-8"},
		"UTF-16 JSON":      {"a.jsonl", "\xfe\xff\x00{\x00}", "-f UTF-16 -t UTF-8"},
		"Latin-1 JSON":     {"a.jsonl", `{"title":"` + "\xe9\xe8\xe9\xe8" + `","text":"x"}`, "-f ISO-8859-1 -t UTF-8"},
		"no text":          {"a.md", "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", "not text: want JSON lines"},
		"no text, no NUL":  {"a.jsonl", strings.Repeat("\x9d\xc3\x28\x02\xfe", 9), "not text: want JSON lines"},
		"unended metadata": {"a.md", "---\ntitle: \"A\n\nIt is old.\n", "front matter without an end"},
	} {
		var told []string
		warn := func(r *loader.Reject) { told = append(told, r.Error()) }
		store, _ := load(t, loader.Input{}, loader.Options{Warn: warn, Reject: warn}, write(t, t.TempDir(), test.file, test.text))
		if len(told) != 1 || !strings.Contains(told[0], test.want) {
			t.Errorf("%s: told %q, want %q", name, told, test.want)
		}
		for _, p := range store.pages {
			if got := strings.TrimSpace(p.PlainText()); got != "It is old." {
				t.Errorf("%s: %q is loaded", name, got)
			}
		}
	}
}
