package serve

import (
	"context"
	"fmt"
	"net/http"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"
	"github.com/danielgtaylor/huma/v2/sse"

	"github.com/bridgehop/bridgehop"
	"github.com/bridgehop/bridgehop/cli/internal/record"
	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/hop"
	"github.com/bridgehop/bridgehop/loader/claims"
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
	a.UseMiddleware(checkInput(a))

	add(a, s, s.verdicts, http.MethodPost, "verify", "Verify a claim",
		func(ctx context.Context, in *claimInput) (*record.Verdict, error) {
			return s.verdict(ctx, in.Body.Claim, in.Body.Explain, nil)
		})
	add(a, s, s.hops, http.MethodPost, "hop", "Find the chains of pages that a claim or question leads to", s.apiHop)
	add(a, s, s.hops, http.MethodPost, "ask", "Answer a question", s.apiAsk)
	add(a, s, s.hops, http.MethodGet, "page", "A page with its sentences, tables, lists and links", s.apiPage)
	add(a, s, s.hops, http.MethodGet, "paths", "The shortest link paths from one page to another", s.apiPaths)
	add(a, s, s.hops, http.MethodGet, "search", "Pages by words, best first",
		func(ctx context.Context, in *searchInput) (searchOut, error) {
			return s.search(ctx, in.Query, in.From, in.K)
		})
	add(a, s, s.hops, http.MethodGet, "info", "The store and the model", s.apiInfo)
	mux.HandleFunc("POST /api/v1/verify/batch", func(w http.ResponseWriter, _ *http.Request) {
		sendProblem(w, http.StatusGone,
			"batches over HTTP are gone: `bridgehop verify --claims FILE` verifies many claims")
	})
	mux.HandleFunc("GET /docs", func(w http.ResponseWriter, r *http.Request) { s.describe(w, r, a.OpenAPI()) })
	sse.Register(a, huma.Operation{OperationID: "verify-stages", Method: http.MethodGet, Path: stagesPath,
		Summary: "Verify a claim, with each stage when it is done"},
		map[string]any{"stage": stageOut{}, "verdict": record.Verdict{}, "failed": huma.ErrorModel{}}, s.apiStages)
	loosen(a.OpenAPI().Components.Schemas.Map())
}

// loosen says in the description what Go's types don't: that an id may be of any kind, and that a verdict may have no
// chain.
func loosen(schemas map[string]*huma.Schema) {
	*schemas["ID"] = huma.Schema{Description: "a string, a number or null"}
	verdict := schemas["Verdict"].Properties
	verdict["chain"] = &huma.Schema{AnyOf: []*huma.Schema{verdict["chain"], {Type: "null"}}}
}

// describe shows the page about the API.
func (s *Server) describe(w http.ResponseWriter, r *http.Request, about *huma.OpenAPI) {
	s.render(w, "api", struct {
		base
		Root  string
		Paths map[string]*huma.PathItem
	}{s.base("api", "API"), "http://" + r.Host, about.Paths})
}

// add adds an operation, which runs when the gate lets it.
func add[In, Out any](a huma.API, s *Server, g *gate, method, name, about string,
	do func(context.Context, *In) (Out, error)) {
	huma.Register(a, huma.Operation{OperationID: name, Method: method, Path: "/api/v1/" + name, Summary: about,
		MaxBodyBytes: maxBody, BodyReadTimeout: -1, Errors: []int{400, 404, 408, 413, 429, 503}},
		func(ctx context.Context, in *In) (*body[Out], error) {
			out, err := through(ctx, g, func() (Out, error) { return do(ctx, in) })
			if err != nil {
				return nil, s.apiError(err)
			}
			return &body[Out]{out}, nil
		})
}

func (s *Server) verdict(ctx context.Context, claim string, explain bool,
	report func(hop.Stage)) (*record.Verdict, error) {
	a, why, err := s.answer(ctx, claim, explain, report)
	if err != nil {
		return nil, err
	}
	return record.NewVerdict(a, why), nil
}

func (s *Server) apiHop(ctx context.Context, in *claimInput) (*record.Hop, error) {
	found, err := s.Engine.Chains(ctx, in.Body.Claim)
	if err != nil {
		return nil, err
	}
	return record.NewHop(&claims.Claim{Text: in.Body.Claim}, found, in.Body.Explain), nil
}

func (s *Server) apiAsk(ctx context.Context, in *askInput) (*record.Asked, error) {
	a, err := s.Engine.Ask(ctx, in.Body.Question)
	if err != nil {
		return nil, err
	}
	return record.NewAsked(&claims.Claim{Text: in.Body.Question}, a, max(in.Body.K, 1)), nil
}

func (s *Server) apiPage(ctx context.Context, in *titleInput) ([]*record.Page, error) {
	pages, err := s.Engine.Page(ctx, in.Title)
	if err != nil {
		return nil, err
	}
	out := make([]*record.Page, len(pages))
	for i, p := range pages {
		if out[i], err = record.NewPage(ctx, s.Engine.Store(), p); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func (s *Server) apiPaths(ctx context.Context, in *pathsInput) ([]record.Path, error) {
	found, err := bridgehop.Paths(ctx, s.Engine.Store(), in.From, in.To, in.Hops, in.K)
	out := make([]record.Path, len(found))
	for i, p := range found {
		out[i] = record.NewPath(p)
	}
	return out, err
}

func (s *Server) apiInfo(ctx context.Context, _ *struct{}) (out infoOut, err error) {
	out = infoOut{Store: s.Store, Version: s.Version}
	out.Counts, err = s.Engine.Store().Stats(ctx)
	return out, err
}

const stagesPath = "/api/v1/verify/stages"

// apiStages sends the stages of a claim as they are done, then the verdict.
func (s *Server) apiStages(ctx context.Context, in *stagesInput, send sse.Sender) {
	v, err := through(ctx, s.verdicts, func() (*record.Verdict, error) {
		return s.verdict(ctx, in.Claim, false, func(st hop.Stage) {
			out := stageOut{Stage: fmt.Sprintf("hop %d", st.Hop), Pages: []string{}}
			if st.Hop == 0 {
				out.Stage = "seeds"
			}
			for _, p := range st.Pages {
				out.Pages = append(out.Pages, p.Title)
			}
			_ = send.Data(out) // whoever listened is gone, and so is ctx
		})
	})
	if err == nil {
		_ = send.Data(*v)
		return
	}
	status, detail, _ := s.refused(err)
	_ = send.Data(huma.ErrorModel{Title: http.StatusText(status), Status: status, Detail: detail})
}
