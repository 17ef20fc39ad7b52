package loader_test

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/graphtest"
	"github.com/bridgehop/bridgehop/loader"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// rendered is a page as MediaWiki renders it, with what is and what is no content.
const rendered = `<!-- made --><style>p{}</style><p><b>Ostby</b> is on the <a href="/wiki/Kell_(river)" title="Kell">Kell</a>.<sup class="reference"><a href="#n1">[1]</a></sup>
It has a <a href="//en.wikipedia.org/wiki/Mill%20(Ostby)#Wheel">mill</a> &amp; an <a class="new" href="/w/index.php?title=Tarn_inn&amp;action=edit&amp;redlink=1">inn</a>.</p>
<div id="toc"><h2>Contents</h2><ul><li>1 History</li></ul></div>
<h2><span class="mw-headline">History</span><span class="mw-editsection">[edit]</span></h2>
<ul><li>One <a href="/wiki/File:A.jpg">a</a><ul><li><a href="/wiki/Two">Two</a></li></ul></li><li></li><li>Three</li></ul>
<dl><dd>Four</dd></dl>
<table class="infobox vcard"><caption>Of <a href="/wiki/Ostby">it</a></caption>
<tr><th colspan="2">Owner</th></tr><tr><td rowspan="999999999999">A<br/>b<ul><li>c</li></ul></td><td>x<table><tr><td><a href="/wiki/In">in</a></td></tr></table>y</td></tr><tr></tr></table>
<p>The <a href="https://example.org/wiki/No">end</a>. <a class="extiw" href="//de.wikipedia.org/wiki/No">No</a><a href="./Short">s</a></p>`

func TestParseHTML(t *testing.T) {
	got, err := loader.ParseHTML("Ostby", []byte(rendered))
	if err != nil {
		t.Fatal(err)
	}
	cell := func(row, column int, text string) graph.Cell {
		return graph.Cell{Row: row, Column: column, RowSpan: 1, ColumnSpan: 1, Text: text}
	}
	owner, tall, inner := cell(0, 0, "Owner"), cell(1, 0, "A b c"), cell(0, 0, "in")
	owner.Header, owner.ColumnSpan, tall.RowSpan, inner.Links = true, 2, 65534, hyperlink("in", "In")
	want := &graph.Page{
		Title: "Ostby",
		Sentences: []graph.Sentence{
			{N: 0, Text: "Ostby is on the Kell.", Links: hyperlink("Kell", "Kell (river)")},
			{N: 1, Text: "It has a mill & an inn.", Links: append(hyperlink("mill", "Mill (Ostby)"), hyperlink("inn", "Tarn inn")...)},
			{N: 2, Text: "The end."},
			{N: 3, Text: "Nos", Links: hyperlink("s", "Short")},
		},
		Sections: []graph.Section{{N: 0, Level: 2, Text: "History"}},
		Lists: []graph.List{
			{N: 0, Items: []graph.Item{{N: 0, Text: "One a"}, {N: 1, Level: 1, Text: "Two", Links: hyperlink("Two", "Two")}, {N: 2, Text: "Three"}}},
			{N: 1, Items: []graph.Item{{N: 0, Text: "Four"}}},
		},
		Tables: []graph.Table{
			{N: 0, Infobox: true, Caption: "Of it", CaptionLinks: hyperlink("it", "Ostby"), Rows: [][]graph.Cell{{owner}, {tall, cell(1, 1, "x y")}, {}}},
			{N: 1, Rows: [][]graph.Cell{{inner}}},
		},
		Order: []graph.Element{{Kind: graph.KindSentence}, {Kind: graph.KindSentence, A: 1}, {Kind: graph.KindSection}, {Kind: graph.KindList},
			{Kind: graph.KindList, A: 1}, {Kind: graph.KindTable}, {Kind: graph.KindTable, A: 1}, {Kind: graph.KindSentence, A: 2}, {Kind: graph.KindSentence, A: 3}},
	}
	if diff := cmp.Diff(got, want, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("page (-got +want):\n%s", diff)
	}
	whole := `<html><head><title>Ostby - Wikipedia</title></head><body><p>frame</p><div id="mw-content-text"><p>In.</p></div></body></html>`
	if got, err = loader.ParseHTML("", []byte(whole)); err != nil || got.Title != "Ostby" || len(got.Sentences) != 1 {
		t.Errorf("whole page: %+v, %v; want its title, and the content alone", got, err)
	}
	if got, err = loader.ParseHTML("", []byte("<title>Ostby</title><frameset><frame src=a.html></frameset>")); err != nil || got.Title != "Ostby" {
		t.Errorf("a page of frames: %+v, %v; want its title", got, err)
	}
	if _, err = loader.ParseHTML("", []byte("<p>x")); !errors.Is(err, loader.ErrNoTitle) {
		t.Errorf("no title: error %v", err)
	}
}

