package loader

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/bridgehop/bridgehop/graph"
	"golang.org/x/text/unicode/norm"
)

// parseArticle parses an article of the 2007 Wikipedia Selection for schools, in the layout of the text browser with
// which Wikispeedia's files were made:
//
//	   #copyright
//
//	Aardvark
//
//	2007 Schools Wikipedia Selection. Related subjects: Mammals
//
//	   Kingdom: Animalia                        columns: a table, split at two spaces
//	   Phylum:  Chordata
//
//	   The Aardvark is a mammal native to       wrapped at column 74: sentences
//	   Africa. It is nocturnal.
//	   An Aardvark                              the line about "Enlarge" twice: a picture's caption, a sentence with
//	   Enlarge                                  the mark that the browser gave to tables' captions
//	   An Aardvark
//
//	Diet                                        not indented: a section (level 2; deeper levels are lost)
//
//	     * termites                             a list; + o # @ mark deeper levels
//
//	   Retrieved from "…                        the end
//
// The title of the page is its name in links.tsv; another title in the text ("Ceres (dwarf planet)" in 1_Ceres) becomes
// a redirect. placeLinks places the links of links.tsv. A link whose target is never mentioned goes to the first whole
// sentence, with the target's title as its anchor; such a link can be recognised because its sentence does not contain
// the anchor.
func parseArticle(name, text string, links []string) (content, error) {
	p, err := titled(name)
	if err != nil {
		return content{}, err
	}
	text = strings.ToValidUTF8(strings.TrimPrefix(text, "\ufeff"), "\uFFFD")
	if strings.TrimSpace(text) == "" {
		return content{}, fmt.Errorf("%w: nothing to load", errEmpty)
	}
	a := &layout{builder{p}}
	own, body := splitArticle(norm.NFC.String(text))
	for _, b := range body {
		if len(b) > 1 || strings.TrimSpace(b[0]) != "i"+graph.BareTitle(own) { // an infobox's heading, which is the title
			a.block(b)
		}
	}
	placeLinks(p, links)
	c := content{Pages: []*graph.Page{p}}
	if own = graph.CleanTitle(own); own != "" && graph.FoldTitle(own) != graph.FoldTitle(name) {
		c.Redirects = []graph.Redirect{{From: own, To: name}}
	}
	return c, nil
}

// splitArticle returns the title in the text and the blocks of the article: runs of lines between blank ones. The text
// around the article is dropped.
func splitArticle(text string) (title string, blocks [][]string) {
	if i := strings.LastIndex(text, "\n   Retrieved from \""); i >= 0 {
		text = text[:i]
	}
	var block []string
	for line := range strings.Lines(text + "\n\n") {
		line = strings.TrimRight(strings.ReplaceAll(line, "\t", "  "), " \r\n")
		if line != "" {
			block = append(block, line)
			continue
		}
		switch {
		case len(block) == 0:
		case title == "" && strings.TrimSpace(block[0]) == "#copyright":
		case title == "":
			title = strings.TrimSpace(strings.Join(block, " "))
		case strings.HasPrefix(block[0], "2007 Schools Wikipedia Selection."):
		default:
			blocks = append(blocks, block)
		}
		block = nil
	}
	return title, blocks
}

// layout builds a page from blocks of lines.
type layout struct{ builder }

func (a *layout) block(lines []string) {
	if lines[0][0] != ' ' {
		n := 0
		for n < len(lines) && lines[n][0] != ' ' {
			n++
		}
		a.section(2, strings.TrimSpace(strings.Join(lines[:n], " ")))
		if lines = lines[n:]; len(lines) == 0 {
			return
		}
	}
	lines, captions := takeCaptions(lines)
	for len(lines) > 0 {
		n := 1
		if isBullet(lines[0]) {
			mark := indent(lines[0]) // of the last item's mark
			for n < len(lines) && (isBullet(lines[n]) || indent(lines[n]) > min(mark, indent(lines[n-1]))) {
				if isBullet(lines[n]) {
					mark = indent(lines[n])
				}
				n++
			}
			a.list(lines[:n])
		} else {
			for n < len(lines) && !isBullet(lines[n]) {
				n++
			}
			a.text(lines[:n])
		}
		lines = lines[n:]
	}
	for _, c := range captions {
		a.prose(c, graph.CaptionMark)
	}
}

// text adds a table or running text.
func (a *layout) text(lines []string) {
	if isTabular(lines) {
		a.table(lines)
		return
	}
	a.prose(lines, "")
}

