package loader_test

import (
	"bytes"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/loader"
)

// sketch is a page in few lines: its headings, then its elements with their links.
func sketch(p *graph.Page) (out []string) {
	for _, s := range p.Sections {
		out = append(out, s.Text)
	}
	for _, e := range p.Elements() {
		line := e.Element.String() + " " + e.Text
		for _, l := range e.Links {
			line += fmt.Sprintf(" [%s>%s]", l.Anchor, l.Target)
		}
		out = append(out, line)
	}
	return out
}

// An Obsidian vault: titles of front matter, headings and files; wikilinks by title, alias, file and path; marks of Obsidian are no text.
func TestLoadVault(t *testing.T) {
	var told []string
	store, report := load(t, loader.Input{}, loader.Options{Warn: func(r *loader.Reject) { told = append(told, r.Error()) }},
		filepath.Join("testdata", "vault"))
	if report.Rejects != 0 || len(told) != 1 || !strings.Contains(told[0], "Broken.md: front matter that is no YAML, and is not read: line 2: ") {
		t.Errorf("%d rejects, told %q, want the broken front matter alone", report.Rejects, told)
	}
	got := map[string][]string{}
	for _, p := range store.pages {
		got[p.Title] = sketch(p)
	}
	want := map[string][]string{
		"Ida Holm (climber)": {"Climbs", "sentence_0 Ida Holm was a climber from Ostby, born in 1899. [Ostby>Ostby]",
			"sentence_1 She climbed the Kell in 1931. [the Kell>Mount Kell]",
			"sentence_2 A note Her teacher was the miller of Ostby. [the miller>Old Mill]",
			"header_cell_0_0_0 Year", "header_cell_0_0_1 Mountain",
			"cell_0_1_0 1931", "cell_0_1_1 Kell [Kell>Mount Kell]",
			"cell_0_2_0 1934", "cell_0_2_1 Vorn [Vorn>Vorn Peak]",
		},
		"Ostby": {"Ostby", "sentence_0 Ostby is a town on the Varn. [Varn>Varn]",
			"sentence_1 Its best known citizen is I. Holm. [I. Holm>Ida Holm (climber)]",
			"item_0_0 It has a old mill. [old mill>Old Mill]",
			"item_0_1 It has [[no link]] in code.",
			"item_0_2 The mill grinds rye; see Mills.",
			"item_1_0 Founded in 1204.",
		},
		"Mount Kell": {"Ascents", "sentence_0 Mount Kell is a mountain of 2,310 metres.",
			"sentence_1 First climbed by Ida Holm. [Ida Holm>Ida Holm (climber)]",
		},
		"Broken":    {"sentence_0 Text."},
		"Old Mill":  {"sentence_0 The old mill of Ostby is a mill of 1790. [Ostby>Ostby]"},
		"Vorn Peak": {"Vorn Peak", "sentence_0 Vorn Peak is west of Mount Kell. [Mount Kell>Mount Kell]"},
	}
	if diff := cmp.Diff(got, want); diff != "" {
		t.Errorf("-got +want:\n%s", diff)
	}
	var aliases []graph.Redirect
	for _, r := range []string{"Ida Holm", "People/Ida Holm", "Ida of Ostby", "I. Holm"} {
		aliases = append(aliases, graph.Redirect{From: r, To: "Ida Holm (climber)"})
	}
	for _, name := range []string{"Mount Kell", "Old Mill", "Ostby", "Vorn Peak"} {
		aliases = append(aliases, graph.Redirect{From: "Places/" + name, To: name})
	}
	if diff := cmp.Diff(store.redirects, aliases); diff != "" {
		t.Errorf("aliases (-got +want):\n%s", diff)
	}
}

