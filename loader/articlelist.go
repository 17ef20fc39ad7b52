package loader

import (
	"regexp"
	"slices"
	"strings"

	"github.com/bridgehop/bridgehop/graph"
)

// bullet is the mark of a list's entry: * + o # @, by level, or a number.
var bullet = regexp.MustCompile(`^ {4,}(?:([*+o#@])|\d{1,3}\.) (\S.*)$`)

func isBullet(l string) bool { return bullet.MatchString(l) }

// list adds items; a list that directly follows another goes on with it.
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
			last.Text += " " + strings.Join(strings.Fields(line), " ")
			continue
		}
		level := max(0, strings.Index("*+o#@", m[1]))
		l.Items = append(l.Items, graph.Item{N: len(l.Items), Level: level, Text: strings.Join(strings.Fields(m[2]), " ")})
	}
}

// takeCaptions takes the captions of pictures out of a block: they stand twice, before and after a line
// "Enlarge".
func takeCaptions(lines []string) (rest []string, captions [][]string) {
	for i := 0; i < len(lines); i++ {
		if strings.TrimSpace(lines[i]) != "Enlarge" {
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