// However deep or wide, it ends.
func TestParseHTMLHostile(t *testing.T) {
	for name, in := range map[string]string{
		"tables": strings.Repeat("<table><tr><td>", 100_000), "brackets": strings.Repeat("<", 1_000_000), "items": strings.Repeat("<ul><li>", 100_000),
		"spans": `<table><tr>` + strings.Repeat(`<td rowspan=1000000000 colspan=1000000000>x`, 1000) + `</table>`, "formatting": strings.Repeat("<b><a href=/wiki/A>x", 20_000),
	} {
		p, err := loader.ParseHTML("A", []byte(in))
		if err != nil && !errors.Is(err, loader.ErrHTML) {
			t.Errorf("%s: %v", name, err)
		}
		if p != nil {
			for i := range p.Tables {
				p.Tables[i].Grid()
			}
		}
	}
}

// The 241 pages there are, whole, with what an HTML parser in another language counts: tables, the 1,210 within
// tables among them, and cells.
func TestLoadRenderedPages(t *testing.T) {
	dir := t.TempDir()
	if out, err := exec.Command("tar", "-C", dir, "-xzf", data(t, "wikitablequestions", "page_200-202.tar.gz")).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	store, report := load(t, loader.Input{}, loader.Options{}, dir)
	titles := map[string]int{}
	var tables, cells, sentences, items, links int
	for _, p := range store.pages {
		titles[p.Title]++
		tables += len(p.Tables)
		sentences += len(p.Sentences)
		for _, tab := range p.Tables {
			for _, row := range tab.Rows {
				cells += len(row)
			}
		}
		for _, l := range p.Lists {
			items += len(l.Items)
		}
		for _, e := range p.Elements() {
			links += len(e.Links)
		}
	}
	got := map[string]int{"pages": len(store.pages), "titles": len(titles), "rejects": int(report.Rejects), "tables": tables, "cells": cells,
		"sentences": sentences, "items": items, "links": links}
	want := map[string]int{"pages": 241, "titles": 240, "rejects": 0, "tables": 2958, "cells": 81556, "sentences": 18095, "items": 14889, "links": 86981}
	if diff := cmp.Diff(got, want); diff != "" {
		t.Errorf("counts (-got +want):\n%s", diff)
	}
}

// A folder of pages is one source, and the files with their titles are none.
func TestOpenRenderedPages(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "10.html", "<p>Ten.</p>")
	write(t, dir, "10.json", `{"title":"Ten","id":1}`)
	write(t, dir, "9.html", gzipped(t, "<p>Nine.</p>"))
	write(t, dir, "9.json", `{"title":"Nine"}`)
	write(t, dir, "empty.html", "")
	write(t, dir, "more.jsonl", `{"title":"More","text":"x"}`)
	store, report := load(t, loader.Input{}, loader.Options{}, dir)
	var got []string
	for _, p := range store.pages {
		got = append(got, p.Title)
	}
	if diff := cmp.Diff(got, []string{"Nine", "Ten", "More"}); diff != "" || report.Rejects != 1 || report.Sources != 2 {
		t.Errorf("%d rejects, %d sources; titles (-got +want):\n%s", report.Rejects, report.Sources, diff)
	}
}

// Titles that stand in files of their own are part of what is loaded: once they are there, another load reads them.
func TestTitlesBesidePages(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"St._Louis", "St._Lucia"} {
		write(t, dir, name+".html", "<p>Of it.</p>")
	}
	write(t, dir, "St._Louis.json", `{"title":"St. Louis"}`)
	write(t, dir, "St.json", `{"title":"Street","text":"A way."}`)
	store := graphtest.Store(t)
	for i, want := range []string{"2 0 1", "1 2 0"} {
		if i == 1 {
			write(t, dir, "St._Lucia.json", `{"title":"St. Lucia"}`)
		}
		r, err := loader.Load(t.Context(), store, open(t, loader.Input{}, dir), loader.Options{})
		if got := fmt.Sprint(r.Added, r.Duplicates, r.Rejects); err != nil || got != want {
			t.Errorf("load %d: added, duplicates, rejects = %s, %v; want %s", i, got, err, want)
		}
	}
	ids, err := store.Lookup(t.Context(), []string{"St. Louis", "St. Lucia", "Street"})
	if err != nil || len(ids[0]) != 1 || len(ids[1]) != 1 || len(ids[2]) != 1 {
		t.Errorf("lookup %v, %v; want each page", ids, err)
	}
}

