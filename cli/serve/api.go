package serve

import (
	"context"
	"errors"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"
	"github.com/danielgtaylor/huma/v2/sse"

	"github.com/bridgehop/bridgehop"
	"github.com/bridgehop/bridgehop/cli/internal/console"
	"github.com/bridgehop/bridgehop/cli/internal/record"
	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/search"
	"github.com/bridgehop/bridgehop/hop"
	"github.com/bridgehop/bridgehop/loader/claims"
	"github.com/bridgehop/bridgehop/verify"
)

// body is an answer of the API.
type body[T any] struct{ Body T }

// Inputs of the API.
type (
	claimInput struct {
		Body struct {
			Claim   string `json:"claim" minLength:"1" maxLength:"2000" doc:"a claim, or for hop a question" example:"Oslo is a city."`
			Explain bool   `json:"explain,omitempty" doc:"tell why, as --explain does"`
		}
	}
	askInput struct {
		Body struct {
			Question string `json:"question" minLength:"1" maxLength:"2000" doc:"a question" example:"Where is Oslo?"`
			K        int    `json:"k,omitempty" minimum:"0" maximum:"100" doc:"answers at most, by default 1"`
		}
	}
	stagesInput struct {
		Claim string `query:"claim" required:"true" minLength:"1" maxLength:"2000" doc:"one sentence that is true or false"`
	}
	titleInput struct {
		Title string `query:"title" required:"true" minLength:"1" maxLength:"1000" doc:"a title, in any normal form, or a redirect"`
	}
	pathsInput struct {
		From string `query:"from" required:"true" minLength:"1" maxLength:"1000"`
		To   string `query:"to" required:"true" minLength:"1" maxLength:"1000"`
		Hops int    `query:"max_hops" minimum:"1" maximum:"8" default:"3" doc:"links to follow at most"`
		K    int    `query:"k" minimum:"1" maximum:"100" default:"5"`
	}
	searchInput struct {
		Query string `query:"q" required:"true" minLength:"1" maxLength:"2000" doc:"words, or a query" example:"+title:light tower"`
		K     int    `query:"k" minimum:"1" maximum:"100" default:"10"`
		From  int    `query:"from" minimum:"0" maximum:"1000" default:"0" doc:"number of pages to skip"`
	}
)

// Outputs that the command line has no record of.
type (
	infoOut struct {
		Store   string      `json:"store"`
		Version string      `json:"version"`
		Counts  graph.Stats `json:"counts"`
	}
	stageOut struct {
		Stage string   `json:"stage" doc:"seeds, hop 1, hop 2 or hop 3"`
		Pages []string `json:"pages"`
	}
)

// api are the operations for programs, with the fields that the command line prints as JSON.
func (s *Server) api(mux *http.ServeMux) {
	config := huma.DefaultConfig("bridgehop", "1")
	config.Info.Description = "Finds which pages of a wiki, joined by which hyperlinks, prove or refute a claim."
	config.DocsPath, config.SchemasPath, config.CreateHooks = "", "", nil // pages of these fetch scripts from elsewhere
	a := humago.New(mux, config)
	a.UseMiddleware(s.checkInput(a))

	add(a, http.MethodPost, "verify", "Verify a claim", s.apiVerify)
	add(a, http.MethodPost, "hop", "Find the chains of pages that a claim or question leads to", s.apiHop)
	add(a, http.MethodPost, "ask", "Answer a question", s.apiAsk)
	add(a, http.MethodGet, "page", "A page with its sentences, tables, lists and links", s.apiPage)
	add(a, http.MethodGet, "paths", "The shortest link paths from one page to another", s.apiPaths)
	add(a, http.MethodGet, "search", "Pages by words, best first", s.apiSearch)
	add(a, http.MethodGet, "info", "The store and the model", s.apiInfo)
	huma.Register(a, huma.Operation{OperationID: "verify-batch", Method: http.MethodPost, Path: "/api/v1/verify/batch",
		MaxBodyBytes: maxBatch,
		RequestBody:  &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{"application/x-ndjson": {}}},
		Summary:      "Verify many claims",
		Description:  `A JSON object {"id", "claim"} a line; a line of output for each, in their order, as soon as it is there.`,
		Responses: map[string]*huma.Response{"200": {Description: "JSON lines",
			Content: map[string]*huma.MediaType{"application/x-ndjson": {}}}},
		Errors: []int{400, 408, 413, 429}}, s.apiBatch)
	mux.HandleFunc("GET /docs", func(w http.ResponseWriter, r *http.Request) { s.describe(w, r, a.OpenAPI()) })
	sse.Register(a, huma.Operation{OperationID: "verify-stages", Method: http.MethodGet, Path: "/api/v1/verify/stages",
		Summary: "Verify a claim, with each stage when it is done"},
		map[string]any{"stage": stageOut{}, "verdict": record.Verdict{}, "failed": huma.ErrorModel{}}, s.apiStages)
	loosen(a.OpenAPI().Components.Schemas.Map())
}

