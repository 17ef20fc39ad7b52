package loader

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"iter"
	"os"
	"sync/atomic"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/loader/internal/records"
)

// Source is one input in one corpus format.
type Source interface {
	// Name identifies the source: an absolute path, or "-" for standard input. Marks are stored under it.
	Name() string
	// Fingerprint changes with the content and with the way it is read. It reads whole files.
	Fingerprint(ctx context.Context) (string, error)
	// Records yields the source's records in order, without the first from. record.Parse parses them. An error ends the
	// sequence and means that the source could not be read to its end; the records before it are valid.
	Records(ctx context.Context, from int64) iter.Seq2[record, error]
	// Size is the number of bytes to read, in the unit of record.Read; 0 if it is not known.
	Size() int64
}

// record is one record of a source, not yet parsed.
type record struct {
	File string // the file of the record, for messages
	Line int    // line or row, from 1; 0 if the record is a whole file
	Read int64  // bytes of the source read so far (compressed ones, for compressed input)
	Size int    // bytes of memory

	// Parse returns the content, or the reason why the record is refused. It is called once, from any goroutine.
	Parse func() (content, error)
}

// content is the content of a record, usually one page.
type content struct {
	Pages     []*graph.Page
	Redirects []graph.Redirect
	Dropped   map[string]int // templates of wikitext without text, by name
	Warning   error          // what of the record is not read, though the rest is
	Unclosed  map[string]int // markup of wikitext that is not closed, by its opening mark
}

// refuse returns a record whose Parse returns err.
func refuse(file string, line int, read int64, err error) record {
	return record{File: file, Line: line, Read: read, Parse: func() (content, error) { return content{}, err }}
}

// onePage returns a content of one page.
func onePage(p *graph.Page, err error) (content, error) {
	if err != nil {
		return content{}, err
	}
	return content{Pages: []*graph.Page{p}}, nil
}

// ErrFormat: the content has no known corpus format.
var ErrFormat = errors.New("not a corpus format that can be loaded")

// Errors of inputs that can't be read to their end. The records before the error are loaded.
var (
	errSQLite    = errors.New("SQLite database that can not be read")
	errTruncated = errors.New("input ends in the middle")
)

// Errors of records: why one record was refused.
var (
	errJSON     = records.ErrJSON
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

// readingVersion is a part of every fingerprint. It is changed when the same file yields different pages.
const readingVersion = "6"

// fingerprint returns a hash of readingVersion, the format, and each file's size and bytes.
func fingerprint(ctx context.Context, format string, paths ...string) (string, error) {
	h := newPrint(format)
	for _, p := range paths {
		if err := hashFile(ctx, h, p); err != nil {
			return "", err
		}
	}
	return printOf(h), nil
}

// newPrint starts a fingerprint; printOf returns it.
func newPrint(format string) hash.Hash {
	h := sha256.New()
	fmt.Fprintf(h, "%s %s\n", readingVersion, format)
	return h
}

func printOf(h hash.Hash) string { return hex.EncodeToString(h.Sum(nil)[:16]) }

var errIrregular = errors.New("not a regular file, which this format needs")

// hashFile adds the size and the bytes of a file: an edit may be anywhere, and keep size and time.
func hashFile(ctx context.Context, h hash.Hash, path string) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() {
		return fmt.Errorf("%s: %w", path, errIrregular)
	}
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }()
	fmt.Fprintf(h, "%d\n", info.Size())
	if _, err := io.Copy(h, &counter{ctx, f, new(atomic.Int64)}); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}

// nonce returns a unique fingerprint for a stream, which can't be compared with other inputs.
func nonce() string { return "stdin-" + rand.Text() }
