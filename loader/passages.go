package loader

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/bridgehop/bridgehop/graph"
)

// passage is a record of the passages format.
type passage struct {
	Title          *string         `json:"title"`
	Text           json.RawMessage `json:"text"`
	Sentences      json.RawMessage `json:"sentences"`
	ParagraphText  json.RawMessage `json:"paragraph_text"`
	Disambiguation bool            `json:"disambiguation"`
}

// parsePassage parses a record of the passages format, {title, sentences | text | paragraph_text}. The text is a list of
// sentences, numbered by their places, or a string, which is split. [[target|anchor]] links become hyperlinks.
func parsePassage(data []byte) (*graph.Page, error) {
	var r passage
	if err := decode(data, &r); err != nil {
		return nil, err
	}
	p, err := titled(r.Title)
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
func titled(title *string) (*graph.Page, error) {
	if title == nil {
		return nil, errNoTitle
	}
	t := graph.CleanTitle(strings.ToValidUTF8(*title, "\uFFFD"))
	if t == "" {
		return nil, errNoTitle
	}
	return &graph.Page{Title: t}, nil
}

// readText parses a string or a list of strings.
func readText(data json.RawMessage) ([]graph.Sentence, error) {
	if data[0] == '"' {
		var s string
		err := decode(data, &s)
		return sentencesOf(s), err
	}
	var list []string
	if err := decode(data, &list); err != nil {
		return nil, err
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
