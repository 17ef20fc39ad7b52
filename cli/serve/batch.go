package serve

import (
	"bufio"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"os"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/bridgehop/bridgehop/cli/internal/record"
	"github.com/bridgehop/bridgehop/loader/claims"
)

// batchInput is the body of a batch, which is read only when the batch has a place.
type batchInput struct{ body io.Reader }

// Resolve implements huma.Resolver.
func (in *batchInput) Resolve(c huma.Context) []error { in.body = c.BodyReader(); return nil }

// batchLine is the answer to one claim.
type batchLine struct {
	ID    claims.ID `json:"id"`
	Error string    `json:"error,omitempty"`
	*record.Verdict
}

// errStopping is the answer to the rest of a batch when the server ends.
var errStopping = errors.New("the server has ended; send this claim again")

// apiBatch verifies claims as they were sent, one after the other. The time limit of a request is that of each claim. A batch
// that a server would have to wait for longer than this ends with an error for each claim that is left. Batches have a gate of their own:
// one whose client sends or takes nothing keeps no place that a claim waits for.
func (s *Server) apiBatch(_ context.Context, in *batchInput) (*huma.StreamResponse, error) {
	leave, err := s.batches.join()
	if err != nil {
		return nil, s.apiError(err)
	}
	file, err := unpacked(in.body)
	if err != nil {
		leave()
		return nil, s.bodyError(err)
	}
	r, err := claims.NewReader(io.MultiReader(strings.NewReader(byteOrderMark), file), "request", claims.Auto)
	if err != nil {
		leave()
		return nil, errors.Join(huma.Error400BadRequest(err.Error()), file.Close())
	}
	return &huma.StreamResponse{Body: func(h huma.Context) {
		defer leave()
		defer file.Close() //nolint:errcheck // has no name any more
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

// byteOrderMark before a text keeps a reader of claims from unpacking it.
const byteOrderMark = "\ufeff"

// unpacked writes the body of a batch, which may be packed by gzip, to a file without a name.
func unpacked(body io.Reader) (*os.File, error) {
	f, err := os.CreateTemp("", "bridgehop-batch-")
	if err != nil {
		return nil, err
	}
	in := bufio.NewReader(http.MaxBytesReader(nil, io.NopCloser(body), maxBatch))
	var n int64
	err = os.Remove(f.Name())
	if head, _ := in.Peek(2); err == nil && string(head) == "\x1f\x8b" {
		var z *gzip.Reader
		if z, err = gzip.NewReader(in); err == nil {
			in = bufio.NewReader(z)
		}
	}
	if head, _ := in.Peek(len(byteOrderMark)); string(head) == byteOrderMark {
		_, _ = in.Discard(len(head))
	}
	if err == nil {
		n, err = io.Copy(f, io.LimitReader(in, maxBatch+1))
	}
	if err == nil && n > maxBatch {
		err = &http.MaxBytesError{Limit: maxBatch}
	}
	if err == nil {
		_, err = f.Seek(0, io.SeekStart)
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
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
