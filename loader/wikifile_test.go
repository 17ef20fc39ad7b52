package loader_test

import (
	"html"
	"testing"

	"github.com/bridgehop/bridgehop/loader"
	"github.com/google/go-cmp/cmp"
)

// Options of pictures go, whatever the language of the wiki and the order; captions stay with their links.
func TestFileOptions(t *testing.T) {
	for text, want := range map[string]string{
		"[[Datei:Rad.jpg|mini|hochkant=1.2|links|Das Rad in [[Kell]], 1901]]": "Das Rad in Kell, 1901", "[[Bild:Rad.jpg|miniatur|rechts|250px|Der Müller]]": "Der Müller",
		"[[Fichier:A.png|vignette|droite|redresse=1.5|alt=Un quai|Le quai]]": "Le quai", "[[Archivo:A.JPG|miniaturadeimagen|izquierda|200px|El muelle]]": "El muelle",
		"[[Файл:A.svg|мини|слева|250пкс|Мельница]]": "Мельница", "[[ファイル:A.webp|サムネイル|右|水車]]": "水車", "[[File:A.jpg|thumb|The mill|left|x120px]]": "The mill",
		"[[File:A.jpg|thumb|right|300x200px|lang=en|page=2]]": "", "[[Plik:A.png|mały|lewo|Młyn]]": "Młyn", "[[Bestand:A.png|miniatuur|rechtop|Molen]]": "Molen", "[[Imagem:A.gif|esquerda|O cais]]": "",
		"[[Soubor:A.png|náhled|vpravo|Mlýn]]": "Mlýn", "[[Fil:A.png|miniatyr|höger|Kvarnen]]": "Kvarnen", "[[File:A.jpg|Mill]]": "", "[[:Datei:Rad.jpg]]": "", "[[:File:Rad.jpg|the picture]]": "the picture",
		"[[Alien: Dawn]]": "Alien: Dawn", "[[Node.js: A.png|x]]": "x", "[[Version 2: a.png]]": "Version 2: a.png", "[[File:A.jpg|thumb|Age = 5 years]]": "",
	} {
		p, err := loader.ParseWikitext("Kell", text)
		if got := p.PlainText(); err != nil || got != want {
			t.Errorf("%s: %q, %v; want %q", text, got, err, want)
		}
	}
}

// A redirect is told by its form in any language; a list whose first item is a word and a link is none.
func TestRedirectText(t *testing.T) {
	for text, want := range map[string]string{
		"#REDIRECT [[Kell]]": "Kell", "#redirect: [[Kell#Mill|k]] {{R from move}} more": "Kell", "#WEITERLEITUNG [[Kell]]": "Kell", "#REDIRECTION[[Kell]]\n[[Catégorie:Ville]]": "Kell",
		"#перенаправление: [[Kell]]\n{{x|{{y}}}}\n": "Kell", "#REDIRECCIÓN [[Kell]] <!-- a\nb -->": "Kell", "#RINVIA [[Kell]]": "Kell", "#転送 [[Kell]]": "Kell", "# redirect [[Kell]]": "Kell",
		"#DOORVERWIJZING [[Kell|there]] __NOTOC__": "Kell", "#Mill [[Kell]]\n#Lock [[Tarn]]": "", "#Mill [[Kell]] is old.": "", "#[[Kell]]": "", "Kell [[Kell]]": "",
	} {
		c, err := loader.ParseWikipediaXML("<page><title>A</title><text>" + html.EscapeString(text) + "</text></page>")
		got := ""
		if len(c.Redirects) > 0 {
			got = c.Redirects[0].To
		}
		if err != nil || got != want || len(c.Redirects)+len(c.Pages) != 1 {
			t.Errorf("%s: %q, %v; want %q", text, got, err, want)
		}
	}
}

// Markup that is not closed stands in no sentence, hides only the rest of its paragraph, and is counted.
func TestUnclosedMarkup(t *testing.T) {
	const end = "\n\nIt is old.<!-- a --> It has a [[mill]].<ref>n</ref> {{small|So}} it is.\n\n{|\n| 7\n|}"
	const after = "It is old. It has a mill. So it is."
	for text, want := range map[string]struct {
		words string
		left  map[string]int
	}{
		"Kell.<!-- unclosed":                        {"Kell.", map[string]int{"<!--": 1}},
		"Kell.<!-- unclosed\nmore":                  {"Kell.", map[string]int{"<!--": 1}},
		"Kell.<ref>unclosed\nmore":                  {"Kell.", map[string]int{"<ref>": 1}},
		"Kell.<ref name=a":                          {"Kell.", map[string]int{"<ref>": 1}},
		"Kell.<ref name=\"a\">x <ref name=b/> y":    {"Kell.", map[string]int{"<ref>": 1}},
		"Kell.<nowiki>[[x":                          {"Kell.", map[string]int{"<nowiki>": 1}},
		"Kell. {{Infobox x\n| a = [[b]]\n| c\nmore": {"Kell.", map[string]int{"{{": 1}},
		"Kell. [[Tarn|the tarn":                     {"Kell.", map[string]int{"[[": 1}},
		"Kell. [[Tarn|the [[tarn]] is":              {"Kell.", map[string]int{"[[": 1}},
		"Kell, [[Tarn|the tarn] and [[Ouse].":       {"Kell, the tarn and Ouse.", nil},
		"Kell, [http://x.org and":                   {"Kell, [http://x.org and", nil},
		"Kell }} is.\n|}\nSo -->.":                  {"Kell is. So .", nil},
		"* Kell <!-- x\n* Tarn":                     {"Kell Tarn", map[string]int{"<!--": 1}},
		"Kell.\n{| class=x\n| a\n|-\n| b":           {"Kell. a b", map[string]int{"{|": 1}},
		"Kell.\n{|\n| a\n\n| b\n{|\n| c":            {"Kell. a b c", map[string]int{"{|": 2}},
		"Kell.</ref></nowiki>":                      {"Kell.", nil},
		"Kell.<br The rope":                         {"Kell.", map[string]int{"<br": 1}},
		"Kell.<span class= <ref>n</ref>x":           {"Kell.", map[string]int{"<span": 1}},
		"Kell <small>is\nso</small> if a <b.":       {"Kell is so if a <b.", nil},
	} {
		c, err := loader.ParseWikipediaXML("<page><title>A</title><text>" + html.EscapeString(text+end) + "</text></page>")
		if err != nil {
			t.Fatal(err)
		}
		var words string
		for _, e := range c.Pages[0].Elements() {
			words += " " + e.Text
		}
		if got := words[min(1, len(words)):]; got != want.words+" "+after+" 7" && got != after+" "+want.words+" 7" {
			if got != want.words[:5]+" "+after+want.words[5:]+" 7" { // tables follow sentences
				t.Errorf("%q: %q; want %q", text, got, want.words)
			}
		}
		if len(c.Unclosed) == 0 {
			c.Unclosed = nil
		}
		if diff := cmp.Diff(c.Unclosed, want.left); diff != "" {
			t.Errorf("%q: counted (-got +want):\n%s", text, diff)
		}
	}
}
