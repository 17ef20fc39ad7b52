package loader

import (
	"errors"
	"fmt"

	"github.com/bridgehop/bridgehop/internal/records"
)

// Errors of inputs: a source that can't be opened or read to its end.
var (
	// ErrFormat: the content is of no known corpus format.
	ErrFormat = errors.New("not a corpus format that can be loaded")
	// ErrSQLite: the database can't be read. What came before the break has been kept.
	ErrSQLite = errors.New("SQLite database that can not be read")
	// ErrTruncated: the input ends in the middle. What came before the break has been kept.
	ErrTruncated = errors.New("input ends in the middle")
)

// ErrStrict: Options.Strict is set and a record was refused.
var ErrStrict = errors.New("stopped at the first reject")

// Errors of records: why one record was refused. They are what a Reject's Err wraps.
var (
	// ErrJSON: the record is no JSON object of the expected shape.
	ErrJSON = errors.New("broken JSON")
	// ErrNoTitle: the page has no title.
	ErrNoTitle = errors.New("page without a title")
	// ErrNoText: the page has none of the fields that may hold its text.
	ErrNoText = errors.New("page without text")
	// ErrHTML: the page is nested deeper than any page is written.
	ErrHTML = errors.New("HTML that can not be read")
	// ErrTooLong: the record is longer than Input.MaxRecord.
	ErrTooLong = records.ErrTooLong
	// ErrBinary: the file is not text.
	ErrBinary = errors.New("not text")
	// ErrEmpty: the file holds nothing.
	ErrEmpty = errors.New("empty file")
	// ErrRedirect: the line is not alias TAB title.
	ErrRedirect = errors.New("not a redirect (want: alias TAB title)")
	// ErrLink: the line of links.tsv is not article TAB article.
	ErrLink = errors.New("not a link (want: article TAB article)")
	// ErrNoSource: a link begins at an article that is not there.
	ErrNoSource = errors.New("link from an article that is not here")
)

// Reject is a record that was refused, and where it stands.
type Reject struct {
	File string
	Line int // counted from 1; 0 when the whole file is meant
	Err  error
}

// Error prints the reject as file:line: what.
func (r *Reject) Error() string {
	if r.Line == 0 {
		return fmt.Sprintf("%s: %v", r.File, r.Err)
	}
	return fmt.Sprintf("%s:%d: %v", r.File, r.Line, r.Err)
}

// Unwrap is what was wrong.
func (r *Reject) Unwrap() error { return r.Err }