// loosen says in the description what Go's types don't: that an id may be of any kind, and that a verdict may have no chain.
func loosen(schemas map[string]*huma.Schema) {
	*schemas["ID"] = huma.Schema{Description: "a string, a number or null"}
	verdict := schemas["Verdict"].Properties
	verdict["chain"] = &huma.Schema{AnyOf: []*huma.Schema{verdict["chain"], {Type: "null"}}}
}

// operation is a line of the page about the API.
type operation struct{ Method, Path, About string }

func (s *Server) describe(w http.ResponseWriter, r *http.Request, about *huma.OpenAPI) {
	page := struct {
		base
		Root       string
		Operations []operation
	}{base: s.base("api", "API"), Root: "http://" + r.Host}
	for _, path := range slices.Sorted(maps.Keys(about.Paths)) {
		item := about.Paths[path]
		for _, o := range []*huma.Operation{item.Get, item.Post} {
			if o != nil {
				page.Operations = append(page.Operations, operation{o.Method, path, o.Summary})
			}
		}
	}
	s.render(w, "api", page)
}

func add[In, Out any](a huma.API, method, name, about string, do func(context.Context, *In) (*body[Out], error)) {
	huma.Register(a, huma.Operation{OperationID: name, Method: method, Path: "/api/v1/" + name, Summary: about, MaxBodyBytes: maxBody,
		BodyReadTimeout: -1, Errors: []int{400, 404, 408, 413, 429, 503}}, do)
}

// unavailable reports whether the store or the model can't be used, and what mends it.
func unavailable(err error) (why string, ok bool) {
	hint, ok := console.Unavailable(err)
	return strings.TrimSuffix(err.Error()+"; "+hint, "; "), ok
}

// failed logs an error that is not the fault of who asked, and returns what unavailable does.
func (s *Server) failed(err error) (why string, ok bool) {
	s.Log.Error("request failed", "err", err)
	if why, ok = unavailable(err); ok && errors.Is(err, graph.ErrDamaged) {
		s.damaged.Store(&why)
	}
	return why, ok
}

// remedied adds to an error of the store or the model what mends it.
func remedied(err error) error {
	if why, ok := unavailable(err); ok {
		return errors.New(why)
	}
	return err
}

// apiError gives an error its status.
func (s *Server) apiError(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, search.ErrLimit):
		return huma.Error422UnprocessableEntity(err.Error())
	case errors.Is(err, hop.ErrEmptyClaim), errors.Is(err, verify.ErrEmptyClaim), errors.Is(err, hop.ErrLongClaim),
		errors.Is(err, verify.ErrLongClaim), errors.Is(err, errNoWords), errors.Is(err, search.ErrQuery):
		return huma.Error400BadRequest(err.Error())
	case errors.Is(err, bridgehop.ErrNoPage):
		return huma.Error404NotFound(err.Error())
	case errors.Is(err, errBusy):
		return huma.ErrorWithHeaders(huma.Error429TooManyRequests("too many requests at once"), http.Header{"Retry-After": {"1"}})
	}
	if errors.Is(err, context.Canceled) { // whoever asked is gone
		return huma.Error503ServiceUnavailable(err.Error())
	}
	if why, ok := s.failed(err); ok {
		return huma.Error503ServiceUnavailable(why)
	}
	if errors.Is(err, context.DeadlineExceeded) {
		return huma.Error503ServiceUnavailable("the request took longer than " + s.Time.String())
	}
	return huma.Error500InternalServerError("the request failed; the server's log says why")
}

