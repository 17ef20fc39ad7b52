package loader_test

import (
	"errors"
	"html"
	"strings"
	"testing"
	"time"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/loader"
	"github.com/google/go-cmp/cmp"
)

// ostby is an article with what wikitext may hold.
const ostby = `{{Infobox town|name={{lang|no|Ostby}}|pop=[[Nobody]]}}<!-- [[No]] -->
'''Ostby''' lies on the [[Kell (river)|''Kell'']] and has [[mill]]s.<ref name="a">A [[note]]. Two.</ref><ref name=a /> It is {{convert|5|km|mi}} from [[:Tarn inn|]].
[[File:A.jpg|thumb|120px|The mill on the [[Kell (river)|river]] in [[1900]].]] See [http://x.org its site] [http://x.org] &amp; <small>AT&amp;T</small><br/>here.<nowiki>[[not]] ''a'' link</nowiki>
[[Category:Towns]] [[de:Ostby]] [[Wikipedia:Rules|rules]] [[wikt:mill]] [[:Category:Towns]] [[Image:b.png]] [[Alien: Dawn]] [[Vorn#Life]]'s __NOTOC__

== [[History]] of 'it' ==
* One [[Two]]
** Three
# {{small|Four}}
: Five

{| class="wikitable infobox"
|+ Owners of [[Ostby]]
! Year !! colspan="2" | Owner<ref>x</ref>
|-
| rowspan=1000000000 | 1900 || [[Anna Vorn|Anna || B]]
* and son
| style="x" | 
{| 
| inner
|}
|-

| [[File:C.jpg|20px]]
|}
After. [[open {{ brackets ]] }} [ and [[ more`

func TestParseWikitext(t *testing.T) {
	p, err := loader.ParseWikitext("Ostby", ostby)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range p.ReadingOrder() {
		if e.Kind == graph.KindSection {
			got = append(got, e.String()+" "+p.Sections[e.A].Text)
		}
	}
	for _, e := range p.Elements() {
		line := e.Element.String() + " " + e.Text
		for _, l := range e.Links {
			line += " [" + l.Anchor + "->" + l.Target + "]"
		}
		got = append(got, line)
	}
	want := []string{
		"section_0 History of 'it'",
		"header_cell_0_0_0 Ostby", "header_cell_0_1_0 Pop", "cell_0_1_1 Nobody [Nobody->Nobody]",
		"sentence_0 Ostby lies on the Kell and has mills. [Kell->Kell (river)] [mills->Mill]",
		"sentence_1 It is 5 km from Tarn inn. [Tarn inn->Tarn inn]",
		"sentence_2 See its site & AT&T here.[[not]] ''a'' link rules mill Towns Alien: Dawn Vorn#Life's [Alien: Dawn->Alien: Dawn] [Vorn#Life->Vorn]",
		"sentence_3 The mill on the river in 1900. [river->Kell (river)] [1900->1900]",
		"item_0_0 One Two [Two->Two]", "item_0_1 Three", "item_0_2 Four", "item_0_3 Five",
		"table_caption_1 Owners of Ostby [Ostby->Ostby]",
		"header_cell_1_0_0 Year", "header_cell_1_0_1 Owner", "cell_1_1_0 1900", "cell_1_1_1 Anna || B and son [Anna || B->Anna Vorn]", "cell_1_1_2 ", "cell_1_2_0 ",
		"cell_2_0_0 inner",
		"sentence_4 After.",
	}
	if diff := cmp.Diff(got, want); diff != "" {
		t.Errorf("page (-got +want):\n%s", diff)
	}
	if c := p.Tables[1].Rows; !p.Tables[0].Infobox || !p.Tables[1].Infobox || p.Tables[2].Infobox || c[0][1].ColumnSpan != 2 || c[1][0].RowSpan != 65534 || p.Lists[0].Items[1].Level != 1 {
		t.Errorf("tables %+v", p.Tables)
	}
	if strings.Contains(p.PlainText(), "{{") || p.Disambiguation {
		t.Errorf("text %q, disambiguation %v", p.PlainText(), p.Disambiguation)
	}
}

