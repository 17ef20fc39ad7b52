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

// checkInput refuses a request whose body can't be read, or whose body or parameters are not UTF-8: JSON's decoder
// would replace letters.
func checkInput(a huma.API) func(huma.Context, func(huma.Context)) {
	return func(c huma.Context, next func(huma.Context)) {
		r, w := humago.Unwrap(c)
		b, err := io.ReadAll(io.LimitReader(r.Body, maxBody+1)) // what is longer is refused after this
		r.Body = io.NopCloser(bytes.NewReader(b))
		readNoMore(w)
		if errors.Is(err, os.ErrDeadlineExceeded) {
			_ = huma.WriteErr(a, c, http.StatusRequestTimeout, "the body did not arrive in time") // as below
			return
		}
		if err != nil {
			err = fmt.Errorf("the body can't be read: %w", err)
		}
		err = errors.Join(err, checkUTF8("the body", b))
		for name, values := range r.URL.Query() {
			for _, v := range values {
				err = errors.Join(err, checkUTF8("parameter "+name, []byte(v)))
			}
		}
		if err != nil {
			_ = huma.WriteErr(a, c, http.StatusBadRequest, err.Error()) // whoever asked may be gone
			return
		}
		next(c)
	}
}

// readNoMore ends the time in which a request must arrive, once it has: when this time ended, net/http would end its
// context.
func readNoMore(w http.ResponseWriter) {
	_ = http.NewResponseController(w).SetReadDeadline(time.Time{}) // tests write to memory
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
	return fmt.Errorf("%s is not UTF-8: line %d, byte %d", what, bytes.Count(b[:at], []byte("\n"))+1,
		at-bytes.LastIndexByte(b[:at], '\n'))
}
