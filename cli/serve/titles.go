package serve

import (
	"cmp"
	"context"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bridgehop/bridgehop/cli/internal/console"
	"github.com/bridgehop/bridgehop/graph"
)

// listed is of how many pages the titles are listed: of all in most stores, and of the first ones in large ones.
const listed = 100_000

// titlesShown is how many titles stand on one page of the list.
const titlesShown = 200

// titles returns the titles of the store in the order of the alphabet. They are read once.
func (s *Server) titles(ctx context.Context) ([]string, error) {
	if kept := s.listed.Load(); kept != nil {
		return *kept, nil
	}
	return through(ctx, s.hops, func() (out []string, err error) {
		index, ok := s.Engine.Planner().Text.(interface{ First(int) []graph.PageID })
		if !ok {
			return nil, nil
		}
		heads, err := s.Engine.Store().Heads(ctx, index.First(listed))
		if err != nil {
			return nil, err
		}
		for _, h := range heads {
			out = append(out, h.Title)
		}
		slices.SortFunc(out, func(a, b string) int {
			return cmp.Or(strings.Compare(console.PlainLetters(a), console.PlainLetters(b)), strings.Compare(a, b))
		})
		out = slices.Compact(out)
		s.listed.Store(&out)
		return out, nil
	})
}

// letter returns the letter under which a title stands: # for what begins with none.
func letter(title string) string {
	if r, _ := utf8.DecodeRuneInString(console.PlainLetters(title)); unicode.IsLetter(r) {
		return string(unicode.ToUpper(r))
	}
	return "#"
}

// list is the list of titles under a letter.
type list struct {
	Letters []string
	Letter  string
	Titles  []string
	More    string // where the list goes on
}

func (s *Server) list(ctx context.Context, of string, from int) (*list, error) {
	all, err := s.titles(ctx)
	if err != nil {
		return nil, err
	}
	l := &list{Letter: of}
	for _, t := range all {
		x := letter(t)
		if !slices.Contains(l.Letters, x) {
			l.Letters = append(l.Letters, x)
		}
		if x == of {
			l.Titles = append(l.Titles, t)
		}
	}
	slices.Sort(l.Letters)
	if next := from + titlesShown; next < len(l.Titles) {
		l.More = "/browse?" + url.Values{"letter": {of}, "from": {strconv.Itoa(next)}}.Encode()
	}
	l.Titles = l.Titles[min(max(from, 0), len(l.Titles)):]
	l.Titles = l.Titles[:min(titlesShown, len(l.Titles))]
	return l, nil
}

// random opens a page of chance.
func (s *Server) random(w http.ResponseWriter, r *http.Request) {
	all, err := s.titles(r.Context())
	if err != nil || len(all) == 0 {
		http.Redirect(w, r, "/browse", http.StatusSeeOther)
		return
	}
	http.Redirect(w, r, pageURL(all[rand.IntN(len(all))]), http.StatusSeeOther)
}
