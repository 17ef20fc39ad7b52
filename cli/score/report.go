package score

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"unicode/utf8"
)

// Row is a figure by its name. Its count is of claims, pages or labels.
type Row struct {
	Name string `json:"name"`
	Figure
}

// Section is a named group of figures, with groups within it.
type Section struct {
	Name     string
	Rows     []Row
	Sections []Section
	Notes    []Note
}

// Note is additional information about the figures: a count, a list of names, an error.
type Note struct {
	Name  string
	Value any
}

// Report is the result of a scorer. Its rows are the official figures by their official names; the section "bridgehop"
// has our figures. HoVer is an exception: there is no official code of its score, so the rows are ours, and the
// official figures are in the sections "official_…".
type Report struct {
	Task string
	Section
	// OfficialError is the exception that the official code would raise. Its figures are left out then.
	OfficialError string
	// OfficialPairing says that the official code, which pairs by position, pairs other ids than ours, and what pairing
	// by id gives.
	OfficialPairing string

	pairs paired
}

// Row finds a figure with its interval.
func (s *Section) Row(name string) (Row, bool) {
	for _, r := range s.Rows {
		if r.Name == name {
			return r, true
		}
	}
	return Row{}, false
}

// Find returns the section with a name, or nil.
func (s *Section) Find(name string) *Section {
	for i := range s.Sections {
		if s.Sections[i].Name == name {
			return &s.Sections[i]
		}
	}
	return nil
}

// Note finds a note.
func (s *Section) Note(name string) (any, bool) {
	for _, n := range s.Notes {
		if n.Name == name {
			return n.Value, true
		}
	}
	return nil, false
}

// MarshalJSON writes the figures by name, in order, then "intervals", notes and sections.
func (s Section) MarshalJSON() ([]byte, error) { return s.object(nil) }

// MarshalJSON writes the official figures at the top level.
func (r Report) MarshalJSON() ([]byte, error) {
	head := []Note{{"task", r.Task}}
	if r.OfficialPairing != "" {
		head = append(head, Note{"official_pairing", r.OfficialPairing})
	}
	if r.OfficialError != "" {
		head = append(head, Note{"official_error", r.OfficialError})
	}
	return r.object(head)
}

func (s Section) object(fields []Note) ([]byte, error) {
	bounds := object{}
	for _, r := range s.Rows {
		fields = append(fields, Note{r.Name, r.Value})
		bounds = append(bounds, Note{r.Name, object{{"n", r.N}, {"low", r.Low}, {"high", r.High}}})
	}
	if len(s.Rows) > 0 {
		fields = append(fields, Note{"intervals", bounds})
	}
	fields = append(fields, s.Notes...)
	for _, sub := range s.Sections {
		fields = append(fields, Note{sub.Name, sub})
	}
	return object(fields).MarshalJSON()
}

// object is a JSON object that keeps its order.
type object []Note

// MarshalJSON writes the fields by name.
func (o object) MarshalJSON() ([]byte, error) {
	var fields [][]byte
	for _, f := range o {
		fields = append(fields, fmt.Appendf(nil, "%s:%s", compact(f.Name), compact(f.Value)))
	}
	return fmt.Appendf(nil, "{%s}", bytes.Join(fields, []byte{','})), nil
}

// compact returns a value as JSON on one line, without escaping what HTML would want escaped. A value without JSON, such
// as NaN, is empty, so that what is around it is no JSON.
func compact(v any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(v)
	return bytes.TrimSuffix(b.Bytes(), []byte{'\n'})
}

// Own returns our reading: the section "bridgehop", or the report itself if the task has no official scorer.
func (r *Report) Own() *Section {
	if s := r.Find("bridgehop"); s != nil {
		return s
	}
	return &r.Section
}

// WriteTable prints the report as text for people: name, value, interval, n.
func (r *Report) WriteTable(w io.Writer) error {
	head := r.Task + "\n"
	if r.OfficialPairing != "" {
		head += r.OfficialPairing + "\n"
	}
	if r.OfficialError != "" {
		head += "official scorer: " + r.OfficialError + "\n"
	}
	if _, err := io.WriteString(w, head); err != nil {
		return err
	}
	return writeTable(w, func(t *tabwriter.Writer) { r.table(t, "") })
}

// writeTable lines up the columns that fill writes, which tabs part.
func writeTable(w io.Writer, fill func(*tabwriter.Writer)) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fill(t)
	return t.Flush()
}

func (s *Section) table(w io.Writer, indent string) {
	for _, r := range s.Rows {
		bounds := ""
		if r.Low != r.High {
			bounds = fmt.Sprintf("[%.4f, %.4f]", r.Low, r.High)
		}
		fmt.Fprintf(w, "%s%s\t%.4f\t%s\tn=%d\n", indent, r.Name, r.Value, bounds, r.N)
	}
	for _, n := range s.Notes {
		if text := noteText(n.Value); text != "" {
			fmt.Fprintf(w, "%s%s: %s\n", indent, n.Name, text)
		}
	}
	for i := range s.Sections {
		fmt.Fprintf(w, "%s%s\n", indent, s.Sections[i].Name)
		s.Sections[i].table(w, indent+"  ")
	}
}

// noteText returns the text of a note; empty for zero counts, empty lists, and the matrix, which only JSON has.
func noteText(v any) string {
	switch v := v.(type) {
	case int:
		if v == 0 {
			return ""
		}
	case []string:
		list := strings.Join(v, ", ")
		if n := 200; len(list) > n {
			for !utf8.RuneStart(list[n]) {
				n--
			}
			list = list[:n] + " …"
		}
		return list
	case Confusion:
		return ""
	}
	return fmt.Sprint(v)
}
