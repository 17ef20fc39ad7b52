package loader_test

import (
	"strings"
	"testing"

	"github.com/bridgehop/bridgehop/loader"
)

// A dump is read in the encoding that its first line names. Bytes that are none of it are a reject with its place.
func TestDumpEncodings(t *testing.T) {
	const page = "\n<mediawiki><page><title>Caf\xe9</title><ns>0</ns><revision><text>The Caf\xe9 is old.</text></revision></page>\n" +
		"<page><title>B</title><ns>0</ns><revision><text>Plain.</text></revision></page></mediawiki>"
	for _, c := range []struct {
		name, head, want string
		rejects          int64
	}{
		{"ISO-8859-1", `<?xml version="1.0" encoding="ISO-8859-1"?>`, "Café", 0},
		{"windows-1252", `<?xml version='1.0' encoding='windows-1252'?>`, "Café", 0},
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
	file := write(t, "", "a.xml", `<?xml version="1.0" encoding="klingon"?>`+page)
	if _, err := loader.Load(t.Context(), &record{}, open(t, loader.Input{Format: "wikipedia"}, file), loader.Options{}); err == nil || !strings.Contains(err.Error(), ":1: the encoding \"klingon\" is not known") {
		t.Errorf("an unknown encoding: %v", err)
	}
}
