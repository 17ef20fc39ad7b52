package loader

import (
	"iter"
	"slices"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/english"
)

// placer finds anchors for links of which only the targets are known.
type placer struct {
	all   string   // the texts of all elements, a line each
	lower string   // the same in lower case, byte for byte (ASCII only)
	slots []slot   // the elements, in the order of all
	taken []anchor // the parts of all that are anchors
}

// slot is an element that can hold links.
type slot struct {
	start int // in placer.all
	links *[]graph.Hyperlink
}

// anchor is a part of placer.all, and the title to which it leads.
type anchor struct {
	at, end int
	title   string
}

// placeLinks puts a link to each target at the first mention of its title: with the same spelling, another case, in the
// plural, without its parenthesis, by a part of it (titleParts), or by a word derived from it (placeForm). Long titles
// come first, so that "South Africa" is not taken for Africa. A link without a mention goes to the first whole
// sentence.
func placeLinks(p *graph.Page, targets []string) {
	if len(targets) == 0 {
		return
	}
	f := newPlacer(p)
	rest := slices.Clone(targets)
	slices.SortStableFunc(rest, func(a, b string) int { return len(b) - len(a) })
	for _, way := range waysToMention {
		rest = slices.DeleteFunc(rest, func(t string) bool { return f.place(t, way) })
	}
	rest = slices.DeleteFunc(rest, f.placePart)
	rest = slices.DeleteFunc(rest, f.placeForm)
	slices.SortFunc(f.taken, func(a, b anchor) int { return a.at - b.at })
	for _, t := range f.taken {
		i := sort.Search(len(f.slots), func(i int) bool { return f.slots[i].start > t.at }) - 1
		links := f.slots[i].links
		*links = append(*links, graph.Hyperlink{Anchor: f.all[t.at:t.end], Target: t.title})
	}
	nowhere := map[string]int{}
	for _, t := range rest {
		nowhere[t]++
	}
	first := firstWhole(p)
	for _, t := range targets {
		if nowhere[t] > 0 {
			nowhere[t]--
			*first = append(*first, graph.Hyperlink{Anchor: t, Target: t})
		}
	}
}

// firstWhole returns the links of the first sentence that ends with a mark, else of the first element. The page has
// one.
func firstWhole(p *graph.Page) *[]graph.Hyperlink {
	for i := range p.Sentences {
		if r, _ := utf8.DecodeLastRuneInString(p.Sentences[i].Text); isTerminal(r) {
			return &p.Sentences[i].Links
		}
	}
	switch {
	case len(p.Sentences) > 0:
		return &p.Sentences[0].Links
	case len(p.Lists) > 0:
		return &p.Lists[0].Items[0].Links
	}
	return &p.Tables[0].Rows[0][0].Links
}

// newPlacer collects the texts of a page: sentences, then items, then cells. A page without any gets its title as a
// sentence.
func newPlacer(p *graph.Page) *placer {
	f := &placer{slots: make([]slot, 0, len(p.Sentences))}
	texts, size := make([]string, 0, len(p.Sentences)), 0
	add := func(text string, links *[]graph.Hyperlink) {
		f.slots = append(f.slots, slot{start: size, links: links})
		texts = append(texts, text, "\n")
		size += len(text) + 1
	}
	if len(p.Sentences)+len(p.Lists)+len(p.Tables) == 0 {
		p.Sentences = []graph.Sentence{{Text: p.Title}}
	}
	for i := range p.Sentences {
		add(p.Sentences[i].Text, &p.Sentences[i].Links)
	}
	for i := range p.Lists {
		for j := range p.Lists[i].Items {
			add(p.Lists[i].Items[j].Text, &p.Lists[i].Items[j].Links)
		}
	}
	for i := range p.Tables {
		for _, row := range p.Tables[i].Rows {
			for j := range row {
				add(row[j].Text, &row[j].Links)
			}
		}
	}
	f.all = strings.Join(texts, "")
	f.lower = lowerASCII(f.all)
	return f
}

func lowerASCII(s string) string {
	b := []byte(s)
	for i, c := range b {
		if 'A' <= c && c <= 'Z' {
			b[i] = c + 'a' - 'A'
		}
	}
	return string(b)
}

// mentionWay is a way in which a text may mention a title.
type mentionWay struct{ anyCase, bare, plural bool }

// waysToMention are tried in this order, each for all titles.
var waysToMention = []mentionWay{
	{}, {anyCase: true}, {anyCase: true, plural: true},
	{bare: true}, {bare: true, anyCase: true}, {bare: true, anyCase: true, plural: true},
}

// place places a link at the first mention of a title in this way, and reports whether there is one.
func (f *placer) place(title string, way mentionWay) bool {
	name, text, letters := title, f.all, 0
	if way.bare {
		if name = graph.BareTitle(title); name == title {
			return false
		}
	}
	if way.anyCase {
		name, text = lowerASCII(name), f.lower
	}
	if way.plural {
		letters = 3
	}
	for at, end := range f.spans(text, name, letters) {
		if f.claim(at, end, title) {
			return true
		}
	}
	return false
}

// spans yields the places of a name in a text, which is all or lower, that are whole words. Up to letters lower-case
// letters may follow the name.
func (f *placer) spans(text, name string, letters int) iter.Seq2[int, int] {
	return func(yield func(int, int) bool) {
		for from := 0; ; from++ {
			i := strings.Index(text[from:], name)
			if i < 0 {
				return
			}
			from += i
			end := from + len(name)
			for range letters {
				r, size := utf8.DecodeRuneInString(text[end:])
				if !unicode.IsLower(r) {
					break
				}
				end += size
			}
			if wholeWord(f.all, from, end) && !yield(from, end) {
				return
			}
		}
	}
}

// claim places a link, unless another one is there.
func (f *placer) claim(at, end int, title string) bool {
	if !f.free(at, end) {
		return false
	}
	f.taken = append(f.taken, anchor{at, end, title})
	return true
}

// free reports whether no link is in a part of the text.
func (f *placer) free(at, end int) bool {
	return !slices.ContainsFunc(f.taken, func(t anchor) bool { return at < t.end && t.at < end })
}

// wholeWord reports whether no letter or digit is next to text[at:end].
func wholeWord(text string, at, end int) bool {
	before, _ := utf8.DecodeLastRuneInString(text[:at])
	after, _ := utf8.DecodeRuneInString(text[end:])
	return !english.InWord(before) && !english.InWord(after)
}
