package loader

import (
	"html"
	"regexp"
	"strings"

	"github.com/bridgehop/bridgehop/graph"
)

// parseWikitext parses a page's wikitext (MediaWiki's markup):
//
//	'''Ostby''' lies on the [[Kell (river)|Kell]].<ref>a note</ref> {{stub}}
//	== History ==
//	* [[Mill]]s
//	{| class="wikitable"
//	! Year !! Owner
//	|-
//	| 1900 || [[Anna Vorn]]
//	|}
//
// becomes sentences, sections, lists and tables with their links. An infobox is a table. Other templates are replaced
// by their text; those without one are counted. References, comments, files and layout are dropped; the caption of a
// picture follows its paragraph. The content of <nowiki> is text. Markup that is not closed hides the rest of its
// paragraph, and is counted. The page is a disambiguation page if one of its templates says so. Spaces maps the names
// of the wiki's namespaces, in lower case, to file, category or other.
func parseWikitext(title, text string, spaces map[string]string) (content, error) {
	p, err := titled(title)
	if err != nil {
		return content{}, err
	}
	t := &templates{title: p.Title, unclosed: marksLeft{}}
	clean := t.expand(dropTags(text, t.unclosed), 0, false)
	p.Disambiguation = t.disambiguation
	w := &wikiWalk{builder: builder{p}, templates: t, spaces: spaces}
	w.lines(closeTables(strings.Split(clean, "\n"), t.unclosed))
	w.flush()
	return content{Pages: []*graph.Page{p}, Dropped: t.dropped, Unclosed: t.unclosed}, nil
}

// wikiWalk reads a page's lines.
type wikiWalk struct {
	builder
	templates *templates
	spaces    map[string]string
	para      []string     // the lines of the current paragraph
	items     []graph.Item // the current list
	captions  []*inline    // of pictures in the current paragraph
}

func (w *wikiWalk) lines(lines []string) {
	for i := 0; i < len(lines); i++ {
		line := strings.TrimRight(lines[i], " \t\r")
		if n, ok := w.isBoxLine(line); ok {
			w.flush()
			w.box(n)
			continue
		}
		switch {
		case line == "" || strings.HasPrefix(line, "----") || line == "|}":
			w.flush()
		case opensTable(line):
			w.flush()
			i += w.readTable(strings.TrimLeft(line, " \t:"), lines[i+1:], 0)
		case line[0] == '*' || line[0] == '#' || line[0] == ':' || line[0] == ';':
			w.item(line)
		case line[0] == '=' && isHeading(line):
			w.flush()
			w.heading(line)
		default:
			if len(w.items) > 0 {
				w.flush()
			}
			w.para = append(w.para, line)
		}
	}
}

// opensTable reports whether a line begins with {| after blanks and colons.
func opensTable(line string) bool { return strings.HasPrefix(strings.TrimLeft(line, " \t:"), "{|") }

// flush ends the paragraph or list.
func (w *wikiWalk) flush() {
	if len(w.para) > 0 { // joined, because a link may span several lines
		in := &inline{}
		w.inline(strings.Join(w.para, "\n"), in, 0)
		w.prose(in)
		w.para = w.para[:0]
	}
	if len(w.items) > 0 {
		w.list(w.items)
		w.items = nil
	}
	for _, c := range w.captions {
		w.prose(c)
	}
	w.captions = nil
}

func isHeading(line string) bool { return len(line) > 2 && strings.HasSuffix(line, "=") }

func (w *wikiWalk) heading(line string) {
	level := 0
	for level < 6 && len(line) > 2 && line[0] == '=' && line[len(line)-1] == '=' {
		line, level = line[1:len(line)-1], level+1
	}
	in := &inline{}
	w.inline(line, in, 0)
	text, _ := in.whole()
	w.section(level, text)
}

// item reads a line of a list. The number of its marks is its level.
func (w *wikiWalk) item(line string) {
	if len(w.para) > 0 {
		w.flush()
	}
	rest := strings.TrimLeft(line, "*#:;")
	in := &inline{}
	w.inline(strings.TrimSpace(rest), in, 0)
	it := graph.Item{Level: len(line) - len(rest) - 1}
	it.Text, it.Links = in.whole()
	w.items = append(w.items, it)
}

// visible returns text without quotes, tags, switches and entities, as a reader sees it.
func visible(s string) string {
	if strings.Contains(s, "''") {
		s = dropQuotes(s)
	}
	if strings.IndexByte(s, '<') >= 0 {
		s = dropMarks(s)
	}
	if strings.Contains(s, "__") {
		s = switches.ReplaceAllLiteralString(s, "")
	}
	return html.UnescapeString(strayEnds.Replace(s))
}

// strayEnds are ends without a beginning.
var strayEnds = strings.NewReplacer("}}", "", "-->", "")

// quotes matches the apostrophes of bold and italic.
var quotes = regexp.MustCompile(`''+`)

// dropQuotes removes the apostrophes of bold and italic. A single one is a letter, as is the first of four.
func dropQuotes(s string) string {
	return quotes.ReplaceAllStringFunc(s, func(run string) string {
		if len(run) == 4 {
			return "'"
		}
		return run[min(len(run), 5):]
	})
}

// layoutTag matches a tag of layout, like <small>.
var layoutTag = regexp.MustCompile(`</?([A-Za-z][A-Za-z0-9]{0,19})(?:[ \t\n/][^>]*)?>`)

// dropMarks removes tags of layout; a break becomes a space.
func dropMarks(s string) string {
	return layoutTag.ReplaceAllStringFunc(s, func(tag string) string {
		switch tagName(tag) {
		case "br", "p", "div", "li", "td", "hr", "blockquote", "center":
			return " "
		}
		return ""
	})
}

// tagName returns the name of the tag that s begins with, in lower case and without its slash; empty if it is none.
func tagName(s string) string {
	s = strings.TrimPrefix(s[1:], "/")
	n := 0
	for n < len(s) && n < 20 && ('a' <= s[n]|0x20 && s[n]|0x20 <= 'z' || n > 0 && '0' <= s[n] && s[n] <= '9') {
		n++
	}
	if n == len(s) || n == 0 || strings.IndexByte(" \t\n/>", s[n]) < 0 {
		return ""
	}
	return strings.ToLower(s[:n])
}

// switches matches __TOC__ and the like.
var switches = regexp.MustCompile(`__[A-Z]+__`)
