package loader

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"fmt"
	"html"
	"io"
	"regexp"
	"strings"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/loader/internal/records"
)

// cutPages returns the functions that cut the <page> elements out of a MediaWiki's dump (pages-articles.xml), and that
// parse them. Articles (namespace 0) are pages or redirects; other records are empty. For a dump that ends within a
// page, or without </mediawiki>, next returns io.ErrUnexpectedEOF; a part of a multistream dump ends with a page.
func cutPages(c *records.Cutter) (nextFunc, parseFunc) {
	before, err := c.Until("<page>")
	spaces := namespaces(string(before.Data)) // which stand before the first page
	pages := 0
	next := func() (records.Record, error) {
		isPart := pages > 0 && len(bytes.TrimSpace(before.Data)) == 0
		if records.AtEnd(err) && !isPart && !bytes.Contains(before.Data, []byte("</mediawiki>")) {
			err = io.ErrUnexpectedEOF
		}
		if err != nil {
			return records.Record{}, err
		}
		page, broken := c.Until("</page>")
		if broken != nil {
			return records.Record{}, records.Unexpected(broken)
		}
		pages++
		before, err = c.Until("<page>")
		return page, nil
	}
	return next, func(data []byte) (content, error) { return parseXMLPage(string(data), spaces) }
}

// parseXMLPage parses a <page> of a dump: a page, a redirect, or nothing if it is no article. It only searches for a
// few tags; this is safe because their text is escaped and can contain no tag.
func parseXMLPage(page string, spaces map[string]string) (content, error) {
	title, ok := xmlText(page, "title")
	if title = graph.CleanTitle(title); !ok || title == "" {
		return content{}, errNoTitle
	}
	if ns, ok := xmlText(page, "ns"); ok && strings.TrimSpace(ns) != "0" {
		return content{}, nil
	}
	if target, ok := redirectOf(page); ok {
		to := graph.LinkTitle(target)
		if to == "" {
			return content{}, fmt.Errorf("%w: %q leads nowhere", errRedirect, title)
		}
		return content{Redirects: []graph.Redirect{{From: title, To: to}}}, nil
	}
	text, ok := xmlText(page[max(0, strings.LastIndex(page, "<revision")):], "text") // of the newest revision
	if !ok {
		return content{}, fmt.Errorf("%w: %q", errNoText, title)
	}
	if to := redirectIn(text); to != "" { // some dumps have no <redirect>
		return content{Redirects: []graph.Redirect{{From: title, To: to}}}, nil
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
