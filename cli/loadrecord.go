package cli

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/bridgehop/bridgehop/cli/internal/console"
	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/loader"
)

// loadRecord is the last line of load --json.
type loadRecord struct {
	Store string `json:"store"`
	graph.Stats
	Added    int64 `json:"added"`
	Replaced int64 `json:"replaced"`
	// From are the replaced pages of other files than those that were loaded.
	From []replacedFile `json:"replaced_from,omitempty"`
	// Citations is by how many the recorded citations grew whose text is no longer that of what they cite.
	Citations  int64 `json:"citations_changed,omitempty"`
	Duplicates int64 `json:"duplicates"`
	Inferred   int64 `json:"inferred"`
	Rejects    int64 `json:"rejects"`
	// Same are the pages whose title an earlier page of another text has, and SameAt the first of them.
	Same   int64              `json:"equal_titles"`
	SameAt []loader.SameTitle `json:"equal_titles_at,omitempty"`
	// Gone are the pages whose files are no longer in their folder; with --sync they were removed.
	Gone []string `json:"gone,omitempty"`
	// Dropped are the templates of MediaWiki dumps that have no text, by name.
	Dropped map[string]int `json:"dropped_templates,omitempty"`
	// Unclosed is the markup of MediaWiki dumps that is not closed, by its opening mark: it hides the rest of its
	// paragraph.
	Unclosed map[string]int `json:"unclosed_markup,omitempty"`
	// Circles are the redirects that lead to one another and so to no page, if the load changed the store.
	Circles [][]string `json:"redirect_circles,omitempty"`
	Seconds float64    `json:"seconds"`
}

// replacedFile is a file of which pages were replaced, or the files of one load; File is empty if the store doesn't
// know it.
type replacedFile struct {
	File  string `json:"file"`
	Pages int    `json:"pages"`
}

func replacedFiles(from map[string]int) (out []replacedFile) {
	for _, file := range slices.Sorted(maps.Keys(from)) {
		out = append(out, replacedFile{file, from[file]})
	}
	return out
}

func (f replacedFile) String() string {
	return fmt.Sprintf("%s of %s", console.Count(f.Pages, "page"), cmp.Or(f.File, "an earlier load"))
}

func (r loadRecord) print(out *console.Text, quiet bool) {
	printCounts(out, r.Stats)
	if r.Duplicates > 0 {
		out.Printf("%-16s %10d\n", "duplicates", r.Duplicates)
	}
	out.Printf("%-16s %10d\n%-16s %10.3f\n", "rejects", r.Rejects, "seconds", r.Seconds)
	const most = 10
	for _, f := range r.From {
		out.Printf("replaced: %s\n", f)
	}
	if r.Citations > 0 {
		out.Printf("recorded citations whose text is no longer that of their page: %d\n", r.Citations)
	}
	if r.Same > 0 {
		out.Printf("pages with the title of another page: %d\n", r.Same)
		for _, s := range r.SameAt[:min(len(r.SameAt), most)] {
			out.Printf("  %v\n", &loader.Reject{File: s.File, Line: s.Line, Err: errors.New(s.Title)})
		}
	}
	if len(r.Gone) > 0 && !quiet {
		out.Printf("pages whose files are gone: %d\n", len(r.Gone))
	}
	if n := len(r.Circles); n > 0 {
		out.Printf("circles of redirects, which lead to no page: %d\n", n)
		for _, way := range r.Circles[:min(n, most)] {
			if n := len(way) - most; n > 0 {
				way = append(slices.Clone(way[:most]), fmt.Sprintf("%d others", n))
			}
			out.Printf("  %s -> %s\n", strings.Join(way, " -> "), way[0])
		}
	}
	printTally(out, "markup that is not closed, which hides the rest of its paragraph", r.Unclosed, most)
	printTally(out, "templates without text", r.Dropped, most)
	if quiet || r.Pages == 0 {
		return
	}
	if r.LinksUnresolved > 0 {
		out.Printf("links to pages that are not here: `bridgehop info --unresolved --store %s` names them\n", r.Store)
	}
	out.Printf("stored in %s; next: bridgehop verify --store %[1]s 'A claim about these pages.'\n", r.Store)
}

// printTally prints counts by name in a line, the highest ones first.
func printTally(out *console.Text, what string, counts map[string]int, most int) {
	if len(counts) == 0 {
		return
	}
	names := slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a, b))
	})
	out.Printf("%s: ", what)
	for i, name := range names[:min(len(names), most)] {
		out.Printf("%s%s %d", strings.Repeat(", ", min(i, 1)), name, counts[name])
	}
	if n := len(names) - most; n > 0 {
		out.Printf(", and %s (--json names them)", console.Count(n, "other"))
	}
	out.Printf("\n")
}
