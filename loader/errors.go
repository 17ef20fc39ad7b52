package loader

import (
	"errors"
	"fmt"
)

// Errors of Open and Load.
var (
	// ErrFormat: the content is of no known corpus format.
	ErrFormat = errors.New("not a corpus format that can be loaded")
	// ErrStrict: Options.Strict is set and a record was refused.
	ErrStrict = errors.New("stopped at the first reject")
)

// Errors of inputs that can't be read to their end. The records before the error are loaded.
var (
	errSQLite    = errors.New("SQLite database that can not be read")
	errTruncated = errors.New("input ends in the middle")
)

// Errors of records: why one record was refused.
var (
	errJSON     = errors.New("broken JSON")
	errNoTitle  = errors.New("page without a title")
	errNoText   = errors.New("page without text")
	errHTML     = errors.New("HTML that can not be read")
	errBinary   = errors.New("not text")
	errEmpty    = errors.New("empty file")
	errRedirect = errors.New("not a redirect (want: alias TAB title)")
	errUTF8     = errors.New("not UTF-8; convert the file, as with iconv -f ISO-8859-1 -t UTF-8")
	errLink     = errors.New("not a link (want: article TAB article)")
	errNoSource = errors.New("link from an article that is not here")
)

// Reject is a refused record, with its place.
type Reject struct {
	File string
	Line int // from 1; 0 for the whole file
	Err  error
}

// Error prints the reject as file:line: what.
func (r *Reject) Error() string {
	if r.Line == 0 {
		return fmt.Sprintf("%s: %v", r.File, r.Err)
	}
	return fmt.Sprintf("%s:%d: %v", r.File, r.Line, r.Err)
}

// Unwrap returns the reason.
func (r *Reject) Unwrap() error { return r.Err }
