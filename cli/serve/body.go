package serve

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"time"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"
)

// checkInput refuses a request whose body can't be read, or whose body or parameters are not UTF-8: JSON's decoder would replace letters.
func (s *Server) checkInput(a huma.API) func(huma.Context, func(huma.Context)) {
	return func(c huma.Context, next func(huma.Context)) {
		err := error(nil)
		r, w := humago.Unwrap(c)
		if c.Operation().MaxBodyBytes == maxBody {
			var b []byte
			b, err = io.ReadAll(io.LimitReader(r.Body, maxBody+1))
			r.Body = io.NopCloser(bytes.NewReader(b))
			readNoMore(w)
			if err = s.bodyError(err); err == nil {
				err = checkUTF8("the body", b)
			}
		}
		for name, values := range r.URL.Query() {
			for _, v := range values {
				err = errors.Join(err, checkUTF8("parameter "+name, []byte(v)))
			}
		}
		var status huma.StatusError
		switch {
		case err == nil:
			next(c)
		case errors.As(err, &status):
			_ = huma.WriteErr(a, c, status.GetStatus(), status.Error()) // whoever asked is gone
		default:
			_ = huma.WriteErr(a, c, http.StatusBadRequest, err.Error())
		}
	}
}

// readNoMore ends the time in which a request must arrive, once it has: when this time ended, net/http would end its context.
func readNoMore(w http.ResponseWriter) {
	_ = http.NewResponseController(w).SetReadDeadline(time.Time{}) // tests write to memory
}

// bodyError gives an error of reading a body its status.
func (s *Server) bodyError(err error) error {
	var path *os.PathError
	var large *http.MaxBytesError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &large):
		return huma.NewError(http.StatusRequestEntityTooLarge, fmt.Sprintf("the body, unpacked, has more than %d bytes", large.Limit))
	case errors.Is(err, os.ErrDeadlineExceeded):
		return huma.NewError(http.StatusRequestTimeout, "the body did not arrive in time")
	case errors.As(err, &path): // of the file that keeps a batch
		return s.apiError(err)
	}
	return huma.Error400BadRequest("the body can't be read: " + err.Error())
}

// checkUTF8 returns an error with the place of the first byte that is not UTF-8.
func checkUTF8(what string, b []byte) error {
	if utf8.Valid(b) {
		return nil
	}
	at := 0
	for r, n := utf8.DecodeRune(b); r != utf8.RuneError || n > 1; r, n = utf8.DecodeRune(b[at:]) {
		at += n
	}
	return fmt.Errorf("%s is not UTF-8: line %d, byte %d", what, bytes.Count(b[:at], []byte("\n"))+1, at-bytes.LastIndexByte(b[:at], '\n'))
}