// A cell spans what it says, whatever other attributes it has.
func TestSpans(t *testing.T) {
	for shape, want := range map[string][2]int{
		`rowspan=2`: {2, 1}, `rowspan="3" style="x"`: {3, 1}, `style="x" ROWSPAN = '4' colspan=5 align=left`: {4, 5}, `rowspan=x`: {1, 1}, `data-span=3`: {1, 1},
	} {
		p, err := loader.ParseWikitext("A", "{|\n| "+shape+" | b\n|}")
		if err != nil || len(p.Tables) != 1 {
			t.Fatal(p, err)
		}
		if c := p.Tables[0].Rows[0][0]; [2]int{c.RowSpan, c.ColumnSpan} != want || c.Text != "b" {
			t.Errorf("%s: %+v, want %v", shape, c, want)
		}
	}
}

// What a reader sees of a template is not how it is to be shown.
func TestShownTemplates(t *testing.T) {
	for text, want := range map[string]string{
		"{{lang|fr|bonjour|italic=no}}": "bonjour", "{{lang|fr|2=a = b}}": "a = b", "{{transl|ar|ALA|salam}}": "salam", "{{lang|code=fr}}": "",
		"{{nowrap|1=a = b}}": "a = b", "{{small|[[A=B|b=c]]}}": "b=c", "{{nobr|a|b}}": "a", "{{nowrap|1000000000=a}}": "", "{{nowrap|-1=a}}": "",
		"{{convert|10|km}}": "10 km", "{{convert|10|km|mi|0|abbr=on}}": "10 km", "{{cvt|100|km|0}}": "100 km", "{{convert|10}}": "10", "{{convert}}": "",
		"{{convert|10|to|20|km|mi}}": "10 to 20 km", "{{convert|10|-|20|km}}": "10–20 km", "{{convert|10|to(-)|20|km|mi|1}}": "10 to 20 km", "{{convert|60|and(-)|80|kg}}": "60 and 80 kg",
		"{{convert|2|x|3|x|4|m}}": "2 by 3 by 4 m", "{{convert|5|+/-|1|m}}": "5 ± 1 m", "{{convert|10|to}}": "10 to",
		"{{convert|5|ft|11|in|m}}": "5 ft 11 in", "{{convert|5|ft|11+1/2|in|m|abbr=on}}": "5 ft 11+1/2 in", "{{convert| 5 | ft | 11 | in | m }}": "5 ft 11 in",
	} {
		p, err := loader.ParseWikitext("Kell", "It is "+text+".")
		if got := strings.TrimPrefix(strings.TrimSuffix(p.PlainText(), "."), "It is"); err != nil || strings.TrimSpace(got) != want {
			t.Errorf("%s: %q, %v; want %q", text, got, err, want)
		}
	}
}

func TestDisambiguation(t *testing.T) {
	for text, want := range map[string]bool{
		"'''Kell''' may be\n* [[Kell (river)]]\n{{disambiguation|geo}}": true, "x {{Disambig}}": true, "{{hndis|Vorn}}": true, "{{Human name disambiguation}}": true,
		"{{Letter–Number combination disambiguation}}": true, "{{callsigndis}}": true, "{{BEGRIFFSKLÄRUNG}}": true, "{{Kell (x) disambiguation}}": false, "{{ disambiguation}} x": true,
		"{{disambiguation cleanup|date=May 2020}}": true, "{{Hndis-cleanup|Vorn}}": true, "{{Airport_disambig}}": true, "{{Human_name_disambiguation cleanup}}": true, "{{mil-unit-dis}}": true,
		"{{need disambiguation}}": false, "{{cleanup}}": false, "{{given name}}": false, "{{surname}}": false, "{{set index article}}": false,
		"{{for|x|y (disambiguation)}} z": false, "{{disambiguation needed}}": false, "<!-- {{disambig}} --> x": false, "{{Other uses}}": false,
	} {
		p, err := loader.ParseWikitext("Kell", text)
		if err != nil || p.Disambiguation != want {
			t.Errorf("%q: disambiguation %v, %v; want %v", text, p.Disambiguation, err, want)
		}
	}
}

