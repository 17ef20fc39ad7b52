package loader

import (
	"context"
	"iter"

	"github.com/bridgehop/bridgehop/graph"
)

// Source is one input in one corpus format.
type Source interface {
	// Name identifies the source: an absolute path, or "-" for standard input. Marks are stored under it.
	Name() string
	// Fingerprint changes with the content and with the way it is read. It reads whole files.
	Fingerprint() (string, error)
	// Records yields the source's records in order, without the first from. Record.Parse parses them. An error ends the
	// sequence and means that the source could not be read to its end; the records before it are valid.
	Records(ctx context.Context, from int64) iter.Seq2[Record, error]
	// Size is the number of bytes to read, in the unit of Record.Read; 0 if it is not known.
	Size() int64
}

// Record is one record of a source, not yet parsed.
type Record struct {
	File string // the file of the record, for messages
	Line int    // line or row, from 1; 0 if the record is a whole file
	Read int64  // bytes of the source read so far (compressed ones, for compressed input)
	Size int    // bytes of memory

	// Parse returns the content, or the reason why the record is refused. It is called once, from any goroutine.
	Parse func() (Content, error)
}

// Content is the content of a record, usually one page.
type Content struct {
	Pages     []*graph.Page
	Redirects []graph.Redirect
	Dropped   map[string]int // templates of wikitext without text, by name
}

// refuse returns a record whose Parse returns err.
func refuse(file string, line int, read int64, err error) Record {
	return Record{File: file, Line: line, Read: read, Parse: func() (Content, error) { return Content{}, err }}
}

// onePage returns a Content of one page.
func onePage(p *graph.Page, err error) (Content, error) {
	if err != nil {
		return Content{}, err
	}
	return Content{Pages: []*graph.Page{p}}, nil
}

// refusedSource is a file that is no corpus or can't be opened: a source of one reject.
type refusedSource struct {
	file
	err error
}

// Fingerprint implements Source. A file that can't be opened has a constant one.
func (s *refusedSource) Fingerprint() (string, error) {
	if p, err := s.file.Fingerprint(); err == nil {
		return p, nil
	}
	return printOf(newPrint("")), nil
}

// Records implements Source.
func (s *refusedSource) Records(_ context.Context, from int64) iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		if from == 0 {
			yield(refuse(s.path, 0, s.Size(), s.err), nil)
		}
	}
}
