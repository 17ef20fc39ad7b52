package loader

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/loader/internal/records"
)

// Fields are the names of the fields of records in a form of one's own: JSON objects, or rows of a table (CSV) with a
// header. A field of an object in an object is written with a dot: meta.name. The zero value is no fields.
type Fields struct {
	Title, Text string
	Links       string // titles of the pages linked to: a list, or a text with | or ; between them; may be empty
}

// errFields: a list of fields that can't be read.
var errFields = errors.New("want title=FIELD,text=FIELD,links=FIELD; links may be left out")

// Parse sets the fields to a list such as title=name,text=body,links=refs.
func (f *Fields) Parse(s string) error {
	*f = Fields{}
	of := map[string]*string{"title": &f.Title, "text": &f.Text, "links": &f.Links}
	for part := range strings.SplitSeq(s, ",") {
		what, name, _ := strings.Cut(part, "=")
		field := of[strings.TrimSpace(what)]
		if name = strings.TrimSpace(name); field == nil || *field != "" || name == "" {
			return errFields
		}
		*field = name
	}
	if f.Title == "" || f.Text == "" {
		return errFields
	}
	return nil
}

// parseJSON parses an object.
func (f Fields) parseJSON(data []byte) (*graph.Page, error) {
	return f.page("field", func(name string) (json.RawMessage, error) { return field(data, name) })
}

// page returns the page of a record, whose values value returns by name; kind is what a name is of: field or column.
func (f Fields) page(kind string, value func(name string) (json.RawMessage, error)) (*graph.Page, error) {
	title, err := value(f.Title)
	if err != nil {
		return nil, err
	}
	called, err := textOf(f.Title, title)
	if err != nil || isAbsent(title) {
		return nil, fmt.Errorf("%w: the record has no text in %s %q", errNoTitle, kind, f.Title)
	}
	p, err := titled(called)
	if err != nil {
		return nil, err
	}
	text, err := value(f.Text)
	if err == nil && isAbsent(text) {
		err = fmt.Errorf("%w: %q has nothing in %s %q", errNoText, p.Title, kind, f.Text)
	}
	if err != nil {
		return nil, err
	}
	if p.Sentences, err = readText(text); err != nil || f.Links == "" {
		return p, err
	}
	links, err := value(f.Links)
	if err != nil || isAbsent(links) {
		return p, err
	}
	titles, err := flatten(links)
	if err != nil {
		const want = "want a list of titles, or a text with | or ; between them"
		return nil, fmt.Errorf("%s %q: %w: %s", kind, f.Links, errJSON, want)
	}
	f.link(p, titles)
	return p, nil
}

// link puts a link to each title where the page mentions it.
func (f Fields) link(p *graph.Page, titles []string) {
	var targets []string
	for _, t := range titles {
		for one := range strings.FieldsFuncSeq(t, func(r rune) bool { return r == '|' || r == ';' || r == '\n' }) {
			if title := graph.LinkTitle(one); title != "" {
				targets = append(targets, title)
			}
		}
	}
	placeLinks(p, targets)
}

// table returns the functions that cut and parse the rows of a table. Between the columns are commas, semicolons or
// tabs, whichever divide the header into the fields.
func (f *file) table(c *records.Cutter) (nextFunc, parseFunc, error) {
	head, err := c.NextLine()
	if err != nil || head.Err != nil {
		return nil, nil, fmt.Errorf("%s: header of the table: %w", f.path, errors.Join(err, head.Err))
	}
	header, comma := records.Header(string(head.Data), f.fields.among)
	if header == nil {
		const want = "%s:%d: %w: the first line of a table has to name the columns %s; it is %.200q"
		columns := strings.Join(f.fields.names(), ", ")
		return nil, nil, fmt.Errorf(want, f.path, head.Line, ErrFormat, columns, head.Data)
	}
	rows := &records.Table{Cutter: c, Comma: comma}
	return rows.NextRow, pageParser(func(row []byte) (*graph.Page, error) {
		return f.fields.parseRow(header, records.Fields(string(row), comma))
	}), nil
}

// names returns the names of the fields.
func (f Fields) names() []string {
	return slices.DeleteFunc([]string{f.Title, f.Text, f.Links}, func(s string) bool { return s == "" })
}

// among reports whether all fields are columns of a table. It removes the white space around the names of the columns.
func (f Fields) among(header []string) bool {
	for i := range header {
		header[i] = strings.TrimSpace(header[i])
	}
	return !slices.ContainsFunc(f.names(), func(name string) bool { return !slices.Contains(header, name) })
}

// parseRow parses a row of a table.
func (f Fields) parseRow(header, row []string) (*graph.Page, error) {
	if len(row) != len(header) {
		return nil, fmt.Errorf("%d columns, want %d", len(row), len(header))
	}
	return f.page("column", func(name string) (json.RawMessage, error) {
		text := strings.TrimSpace(row[slices.Index(header, name)])
		if text == "" {
			return nil, nil
		}
		return json.Marshal(text)
	})
}
