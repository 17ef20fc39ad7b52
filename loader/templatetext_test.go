package loader_test

import (
	"html"
	"strings"
	"testing"

	"github.com/bridgehop/bridgehop/loader"
	"github.com/google/go-cmp/cmp"
)

// Templates that hold a number, an amount, a name or words give their text within a sentence.
func TestTemplateText(t *testing.T) {
	for text, want := range map[string]string{
		"{{val|3.5|u=t}}": "3.5 t", "{{val|1.5e3|u=km}}": "1.5×10^3 km", "{{val|12|ul=%}}": "12%", "{{val|20|u=°C}}": "20 °C", "{{val|4|e=6|ul=m|up=s}}": "4×10^6 m/s",
		"{{val|1.007|(7)}}": "1.007(7)", "{{val|1.2|0.1|u=kg}}": "1.2 ± 0.1 kg", "{{val|5|1|2}}": "5 +1 −2", "{{val|12345|fmt=commas|p=~}}": "~12,345",
		"{{formatnum:4210}}": "4,210", "{{formatnum: 9569.25 }}": "9,569.25", "{{formatnum:4,210|R}}": "4210", "{{formatnum:-12345}}": "-12,345", "{{formatnum:0}}": "0",
		"{{formatnum:{{#expr:1000*2}}}}": "2,000", "{{FORMATNUM:1234567}}": "1,234,567", "{{formatnum:about 5}}": "about 5", "{{formatnum:0042}}": "0042",
		"{{val|-3|u=degC}}": "-3 °C",
		"{{#expr: 3+4}}":    "7", "{{#expr:2*(3-1)/8}}": "0.5", "{{#expr:10/3 round 2}}": "3.33", "{{#expr:-2^2}}": "", "{{#expr:1/0}}": "", "{{#expr:ln 2}}": "", "{{#expr:(1}}": "",
		"{{#expr:{{CURRENTYEAR}}-1990}}": "", "{{#expr:" + strings.Repeat("(", 5000) + "}}": "",
		"{{lc:ABC}}": "abc", "{{uc:abc}}": "ABC", "{{ucfirst:élan}}": "Élan", "{{plural:1|page|pages}}": "page", "{{plural:3|page|pages}}": "pages",
		"{{GBP|2,500}}": "£2,500", "{{US$|30,000}}": "US$30,000", "{{INR|20}}": "₹20", "{{€|5}}": "€5", "{{Currency|30|JPY}}": "¥30", "{{currency|7|XYZ}}": "XYZ 7",
		"{{nts|12500}}": "12,500", "{{sortname|Ana|Prat}}": "Ana Prat", "{{sort|07|seven}}": "seven", "{{ill|Ana Prat|fr|Ana Prat (x)}}": "Ana Prat", "{{ill|de|Haus|Haus}}": "Haus", "{{ill|Ana Prat|fr|x|lt=Ana}}": "Ana",
		"{{frac|1|2}}": "1/2", "{{frac|3|1|2}}": "3 1/2", "5{{e|24}}": "5×10^24", "1{{sfrac|1|4}}": "1 1/4", "{{pop density|1000|200|km2}}": "5/km2", "{{duration|m=3|s=5}}": "3:05", "{{duration|1|2|3}}": "1:02:03",
		"{{Cd|0.36|link=car}}": "Cd=0.36", "{{US patent|1781541}}": "U.S. Patent 1,781,541", "{{nuclide2|calcium|48|link=y}}": "calcium-48", "{{music|flat}}": "♭", "{{IPA|/a/}}": "/a/",
		"{{lang-sq|Republika}}": "Republika", "{{langx|fr|Vélo vert}}": "Vélo vert", "{{as of|2014|5}}": "As of May 2014", "{{as of|2014|lc=y}}": "as of 2014", "{{PAGENAME}}": "Kell",
		"{{Strange new thing|seven mills}}": "seven mills", "{{strange|[[Kell|k]]|link=no}}": "k", "{{strange|a|b}}": "", "{{strange|doubt|date=May 2020}}": "", "{{strange|http://x.org}}": "",
		"{{strange|people/lincoln}}": "", "{{strange|0709446}}": "", "{{strange|12}}": "12", "{{strange|a_b}}": "", "{{cn|why}}": "", "{{Clarify|what is this}}": "", "{{anchor|Life}}": "",
		"{{by whom|some}}": "", "{{medical citation needed|x}}": "", "{{see also|Tarn}}": "", "{{YouTube|abc}}": "", "{{IMDb name|Ana}}": "", "<math>x = y + 1</math>": "x = y + 1", "<math>\\frac12</math>": "",
	} {
		p, err := loader.ParseWikitext("Kell", "It is "+text+" here.")
		if got := strings.TrimSuffix(strings.TrimPrefix(p.PlainText(), "It is"), "here."); err != nil || strings.TrimSpace(got) != want {
			t.Errorf("%s: %q, %v; want %q", text, got, err, want)
		}
	}
	p, err := loader.ParseWikitext("Kell", "By {{sortname|Ana|Prat}}, {{sortname|Bo|Lind|dab=dyer}}, {{sortname|No|Link|nolink=1}} and {{ill|Cy Orm|de|Cy}}.")
	if err != nil {
		t.Fatal(err)
	}
	var targets []string
	for _, l := range p.Sentences[0].Links {
		targets = append(targets, l.Target)
	}
	if diff := cmp.Diff(targets, []string{"Ana Prat", "Bo Lind (dyer)", "Cy Orm"}); diff != "" {
		t.Errorf("links (-got +want):\n%s", diff)
	}
}

// A template without text leaves no empty brackets; brackets that nothing was dropped from stay.
func TestDroppedInBrackets(t *testing.T) {
	for text, want := range map[string]string{
		"Kell ({{IPAc-en|k}}; {{respell|k}}) is.": "Kell is.", "Kell ({{IPAc-en|k}}; born 1900) is.": "Kell (born 1900) is.", "Kell (1900, {{IPAc-en|k}}) is.": "Kell (1900) is.",
		"It was $800 (${{Inflation|US|800|1861}} in today's money).": "It was $800.", "Call f() {{cn}} now.": "Call f() now.", "A ''b'' ({{small|c {{cn}}}}).": "A b (c).",
		"Kell ({{IPAc-en|k}} or {{IPAc-en|l}}){{cn}}.": "Kell.",
	} {
		p, err := loader.ParseWikitext("Kell", text)
		if got := p.PlainText(); err != nil || got != want {
			t.Errorf("%s: %q, %v; want %q", text, got, err, want)
		}
	}
}

// Templates without text are counted by name, without arguments. One that stands alone in its line is no part of a sentence.
func TestDroppedNames(t *testing.T) {
	const text = "A {{#invoke:x|y}} b {{#tag:ref|z}} c {{strange|a|b}}.{{DEFAULTSORT:Kell, A}}\n{{strange2|x}}\n* {{strange3|x}}\nOn {{ISSN|1}} {{Template:Sfn|x}}."
	c, err := loader.ParseWikipediaXML("<page><title>Kell</title><text>" + html.EscapeString(text) + "</text></page>")
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]int{"#invoke": 1, "#tag": 1, "strange": 1, "defaultsort": 1, "strange2": 1, "strange3": 1, "issn": 1, "sfn": 1}
	if diff := cmp.Diff(c.Dropped, want); diff != "" || c.Pages[0].PlainText() != "A b c . On ." {
		t.Errorf("%q, dropped (-got +want):\n%s", c.Pages[0].PlainText(), diff)
	}
}
