package serve

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/bridgehop/bridgehop/cli/internal/record"
	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/search"
)

// What a search gives.
type (
	foundOut struct {
		record.Found
		Begin string `json:"begin" doc:"of the page"`
	}
	searchOut struct {
		Pages []foundOut `json:"pages"`
		Total int        `json:"total" doc:"pages that match"`
		Note  string     `json:"note,omitempty" doc:"how the pages were found, where it was not as the query says"`
	}
)

var errNoWords = errors.New("the query has no words to search for")

// search finds pages by a query, best first: in the search index, and by words alone where the store has none.
func (s *Server) search(ctx context.Context, query string, from, k int) (searchOut, error) {
	if utf8.RuneCountInString(query) > search.MaxQuery {
		return searchOut{}, fmt.Errorf("%w: it has more than %d characters", search.ErrLimit, search.MaxQuery)
	}
	if s.Search == nil {
		return s.ranked(ctx, query, from, k)
	}
	out := searchOut{Pages: []foundOut{}}
	found, err := s.Search.Search(ctx, query, from, k)
	if err != nil {
		return out, err
	}
	out.Total = found.Total
	if found.Fuzzy {
		out.Note = "No page has these words. These pages have words that differ by one letter."
	}
	for i := range found.Hits {
		out.Pages = append(out.Pages, foundOut{record.NewFound(&found.Hits[i]), begin(found.Hits[i].Page)})
	}
	return out, nil
}

func begin(p *graph.Page) string {
	if f := search.Beginning(p); len(f) > 0 {
		return f[0].Text
	}
	return ""
}

// ranked finds pages as the planner's seeds are found.
func (s *Server) ranked(ctx context.Context, query string, from, k int) (searchOut, error) {
	out := searchOut{Pages: []foundOut{}, Note: "The store has no search index, so these are only the best pages by their words. Run `" +
		s.command("index", "--search") + "` and start the server again."}
	index := s.Engine.Planner().Text
	var terms []string
	for _, t := range index.Analyze(query) {
		terms = append(terms, t.Text)
	}
	if len(terms) == 0 {
		return out, errNoWords
	}
	hits, err := index.Seeds(ctx, terms, from+k)
	if err != nil {
		return out, err
	}
	hits = hits[min(from, len(hits)):]
	var ids []graph.PageID
	for _, h := range hits {
		ids = append(ids, h.Page)
	}
	pages, err := s.Engine.Store().Pages(ctx, ids)
	if err != nil {
		return out, err
	}
	for i, p := range pages {
		if p != nil {
			found := record.NewFound(&search.Hit{Page: p, Score: hits[i].Score, Fragments: search.Beginning(p)})
			out.Pages = append(out.Pages, foundOut{found, begin(p)})
		}
	}
	out.Total = len(out.Pages)
	return out, nil
}

// resultsShown is how many pages stand on one page of results, of no more than resultsMost in all.
const resultsShown, resultsMost = 10, 1000

func (s *Server) searchPage(w http.ResponseWriter, r *http.Request) {
	query := strings.TrimSpace(r.FormValue("q"))
	page := struct {
		base
		Query, Note string
		From, Total int
		Results     []foundOut
		More        string
	}{base: s.base("search", "Search"), Query: query}
	if query != "" {
		page.Title = query
		page.Command = s.command("search", query)
		from, _ := strconv.Atoi(r.FormValue("from")) // 0 for none
		page.From = min(max(from, 0), resultsMost)
		found, err := through(r.Context(), s.hops, func() (searchOut, error) {
			return s.search(r.Context(), query, page.From, resultsShown)
		})
		if err != nil {
			page.Problem = s.problem(err)
		}
		page.Note, page.Total, page.Results = found.Note, found.Total, found.Pages
		if next := page.From + resultsShown; next < min(page.Total, resultsMost) {
			page.More = "/search?" + url.Values{"q": {query}, "from": {strconv.Itoa(next)}}.Encode()
		}
	}
	s.render(w, "search", page)
}