// Boxes are tables wherever they stand, those within a box are rows of it, and other templates are none.
func TestBoxes(t *testing.T) {
	const text = `{{Use dmy dates|date=May 2019}}
{{Town
| name = Ostby
| leader_title1 = Mayor
| leader_name1 = [[Anna Vorn|Anna]]
| elevation_m = 212
| founded = {{start date and age|1284|6|3|df=y}}
| image = Ostby.jpg
| twins = {{plainlist|
* [[Kell]]
* Tarn{{cn}}
}}
| module = {{Infobox mill|name=Old Mill|built={{circa|1700}}|height={{height|{{convert|9|m}}}}}}
| coordinates = {{coord|54|21|N|3|10|W|display=title}}
| released = {{film date|df=y|1997|1|17|[[Kell]]|1998}}
| range = {{fossil range|Early Cambrian|Ordovician}}
| tall = {{height|ft=5|in=11}}
| symbol = A
| ship = {{USS|Yorktown|CV-10|6}}, {{HMS|Kell}}
| empty = {{cite web|title=x}}
}}
Ostby is a town. {{Quote box
| align = left
| text = no
}}

{{Infobox person|name=Anna|birth_date={{birth date|1900|2|9}}|death_date={{death date and age|1970|1|1|1900|2|9}}|spouse={{marriage|Olaf|1922}}}}
{{navbox
| name = x
| list = y
}}`
	c, err := loader.ParseWikipediaXML("<page><title>Ostby</title><text>" + html.EscapeString(text) + "</text></page>")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range c.Pages[0].Elements() {
		line := e.Element.String() + " " + e.Text
		for _, l := range e.Links {
			line += " -> " + l.Target
		}
		got = append(got, line)
	}
	want := []string{"header_cell_0_0_0 Ostby", "header_cell_0_1_0 Mayor", "cell_0_1_1 Anna -> Anna Vorn", "header_cell_0_2_0 Elevation", "cell_0_2_1 212 m",
		"header_cell_0_3_0 Founded", "cell_0_3_1 3 June 1284", "header_cell_0_4_0 Twins", "cell_0_4_1 Kell, Tarn -> Kell",
		"header_cell_0_5_0 Name", "cell_0_5_1 Old Mill", "header_cell_0_6_0 Built", "cell_0_6_1 c. 1700", "header_cell_0_7_0 Height", "cell_0_7_1 9 m",
		"header_cell_0_8_0 Coordinates", "cell_0_8_1 54°21′N 3°10′W",
		"header_cell_0_9_0 Released", "cell_0_9_1 17 January 1997 (Kell), 1998 -> Kell", "header_cell_0_10_0 Range", "cell_0_10_1 Early Cambrian – Ordovician",
		"header_cell_0_11_0 Tall", "cell_0_11_1 5 ft 11 in", "header_cell_0_12_0 Symbol", "cell_0_12_1 A",
		"header_cell_0_13_0 Ship", "cell_0_13_1 USS Yorktown, HMS Kell -> USS Yorktown (CV-10) -> HMS Kell", "sentence_0 Ostby is a town.",
		"header_cell_1_0_0 Anna", "header_cell_1_1_0 Born", "cell_1_1_1 February 9, 1900", "header_cell_1_2_0 Died", "cell_1_2_1 January 1, 1970 (aged 69)",
		"header_cell_1_3_0 Spouse", "cell_1_3_1 Olaf (1922)"}
	if diff := cmp.Diff(got, want); diff != "" {
		t.Errorf("boxes (-got +want):\n%s", diff)
	}
	if diff := cmp.Diff(c.Dropped, map[string]int{"use dmy dates": 1, "cn": 1, "cite web": 1, "quote box": 1, "navbox": 1}); diff != "" {
		t.Errorf("dropped (-got +want):\n%s", diff)
	}
}

// What is built to take for ever, or all memory, ends soon.
func TestParseWikitextHostile(t *testing.T) {
	for _, unit := range []string{"[[", "{{", "[", "{|\n|", "{{{", "[[File:a|thumb|", "<ref>", "<ref ", "</ref ", "<!--", "<nowiki>", "[http://", "''", "= ", "* ", "\n|-\n|", "__A",
		"{|\n| rowspan=1000000000 colspan=1000000000 |", "[[a|", "]]", "}}", "||", "&#", "<b ", ":{|\n", "!!", "[[a]]]",
		"{{infobox a|b=", "{{ubl|", "{{infobox a\n|b={{c|d=", "\ue0ff0\n", "{{infobox|a=}}", "{{coord|"} {
		begin := time.Now()
		p, err := loader.ParseWikitext("A", strings.Repeat(unit, 1_000_000/len(unit))+"x")
		if err != nil {
			t.Errorf("%q: %v", unit, err)
			continue
		}
		for i := range p.Tables {
			p.Tables[i].Grid()
		}
		if took := time.Since(begin); took > 20*time.Second {
			t.Errorf("a megabyte of %q takes %v", unit, took)
		} else if took > time.Second {
			t.Logf("a megabyte of %q takes %v", unit, took)
		}
	}
}

