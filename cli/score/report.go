package score

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"
	"strconv"
	"strings"
	"text/tabwriter"
	"unicode/utf8"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/loader/claims"
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

// Report is the result of a scorer. Its rows are the official figures by their official names; the section "bridgehop" has our figures.
// HoVer is an exception: there is no official code of its score, so the rows are ours (see HoVer), and the official figures are in the
// sections "official_…".
type Report struct {
	Task string
	Section
	// OfficialError is the exception that the official code would raise. Its figures are left out then.
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
	if r.OfficialError != "" {
		head = append(head, Note{"official_error", r.OfficialError})
	}
	return r.object(head)
}

func (s Section) object(fields []Note) ([]byte, error) {
	bounds := object{}
	for _, r := range s.Rows {
		fields = append(fields, Note{r.Name, r.Value})
		bounds = append(bounds, Note{r.Name, struct {
			N    int     `json:"n"`
			Low  float64 `json:"low"`
			High float64 `json:"high"`
		}{r.N, r.Low, r.High}})
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
	b := []byte{'{'}
	for i, f := range o {
		key, _ := json.Marshal(f.Name) // a string can't fail
		raw, err := json.Marshal(f.Value)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", f.Name, err)
		}
		if i > 0 {
			b = append(b, ',')
		}
		b = append(append(append(b, key...), ':'), raw...)
	}
	return append(b, '}'), nil
}

// WriteTable prints the report as text for people: name, value, interval, n.
func (r *Report) WriteTable(w io.Writer) error {
	head := r.Task + "\n"
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

// noteText returns the text of a note; empty for zero counts, empty lists, and the matrix, which WriteConfusion prints.
func noteText(v any) string {
	switch v := v.(type) {
	case int:
		if v == 0 {
			return ""
		}
	case []string:
		return shorten(strings.Join(v, ", "), 200)
	case Confusion:
		return ""
	case []Lost:
		var b strings.Builder
		for _, l := range v {
			fmt.Fprintf(&b, "\n  %s  %s  %s", l.Stage, l.ID, shorten(l.Claim, 120))
		}
		return b.String()
	}
	return fmt.Sprint(v)
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

// row is a record of any task with labels, gold or predicted: FEVER's and FEVEROUS's, HoVer's submission and the files of
// its baseline's stages, and verify --out.
type row struct {
	ID        *claims.ID      `json:"id"`
	UID       *claims.ID      `json:"uid"`
	Label     *string         `json:"label"`
	Evidence  json.RawMessage `json:"evidence"`
	Predicted *string         `json:"predicted_label"`
	Cited     json.RawMessage `json:"predicted_evidence"`
	Facts     json.RawMessage `json:"supporting_facts"`
	Stage     json.RawMessage `json:"predicted_sp"`
	Sorted    []string        `json:"sorted_titles"`
	Docs      []string        `json:"predicted_docs"`
	Chain     json.RawMessage `json:"chain"`
}

// key returns the id that the record is paired by; empty when it has none.
func (in *row) key() string {
	if id := firstID(in.UID, in.ID); id != nil {
		return id.Key()
	}
	return ""
}

func firstID(ids ...*claims.ID) *claims.ID {
	for _, id := range ids {
		if id != nil && !id.IsZero() {
			return id
		}
	}
	return nil
}

// isHeader tells FEVEROUS's header record by content: an empty id and no label.
func (in *row) isHeader() bool {
	return in.ID != nil && in.ID.Key() == "" && (in.Label == nil || *in.Label == "") && (in.Predicted == nil || *in.Predicted == "")
}

// isFact refuses a record of another task than FEVER or FEVEROUS.
func (in *row) isFact(task string) error {
	if in.Predicted == nil && in.Cited == nil {
		return fmt.Errorf("neither predicted_label nor predicted_evidence: not a %s prediction", task)
	}
	return nil
}

// bad returns an error in a record.
func bad(rec claims.Record, err error) error {
	if err == nil {
		return nil
	}
	return &claims.RecordError{Place: rec.Place, Err: err}
}

var nonFinite = regexp.MustCompile(`(^|[\[:,\s])-?(NaN|Infinity)\b`)

// unmarshal reads a record, and says where and what when it can't.
func unmarshal(rec claims.Record, into any) error {
	err := json.Unmarshal(rec.Raw, into)
	var kind *json.UnmarshalTypeError
	var syntax *json.SyntaxError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &kind) && kind.Field == "":
		err = fmt.Errorf("want a JSON object, got %s", kind.Value)
	case errors.As(err, &kind):
		err = fmt.Errorf("field %q: got %s", kind.Field, kind.Value)
	case errors.As(err, &syntax) && nonFinite.Match(rec.Raw):
		err = errors.New("a number is NaN or infinite, which JSON does not have")
	default:
		err = fmt.Errorf("not JSON: %w", err)
	}
	return bad(rec, err)
}

func jsonText(raw json.RawMessage) (string, bool) {
	var s string
	if len(raw) == 0 || raw[0] != '"' || json.Unmarshal(raw, &s) != nil {
		return "", false
	}
	return s, true
}

// pythonNumber reads a number or a truth value; integer tells what isinstance(x, int) would.
func pythonNumber(raw json.RawMessage) (v float64, number, integer bool) {
	switch s := string(raw); s {
	case "true":
		return 1, true, true
	case "false":
		return 0, true, true
	default:
		v, err := strconv.ParseFloat(s, 64)
		return v, err == nil, err == nil && !strings.ContainsAny(s, ".eE")
	}
}

// listOf reads a list of so many values: [title, number], or FEVEROUS's [page, type, position].
func listOf[T any](raw json.RawMessage, size int) (list []T, ok bool) {
	ok = json.Unmarshal(raw, &list) == nil && len(list) == size
	return list, ok
}

// joinAddress makes an id of [page, type, position]; a title or section may have no position.
func joinAddress(triple []string) string {
	return strings.TrimSuffix(strings.Join(triple, "_"), "_")
}

// addressOf reads FEVEROUS's id or [page, type, position], or the [page, sentence] of the others.
func addressOf(raw json.RawMessage) (graph.Address, error) {
	if id, ok := jsonText(raw); ok {
		return graph.ParseAddress(id)
	}
	if triple, ok := listOf[string](raw, 3); ok {
		return graph.ParseAddress(joinAddress(triple))
	}
	var pair []json.RawMessage
	var title string
	if json.Unmarshal(raw, &pair) != nil || len(pair) < 2 || json.Unmarshal(pair[0], &title) != nil {
		return graph.Address{}, fmt.Errorf("%.60s: want an id or [page, sentence]", raw)
	}
	number := string(pair[1])
	if s, ok := jsonText(pair[1]); ok {
		number = strings.TrimSpace(s)
	}
	n, err := strconv.ParseFloat(number, 64)
	if err != nil || n != math.Trunc(n) {
		return graph.Address{}, fmt.Errorf("%.60s: want [page, sentence]", raw)
	}
	return graph.Address{Title: claims.FEVERTitle(title), Element: graph.Element{Kind: graph.KindSentence, A: int(n)}}, nil
}

// isCell tells what takes one of the places for cells.
func isCell(k graph.Kind) bool {
	return k == graph.KindCell || k == graph.KindHeaderCell || k == graph.KindCaption || k == graph.KindItem
}
