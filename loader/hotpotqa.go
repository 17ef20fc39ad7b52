package loader

import (
	"encoding/json"
	"fmt"
	"html"
	"strings"

	"github.com/bridgehop/bridgehop/graph"
	"golang.org/x/text/unicode/norm"
)

// ParseHotpotQA reads one introduction of HotpotQA's dump of 2017-10-01 (Yang et al. 2018, section 2.1):
//
//	{"title":"Ostby","text":["Ostby lies on the Kell."," It has a mill."],
//	 "text_with_links":["Ostby lies on the <a href=\"Kell%20%28river%29\">Kell</a>."," It has a mill."]}
//
// Sentences keep their numbers, also where the lists are nested by paragraph. Titles, anchors and words are
// HTML-unescaped; hrefs are URL-decoded, and may hold quotes that nobody escaped.
func ParseHotpotQA(data []byte) (*graph.Page, error) {
	var r struct {
		Title *string         `json:"title"`
		Text  json.RawMessage `json:"text"`
		Links json.RawMessage `json:"text_with_links"`
	}
	if err := decode(data, &r); err != nil {
		return nil, err
	}
	p, err := titled(r.Title)
	if err != nil {
		return nil, err
	}
	text := r.Links
	if len(text) == 0 {
		text = r.Text
	}
	if len(text) == 0 {
		return nil, fmt.Errorf("%w: %q has neither text_with_links nor text", ErrNoText, p.Title)
	}
	sentences, err := flatten(text)
	if err != nil {
		return nil, err
	}
	for i, s := range sentences {
		words, links := unlinkHTML(strings.TrimSpace(s))
		p.Sentences = append(p.Sentences, graph.Sentence{N: i, Text: words, Links: links})
	}
	return p, nil
}

// flatten reads a string, a list of strings, or a list of such lists.
func flatten(data json.RawMessage) ([]string, error) {
	if len(data) > 0 && data[0] == '[' {
		var parts []json.RawMessage
		if err := decode(data, &parts); err != nil {
			return nil, err
		}
		out := make([]string, 0, len(parts))
		for _, p := range parts {
			more, err := flatten(p)
			if err != nil {
				return nil, err
			}
			out = append(out, more...)
		}
		return out, nil
	}
	var s string
	err := decode(data, &s)
	return []string{s}, err
}

const linkOpens, linkCloses = `<a href="`, `</a>`

// unlinkHTML takes <a href="target">anchor</a> out of a text: the words a reader sees, and the links. The href
// ends at the quote before the first >. What is no whole link stays as it is.
func unlinkHTML(text string) (string, []graph.Hyperlink) {
	var b strings.Builder
	var links []graph.Hyperlink
	for {
		before, rest, ok := strings.Cut(text, linkOpens)
		if !ok {
			break
		}
		target, rest, opened := strings.Cut(rest, `">`)
		anchor, rest, closed := strings.Cut(rest, linkCloses)
		if !opened || !closed {
			break
		}
		b.WriteString(before)
		b.WriteString(anchor)
		text = rest
		if title := pageTarget(target); title != "" {
			links = append(links, graph.Hyperlink{Anchor: seen(strings.TrimSpace(anchor)), Target: title})
		}
	}
	b.WriteString(text)
	return seen(b.String()), links
}

// seen is HTML text as a reader sees it.
func seen(s string) string { return norm.NFC.String(html.UnescapeString(s)) }
