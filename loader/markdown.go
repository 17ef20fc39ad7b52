package loader

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"html"
	"net/url"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	mdparser "github.com/yuin/goldmark/parser"
	render "github.com/yuin/goldmark/renderer/html"
	mdtext "github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
	"go.yaml.in/yaml/v3"

	"github.com/bridgehop/bridgehop/graph"
)

// markdown renders CommonMark with GitHub's tables, definition lists, footnotes and wikilinks.
var markdown = goldmark.New(
	goldmark.WithExtensions(extension.GFM, extension.DefinitionList, extension.Footnote),
	goldmark.WithParserOptions(mdparser.WithInlineParsers(util.Prioritized(wikilinks{}, 199))), // before links, which have 200
	goldmark.WithRendererOptions(render.WithUnsafe()))                                          // HTML within, which parseHTML reads

// isMarkdownName reports whether a file name is that of a page in Markdown, compressed or not.
func isMarkdownName(name string) bool {
	_, ok := cutSuffix(uncompressed(name), ".md", ".markdown")
	return ok
}

// readMarkdown renders a page in Markdown. The HTML has the name of the file as <title>, for index.md and README.md the
// name of the folder.
func readMarkdown(file string, data []byte) (*sitePage, error) {
	if !utf8.Valid(data) {
		return nil, errUTF8
	}
	n := &sitePage{}
	front, body := frontMatter(bytes.TrimPrefix(data, []byte("\ufeff")))
	if n.warning = n.readFront(front); front == nil {
		body, n.warning = unendedFront(body)
	}
	if line := overmarked(body); line > 0 {
		return nil, fmt.Errorf("more than %d marks in the paragraph at line %d", maxMarks, line+bytes.Count(front, []byte("\n")))
	}
	name := path.Base(stem(file))
	if isStream(file) {
		name = ""
	}
	if folder := path.Base(path.Dir(filepath.ToSlash(file))); isIndex(name) && folder != "." && folder != "/" {
		name = folder
	}
	if name == strings.ToLower(name) { // as MkDocs does
		name = graph.FoldTitle(strings.ReplaceAll(name, "-", " "))
	}
	n.name = name
	out := bytes.NewBufferString("<title>" + html.EscapeString(name) + "</title>\n")
	if err := markdown.Convert(withoutDialects(cellsWhole(body)), out); err != nil {
		return nil, fmt.Errorf("%w: %v", errHTML, err)
	}
	n.html = out.Bytes()
	return n, nil
}

// maxMarks bounds the brackets, asterisks and the like of a paragraph: the time to read them grows with their square.
const maxMarks = 10_000

// overmarked returns the line of a paragraph with more marks than maxMarks; 0 if there is none. An item of a list and a
// row of a table are paragraphs.
func overmarked(body []byte) int {
	n, marks, begin := 0, 0, 0
	for line := range bytes.Lines(body) {
		n++
		words := bytes.TrimSpace(line)
		if len(words) == 0 || words[0] == '|' ||
			bytes.HasPrefix(words, []byte("- ")) || bytes.HasPrefix(words, []byte("* ")) {
			marks, begin = 0, n
		}
		for _, c := range words {
			if strings.IndexByte("*_[]>`~", c) >= 0 {
				marks++
			}
		}
		if marks > maxMarks {
			return max(begin, 1)
		}
	}
	return 0
}

// isIndex reports whether a page stands for its folder.
func isIndex(name string) bool {
	return strings.EqualFold(name, "index") || strings.EqualFold(name, "readme")
}

// frontLines matches the front matter of a page in Markdown: YAML between lines of three hyphens at its beginning.
var frontLines = regexp.MustCompile(`(?s)\A---[ \r]*\n(.*?)(?m:^)(?:---|\.\.\.)[ \r]*(?:\n|\z)`)

