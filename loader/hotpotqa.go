package loader

import (
	"bytes"
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
		Title string          `json:"title"`
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

// unlinkHTML returns the text without the markup of <a href="target">anchor</a>, and its links. The href ends at the
// first quote before a >. Incomplete markup remains text, also if another link follows whose end could be taken for its
// own.
func unlinkHTML(text string) (string, []graph.Hyperlink) {
	const opens, ends, closes = `<a href="`, `">`, `</a>`
	before, rest, more := strings.Cut(text, opens)
	if !more {
		return seen(text), nil
	}
	b := bytes.NewBufferString(before)
	var links []graph.Hyperlink
	for part := range strings.SplitSeq(rest, opens) {
		target, behind, ended := strings.Cut(part, ends)
		anchor, after, closed := strings.Cut(behind, closes)
		if !ended || !closed || strings.Contains(target, closes) {
			b.WriteString(opens + part)
			continue
		}
		b.WriteString(anchor + after)
		if title := pageTarget(target); title != "" {
			links = append(links, graph.Hyperlink{Anchor: seen(strings.TrimSpace(anchor)), Target: title})
		}
	}
	return seen(b.String()), links
}

// seen returns unescaped HTML text in NFC.
func seen(s string) string { return norm.NFC.String(html.UnescapeString(s)) }
