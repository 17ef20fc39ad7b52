// Package search finds pages by bleve's query-string language: phrases, fields, required and excluded words, misspelt
// words and prefixes. It has an index of its own, because that of graph/text has neither positions of words nor fields.
package search

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/blevesearch/bleve/v2"
	"github.com/blevesearch/bleve/v2/analysis"
	"github.com/blevesearch/bleve/v2/mapping"
	"github.com/blevesearch/bleve/v2/registry"
	index "github.com/blevesearch/bleve_index_api"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/text"
)

// format is changed when an index of an earlier version would be read differently.
const format = "2-"

// batch is the number of pages analysed in memory at once.
const batch = 100

// document is a page as bleve indexes it. The address of an element is found by its index in its list; see parts.
type document struct {
	Title   string   `json:"title"`
	Section []string `json:"section"`
	Text    []string `json:"text"`
	Table   []string `json:"table"`
}

// fields are the fields of a document, with their weights for queries without a field.
var fields = []struct {
	name  string
	boost float64
}{{"title", 1.5}, {"section", 1}, {"text", 1}, {"table", 1}}

// parts returns a page's document, and the element of each place in its lists, by field.
func parts(p *graph.Page) (d document, places map[string][]graph.Text) {
	d.Title = p.Title
	places = map[string][]graph.Text{}
	for _, s := range p.Sections {
		d.Section = append(d.Section, s.Text)
		places["section"] = append(places["section"], graph.Text{
			Element: graph.Element{Kind: graph.KindSection, A: s.N}, Text: s.Text})
	}
	for _, e := range p.Elements() {
		switch e.Element.Kind {
		case graph.KindSentence, graph.KindItem:
			d.Text = append(d.Text, e.Text)
			places["text"] = append(places["text"], e)
		default:
			d.Table = append(d.Table, e.Text)
			places["table"] = append(places["table"], e)
		}
	}
	return d, places
}

// words are the terms of the ranked index, so that both find the same inflected forms.
type words struct{}

func (words) Analyze(b []byte) analysis.TokenStream {
	var out analysis.TokenStream
	for i, t := range text.Analyze(string(b)) {
		out = append(out, &analysis.Token{Term: []byte(t.Text), Start: t.Start, End: t.End, Position: i + 1})
	}
	return out
}

func init() {
	analyzer := func(map[string]any, *registry.Cache) (analysis.Analyzer, error) { return words{}, nil }
	err := registry.RegisterAnalyzer("bridgehop", analyzer)
	if err != nil {
		panic(err) // the name is ours
	}
}

func newMapping() mapping.IndexMapping {
	page := bleve.NewDocumentStaticMapping()
	for _, f := range fields {
		m := bleve.NewTextFieldMapping()
		m.Analyzer, m.Store, m.DocValues, m.IncludeInAll = "bridgehop", false, false, false
		page.AddFieldMappingsAt(f.name, m)
	}
	all := bleve.NewIndexMapping()
	all.DefaultMapping, all.DefaultAnalyzer, all.ScoringModel = page, "bridgehop", index.BM25Scoring
	all.StoreDynamic, all.IndexDynamic, all.DocValuesDynamic = false, false, false
	return all
}

// Build builds the index of a store in dir and replaces an older one. Progress is called with the number of pages done;
// it may be nil.
func Build(ctx context.Context, dir string, store graph.Store, progress func(done, total int64)) error {
	identity, err := store.Identity(ctx)
	if err != nil {
		return err
	}
	stats, err := store.Stats(ctx)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	part, err := os.MkdirTemp(dir, "part-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(part) // of a build that failed; else it is renamed
	b, err := bleve.NewBuilder(part, newMapping(), map[string]any{"batchSize": batch, "buildPathPrefix": part})
	if err != nil {
		return err
	}
	done := int64(0)
	for p, err := range store.All(ctx) {
		if err == nil {
			d, _ := parts(p)
			err = b.Index(p.ID().String(), d)
		}
		if err != nil {
			return fmt.Errorf("page %d: %w", done+1, err)
		}
		if done++; progress != nil {
			progress(done, stats.Pages)
		}
	}
	if err := b.Close(); err != nil {
		return err
	}
	if err := writeSums(part); err != nil {
		return err
	}
	return replace(dir, part, folder(identity))
}

// folder returns the name of the index of a store with this identity.
func folder(identity string) string { return format + identity }

// replace replaces all other indexes by the new one. Processes that have one of them open can still read it.
func replace(dir, part, name string) error {
	if err := os.RemoveAll(filepath.Join(dir, name)); err != nil {
		return err
	}
	if err := os.Rename(part, filepath.Join(dir, name)); err != nil {
		return err
	}
	old, err := os.ReadDir(dir)
	for _, o := range old {
		if o.Name() != name {
			err = errors.Join(err, os.RemoveAll(filepath.Join(dir, o.Name())))
		}
	}
	return err
}
