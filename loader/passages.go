package loader

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/bridgehop/bridgehop/graph"
)

// passage is a record of the passages format.
type passage struct {
	Title          json.RawMessage `json:"title"`
	Text           json.RawMessage `json:"text"`
	Sentences      json.RawMessage `json:"sentences"`
	ParagraphText  json.RawMessage `json:"paragraph_text"`
	Disambiguation bool            `json:"disambiguation"`
}

// linkFields are what others call the titles that a page links to. They are not read here, as texts have their links
// in brackets.
var linkFields = []string{"links", "hyperlinks", "outlinks", "out_links", "refs", "references", "see_also"}

// unread returns a warning if a record has a field of links, and how to read it.
func (r *passage) unread(data []byte) error {
	text := "text"
	if isAbsent(r.Text) {
		text = "sentences"
	}
	for _, name := range linkFields {
		if !bytes.Contains(data, []byte(`"`+name+`"`)) {
			continue
		}
		links, _ := field(data, name) // no error, as the record was parsed
		if list, err := flatten(links); err == nil && len(list) > 0 && list[0] != "" {
			const read = "the field %q looks like links and is not read; --map title=title,text=%s,links=%[1]s reads it"
			return fmt.Errorf(read, name, text)
		}
	}
	return nil
}

// parsePassage parses a record of the passages format, {title, sentences | text | paragraph_text}. The text is a list
// of sentences, numbered by their places, or a string, which is split. [[target|anchor]] links become hyperlinks.
func parsePassage(data []byte) (content, error) {
	var r passage
	if err := decode(data, &r); err != nil {
		return content{}, err
	}
	c, err := onePage(r.page())
	c.Warning = r.unread(data)
	return c, err
}

func (r *passage) page() (*graph.Page, error) {
	title, err := textOf("title", r.Title)
	if err != nil {
		return nil, err
	}
	p, err := titled(title)
	if err != nil {
		return nil, err
	}
	p.Disambiguation = r.Disambiguation
	for _, text := range []json.RawMessage{r.Sentences, r.Text, r.ParagraphText} {
		if !isAbsent(text) {
			p.Sentences, err = readText(text)
			return p, err
		}
	}
	return nil, fmt.Errorf("%w: %q has no text, sentences or paragraph_text", errNoText, p.Title)
}

// titled returns an empty page with this title.
func titled(title string) (*graph.Page, error) {
	if title = graph.CleanTitle(strings.ToValidUTF8(title, "\uFFFD")); title == "" {
		return nil, errNoTitle
	}
	return &graph.Page{Title: title}, nil
}

// readText parses a text or a list of sentences.
func readText(data json.RawMessage) ([]graph.Sentence, error) {
	switch data[0] {
	case '{':
		return nil, fmt.Errorf("%w: text: want a text or a list of sentences, got an object", errJSON)
	case '[':
	default:
		s, err := textOf("text", data)
		return sentencesOf(s), err
	}
	var list []string
	if decode(data, &list) != nil { // not all are strings
		var values []json.RawMessage
		if err := decode(data, &values); err != nil {
			return nil, err
		}
		list = make([]string, len(values))
		for i, v := range values {
			var err error
			if list[i], err = textOf(fmt.Sprintf("sentence %d", i+1), v); err != nil {
				return nil, err
			}
		}
	}
	out := make([]graph.Sentence, len(list))
	for i, s := range list {
		out[i] = sentence(i, s)
	}
	return out, nil
}

// sentence returns the sentence with this number, trimmed and without link markup.
func sentence(n int, marked string) graph.Sentence {
	text, links := unlink(strings.TrimSpace(marked))
	return graph.Sentence{N: n, Text: text, Links: links}
}

// sentencesOf splits running text into sentences. Link markup is removed after the split, which needs it.
func sentencesOf(marked string) []graph.Sentence {
	var out []graph.Sentence
	for _, s := range splitSentences(marked) {
		out = append(out, sentence(len(out), s))
	}
	return out
}

// parseQuestion parses the paragraphs of a question as pages: the context of HotpotQA and 2WikiMultihopQA, [[title,
// [sentence, …]], …] or by column, {"title": […], "sentences": [[…], …]}, and MuSiQue's paragraphs, [{title,
// paragraph_text}, …]. Sentences are numbered by their places; MuSiQue's paragraphs are split. The store keeps one copy
// of a paragraph that several questions share.
func parseQuestion(data []byte) (content, error) {
	var r struct {
		Context    json.RawMessage `json:"context"`
		Paragraphs []passage       `json:"paragraphs"`
	}
	if err := decode(data, &r); err != nil {
		return content{}, err
	}
	if isAbsent(r.Context) && r.Paragraphs == nil {
		return content{}, fmt.Errorf("%w: the question has neither context nor paragraphs", errNoText)
	}
	context, err := readContext(r.Context)
	if err != nil {
		return content{}, err
	}
	var c content
	for _, paragraph := range append(r.Paragraphs, context...) {
		p, err := paragraph.page()
		if err != nil {
			return content{}, err
		}
		c.Pages = append(c.Pages, p)
	}
	return c, nil
}

// readContext returns the paragraphs of a context, which may be absent.
func readContext(data json.RawMessage) (out []passage, err error) {
	if isAbsent(data) {
		return nil, nil
	}
	if data[0] == '{' {
		var c struct {
			Title     []json.RawMessage `json:"title"`
			Sentences []json.RawMessage `json:"sentences"`
		}
		if err := decode(data, &c); err != nil {
			return nil, err
		}
		if len(c.Title) != len(c.Sentences) {
			const unlike = "%w: the context has %d titles and %d lists of sentences"
			return nil, fmt.Errorf(unlike, errJSON, len(c.Title), len(c.Sentences))
		}
		for i := range c.Title {
			out = append(out, passage{Title: c.Title[i], Sentences: c.Sentences[i]})
		}
		return out, nil
	}
	var pairs [][]json.RawMessage
	if err := decode(data, &pairs); err != nil {
		return nil, err
	}
	for i, p := range pairs {
		if len(p) != 2 {
			const parts = "%w: paragraph %d of the context has %d parts, want title and sentences"
			return nil, fmt.Errorf(parts, errJSON, i, len(p))
		}
		out = append(out, passage{Title: p[0], Sentences: p[1]})
	}
	return out, nil
}
