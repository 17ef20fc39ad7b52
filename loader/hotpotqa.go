package loader

import (
	"encoding/json"
	"fmt"
	"html"
	"strings"

	"github.com/bridgehop/bridgehop/graph"
	"golang.org/x/text/unicode/norm"
)

// parseHotpotQA parses an introduction of HotpotQA's dump of 2017-10-01 (Yang et al. 2018, section 2.1):
//
//	{"title":"Ostby","text":["Ostby lies on the Kell."," It has a mill."],
//	 "text_with_links":["Ostby lies on the <a href=\"Kell%20%28river%29\">Kell</a>."," It has a mill."]}
//
// Sentences are numbered by their places, also across lists nested by paragraph. Titles, anchors and words are
// HTML-unescaped; hrefs are URL-decoded, and may have unescaped quotes.
func parseHotpotQA(data []byte) (*graph.Page, error) {
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
	if isAbsent(text) {
		text = r.Text
	}
	if isAbsent(text) {
		return nil, fmt.Errorf("%w: %q has neither text_with_links nor text", errNoText, p.Title)
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

// isAbsent reports whether a field is missing or null.
func isAbsent(field json.RawMessage) bool { return len(field) == 0 || string(field) == "null" }

// flatten parses a string, a list of strings, or a list of such lists.
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

const linkOpens, hrefCloses, linkCloses = `<a href="`, `">`, `</a>`

// unlinkHTML returns the text without the markup of <a href="target">anchor</a>, and its links. The href ends at the first quote before
// a >. Incomplete markup remains text, also if another link follows whose end could be taken for its own.
func unlinkHTML(text string) (string, []graph.Hyperlink) {
	var b strings.Builder
	var links []graph.Hyperlink
	opens, ends, closes := marks{s: text, mark: linkOpens}, marks{s: text, mark: hrefCloses}, marks{s: text, mark: linkCloses}
	at := 0 // the text before it is in b
	for open := opens.from(0); open >= 0; open = opens.from(at) {
		begin := open + len(linkOpens)
		end, closed := ends.from(begin), closes.from(begin)
		if end < 0 || closed < 0 {
			break
		}
		if other := opens.from(begin); closed < end || other >= 0 && other < end {
			b.WriteString(text[at:begin])
			at = begin
			continue
		}
		anchor := text[end+len(hrefCloses) : closed]
		b.WriteString(text[at:open])
		b.WriteString(anchor)
		at = closed + len(linkCloses)
		if title := pageTarget(text[begin:end]); title != "" {
			links = append(links, graph.Hyperlink{Anchor: seen(strings.TrimSpace(anchor)), Target: title})
		}
	}
	b.WriteString(text[at:])
	return seen(b.String()), links
}

// seen returns unescaped HTML text in NFC.
func seen(s string) string { return norm.NFC.String(html.UnescapeString(s)) }