func xmlPage(title, ns, more, text string) string {
	return "  <page>\n    <title>" + title + "</title>\n    <ns>" + ns + "</ns>\n    <id>1</id>\n" + more + "    <revision>\n      <id>2</id>\n      <comment>a &lt;text&gt;</comment>\n      <text xml:space=\"preserve\">" + text + "</text>\n    </revision>\n  </page>\n"
}

func TestLoadWikipedia(t *testing.T) {
	dump := `<mediawiki xml:lang="de"><siteinfo><namespaces><namespace key="0" /><namespace key="6" case="first-letter">Datei</namespace><namespace key="14">Kategorie</namespace></namespaces></siteinfo>` + "\n" +
		xmlPage("ostby &amp; Kell", "0", "", "It is on the [[kell_(river)|Kell]]. [[Datei:a.jpg]][[Kategorie:b]]") +
		xmlPage("Kell", "0", `<redirect title="Kell (river)" />`, "#REDIRECT [[Kell (river)]]") +
		xmlPage("Kel", "0", "", "#redirect: [[Kell (river)#Course|there]]") +
		xmlPage("Talk:Kell", "1", "", "x") +
		xmlPage("Kell (river)", "0", "", "A river. {{disambig}}") +
		xmlPage("Long", "0", "", strings.Repeat("x", 1<<20)) +
		"<page><ns>0</ns></page><page><title>Odd</title><ns>0</ns></page><page><title>Empty</title><ns>0</ns><revision><text /></revision></page>" + "</mediawiki>\n"
	for name, content := range map[string]string{"plain": dump, "gzip": gzipped(t, dump)} {
		var rejects []string
		o := loader.Options{Reject: func(r *loader.Reject) { rejects = append(rejects, r.Err.Error()) }}
		store, report := load(t, loader.Input{MaxRecord: 1 << 18}, o, write(t, "", "dump.xml", content))
		var titles []string
		for _, p := range store.pages {
			titles = append(titles, p.Title)
		}
		if diff := cmp.Diff(titles, []string{"ostby & Kell", "Kell (river)", "Empty"}); diff != "" || report.Rejects != 3 || report.Redirects != 2 {
			t.Fatalf("%s: report %+v, rejects %q, titles (-got +want):\n%s", name, report, rejects, diff)
		}
		if !store.pages[1].Disambiguation || store.pages[0].PlainText() != "It is on the Kell." {
			t.Errorf("%s: %+v", name, store.pages)
		}
	}
	for mark, pages := range map[string]int{"A river": 1, "<page>": 0, "<namespace ": 0} {
		store := &record{}
		_, err := loader.Load(t.Context(), store, open(t, loader.Input{}, write(t, "", "dump.xml", dump[:strings.Index(dump, mark)])), loader.Options{})
		if !errors.Is(err, loader.ErrTruncated) || len(store.pages) != pages {
			t.Errorf("cut off before %s: %v, %d pages; want ErrTruncated and %d", mark, err, len(store.pages), pages)
		}
	}
	if store, report := load(t, loader.Input{}, loader.Options{}, write(t, "", "dump.xml", "<mediawiki></mediawiki>\n")); len(store.pages) != 0 || report.Rejects != 0 {
		t.Errorf("a dump without pages: %d pages, %+v; want nothing", len(store.pages), report)
	}
}

// Of a page with its history the newest revision is read, and entities are decoded once, those of XML and others.
func TestParseXMLText(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"a &lt;b&gt; &amp;amp; &quot;c&quot;", `a & "c"`},
		{"&amp;lt;ref&amp;gt; &#233; &eacute; &apos;x&apos;", "<ref> é é 'x'"},
		{"&amp;nbsp;x &ampy; &", "x &y; &"},
	} {
		page := strings.Replace(xmlPage("Kell", "0", "", c.text), "<revision>", "<revision><text>old</text></revision><revision>", 1)
		got, err := loader.ParseWikipediaXML(page)
		if err != nil || len(got.Pages) != 1 || got.Pages[0].PlainText() != c.want {
			t.Errorf("%q: %+v, %v; want %q", c.text, got.Pages, err, c.want)
		}
	}
}