// A folder of MkDocs: relative links, admonitions and tabs, HTML within; index.md without a heading would be called by its folder.
func TestLoadMkDocs(t *testing.T) {
	store, report := load(t, loader.Input{}, loader.Options{}, filepath.Join("testdata", "mkdocs"))
	if report.Rejects != 0 {
		t.Errorf("%d rejects, want none: mkdocs.yml is no page", report.Rejects)
	}
	got := map[string][]string{}
	for _, p := range store.pages {
		got[p.Title] = sketch(p)
	}
	want := map[string][]string{
		"Boats of Orrin": {"Boats of Orrin", "sentence_0 The Skarn is the oldest boat, and the Gannet a kind of boat. [Skarn>Skarn] [Gannet>Kinds of boats]"},
		"Kinds of boats": {"Kinds of boats", "sentence_0 A gannet is a boat with two masts.",
			"sentence_1 Home · out [Home>Boats of Orrin]",
			"sentence_2 Of old boats",
			"sentence_3 Old boats such as the Skarn leak. [Skarn>Skarn]",
			"sentence_4 They are pumped twice a day. [pumped>Pump]",
			"item_0_0 Kind", "item_0_1 Gannet",
		},
		"Skarn": {
			"sentence_0 The Skarn was built in 1871.",
			"header_cell_0_0_0 Built", "cell_0_0_1 1871",
			"sentence_1 Crew", "sentence_2 Her crew was four.",
		},
		"Pump": {"Pump", "sentence_0 A pump lifts water."},
	}
	if diff := cmp.Diff(got, want); diff != "" {
		t.Errorf("-got +want:\n%s", diff)
	}
}

// One file and standard input in Markdown; a README beside a corpus is no page of it.
func TestMarkdownFiles(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "Varn river.md", "The Varn is a river.\n")
	write(t, dir, "note.txt", "# Kell\nThe Kell is a mountain.\n")
	if diff := cmp.Diff(loadedTitles(t, filepath.Join(dir, "Varn river.md")), []string{"Varn river"}); diff != "" {
		t.Error(diff)
	}
	store, _ := load(t, loader.Input{Format: "markdown"}, loader.Options{}, filepath.Join(dir, "note.txt"))
	if len(store.pages) != 1 || store.pages[0].Title != "Kell" {
		t.Errorf("note.txt as markdown: got %v", store.pages)
	}
	beside := t.TempDir()
	write(t, beside, "pages.jsonl", `{"title":"Varn","text":"A river."}`)
	write(t, beside, "README.md", "# About\n")
	if diff := cmp.Diff(loadedTitles(t, beside), []string{"Varn", "! README.md"}); diff != "" {
		t.Error(diff)
	}
}

// Notes of one heading have the names of their files, and a link leads to the nearest note of its name: by file, path, title, alias and
// heading. Values of front matter stay as written.
func TestNoteNames(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"Orrel.md": "# Overview\n\nBells. [[Tess]]", "Pinnock.md": "# Overview\n\nClocks. [[007]]", "a/index.md": "Hens. [[Notes]] [[Garn]]", "b/index.md": "Geese. [[Notes]]",
		"a/Notes.md": "# Log\n\nOf a.", "b/Notes.md": "# Log\n\nOf b.", "Garn.md": "# The town of Garn\n\nA town. [[a/index]] [[b/Notes|n]] [[the town of garn]] [[B]]",
		"Tessa.md":      "---\ntitle: 1984\naliases: [000, Tess, 1_0, yes, 2020-01-02]\n---\n# Tessa Vale\n\nShe leads [[Orrel]] and [[pinnock|it]].",
		"people/Ada.md": "---\naliases:\n  - 007\n  - Tess\n---\nAda. [[1984]] [[Tessa Vale]] [[../Orrel]] [[000]]", "kell-river.md": "Kell. [[Kell River]]",
	} {
		if err := os.MkdirAll(filepath.Join(dir, path.Dir(name)), 0o755); err != nil {
			t.Fatal(err)
		}
		write(t, dir, filepath.FromSlash(name), text)
	}
	store, _ := load(t, loader.Input{}, loader.Options{}, dir)
	got := map[string]string{}
	for _, p := range store.pages {
		for _, s := range p.Sentences {
			got[p.Title] += s.Text
			for _, l := range s.Links {
				got[p.Title] += " >" + l.Target
			}
		}
	}
	want := map[string]string{"Orrel": "Bells.Tess >1984", "Pinnock": "Clocks.007 >Ada", "A": "Hens.Notes Garn >A/Notes >The town of Garn", "B": "Geese.Notes >B/Notes", "a/Notes": "Of a.", "b/Notes": "Of b.",
		"The town of Garn": "A town. index n the town of garn B >A >B/Notes >The town of Garn >B", "1984": "She leads Orrel and it. >Orrel >Pinnock",
		"Ada": "Ada.1984 Tessa Vale Orrel 000 >1984 >1984 >Orrel >1984", "Kell river": "Kell.Kell River >Kell river"}
	if diff := cmp.Diff(got, want); diff != "" {
		t.Errorf("pages (-got +want):\n%s", diff)
	}
	names := map[string]string{}
	for _, r := range store.redirects {
		names[r.From] = r.To
	}
	if diff := cmp.Diff(names, map[string]string{"Tessa": "1984", "Tessa Vale": "1984", "000": "1984", "1_0": "1984", "yes": "1984", "2020-01-02": "1984", "007": "Ada",
		"people/Ada": "Ada", "Garn": "The town of Garn", "a/index": "A", "b/index": "B", "kell-river": "Kell river"}); diff != "" {
		t.Errorf("names (-got +want):\n%s", diff)
	}
}

