package loader

import (
	"bufio"
	"context"
	"io"
	"iter"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/loader/internal/records"
)

// What only tests need by name.
type Mentioner = mentioner

// What only tests need by name.
var (
	ParseHotpotQA  = parseHotpotQA
	ParseQuestion  = parseQuestion
	ParseHoVer     = parseHoVer
	ParseFEVER     = parseFEVER
	ParseFEVEROUS  = parseFEVEROUS
	ParseArticle   = parseArticle
	SplitSentences = splitSentences
	ErrFields      = errFields
	Unlink         = unlink
	Detect         = detectFile

	ErrJSON      = errJSON
	ErrNoTitle   = errNoTitle
	ErrNoText    = errNoText
	ErrHTML      = errHTML
	ErrBinary    = errBinary
	ErrEmpty     = errEmpty
	ErrSQLite    = errSQLite
	ErrTruncated = errTruncated
	ErrTooLong   = records.ErrTooLong
)

// ParsePassage reads a record of the passages format.
func ParsePassage(data []byte) (*graph.Page, error) {
	c, err := parsePassage(data)
	if err != nil {
		return nil, err
	}
	return c.Pages[0], nil
}

// ParseHTML reads a page by itself.
func ParseHTML(title string, data []byte) (*graph.Page, error) {
	return parseHTML(title, data, hrefTarget)
}

// ParseWikitext reads a page's wikitext.
func ParseWikitext(title, text string) (*graph.Page, error) {
	c, err := parseWikitext(title, text, nil)
	if err != nil {
		return nil, err
	}
	return c.Pages[0], nil
}

// ParseWikipediaXML reads one <page> of a dump.
func ParseWikipediaXML(page string) (content, error) { return parseXMLPage(page, nil) }

// ReadFrom yields the records of JSON that a reader gives as if it were a file.
func ReadFrom(ctx context.Context, r io.Reader) iter.Seq2[record, error] {
	return func(yield func(record, error) bool) {
		f := &file{path: "in", max: defaultMaxRecord, format: formatPassages}
		in, err := newInput(ctx, f.path, r, io.NopCloser(r))
		if err == nil {
			err = f.read(in, 0, yield)
		}
		if err != nil {
			yield(record{}, err)
		}
	}
}

// CutPages is how many pages a reader gives, and the error behind them.
func CutPages(r io.Reader) (n int, err error) {
	next, _ := cutPages(&records.Cutter{R: bufio.NewReaderSize(r, 1<<16), Max: defaultMaxRecord})
	for {
		if _, err = next(); err != nil {
			return n, err
		}
		n++
	}
}

// ParseMarkdown reads a page in Markdown by itself.
func ParseMarkdown(file string, data []byte) (*graph.Page, error) {
	p, err := readMarkdown(file, data)
	if err != nil {
		return nil, err
	}
	p.file = file
	text := p.html
	site := newSiteIndex()
	site.add(p)
	site.settle()
	title, _ := site.namesOf(p)
	return parseHTML(title, text, func(href string) string { return site.target(file, href) })
}