// A multistream dump is read without its index, which is not taken for pages.
func TestLoadMultistream(t *testing.T) {
	dir := t.TempDir()
	head, page, end := "<mediawiki>\n", func(s string) string { return xmlPage(s, "0", "", "Of "+s+".") }, "</mediawiki>\n"
	write(t, dir, "enwiki-pages-articles-multistream.xml.bz2", bzip2ed(t, head)+bzip2ed(t, page("A")+page("B"))+bzip2ed(t, page("C"))+bzip2ed(t, end))
	write(t, dir, "enwiki-pages-articles-multistream-index.txt.bz2", bzip2ed(t, "600:1:A\n600:2:B\n900:3:C\n"))
	store, report := load(t, loader.Input{}, loader.Options{}, dir)
	if len(store.pages) != 3 || report.Rejects != 0 || report.Sources != 1 {
		t.Errorf("%d pages, %+v; want 3 of one source", len(store.pages), report)
	}
}

// The samples there are, whole. Of the 141 tables of the first 54 are boxes; those that stand in a box are its rows. Of its 32,641 "[["
// 28,329 are links of articles: the others stand in templates without text and references, or lead to files, categories and other wikis.
func TestLoadWikipediaSamples(t *testing.T) {
	for _, c := range []struct {
		file string
		want map[string]int
	}{
		{"enwiki-latest-pages-articles1.xml-p000000010p000030302-shortened.bz2", map[string]int{"records": 206, "pages": 106, "redirects": 99, "rejects": 0, "disambiguation": 8,
			"sections": 2261, "sentences": 19310, "tables": 141, "infoboxes": 54, "cells": 8742, "items": 4232, "links": 28342, "left [[": 1}},
		{"enwiki-table-markup.xml.bz2", map[string]int{"records": 5, "pages": 5, "redirects": 0, "rejects": 0,
			"sections": 85, "sentences": 736, "tables": 23, "infoboxes": 3, "cells": 2264, "items": 36, "links": 2802}},
	} {
		store, report := load(t, loader.Input{}, loader.Options{}, data(t, "wikipedia_xml", c.file))
		got := map[string]int{"records": int(report.Records), "pages": len(store.pages), "redirects": len(store.redirects), "rejects": int(report.Rejects)}
		for _, p := range store.pages {
			got["sections"] += len(p.Sections)
			got["sentences"] += len(p.Sentences)
			got["tables"] += len(p.Tables)
			for _, tab := range p.Tables {
				if tab.Infobox {
					got["infoboxes"]++
				}
				for _, row := range tab.Rows {
					got["cells"] += len(row)
				}
			}
			if p.Disambiguation {
				got["disambiguation"]++
			}
			for _, l := range p.Lists {
				got["items"] += len(l.Items)
			}
			for _, e := range p.Elements() {
				got["links"] += len(e.Links)
				for _, mark := range []string{"{{", "}}", "[[", "]]", "<ref", "''", "{|", "|}", "&nbsp;", "<!--"} {
					if strings.Contains(e.Text, mark) {
						got["left "+mark]++
					}
				}
			}
		}
		if diff := cmp.Diff(got, c.want); diff != "" {
			t.Errorf("%s (-got +want):\n%s", c.file, diff)
		}
	}
}

func FuzzParseWikitext(f *testing.F) {
	f.Add("{{Infobox a|name=b|leader_title=c|leader_name=[[d]]|e={{infobox f|g={{ubl|h|i}}}}|j_m=5}}\n\ue0ff0\n{|\n| {{infobox|label1=a|data1=b|header2=c}}\n|}")
	f.Add(ostby)
	f.Add("{|\n|+ [[a|b]]\n! x || y\n{|\n|}\n<nowiki>[[</nowiki>[[File:a|thumb|[[b]]]]<ref>{{</ref>'''''e\u0301'''")
	f.Fuzz(func(t *testing.T, text string) {
		p, err := loader.ParseWikitext("A", text)
		if err != nil {
			t.Fatal(err)
		}
		checkPage(t, p)
		if len(p.ReadingOrder()) != len(p.Order) {
			t.Errorf("order %v leaves elements out", p.Order)
		}
	})
}

func FuzzParseWikipediaXML(f *testing.F) {
	f.Add(xmlPage("A", "0", "", "b [[c]]"))
	f.Add(xmlPage("A &amp; b", "0", `<redirect title="B" />`, "x"))
	f.Add("<page><title/><text")
	f.Fuzz(func(t *testing.T, page string) {
		if c, err := loader.ParseWikipediaXML(page); err == nil {
			for _, p := range c.Pages {
				checkPage(t, p)
			}
		}
	})
}
