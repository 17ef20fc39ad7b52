package serve

import (
	"context"
	"embed"
	"fmt"
	"html"
	"html/template"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/bridgehop/bridgehop"
	"github.com/bridgehop/bridgehop/cli/internal/draw"
	"github.com/bridgehop/bridgehop/cli/internal/record"
	"github.com/bridgehop/bridgehop/graph/english"
	"github.com/bridgehop/bridgehop/hop"
)

//go:embed ui
var ui embed.FS

var templates = template.Must(template.New("").Funcs(template.FuncMap{
	"pageURL": pageURL,
	"element": func(id, title string) string { return strings.TrimPrefix(id, title+"_") },
	"marked": func(f record.Fragment) template.HTML {
		return template.HTML(f.Marked("<mark>", "</mark>", html.EscapeString))
	},
	"claimURL":  func(claim string) string { return "/verify?" + url.Values{"claim": {claim}}.Encode() },
	"inc":       func(i int) int { return i + 1 },
	"letterURL": func(letter string) string { return "/browse?" + url.Values{"letter": {letter}}.Encode() },
}).ParseFS(ui, "ui/*.html"))

// pageURL returns where a page is shown, with these elements lit.
func pageURL(title string, lit ...string) string {
	q := url.Values{"title": {title}}
	if len(lit) == 0 {
		return "/browse?" + q.Encode()
	}
	q.Set("lit", strings.Join(lit, ","))
	return "/browse?" + q.Encode() + "#" + lit[0]
}

// base is what every page shows.
type base struct {
	Title, Here    string
	Store, Command string
	Claim          string
	Problem        string
}

func (s *Server) base(here, title string) base { return base{Here: here, Title: title, Store: s.Store} }

// pages are the views for people. Every one has an address, and works without a script.
func (s *Server) pages(mux *http.ServeMux) {
	mux.HandleFunc("GET /{$}", s.home)
	mux.HandleFunc("GET /verify", s.verify)
	mux.HandleFunc("GET /browse", s.browse)
	mux.HandleFunc("GET /random", s.random)
	mux.HandleFunc("GET /search", s.searchPage)
	mux.HandleFunc("GET /paths", s.paths)
	mux.HandleFunc("GET /shapes", s.shapes)
	mux.HandleFunc("GET /", s.notFound)
	for _, name := range []string{"app.css", "app.js", "graph.js"} {
		mux.HandleFunc("GET /"+name,
			func(w http.ResponseWriter, r *http.Request) { http.ServeFileFS(w, r, ui, "ui/"+name) })
	}
}

// render writes templates one after the other and sends what they gave.
func (s *Server) render(w http.ResponseWriter, name string, data any) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	if err := templates.ExecuteTemplate(w, name, data); err != nil {
		s.Log.Debug("page not written", "err", err) // whoever asked is gone
	}
	_ = http.NewResponseController(w).Flush()
}

func (s *Server) home(w http.ResponseWriter, r *http.Request) {
	page := s.base("verify", "")
	s.render(w, "head", page)
	s.render(w, "claimform", page)
	s.render(w, "picks", s.examples(r.Context()))
	s.render(w, "recent", nil)
	s.render(w, "foot", page)
}

// notFound answers an address that the server doesn't have: a program with JSON, a person with a page.
func (s *Server) notFound(w http.ResponseWriter, r *http.Request) {
	if strings.HasPrefix(r.URL.Path, "/api/") {
		sendProblem(w, http.StatusNotFound, "there is no such operation; /openapi.json lists all")
		return
	}
	page := s.base("", "Not found")
	w.WriteHeader(http.StatusNotFound)
	s.render(w, "head", page)
	s.render(w, "problem", "There is no page at "+r.URL.Path+". Search finds pages of the wiki by their words.")
	s.render(w, "foot", page)
}

