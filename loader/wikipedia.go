package loader

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"html"
	"io"
	"iter"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/bridgehop/bridgehop/graph"
)

// wikipediaSource is a dump of a MediaWiki (pages-articles.xml), one record for each <page>. The articles
// (namespace 0) are pages or redirects; the others hold nothing.
type wikipediaSource struct{ file }

// Records implements Source.
func (s *wikipediaSource) Records(ctx context.Context, from int64) iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		in, err := openInput(ctx, s.path)
		if err != nil {
			yield(Record{}, err)
			return
		}
		defer in.Close()
		c := &pageCutter{r: in, max: s.max, line: 1}
		for n := int64(0); ; n++ {
			raw, err := c.next()
			if errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
				return
			}
			if err != nil {
				yield(Record{}, fmt.Errorf("%s:%d: %w: %d pages before the break are kept; fetch the file again and load it anew", s.path, c.line, broken(err), n))
				return
			}
			if n >= from && !yield(s.record(raw, in.read.Load(), c.spaces), nil) {
				return
			}
		}
	}
}

func (s *wikipediaSource) record(raw rawPage, read int64, spaces map[string]string) Record {
	if raw.err != nil {
		return refuse(s.path, raw.line, read, raw.err)
	}
	return Record{File: s.path, Line: raw.line, Read: read, Size: len(raw.xml), Parse: func() (Content, error) {
		return parseXMLPage(raw.xml, spaces)
	}}
}

// ParseWikipediaXML reads one <page> of a dump: a page, a redirect, or nothing when it is no article.
func ParseWikipediaXML(page string) (Content, error) { return parseXMLPage(page, nil) }

// parseXMLPage looks for the few tags that matter: their text is escaped, so that no tag can stand in it.
func parseXMLPage(page string, spaces map[string]string) (Content, error) {
	title, ok := xmlText(page, "title")
	if title = graph.CleanTitle(strings.ToValidUTF8(title, "\uFFFD")); !ok || title == "" {
		return Content{}, ErrNoTitle
	}
	if ns, ok := xmlText(page, "ns"); ok && strings.TrimSpace(ns) != "0" {
		return Content{}, nil
	}
	if target, ok := redirectOf(page); ok {
		to := graph.LinkTitle(target)
		if to == "" {
			return Content{}, fmt.Errorf("%w: %q leads nowhere", ErrRedirect, title)
		}
		return Content{Redirects: []graph.Redirect{{From: title, To: to}}}, nil
	}
	text, ok := xmlText(newest(page), "text")
	if !ok {
		return Content{}, fmt.Errorf("%w: %q", ErrNoText, title)
	}
	if !utf8.ValidString(text) {
		text = strings.ToValidUTF8(text, "\uFFFD")
	}
	return onePage(parseWikitext(title, text, spaces))
}

// newest is the last <revision> of a page that has its history. Looking from the end on would take longer.
func newest(page string) string {
	for {
		i := strings.Index(page[min(1, len(page)):], "<revision")
		if i < 0 {
			return page
		}
		page = page[i+1:]
	}
}

// xmlText is the text of the first element of this name; an element that is empty has an empty one.
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
		return unescapeXML(s[i+1 : i+end]), true
	}
}

// xmlEntities are those that a dump has.
var xmlEntities = []xmlEntity{{"&lt;", '<'}, {"&gt;", '>'}, {"&amp;", '&'}, {"&quot;", '"'}}

type xmlEntity struct {
	name string
	char byte
}

// unescapeXML decodes the entities that a dump has, in one pass; where there are others, the HTML parser does it.
func unescapeXML(s string) string {
	var b strings.Builder
	for at := 0; ; {
		i := strings.IndexByte(s[at:], '&')
		if i < 0 {
			if at == 0 {
				return s
			}
			b.WriteString(s[at:])
			return b.String()
		}
		if at == 0 {
			b.Grow(len(s))
		}
		b.WriteString(s[at : at+i])
		at += i
		k := slices.IndexFunc(xmlEntities, func(e xmlEntity) bool { return strings.HasPrefix(s[at:], e.name) })
		if k < 0 {
			return html.UnescapeString(s)
		}
		b.WriteByte(xmlEntities[k].char)
		at += len(xmlEntities[k].name)
	}
}

