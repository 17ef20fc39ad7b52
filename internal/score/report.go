package score

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"
	"text/tabwriter"
	"unicode/utf8"
)

// Row is one figure: its value, how many claims (or pages, labels) it is over, and its 95 % interval.
type Row struct {
	Name  string  `json:"name"`
	N     int     `json:"n"`
	Value float64 `json:"value"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
}

// Section is a named group of figures, with groups within it.
type Section struct {
	Name     string
	Rows     []Row
	Sections []Section
	Notes    []Note
}

// Note is a fact beside the figures: a count, a list of names, an error.
type Note struct {
	Name  string
	Value any
}

// Report is what a scorer says. Its own rows are the official figures by their official names; the section
// "bridgehop" is our reading. HoVer's own rows are the exception: no official code of its score exists, so they are ours
// (see HoVer), and the official figures stand in the sections "official_…".
type Report struct {
	Task string
	Section
	// OfficialError is what the official code would have raised; its figures are left out then.
	OfficialError string

	pairs paired
}

// Attach puts another report into this one, as a section of that name: baselines, errors.
func (r *Report) Attach(name string, other *Report) {
	s := other.Section
	s.Name = name
	r.Sections = append(r.Sections, s)
}

// Value finds a figure by the names of its sections and its own.
func (s *Section) Value(path ...string) (float64, bool) {
	r, ok := s.Row(path...)
	return r.Value, ok
}

// Row finds a figure with its interval.
func (s *Section) Row(path ...string) (Row, bool) {
	if len(path) > 1 {
		if sub := s.Find(path[0]); sub != nil {
			return sub.Row(path[1:]...)
		}
		return Row{}, false
	}
	for _, r := range s.Rows {
		if len(path) == 1 && r.Name == path[0] {
			return r, true
		}
	}
	return Row{}, false
}

// Find is the section of a name; nil when there is none.
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
	if r.OfficialError != "" {
		head = append(head, Note{"official_error", r.OfficialError})
	}
	return r.object(head)
}

func (s Section) object(head []Note) ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	field := func(name string, v any) error {
		raw, err := json.Marshal(v)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if b.Len() > 1 {
			b.WriteByte(',')
		}
		key, _ := json.Marshal(name) // a string can't fail
		b.Write(key)
		b.WriteByte(':')
		b.Write(raw)
		return nil
	}
	var fields []Note
	fields = append(fields, head...)
	for _, r := range s.Rows {
		fields = append(fields, Note{r.Name, r.Value})
	}
	if len(s.Rows) > 0 {
		fields = append(fields, Note{"intervals", intervals(s.Rows)})
	}
	fields = append(fields, s.Notes...)
	for _, sub := range s.Sections {
		fields = append(fields, Note{sub.Name, sub})
	}
	for _, f := range fields {
		if err := field(f.Name, f.Value); err != nil {
			return nil, err
		}
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// intervals is {"name": {"n", "low", "high"}} in the order of the rows.
type intervals []Row

// MarshalJSON keeps the order.
func (in intervals) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, r := range in {
		if i > 0 {
			b.WriteByte(',')
		}
		key, _ := json.Marshal(r.Name) // a string can't fail
		bounds, err := json.Marshal(struct {
			N    int     `json:"n"`
			Low  float64 `json:"low"`
			High float64 `json:"high"`
		}{r.N, r.Low, r.High})
		if err != nil {
			return nil, err
		}
		b.Write(key)
		b.WriteByte(':')
		b.Write(bounds)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// WriteTable prints the report as text for people: name, value, interval, n.
func (r *Report) WriteTable(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n", r.Task)
	if r.OfficialError != "" {
		fmt.Fprintf(&b, "official scorer: %s\n", r.OfficialError)
	}
	t := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	r.table(t, "")
	if err := t.Flush(); err != nil {
		return err
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func (s *Section) table(w io.Writer, indent string) {
	for _, r := range s.Rows {
		fmt.Fprintf(w, "%s%s\t%s\t%s\tn=%d\n", indent, r.Name, decimal(r.Value), bounds(r), r.N)
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

func decimal(v float64) string { return strconv.FormatFloat(v, 'f', 4, 64) }

func bounds(r Row) string {
	if r.Low == r.High {
		return ""
	}
	return "[" + decimal(r.Low) + ", " + decimal(r.High) + "]"
}

// noteText is empty for notes that say nothing: zero counts and empty lists.
func noteText(v any) string {
	switch v := v.(type) {
	case int:
		if v == 0 {
			return ""
		}
	case []string:
		if len(v) == 0 {
			return ""
		}
		return shorten(strings.Join(v, ", "), 200)
	case map[string]map[string]int:
		return "" // WriteConfusion shows it
	case []Lost:
		return lostText(v)
	}
	return fmt.Sprint(v)
}

func lostText(list []Lost) string {
	var b strings.Builder
	for _, l := range list {
		fmt.Fprintf(&b, "\n  %s  %s  %s", l.Stage, l.ID, shorten(l.Claim, 120))
	}
	return b.String()
}

func shorten(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n] + " …"
}