func (a *layout) prose(lines []string, mark string) {
	text := unwrap(lines)
	for begin, end := range sentenceSpans(text) {
		n := len(a.page.Sentences)
		a.page.Sentences = append(a.page.Sentences, graph.Sentence{N: n, Text: mark + text[begin:end]})
		a.order(graph.KindSentence, n)
	}
}

// wrapColumn is the column at which the text browser wrapped lines.
const wrapColumn = 74

// unwrap joins the lines of running text. If the next line's first word would have fitted on a line, the break is not a
// wrap and becomes a paragraph break.
func unwrap(lines []string) string {
	size := 0
	for _, l := range lines {
		size += len(l) + len("\n\n")
	}
	var b strings.Builder
	b.Grow(size)
	for i, l := range lines {
		b.WriteString(graph.FoldSpace(l))
		if i+1 == len(lines) {
			break
		}
		word, _, _ := strings.Cut(strings.TrimLeft(lines[i+1], " "), " ")
		if utf8.RuneCountInString(l)+1+utf8.RuneCountInString(word) <= wrapColumn {
			b.WriteString("\n\n")
		} else {
			b.WriteByte(' ')
		}
	}
	return b.String()
}

// hasColumns reports whether two or more spaces stand in a line, other than behind the end of a sentence. The line has
// none at its end.
func hasColumns(line string) bool {
	for {
		before, after, ok := strings.Cut(strings.TrimLeft(line, " "), "  ")
		if !ok || !strings.ContainsRune(".?!", rune(before[len(before)-1])) {
			return ok
		}
		line = after
	}
}

// isTabular reports whether more than a third of the lines have columns, or are indented differently from most.
func isTabular(lines []string) bool {
	if len(lines) < 2 {
		return false
	}
	odd, indents := 0, map[int]int{}
	for _, l := range lines {
		indents[indent(l)]++
	}
	for _, l := range lines {
		if hasColumns(l) || 2*indents[indent(l)] < len(lines) {
			odd++
		}
	}
	return 3*odd > len(lines)
}

var columns = regexp.MustCompile(` {2,}`)

func (a *layout) table(lines []string) {
	n := a.builder.table(len(a.page.Sentences) == 0)
	var rows [][]graph.Cell
	for r, l := range lines {
		var row []graph.Cell
		for c, text := range columns.Split(strings.TrimSpace(l), -1) {
			row = append(row, graph.Cell{Row: r, Column: c, RowSpan: 1, ColumnSpan: 1, Text: text})
		}
		rows = append(rows, row)
	}
	a.page.Tables[n].Rows = rows
}

func indent(l string) int { return len(l) - len(strings.TrimLeft(l, " ")) }

// bullet matches an item of a list. Its mark is * + o # @, by level, or a number.
var bullet = regexp.MustCompile(`^ {4,}(?:([*+o#@])|\d{1,3}\.) (\S.*)$`)

func isBullet(l string) bool { return strings.HasPrefix(l, "    ") && bullet.MatchString(l) }

// list adds items, to the last list if it directly precedes them.
func (a *layout) list(lines []string) {
	if o := a.page.Order; len(o) == 0 || o[len(o)-1].Kind != graph.KindList {
		n := len(a.page.Lists)
		a.page.Lists = append(a.page.Lists, graph.List{N: n})
		a.order(graph.KindList, n)
	}
	l := &a.page.Lists[len(a.page.Lists)-1]
	for _, line := range lines {
		m := bullet.FindStringSubmatch(line)
		if m == nil {
			last := &l.Items[len(l.Items)-1]
			last.Text += " " + graph.FoldSpace(line)
			continue
		}
		level := max(0, strings.Index("*+o#@", m[1]))
		l.Items = append(l.Items, graph.Item{N: len(l.Items), Level: level, Text: graph.FoldSpace(m[2])})
	}
}

// takeCaptions removes the captions of pictures from a block: lines that are the same before and after a line
// "Enlarge".
func takeCaptions(lines []string) (rest []string, captions [][]string) {
	if !slices.ContainsFunc(lines, func(l string) bool { return sameWords(l, "Enlarge") }) {
		return lines, nil
	}
	for i := 0; i < len(lines); i++ {
		if !sameWords(lines[i], "Enlarge") {
			rest = append(rest, lines[i])
			continue
		}
		after := lines[i+1:]
		n := min(len(rest), len(after))
		for n > 0 && !slices.EqualFunc(rest[len(rest)-n:], after[:n], sameWords) {
			n--
		}
		if n > 0 {
			captions = append(captions, after[:n])
			rest, i = rest[:len(rest)-n], i+n
		}
	}
	return rest, captions
}

func sameWords(a, b string) bool { return strings.TrimSpace(a) == strings.TrimSpace(b) }
