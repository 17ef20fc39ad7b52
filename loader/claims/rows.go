package claims

import (
	"bufio"
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/loader/internal/records"
)

func decodeRow(row map[string]string) (*Claim, error) {
	switch csvFormatOf(row) {
	case formatFirst500:
		return decodeFirst500(row)
	case formatEXFever:
		return decodeEXFever(row)
	}
	return decodePlainRow(row)
}

// decodePlainRow decodes the columns with the names of JSON fields, and ignores other columns.
func decodePlainRow(row map[string]string) (*Claim, error) {
	c := &Claim{Text: column(row, "claim"), Label: strings.TrimSpace(column(row, "label"))}
	if strings.TrimSpace(c.Text) == "" {
		return nil, ErrNoClaim
	}
	c.ID = columnID(strings.TrimSpace(cmp.Or(column(row, "id"), column(row, "_id"), column(row, "uid"))))
	c.Hops, _ = strconv.Atoi(strings.TrimSpace(column(row, "num_hops"))) // an extra
	c.Scheme = schemeOfLabel(c.Label)
	return c, nil
}

// column returns the value of a column by its name in any case. Of several such columns it takes the one with the exact name, else the
// first in order.
func column(row map[string]string, name string) string {
	if v, ok := row[name]; ok {
		return v
	}
	for _, other := range slices.Sorted(maps.Keys(row)) {
		if columnOf(other) == name {
			return row[other]
		}
	}
	return ""
}

// columnID returns the id in a column, which is a number if it is a JSON number.
func columnID(s string) ID {
	if n, err := strconv.Atoi(s); err == nil && strconv.Itoa(n) == s {
		return numberID(n)
	}
	if s == "" {
		return ID{}
	}
	return TextID(s)
}

// decodeEXFever reads a claim with its chain of pages, a Python list of titles.
func decodeEXFever(row map[string]string) (*Claim, error) {
	c := &Claim{Text: row["claim"], Label: row["label"]}
	if strings.TrimSpace(c.Text) == "" {
		return nil, ErrNoClaim
	}
	pages, err := pythonList(row["golden entity"])
	if err != nil {
		return nil, fmt.Errorf("golden entity: %w", err)
	}
	c.addPages(pages)
	c.Chained = true
	if anchors, err := pythonList(row["mention"]); err == nil { // an extra of the file, which a claim is whole without
		c.Anchors = anchors
	}
	c.finish()
	return c, nil
}

// decodeFirst500 takes one question from its row of BM25 or another method in the pooled setting; the row of
// the setting "per_question" repeats it.
func decodeFirst500(row map[string]string) (*Claim, error) {
	if row["setting"] != "" && row["setting"] != "pooled" {
		return nil, nil
	}
	c := &Claim{ID: TextID(row["example_id"]), Text: row["question"], Question: true, Kind: row["question_type"],
		Level: row["level"]}
	if strings.TrimSpace(c.Text) == "" {
		return nil, ErrNoClaim
	}
	var pages []string
	for p := range strings.SplitSeq(row["gold_titles"], " | ") {
		if p = strings.TrimSpace(p); p != "" {
			pages = append(pages, p)
		}
	}
	c.addPages(pages)
	c.finish()
	return c, nil
}

// addPages adds one evidence set of whole pages.
func (c *Claim) addPages(pages []string) {
	var set EvidenceSet
	for _, p := range pages {
		set.Items = append(set.Items, Evidence{Title: graph.CleanTitle(p), Page: p})
	}
	c.addSet(set)
}

// pythonList reads what Python prints for a list of strings: ['a', "it's", 'b\'c'].
func pythonList(s string) ([]string, error) {
	s = strings.TrimSpace(s)
	if s == "" {
		return nil, nil
	}
	if !strings.HasPrefix(s, "[") || !strings.HasSuffix(s, "]") {
		return nil, fmt.Errorf("%.40q: want a list in brackets", s)
	}
	var out []string
	rest := strings.TrimSpace(s[1 : len(s)-1])
	for rest != "" {
		item, after, err := pythonString(rest)
		if err != nil {
			return nil, err
		}
		out = append(out, item)
		rest = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(after), ","))
	}
	return out, nil
}

// pythonString reads the Python string at the start of s. It knows the escapes of Go; other backslashes are kept.
func pythonString(s string) (item, rest string, err error) {
	quote := s[0]
	if quote != '\'' && quote != '"' {
		return "", "", fmt.Errorf("%.40q: want a quoted string", s)
	}
	var b strings.Builder
	for rest = s[1:]; rest != "" && rest[0] != quote; {
		r, _, after, err := strconv.UnquoteChar(rest, quote)
		if err != nil {
			rest = strings.TrimPrefix(rest, `\`)
			_, n := utf8.DecodeRuneInString(rest)
			b.WriteString(rest[:n])
			rest = rest[n:]
			continue
		}
		b.WriteRune(r)
		rest = after
	}
	if rest == "" {
		return "", "", fmt.Errorf("%.40q: the string does not end", s)
	}
	return b.String(), rest[1:], nil
}

// csvFramer returns a record for each row, with the columns' names from the header.
type csvFramer struct {
	r      *csv.Reader
	header []string
}

func newCSVFramer(b *bufio.Reader, comma rune) (*csvFramer, error) {
	r := csv.NewReader(b)
	r.FieldsPerRecord, r.Comma = -1, comma
	header, err := r.Read()
	if err != nil {
		return nil, fmt.Errorf("csv header: %w", err)
	}
	return &csvFramer{r: r, header: header}, nil
}

func (f *csvFramer) next() (record, error) {
	fields, err := f.r.Read()
	var bad *csv.ParseError
	if errors.As(err, &bad) {
		return record{}, &lineError{bad.StartLine, bad.Err}
	}
	if err != nil {
		return record{}, err
	}
	line, _ := f.r.FieldPos(0)
	return rowOf(line, f.header, fields)
}

// rowOf names the fields of a row.
func rowOf(line int, header, fields []string) (record, error) {
	if len(fields) != len(header) {
		return record{}, &lineError{line, fmt.Errorf("%d columns, want %d", len(fields), len(header))}
	}
	rec := record{line: line, row: make(map[string]string, len(fields))}
	for i, name := range header {
		if !utf8.ValidString(fields[i]) {
			return record{}, &lineError{line, ErrUTF8}
		}
		rec.row[name] = fields[i]
	}
	return rec, nil
}

// tsvFramer returns a record for each line, with the columns' names from the first line.
type tsvFramer struct {
	lines  *records.Cutter
	header []string
}

func newTSVFramer(b *bufio.Reader) (*tsvFramer, error) {
	lines := &records.Cutter{R: b, Max: maxRecord}
	header, err := checked(lines.NextLine())
	if err != nil {
		return nil, fmt.Errorf("header of a table: %w", err)
	}
	return &tsvFramer{lines, tabbed(string(header.Data))}, nil
}

func (f *tsvFramer) next() (record, error) {
	raw, err := checked(f.lines.NextLine())
	if err != nil {
		return record{}, err
	}
	return rowOf(raw.Line, f.header, tabbed(string(raw.Data)))
}

// tabbed returns the fields of a line between tabs. Some programs quote them as in CSV; in the files of others a quote is what it is.
func tabbed(line string) []string {
	plain := strings.Split(line, "\t")
	if !strings.Contains(line, `"`) {
		return plain
	}
	r := csv.NewReader(strings.NewReader(line))
	r.Comma = '\t'
	if fields, err := r.Read(); err == nil {
		return fields
	}
	return plain
}