// within does something when the gate lets it.
func within[T any](ctx context.Context, s *Server, g *gate, do func() (T, error)) (*body[T], error) {
	leave, err := g.enter(ctx)
	if err != nil {
		return nil, s.apiError(err)
	}
	defer leave()
	out, err := do()
	if err != nil {
		return nil, s.apiError(err)
	}
	return &body[T]{out}, nil
}

func (s *Server) apiVerify(ctx context.Context, in *claimInput) (*body[*record.Verdict], error) {
	return within(ctx, s, s.verdicts, func() (*record.Verdict, error) { return s.verdict(ctx, in.Body.Claim, in.Body.Explain, nil) })
}

func (s *Server) verdict(ctx context.Context, claim string, explain bool, report func(hop.Stage)) (*record.Verdict, error) {
	a, err := s.answer(ctx, claim, report)
	if err != nil {
		return nil, err
	}
	var why *record.Blame
	if explain {
		if why, err = record.NewBlame(ctx, a); err != nil {
			return nil, err
		}
	}
	return record.NewVerdict(a, why), nil
}

func (s *Server) apiHop(ctx context.Context, in *claimInput) (*body[*record.Hop], error) {
	return within(ctx, s, s.hops, func() (*record.Hop, error) {
		found, err := s.Engine.Chains(ctx, in.Body.Claim)
		if err != nil {
			return nil, err
		}
		return record.NewHop(&claims.Claim{Text: in.Body.Claim}, found, in.Body.Explain), nil
	})
}

func (s *Server) apiAsk(ctx context.Context, in *askInput) (*body[*record.Asked], error) {
	return within(ctx, s, s.hops, func() (*record.Asked, error) {
		a, err := s.Engine.Ask(ctx, in.Body.Question)
		if err != nil {
			return nil, err
		}
		return record.NewAsked(&claims.Claim{Text: in.Body.Question}, a, max(in.Body.K, 1)), nil
	})
}

func (s *Server) apiPage(ctx context.Context, in *titleInput) (*body[[]*record.Page], error) {
	return within(ctx, s, s.hops, func() ([]*record.Page, error) {
		pages, err := s.Engine.Page(ctx, in.Title)
		if err != nil {
			return nil, err
		}
		out := []*record.Page{}
		for _, p := range pages {
			r, err := record.NewPage(ctx, s.Engine.Store(), p)
			if err != nil {
				return nil, err
			}
			out = append(out, r)
		}
		return out, nil
	})
}

func (s *Server) apiPaths(ctx context.Context, in *pathsInput) (*body[[]record.Path], error) {
	return within(ctx, s, s.hops, func() ([]record.Path, error) {
		found, err := s.Engine.Paths(ctx, in.From, in.To, in.Hops, in.K)
		out := []record.Path{}
		for _, p := range found {
			out = append(out, record.NewPath(p))
		}
		return out, err
	})
}

func (s *Server) apiSearch(ctx context.Context, in *searchInput) (*body[searchOut], error) {
	return within(ctx, s, s.hops, func() (searchOut, error) { return s.search(ctx, in.Query, in.From, in.K) })
}

func (s *Server) apiInfo(ctx context.Context, _ *struct{}) (*body[infoOut], error) {
	return within(ctx, s, s.hops, func() (out infoOut, err error) {
		out = infoOut{Store: s.Store, Version: s.Version}
		out.Counts, err = s.Engine.Store().Stats(ctx)
		return out, err
	})
}

// apiStages sends the stages of a claim as they are done, then the verdict.
func (s *Server) apiStages(ctx context.Context, in *stagesInput, send sse.Sender) {
	failed := func(err error) {
		var e *huma.ErrorModel
		if err := s.apiError(err); errors.As(err, &e) {
			_ = send.Data(*e)
		}
	}
	leave, err := s.verdicts.enter(ctx)
	if err != nil {
		failed(err)
		return
	}
	defer leave()
	v, err := s.verdict(ctx, in.Claim, false, func(st hop.Stage) {
		out := stageOut{Stage: stageID(st.Hop), Pages: []string{}}
		for _, p := range st.Pages {
			out.Pages = append(out.Pages, p.Title)
		}
		_ = send.Data(out) // whoever listened is gone, and so is ctx
	})
	if err != nil {
		failed(err)
		return
	}
	_ = send.Data(*v)
}
