package serve

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"html/template"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/bridgehop/bridgehop"
	"github.com/bridgehop/bridgehop/cli/internal/draw"
	"github.com/bridgehop/bridgehop/cli/internal/record"
	"github.com/bridgehop/bridgehop/graph/search"
	"github.com/bridgehop/bridgehop/hop"
	"github.com/bridgehop/bridgehop/verify"
)

//go:embed ui
var ui embed.FS

var templates = template.Must(template.New("").Funcs(template.FuncMap{
	"pageURL":  pageLink,
	"claimURL": func(claim string) string { return "/verify?" + url.Values{"claim": {claim}}.Encode() },
	"inc":      func(i int) int { return i + 1 },
}).ParseFS(ui, "ui/*.html"))

func pageLink(title string) string { return pageURL(title) }

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
	mux.HandleFunc("GET /search", s.searchPage)
	mux.HandleFunc("GET /paths", s.paths)
	mux.HandleFunc("GET /shapes", s.shapes)
	mux.HandleFunc("GET /study/{file}", s.studyPicture)
	mux.HandleFunc("GET /login", func(w http.ResponseWriter, _ *http.Request) { s.render(w, "login", base{Title: "Sign in"}) })
	mux.HandleFunc("POST /login", s.login)
	mux.HandleFunc("GET /", s.notFound)
	for _, name := range []string{"app.css", "app.js", "graph.js"} {
		mux.HandleFunc("GET /"+name, func(w http.ResponseWriter, r *http.Request) { http.ServeFileFS(w, r, ui, "ui/"+name) })
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

// problem returns what went wrong in one line for a person, and logs it if it wasn't their doing.
func (s *Server) problem(err error) string {
	switch {
	case errors.Is(err, hop.ErrEmptyClaim), errors.Is(err, verify.ErrEmptyClaim):
		return "The claim is empty: type a sentence."
	case errors.Is(err, hop.ErrLongClaim), errors.Is(err, verify.ErrLongClaim):
		return "The claim is too long: one sentence is enough."
	case errors.Is(err, bridgehop.ErrNoPage):
		return "There is no such page: " + err.Error() + ". Search finds titles by their words."
	case errors.Is(err, search.ErrQuery), errors.Is(err, errNoWords):
		return "The search can't be read: " + err.Error() + "."
	case errors.Is(err, errBusy):
		return "Too many people ask at once. Try again in a second."
	}
	if errors.Is(err, context.Canceled) {
		return "The request was cancelled."
	}
	if why, ok := s.failed(err); ok {
		return "This can't be answered now: " + why + "."
	}
	if errors.Is(err, context.DeadlineExceeded) {
		return "This took too long."
	}
	return "Something went wrong here: " + err.Error() + "."
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
		w.Header().Set("Content-Type", "application/problem+json")
		w.WriteHeader(http.StatusNotFound)
		_, _ = io.WriteString(w, `{"title":"Not Found","status":404,"detail":"there is no such operation; /openapi.json lists all"}`+"\n")
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
	explain, judge := r.FormValue("explain") != "", s.judged
	if page.Command = s.command("verify", map[bool]string{true: "--explain"}[explain], claim); s.Engine.Form(claim) == verify.FormQuestion {
		page.Command, judge = s.command("ask", "", claim), s.asked
	}
	s.render(w, "head", page)
	s.render(w, "claimform", page)
	s.render(w, "begin", nil)
	view, err := judge(r.Context(), claim, explain, func(st stageView) { s.render(w, "stage", st) })
	if err != nil {
		s.render(w, "failed", s.problem(err))
	} else {
		s.render(w, "end", view)
	}
	s.render(w, "foot", page)
}

// judged verifies a claim for a person. Tell gets each stage when it is done.
func (s *Server) judged(ctx context.Context, claim string, explain bool, tell func(stageView)) (*verdictView, error) {
	leave, err := s.verdicts.enter(ctx)
	if err != nil {
		return nil, err
	}
	defer leave()
	start := time.Now()
	answer, err := s.answer(ctx, claim, watch(start, tell))
	if err != nil {
		return nil, err
	}
	tell(stageView{Name: "Verdict", Took: since(start)})
	found, err := bridgehop.WithPages(ctx, s.Engine.Planner(), &hop.Result{Chains: answer.Found.Chains}) // the ranked pages aren't shown
	if err != nil {
		return nil, err
	}
	var why *record.Blame
	if explain {
		if why, err = record.NewBlame(ctx, answer); err != nil {
			return nil, err
		}
	}
	return newVerdictView(answer, found, why), nil
}

// asked answers a question for a person. Tell gets each stage when it is done.
func (s *Server) asked(ctx context.Context, question string, _ bool, tell func(stageView)) (*verdictView, error) {
	leave, err := s.verdicts.enter(ctx)
	if err != nil {
		return nil, err
	}
	defer leave()
	start := time.Now()
	a, err := s.Engine.Ask(ctx, question, watch(start, tell))
	if err != nil {
		return nil, err
	}
	tell(stageView{Name: "Answer", Took: since(start)})
	return newAnswerView(a), nil
}

// watch returns a function that tells of the stages of planning.
func watch(start time.Time, tell func(stageView)) func(hop.Stage) {
	const shown = 8
	return func(st hop.Stage) {
		v := stageView{Name: stageName(st.Hop), Took: since(start), Pages: titles{More: max(0, len(st.Pages)-shown)}}
		for _, p := range st.Pages[:min(shown, len(st.Pages))] {
			v.Pages.Titles = append(v.Pages.Titles, p.Title)
		}
		tell(v)
	}
}

func stageName(hop int) string {
	if hop == 0 {
		return "Seeds: pages that the claim names or describes"
	}
	return fmt.Sprintf("Hop %d: pages of the best chains", hop)
}

// stageID returns a stage's name in the API.
func stageID(hop int) string {
	if hop == 0 {
		return "seeds"
	}
	return fmt.Sprintf("hop %d", hop)
}

func since(start time.Time) string {
	return fmt.Sprintf("%.0f ms", float64(time.Since(start).Microseconds())/1e3)
}

func (s *Server) paths(w http.ResponseWriter, r *http.Request) {
	page := struct {
		base
		From, To string
		Found    [][]template.HTML
	}{base: s.base("paths", "Link paths"), From: strings.TrimSpace(r.FormValue("from")), To: strings.TrimSpace(r.FormValue("to"))}
	if page.From != "" && page.To != "" {
		page.Command = s.command("paths", fmt.Sprintf("--max-hops %d", pathLinks), page.From, page.To)
		found, err := s.findPaths(r.Context(), page.From, page.To, pathLinks, pathCount)
		switch {
		case err != nil:
			page.Problem = s.problem(err)
		case len(found) == 0:
			page.Problem = fmt.Sprintf("No way of at most %d links leads from one to the other.", pathLinks)
		}
		for i := range found {
			page.Found = append(page.Found, pictures(draw.Path(&found[i]), fmt.Sprintf("Path %d", i+1), pageLink))
		}
	}
	s.render(w, "paths", page)
}

// What paths looks for where nothing else is asked.
const pathLinks, pathCount = 6, 5

func (s *Server) findPaths(ctx context.Context, from, to string, links, k int) ([]bridgehop.Path, error) {
	leave, err := s.hops.enter(ctx)
	if err != nil {
		return nil, err
	}
	defer leave()
	return s.Engine.Paths(ctx, from, to, links, k)
}

// pictures returns a graph drawn from left to right, and from top to bottom. Address is as for draw.Graph.SVG, which escapes what it is
// given.
func pictures(g *draw.Graph, label string, address func(title string) string) []template.HTML {
	return []template.HTML{picture(g, label, false, address), picture(g, label, true, address)}
}

// picture returns a graph drawn from left to right, or down.
func picture(g *draw.Graph, label string, down bool, address func(title string) string) template.HTML {
	var b strings.Builder
	g.Down = down
	_ = g.SVG(&b, label, false, address) // a Builder takes everything
	return template.HTML(b.String())
}

// command returns the command line that shows the same.
func (s *Server) command(name, flag string, args ...string) string {
	return commandLine(s.Store, name, flag, args...)
}

func commandLine(store, name, flag string, args ...string) string {
	words := []string{"bridgehop", name, "--store", shellWord(store)}
	if flag != "" {
		words = append(words, flag)
	}
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