// verify shows each stage of a claim as it is done, in one answer.
func (s *Server) verify(w http.ResponseWriter, r *http.Request) {
	claim := strings.TrimSpace(r.FormValue("claim"))
	if claim == "" {
		s.home(w, r)
		return
	}
	page := s.base("verify", claim)
	page.Claim = claim
	explain, last, judge := r.FormValue("explain") != "", "Verdict", s.judged
	page.Command = s.command("verify", claim)
	switch {
	case s.Engine.Form(claim) == english.Question:
		page.Command, last, judge = s.command("ask", claim), "Answer", s.asked
	case explain:
		page.Command = s.command("verify", "--explain", claim)
	}
	s.render(w, "head", page)
	s.render(w, "claimform", page)
	s.render(w, "begin", nil)
	view, err := through(r.Context(), s.verdicts, func() (*verdictView, error) {
		start := time.Now()
		took := func() float64 { return float64(time.Since(start).Microseconds()) / 1e3 }
		view, err := judge(r.Context(), claim, explain, func(st hop.Stage) {
			name := "Seeds: pages that the claim names or describes"
			if st.Hop > 0 {
				name = fmt.Sprintf("Hop %d: pages of the best chains", st.Hop)
			}
			s.render(w, "stage", stageView{name, took(), st.Pages})
		})
		if err == nil {
			s.render(w, "stage", stageView{Name: last, Took: took()})
		}
		return view, err
	})
	if err != nil {
		s.render(w, "failed", s.problem(err))
	} else {
		s.render(w, "end", view)
	}
	s.render(w, "foot", page)
}

// judged verifies a claim for a person. Report gets each stage of planning when it is done.
func (s *Server) judged(ctx context.Context, claim string, explain bool, report func(hop.Stage)) (*verdictView, error) {
	answer, why, err := s.answer(ctx, claim, explain, report)
	if err != nil {
		return nil, err
	}
	result := &hop.Result{Chains: answer.Found.Chains} // the ranked pages aren't shown
	found, err := bridgehop.WithPages(ctx, s.Engine.Planner(), result)
	if err != nil {
		return nil, err
	}
	return newVerdictView(answer, found, why, pageURL), nil
}

// asked answers a question for a person, as judged does.
func (s *Server) asked(ctx context.Context, question string, _ bool, report func(hop.Stage)) (*verdictView, error) {
	a, err := s.Engine.Ask(ctx, question, report)
	if err != nil {
		return nil, err
	}
	return newAnswerView(a), nil
}

func (s *Server) paths(w http.ResponseWriter, r *http.Request) {
	page := struct {
		base
		From, To string
		Found    []template.HTML
	}{base: s.base("paths", "Link paths"), From: strings.TrimSpace(r.FormValue("from")),
		To: strings.TrimSpace(r.FormValue("to"))}
	if page.From != "" && page.To != "" {
		page.Command = s.command("paths", "--max-hops", strconv.Itoa(pathLinks), page.From, page.To)
		found, err := through(r.Context(), s.hops, func() ([]bridgehop.Path, error) {
			return bridgehop.Paths(r.Context(), s.Engine.Store(), page.From, page.To, pathLinks, pathCount)
		})
		switch {
		case err != nil:
			page.Problem = s.problem(err)
		case len(found) == 0:
			page.Problem = fmt.Sprintf("No way of at most %d links leads from one to the other.", pathLinks)
		}
		for i := range found {
			page.Found = append(page.Found, picture(draw.Path(&found[i]), fmt.Sprintf("Path %d", i+1), pageURL))
		}
	}
	s.render(w, "paths", page)
}

// What paths looks for where nothing else is asked.
const pathLinks, pathCount = 6, 5

// picture returns a graph as SVG, which escapes what it is given.
func picture(g *draw.Graph, label string, of addresses) template.HTML {
	var b strings.Builder
	_ = g.SVG(&b, label, false, func(title string) string { return of(title) }) // a Builder takes everything
	return template.HTML(b.String())
}

// command returns the command line that shows the same.
func (s *Server) command(name string, args ...string) string {
	return commandLine(name, s.Store, args...)
}

func commandLine(name, store string, args ...string) string {
	words := []string{"bridgehop", name, "--store", shellWord(store)}
	for _, a := range args {
		words = append(words, shellWord(a))
	}
	return strings.Join(words, " ")
}

func shellWord(s string) string {
	if s != "" && strings.Trim(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-:@") == "" {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

// shapes shows HoVer's reasoning graphs (Jiang et al. 2020, figure 2).
func (s *Server) shapes(w http.ResponseWriter, _ *http.Request) {
	s.render(w, "shapes", s.base("shapes", "Shapes of reasoning"))
}
