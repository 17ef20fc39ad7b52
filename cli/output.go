package cli

import (
	"encoding/json"
	"fmt"
	"io"

	urfave "github.com/urfave/cli/v2"
)

// printJSON writes one record as one line, without escaping what HTML would want escaped.
func printJSON(w io.Writer, record any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	if err := e.Encode(record); err != nil {
		return fmt.Errorf("write result: %w", err)
	}
	return nil
}

// warn tells what went differently from what was asked for, unless --quiet.
func warn(c *urfave.Context, format string, args ...any) {
	if !c.Bool("quiet") {
		fmt.Fprintf(c.App.ErrWriter, "bridgehop: %s\n", visible(fmt.Sprintf(format, args...)))
	}
}

// show prints for people; the first failed write is returned by err.
type show struct {
	w   io.Writer
	err error
}

func (s *show) f(format string, args ...any) {
	if s.err == nil {
		_, s.err = io.WriteString(s.w, visible(fmt.Sprintf(format, args...)))
	}
}