func FuzzParseHTML(f *testing.F) {
	f.Add("A", rendered)
	f.Add("", "<h1>e&#x301;</h1><table><caption>a<table><tr><td>b<ul><li>c<table><tr><th rowspan=x>")
	f.Fuzz(func(t *testing.T, title, text string) {
		p, err := loader.ParseHTML(title, []byte(text))
		if err != nil {
			return
		}
		checkPage(t, p)
		if len(p.ReadingOrder()) != len(p.Order) {
			t.Errorf("order %v leaves elements out", p.Order)
		}
	})
}

// Links of a site lead to its pages by file, by canonical URL and by title; its frame is not content.
func TestSite(t *testing.T) {
	dir := t.TempDir()
	page := func(head, body string) string {
		return "<html><head><title>x | Site</title>" + head + "</head><body><header><h1>Site</h1></header><nav><a href=index.html>Home</a></nav><main>" + body +
			"</main><footer><p>Foot.</p></footer></body></html>"
	}
	write(t, dir, "ostby.html", page(`<link rel="canonical" href="https://o.example/towns/ostby/">`, `<h1>Ostby</h1><p>It is on the <a href="rivers/kell.html#mouth">Kell</a>,
		near <a href="./tarn%20inn.htm">the inn</a> and <a href="mailto:a@b">us</a>, <a href="https://other.example/ostby">them</a>, <a href="#top">top</a>.</p>`))
	if err := os.Mkdir(filepath.Join(dir, "rivers"), 0o755); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "rivers"), "kell.html", page("", `<h1>River Kell</h1><p>It passes <a href="../ostby">A</a>, <a href="/ostby.html">B</a>, <a href="https://o.example/towns/ostby">C</a>,
		<a href="https://o.example/old/River-Kell">D</a>, <a href="missing.html">E</a>, <a href="/wiki/Tarn">F</a>.</p><aside>no</aside><div class="wide sidebar">no</div>`))
	write(t, dir, "tarn inn.htm", page("", "<h1>Tarn Inn</h1><p>An inn.</p>"))
	store, report := load(t, loader.Input{}, loader.Options{}, dir)
	var got []string
	for _, p := range store.pages {
		for _, e := range p.Elements() {
			for _, l := range e.Links {
				got = append(got, p.Title+": "+l.Anchor+" -> "+l.Target)
			}
			if strings.Contains(e.Text, "Foot") || strings.Contains(e.Text, "Home") || strings.Contains(e.Text, "no") {
				t.Errorf("%s has %q", p.Title, e.Text)
			}
		}
	}
	slices.Sort(got)
	want := []string{"Ostby: Kell -> River Kell", "Ostby: the inn -> Tarn Inn", "River Kell: A -> Ostby", "River Kell: B -> Ostby", "River Kell: C -> Ostby",
		"River Kell: D -> River Kell", "River Kell: F -> Tarn"}
	if !slices.Equal(got, want) || report.Rejects != 0 {
		t.Errorf("links %q\nwant %q", got, want)
	}
}

