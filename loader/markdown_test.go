package loader_test

import (
	"bytes"
	"fmt"
	"os"
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
	var rejects []string
	store, report := load(t, loader.Input{}, loader.Options{Reject: func(r *loader.Reject) { rejects = append(rejects, r.Error()) }},
		filepath.Join("testdata", "vault"))
	if report.Rejects != 1 || len(rejects) != 1 || !strings.Contains(rejects[0], "Broken.md: front matter that is no YAML: line 2: ") {
		t.Errorf("rejects %d: %q, want the broken front matter alone", report.Rejects, rejects)
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
		"Old Mill":  {"sentence_0 The old mill of Ostby is a mill of 1790. [Ostby>Ostby]"},
		"Vorn Peak": {"Vorn Peak", "sentence_0 Vorn Peak is west of Mount Kell. [Mount Kell>Mount Kell]"},
	}
	if diff := cmp.Diff(got, want); diff != "" {
		t.Errorf("-got +want:\n%s", diff)
	}
	aliases := []graph.Redirect{{From: "Ida of Ostby", To: "Ida Holm (climber)"}, {From: "I. Holm", To: "Ida Holm (climber)"}}
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
