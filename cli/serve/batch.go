package serve

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"github.com/bridgehop/bridgehop/cli/internal/record"
	"github.com/bridgehop/bridgehop/loader/claims"
)

type batchInput struct {
	RawBody []byte `contentType:"application/x-ndjson"`
}

// batchLine is the answer to one claim.
type batchLine struct {
	ID    claims.ID `json:"id"`
	Error string    `json:"error,omitempty"`
	*record.Verdict
}

// errStopping is the answer to the rest of a batch when the server ends.
var errStopping = errors.New("the server has ended; send this claim again")

// apiBatch verifies claims as they were sent, one after the other. The time limit of a request is that of each claim. A batch
// that a server would have to wait for longer than this ends with an error for each claim that is left.
func (s *Server) apiBatch(_ context.Context, in *batchInput) (*huma.StreamResponse, error) {
	r, err := claims.NewReader(bytes.NewReader(in.RawBody), "request", claims.Auto)
	if err != nil {
		return nil, huma.Error400BadRequest(err.Error())
	}
	leave, err := s.verdicts.join()
	if err != nil {
		return nil, s.apiError(err)
	}
	return &huma.StreamResponse{Body: func(h huma.Context) {
		defer leave()
		h.SetHeader("Content-Type", "application/x-ndjson")
		w := json.NewEncoder(h.BodyWriter())
		w.SetEscapeHTML(false)
		for c, err := range r.All() {
			line := batchLine{}
			if err == nil {
				line.ID = c.ID
				line.Verdict, err = s.batchVerdict(h.Context(), c.Text)
			}
			if err != nil {
				line.Error = remedied(err).Error()
			}
			if out, ok := h.BodyWriter().(http.ResponseWriter); ok {
				s.takenWithin(out, 0)
			}
			if w.Encode(line) != nil {
				return // whoever asked is gone
			}
			if f, ok := h.BodyWriter().(http.Flusher); ok {
				f.Flush()
			}
		}
	}}, nil
}

func (s *Server) batchVerdict(ctx context.Context, claim string) (*record.Verdict, error) {
	if s.ended.Load() {
		return nil, errStopping
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), s.Time)
	defer cancel()
	end, err := s.verdicts.turn(ctx)
	if err != nil {
		return nil, err
	}
	defer end()
	return s.verdict(ctx, claim, false, nil)
}