// A page is in the encoding that a byte order mark or its <meta> names; what can't be is refused with a remedy.
func TestHTMLEncodings(t *testing.T) {
	page := func(meta, words string) string {
		return "<!doctype html><html><head>" + meta + "<title>x</title></head><body><h1>" + words + "</h1><p>A town.</p></body></html>"
	}
	utf16 := "\xff\xfe"
	for _, r := range page("", "Café") {
		utf16 += string([]byte{byte(r), byte(r >> 8)})
	}
	const latin, equiv = `<meta charset="ISO-8859-1">`, `<meta http-equiv="Content-Type" content="text/html; charset=koi8-r">`
	for name, c := range map[string]struct{ text, title, reason string }{
		"charset":             {page(latin, "Caf\xe9"), "Café", ""},
		"http-equiv":          {page(equiv, "\xed\xcf\xd3\xcb\xd7\xc1"), "Москва", ""},
		"mostly other bytes":  {page(equiv, "\xed"+strings.Repeat("\xcf", 2000)), "М" + strings.Repeat("о", 2000), ""},
		"without quotes":      {page("<META CHARSET=shift_jis>", "\x93\x8c\x8b\x9e"), "東京", ""},
		"escapes":             {page("<meta charset=iso-2022-jp>", "\x1b$BEl5~\x1b(B"), "東京", ""},
		"mark":                {utf16, "Café", ""},
		"UTF-8":               {page("<meta charset=utf-8>", "Café"), "Café", ""},
		"UTF-8 without":       {page("", "Café"), "Café", ""},
		"UTF-8, other named":  {page(latin, "Café Ærling"), "Café Ærling", ""},
		"not UTF-8":           {page("", "Caf\xe9"), "", "not UTF-8; convert"},
		"not the one named":   {page("<meta charset=utf-8>", "Caf\xe9"), "", "not UTF-8; convert"},
		"unknown":             {page("<meta charset=nonsense>", "Caf\xe9"), "", "not UTF-8; convert"},
		"not Shift JIS":       {page("<meta charset=shift_jis>", "\xff\xff"), "", "not in shift_jis, the encoding that it names"},
		"named too late":      {page("", strings.Repeat("word ", 300)+latin+"Caf\xe9"), "", "not UTF-8; convert"},
		"named in a comment":  {page("<!-- "+latin+" -->", "Caf\xe9"), "", "not UTF-8; convert"},
		"no text, but a name": {page(latin, "\x00\x01\x02"), "", "not text"},
	} {
		var rejects []string
		o := loader.Options{Reject: func(r *loader.Reject) { rejects = append(rejects, r.Err.Error()) }}
		for _, named := range []bool{true, false} {
			dir := t.TempDir()
			path := write(t, dir, "a.html", c.text)
			if !named {
				path = dir
			}
			rejects = nil
			store, _ := load(t, loader.Input{}, o, path)
			switch {
			case c.reason != "" && (len(rejects) != 1 || !strings.HasPrefix(rejects[0], c.reason)):
				t.Errorf("%s: %d pages, rejects %q; want %q", name, len(store.pages), rejects, c.reason)
			case c.reason == "" && (len(store.pages) != 1 || store.pages[0].Title != c.title):
				t.Errorf("%s: pages %+v, rejects %q; want %s", name, store.pages, rejects, c.title)
			}
		}
	}
}

// Pages that are named one by one have the links that they have in their folder, and are read once.
func TestPagesNamedOneByOne(t *testing.T) {
	dir := t.TempDir()
	sub := filepath.Join(dir, "c")
	if err := os.Mkdir(sub, 0o755); err != nil {
		t.Fatal(err)
	}
	a := write(t, dir, "a.html", `<h1>Kiln House</h1><p>It was built by <a href="b.html#x">Bo</a> in <a href="./c/">Cove</a>.`)
	b := write(t, dir, "b.htm", `<h1>Bo Ærling</h1><p>He knew <a href="notes.md">the notes</a>.`)
	n := write(t, dir, "notes.md", "# Notes\n\nOf [Bo](b.htm) and [[a]].\n")
	c := write(t, sub, "index.html", `<h1>Cove</h1><p>It has <a href="../a.html">a house</a>.`)
	more := write(t, dir, "more.jsonl", `{"title":"More","text":"x"}`)
	links := func(paths ...string) (out []string) {
		store, report := load(t, loader.Input{}, loader.Options{}, paths...)
		for _, p := range store.pages {
			out = append(out, p.Title)
			for _, e := range p.Elements() {
				for _, l := range e.Links {
					out = append(out, p.Title+": "+l.Anchor+" -> "+l.Target)
				}
			}
		}
		if report.Rejects != 0 {
			t.Errorf("%d rejects", report.Rejects)
		}
		slices.Sort(out)
		return out
	}
	want := links(dir)
	if len(want) != 5+6 {
		t.Errorf("links of the folder: %q", want)
	}
	for _, paths := range [][]string{{a, b, n, c, more}, {c, more, n, b, a}, {dir, a, c}, {a, dir}} {
		if diff := cmp.Diff(links(paths...), want); diff != "" {
			t.Errorf("%d paths (-got +want):\n%s", len(paths), diff)
		}
	}
}
