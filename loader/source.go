package loader

import (
	"context"
	"iter"

	"github.com/bridgehop/bridgehop/graph"
)

// Source is one input of one corpus format.
type Source interface {
	// Name names the source among others: an absolute path, or "-" for standard input. Marks are kept under it.
	Name() string
	// Fingerprint changes with the content, as far as it is looked at, and with the way it is read. It is cheap: of
	// a long file the size and both ends are looked at, so that another change within goes unseen.
	Fingerprint() (string, error)
	// Records yields the source's records in order, leaving out the first from. It does the reading, record
	// by record, and leaves the parsing to Record.Parse. An error ends the sequence and means that the source
	// could not be read to its end; the records before it count.
	Records(ctx context.Context, from int64) iter.Seq2[Record, error]
	// Size is how many bytes there are to read, in the measure of Record.Read; 0 when it is not known.
	Size() int64
}

// Record is one record of a source: cut out, but not yet parsed.
type Record struct {
	File string // where the record stands, for messages
	Line int    // counted from 1; 0 when the record is a whole file
	Read int64  // bytes of the source read so far (compressed ones, for compressed input)
	Size int    // bytes held by the record

	// Parse gives what the record holds, or why it is refused. It may be called from any goroutine, once.
	Parse func() (Content, error)
}

// Content is what a record holds; usually it is one page.
type Content struct {
	Pages     []*graph.Page
	Redirects []graph.Redirect
}

// refuse is a record that is refused whatever it holds.
func refuse(file string, line int, read int64, err error) Record {
	return Record{File: file, Line: line, Read: read, Parse: func() (Content, error) { return Content{}, err }}
}

// onePage is a Content of one page.
func onePage(p *graph.Page, err error) (Content, error) {
	if err != nil {
		return Content{}, err
	}
	return Content{Pages: []*graph.Page{p}}, nil
}

// refusedSource is a file of a folder that is no corpus, or can't be opened: one reject.
type refusedSource struct {
	file
	err error
}

// Fingerprint implements Source. What can't be opened has that of nothing; once it can, it is another.
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