// redirectOf is the target of <redirect title="…" />.
func redirectOf(page string) (string, bool) {
	_, rest, ok := strings.Cut(page, `<redirect title="`)
	if !ok {
		return "", false
	}
	target, _, ok := strings.Cut(rest, `"`)
	return html.UnescapeString(target), ok
}

// pageCutter cuts <page>…</page> out of a dump, and reads the names of its namespaces before the first. What is
// longer than max is skipped, not held.
type pageCutter struct {
	r      io.Reader
	max    int
	line   int
	buf    []byte // what was read and not taken, in room
	room   []byte
	end    bool // r is at its end
	spaces map[string]string
}

var pageOpens, pageCloses = []byte("<page>"), []byte("</page>")

// rawPage is what stands between <page> and </page>, and the line it begins at; err says why there is nothing.
type rawPage struct {
	xml  string
	line int
	err  error
}

// next is the next page; io.EOF behind the last, io.ErrUnexpectedEOF when the dump ends within one.
func (c *pageCutter) next() (rawPage, error) {
	first := c.spaces == nil
	head, err := c.until(pageOpens)
	if err != nil {
		return rawPage{}, err
	}
	if first {
		c.spaces = namespaces(head)
	}
	rec := rawPage{line: c.line}
	rec.xml, err = c.until(pageCloses)
	if errors.Is(err, errSkipped) {
		rec.err, err = tooLong(c.max), nil
	}
	return rec, unexpected(err)
}

// errSkipped: what stood before the mark was too long to hold.
var errSkipped = errors.New("skipped")

// until reads behind the mark, and returns what stood before it. Before a page begins, it does not matter how
// long that is.
func (c *pageCutter) until(mark []byte) (string, error) {
	from, skipped := 0, false
	for {
		if i := bytes.Index(c.buf[from:], mark); i >= 0 {
			n := from + i
			out := string(c.buf[:n])
			c.take(n + len(mark))
			if skipped && &mark[0] == &pageCloses[0] {
				return "", errSkipped
			}
			return out, nil
		}
		from = max(0, len(c.buf)-len(mark)+1)
		if len(c.buf) > c.max {
			c.take(from)
			from, skipped = 0, true
		}
		if c.end {
			if &mark[0] == &pageCloses[0] {
				return "", io.ErrUnexpectedEOF
			}
			return "", c.atEnd()
		}
		if err := c.fill(); err != nil {
			return "", err
		}
	}
}

// atEnd is io.EOF when the dump is whole: closed, or of pages only (a part of a multistream), of which it has one.
func (c *pageCutter) atEnd() error {
	if bytes.Contains(c.buf, []byte("</mediawiki>")) || c.spaces != nil && len(bytes.TrimSpace(c.buf)) == 0 {
		return io.EOF
	}
	return io.ErrUnexpectedEOF
}

func (c *pageCutter) take(n int) {
	c.line += bytes.Count(c.buf[:n], []byte("\n"))
	c.buf = c.buf[n:]
}

// fill reads on, into a buffer that grows by half when what is left fills half of it.
func (c *pageCutter) fill() error {
	if cap(c.buf)-len(c.buf) < 1<<16 {
		if len(c.buf) >= len(c.room)/2 {
			c.room = make([]byte, len(c.buf)+len(c.buf)/2+1<<18)
		}
		c.buf = c.room[:copy(c.room, c.buf)]
	}
	n, err := c.r.Read(c.buf[len(c.buf):cap(c.buf)])
	c.buf = c.buf[:len(c.buf)+n]
	if errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		c.end, err = true, nil
	}
	return err
}

// namespaces reads <namespace key="6">Datei</namespace> and its like.
func namespaces(head string) map[string]string {
	out := map[string]string{}
	for part := range strings.SplitSeq(head, "<namespace ") {
		_, rest, _ := strings.Cut(part, `key="`)
		key, rest, ok := strings.Cut(rest, `"`)
		_, rest, _ = strings.Cut(rest, ">")
		name, _, closed := strings.Cut(rest, "</namespace>")
		name = strings.ToLower(strings.TrimSpace(html.UnescapeString(name)))
		if !ok || !closed || name == "" || key == "0" {
			continue
		}
		switch key {
		case "6":
			out[name] = "file"
		case "14":
			out[name] = "category"
		default:
			out[name] = "other"
		}
	}
	return out
}
