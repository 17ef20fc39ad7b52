package loader

import (
	"cmp"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"html"
	"io"
	"iter"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/loader/internal/records"
)

// wikipediaSource is a dump of a MediaWiki (pages-articles.xml), one record for each <page>. Articles (namespace 0) are
// pages or redirects; other records are empty.
type wikipediaSource struct{ file }

// Records implements Source.
func (s *wikipediaSource) Records(ctx context.Context, from int64) iter.Seq2[Record, error] {
	return recordsOf(ctx, s.path, func(in *input, yield func(Record, error) bool) error {
		head, err := in.Peek(4096) // the next read returns an error again
		switch text := afterSpace(head); {
		case len(text) == 0 && errors.Is(err, io.EOF):
			if from == 0 {
				yield(refuse(s.path, 0, in.read.Load(), unreadable(head)), nil)
			}
			return nil
		case len(text) > 0 && text[0] != '<':
			return fmt.Errorf("%s: %w: want the XML of a MediaWiki, which begins with <mediawiki> or <page>", s.path, ErrFormat)
		}
		c := newPageCutter(in.Reader, s.max)
		for n := int64(0); ; n++ {
			raw, err := c.next()
			if records.AtEnd(err) {
				return nil
			}
			if err != nil {
				const kept = "%s:%d: %w: %d pages before the damage are kept; fetch the file again and load it again"
				return fmt.Errorf(kept, s.path, c.line, truncated(err), n)
			}
			if n >= from && !yield(s.record(raw, in.read.Load(), c.spaces), nil) {
				return nil
			}
		}
	})
}

func (s *wikipediaSource) record(raw rawPage, read int64, spaces map[string]string) Record {
	if raw.err != nil {
		return refuse(s.path, raw.line, read, raw.err)
	}
	return Record{File: s.path, Line: raw.line, Read: read, Size: len(raw.xml), Parse: func() (Content, error) {
		return parseXMLPage(raw.xml, spaces)
	}}
}

// parseXMLPage parses a <page> of a dump: a page, a redirect, or nothing if it is no article. It only searches for a
// few tags; this is safe because their text is escaped and can contain no tag.
func parseXMLPage(page string, spaces map[string]string) (Content, error) {
	if !utf8.ValidString(page) {
		return Content{}, errUTF8
	}
	title, ok := xmlText(page, "title")
	if title = graph.CleanTitle(title); !ok || title == "" {
		return Content{}, errNoTitle
	}
	if ns, ok := xmlText(page, "ns"); ok && strings.TrimSpace(ns) != "0" {
		return Content{}, nil
	}
	if target, ok := redirectOf(page); ok {
		to := graph.LinkTitle(target)
		if to == "" {
			return Content{}, fmt.Errorf("%w: %q leads nowhere", errRedirect, title)
		}
		return Content{Redirects: []graph.Redirect{{From: title, To: to}}}, nil
	}
	text, ok := xmlText(page[max(0, strings.LastIndex(page, "<revision")):], "text") // of the newest revision
	if !ok {
		return Content{}, fmt.Errorf("%w: %q", errNoText, title)
	}
	if to := redirectIn(text); to != "" { // some dumps have no <redirect>
		return Content{Redirects: []graph.Redirect{{From: title, To: to}}}, nil
	}
	return parseWikitext(title, text, spaces)
}

// xmlText returns the text of the first element of this name.
func xmlText(s, name string) (string, bool) {
	for {
		i := strings.Index(s, "<"+name)
		if i < 0 {
			return "", false
		}
		s = s[i+1+len(name):]
		if s == "" || !strings.ContainsRune(" >/\t\n", rune(s[0])) {
			continue
		}
		i = strings.IndexByte(s, '>')
		if i < 0 {
			return "", false
		}
		if i > 0 && s[i-1] == '/' {
			return "", true
		}
		end := strings.Index(s[i:], "</"+name+">")
		if end < 0 {
			return "", false
		}
		return html.UnescapeString(s[i+1 : i+end]), true
	}
}

// redirectOf returns the target of <redirect title="…" />.
func redirectOf(page string) (string, bool) {
	_, rest, ok := strings.Cut(page, `<redirect title="`)
	if !ok {
		return "", false
	}
	target, _, ok := strings.Cut(rest, `"`)
	return html.UnescapeString(target), ok
}

// redirectText matches the text of a redirect in any language: #, a word and a link. After that in English, anything
// may follow.
var redirectText = regexp.MustCompile(`(?i)^\s*#\s*(redirect|[\p{L}\p{M}_]+(?:[ -][\p{L}\p{M}]+)?)\s*:?\s*\[\[([^\[\]|]+)(?:\|[^\[\]]*)?\]\]`)

// besideRedirect are the templates, categories, comments and switches that may follow a redirect.
var besideRedirect = regexp.MustCompile(`(?s)\{\{[^{}]*\}\}|\[\[[^\[\]]*:[^\[\]]*\]\]|<!--.*?-->|__[A-Z]+__`)

// redirectIn returns the title that a page's text redirects to; empty if it is no redirect.
func redirectIn(text string) string {
	m := redirectText.FindStringSubmatchIndex(text)
	if m == nil {
		return ""
	}
	rest := text[m[1]:]
	for range maxTemplateNesting { // templates within templates
		rest = besideRedirect.ReplaceAllLiteralString(rest, "")
		if !strings.Contains(rest, "{{") {
			break
		}
	}
	if strings.TrimSpace(rest) != "" && !strings.EqualFold(text[m[2]:m[3]], "redirect") {
		return "" // the first item of a list
	}
	return graph.LinkTitle(text[m[4]:m[5]])
}

// namespaces returns the kinds of the namespaces that the head of a dump names.
func namespaces(head string) map[string]string {
	var dump struct {
		Spaces []struct {
			Key  string `xml:"key,attr"`
			Name string `xml:",chardata"`
		} `xml:"siteinfo>namespaces>namespace"`
	}
	_ = xml.Unmarshal([]byte(head), &dump) // an error for the end, which is missing
	out := map[string]string{}
	for _, n := range dump.Spaces {
		if name := strings.ToLower(strings.TrimSpace(n.Name)); name != "" && n.Key != "0" {
			out[name] = cmp.Or(map[string]string{"6": "file", "14": "category"}[n.Key], "other")
		}
	}
	return out
}