// frontMatter divides a page in Markdown into its front matter, nil if there is none, and the rest.
func frontMatter(data []byte) (front, body []byte) {
	m := frontLines.FindSubmatch(data)
	if m == nil {
		return nil, data
	}
	return m[1], data[len(m[0]):]
}

// unendedFront returns the body without the paragraph that it begins with, and a warning, if this is a front matter
// whose last line is missing.
func unendedFront(body []byte) ([]byte, error) {
	if !unended.Match(body) {
		return body, nil
	}
	_, rest, ok := bytes.Cut(bytes.ReplaceAll(body, []byte("\r\n"), []byte("\n")), []byte("\n\n"))
	if !ok {
		return body, nil
	}
	return rest, errors.New("front matter without an end, and is not read: want --- below it")
}

var unended = regexp.MustCompile(`^--- *\r?\n[A-Za-z][\w-]*:(?:[ \t\r\n]|$)`)

// readFront reads title and aliases, as they are written: 007 is no 7.
func (n *sitePage) readFront(front []byte) error {
	var f struct{ Title, Alias, Aliases yaml.Node }
	if err := yaml.Unmarshal(append([]byte("\n"), front...), &f); err != nil {
		return fmt.Errorf("front matter that is no YAML, and is not read: %s", strings.TrimPrefix(err.Error(), "yaml: "))
	}
	n.front = scalar(&f.Title)
	for _, given := range []*yaml.Node{&f.Alias, &f.Aliases} {
		var list []string
		if given.Kind != yaml.SequenceNode {
			list = strings.Split(scalar(given), ",")
		}
		for _, v := range given.Content {
			list = append(list, scalar(v))
		}
		for _, s := range list {
			if s = strings.TrimSpace(s); s != "" {
				n.aliases = append(n.aliases, s)
			}
		}
	}
	return nil
}

// scalar returns a value of YAML as it is written; a list, mapping or null is empty.
func scalar(v *yaml.Node) string {
	if v.Kind == yaml.AliasNode {
		v = v.Alias
	}
	if v.Kind != yaml.ScalarNode || v.Tag == "!!null" {
		return ""
	}
	return v.Value
}

// tableRule matches the line between the header and the rows of a table.
var tableRule = regexp.MustCompile(`^[ >]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t\r]*$`)

// barred matches what a bar within divides no cell.
var barred = regexp.MustCompile("\\[\\[[^\\[\\]\n]*\\]\\]|`[^`\n]+`")

// cellsWhole escapes the bars within wikilinks and code in the rows of tables.
func cellsWhole(body []byte) []byte {
	if !bytes.Contains(body, []byte("|")) {
		return body
	}
	lines := bytes.SplitAfter(body, []byte("\n"))
	fenced, rows := false, false
	for i, line := range lines {
		words := bytes.TrimSpace(line)
		switch {
		case bytes.HasPrefix(words, []byte("```")), bytes.HasPrefix(words, []byte("~~~")):
			fenced, rows = !fenced, false
		case fenced:
		case len(words) == 0:
			rows = false
		case i > 0 && !rows && bytes.Contains(line, []byte("-")) && tableRule.Match(bytes.TrimRight(line, "\n")):
			rows = true
			lines[i-1] = barred.ReplaceAllFunc(lines[i-1], escapeBars)
		case rows:
			lines[i] = barred.ReplaceAllFunc(line, escapeBars)
		}
	}
	return bytes.Join(lines, nil)
}

func escapeBars(s []byte) []byte {
	return bytes.ReplaceAll(bytes.ReplaceAll(s, []byte(`\|`), []byte("|")), []byte("|"), []byte(`\|`))
}