// A bar within a wikilink or code divides no cell of a table.
func TestBarsInCells(t *testing.T) {
	for row, want := range map[string]string{
		"| [[people/Bo\\|Bo]] | 1830 |": "Bo|1830", "| [[people/Bo|Bo]] | 1830 |": "Bo|1830", "| ![[Bo|embedded]] | x |": "embedded|x", "| `a|b` | 2 |": "a|b|2", "| `a\\|b` | 2 |": "a|b|2",
		"| [[Bo|B|C]] | 6 |":                 "B|C|6",
		"| [[Bo|B]] and [[Cy|C]] | [[Dy]] |": "B and C|Dy", "[[Bo|B]] | 3": "B|3", "| [[Bo | 4 |": "[[Bo|4", "| a \\| b | 5 |": "a | b|5",
	} {
		for _, rule := range []string{"| --- | --- |", "---|:-:", "|-|-|"} {
			p, err := loader.ParseMarkdown("a.md", []byte("Text [[x|y]].\n\n| A | B |\n"+rule+"\n"+row+"\n\n```\n| A |\n|---|\n| [[a|b]] |\n```\n"))
			if err != nil || len(p.Tables) != 1 || len(p.Tables[0].Rows) != 2 {
				t.Fatalf("%s: %v, %+v", row, err, p)
			}
			var cells []string
			for _, c := range p.Tables[0].Rows[1] {
				cells = append(cells, c.Text)
			}
			if got := strings.Join(cells, "|"); got != want || !strings.Contains(p.PlainText(), "Text y.") || strings.Contains(p.PlainText(), `\\|`) {
				t.Errorf("%s under %s: %q; want %q; text %q", row, rule, got, want, p.PlainText())
			}
		}
	}
}

// Marks whose reading would take hours are refused; a long table is not.
func TestMarkdownMarks(t *testing.T) {
	if _, err := loader.ParseMarkdown("a.md", []byte("# A\n\nOne.\n"+strings.Repeat("_a*", 100_000))); err == nil || !strings.Contains(err.Error(), "line 2") {
		t.Errorf("100,000 marks: got %v", err)
	}
	p, err := loader.ParseMarkdown("a.md", []byte("| A |\n|---|\n"+strings.Repeat("| [[b]] |\n", 5000)))
	if err != nil || len(p.Tables) != 1 || len(p.Tables[0].Rows) != 5001 {
		t.Errorf("a long table: got %v", err)
	}
}

func FuzzMarkdown(f *testing.F) {
	for _, name := range []string{"vault/People/Ida Holm.md", "vault/Places/Ostby.md", "mkdocs/docs/boats/index.md"} {
		text, err := os.ReadFile(filepath.Join("testdata", filepath.FromSlash(name)))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Add([]byte("---\na: &a [*a]\n---\n[[|]] ![[x.png]] [[#]]"))
	f.Fuzz(func(t *testing.T, text []byte) {
		p, err := loader.ParseMarkdown("Page.md", text)
		if err != nil {
			return
		}
		again, err := loader.ParseMarkdown("Page.md", bytes.Clone(text))
		if diff := cmp.Diff(p, again); err != nil || diff != "" {
			t.Errorf("not the same again: %v\n%s", err, diff)
		}
		checkPage(t, p)
	})
}