// What Obsidian and MkDocs add to Markdown around the text of a page.
var (
	admonition = regexp.MustCompile(`^( *)(?:!!!|\?\?\?\+?|===)\+? (?:[\w -]*?)(?:"([^"]*)")?[ \r]*$`)
	callout    = regexp.MustCompile(`(?m)^( *(?:> *)+)\[![\w-]+\][+-]? ?`)
	comment    = regexp.MustCompile(`(?s)%%.*?%%`)
	blockID    = regexp.MustCompile(`(?m) \^[A-Za-z0-9-]+\r?$`)
	attributes = regexp.MustCompile(`\{:? ?[#.][^{}\n]*\}`)
	highlight  = regexp.MustCompile(`==(\S(?:[^=\n]*\S)?)==`)
)

// withoutDialects removes marks that only Obsidian or MkDocs read: of admonitions and tabs, whose text moves to the left, of callouts,
// comments, blocks, attributes and highlights.
func withoutDialects(body []byte) []byte {
	for _, r := range []struct {
		mark *regexp.Regexp
		by   string
	}{{comment, ""}, {callout, "$1"}, {blockID, ""}, {attributes, ""}, {highlight, "$1"}} {
		body = r.mark.ReplaceAll(body, []byte(r.by))
	}
	if !bytes.Contains(body, []byte("!!!")) && !bytes.Contains(body, []byte("???")) && !bytes.Contains(body, []byte("===")) {
		return body
	}
	var out bytes.Buffer
	var within []int // the columns at which the texts of the open admonitions begin
	for line := range bytes.Lines(body) {
		words := bytes.TrimLeft(line, " ")
		indent := len(line) - len(words)
		for len(within) > 0 && len(bytes.TrimSpace(line)) > 0 && indent < within[len(within)-1] {
			within = within[:len(within)-1]
		}
		line = line[min(indent, 4*len(within)):]
		if m := admonition.FindSubmatch(bytes.TrimSuffix(line, []byte("\n"))); m != nil {
			within = append(within, indent+4)
			line = fmt.Appendf(nil, "%s%s\n\n", m[1], m[2])
		}
		out.Write(line)
	}
	return out.Bytes()
}

// wikilinks parses [[Page]], [[Page#Heading]], [[Page|words]] and, with an exclamation mark before it, an embedded page or file.
type wikilinks struct{}

// wikiScheme is the scheme of addresses that wikilinks are rendered with.
const wikiScheme = "wikilink:"

// maxWikilink bounds the search for the end of a wikilink.
const maxWikilink = 2000

// Trigger implements goldmark's parser.InlineParser.
func (wikilinks) Trigger() []byte { return []byte{'!', '['} }

// Parse implements goldmark's parser.InlineParser.
func (wikilinks) Parse(_ ast.Node, block mdtext.Reader, _ mdparser.Context) ast.Node {
	line, _ := block.PeekLine()
	rest := bytes.TrimPrefix(line, []byte("!"))
	if !bytes.HasPrefix(rest, []byte("[[")) {
		return nil
	}
	inner, _, ok := bytes.Cut(rest[2:min(len(rest), maxWikilink)], []byte("]]"))
	if !ok || len(bytes.TrimSpace(inner)) == 0 || bytes.ContainsAny(inner, "[\n") {
		return nil
	}
	block.Advance(len(line) - len(rest) + len("[[]]") + len(inner))
	target, words, _ := strings.Cut(strings.ReplaceAll(string(inner), `\|`, "|"), "|") // bars in a table are escaped
	page, heading, _ := strings.Cut(target, "#")
	shown := ast.NewString([]byte(cmp.Or(strings.TrimSpace(words), path.Base(strings.TrimSpace(page)))))
	shown.SetRaw(true)
	switch page = strings.TrimSpace(page); {
	case page == "": // within the page
		shown.Value = []byte(cmp.Or(strings.TrimSpace(words), heading))
		return shown
	case len(rest) < len(line) && path.Ext(page) != "" && !isMarkdownName(page): // a picture
		shown.Value = nil
		return shown
	}
	link := ast.NewLink()
	link.Destination = []byte(wikiScheme + url.PathEscape(page))
	link.AppendChild(link, shown)
	return link
}
