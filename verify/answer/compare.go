package answer

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/hop"
)

// The words of comparisons by the years of two pages.
var (
	earlier = regexp.MustCompile(`(?i)\b(older|oldest|first|earlier|earliest)\b`)
	later   = regexp.MustCompile(`(?i)\b(younger|youngest|later|latest|last|newer|more recent(ly)?|most recent(ly)?)\b`)
	ofTwo   = regexp.MustCompile(`(?i)(^(out )?of|\bbetween)\b.*\b(which|who|whose)\b|\b(which|who) (one|of)\b`)
	dayRun  = regexp.MustCompile(`\b\d{1,2}\b`)
	yearRun = regexp.MustCompile(`\b1\d{3}\b|\b20\d{2}\b`)
)

var monthNames = strings.Split(strings.Trim(months, "(?:)"), "|")

// yesOrNo weighs yes against no: how much of the question each of the two pages that it names has, and whether they agree.
func (q *question) yesOrNo(chains []hop.Chain, pages map[graph.PageID]*graph.Page) []Answer {
	if len(chains) == 0 {
		return nil
	}
	all := q.openings(chains, pages)
	if len(all) == 0 {
		return nil
	}
	least, same := 1.0, map[string]int{}
	for _, s := range all {
		has, of := 0, 0
		words := map[string]bool{}
		for _, t := range tokenize(s.page.PlainText()) {
			words[root(t.stem)] = true
		}
		for w := range q.words { // roots
			if strings.Contains(" "+strings.ToLower(s.page.Title)+" ", w) || q.named(w, all) {
				continue
			}
			of++
			if words[w] {
				has++
			}
		}
		if of > 0 {
			least = min(least, float64(has)/float64(of))
		}
		for _, t := range tokenize(s.text.Text) {
			if !stop[t.stem] {
				same[t.stem]++
			}
		}
	}
	shared := 0.0
	for _, n := range same {
		if n > 1 {
			shared++
		}
	}
	ref := graph.Ref{Page: all[0].page.ID(), Element: all[0].text.Element}
	yes := []Feature{{"yes", 1}, {"yes: least page", least}, {"yes: shared words", min(shared, 10) / 10}}
	if strings.Contains(q.alone, " same ") {
		yes = append(yes, Feature{"yes: same", 1})
	}
	return []Answer{{Text: "yes", Ref: ref, Features: yes}, {Text: "no", Ref: ref, Features: []Feature{{"no", 1}}}}
}

// named reports whether a word is of a title.
func (q *question) named(word string, all []source) bool {
	for _, s := range all {
		if strings.Contains(" "+fold(s.page.Title), " "+word) {
			return true
		}
	}
	return false
}

// openings returns the first sentences of the pages of the best chain.
func (q *question) openings(chains []hop.Chain, pages map[graph.PageID]*graph.Page) (out []source) {
	for i, id := range chains[0].Pages() {
		if p := pages[id]; p != nil && len(p.Elements()) > 0 {
			out = append(out, source{page: p, text: p.Elements()[0], step: i})
		}
	}
	return out
}

// between sets the two titles that stand about an "or", or about the "and" of "Of A and B, which …", as what is to choose between.
func (q *question) between(chains []hop.Chain, pages map[graph.PageID]*graph.Page) {
	word := " or "
	if ofTwo.MatchString(q.text) {
		word = " and "
	}
	for at := strings.Index(q.text, word); at >= 0; {
		left, right := "", ""
		for c := range chains[:min(maxChains, len(chains))] {
			for _, id := range chains[c].Pages() {
				if p := pages[id]; p != nil {
					if l := ends(q.text[:at], bare(p)); len(l) > len(left) {
						left = l
					}
					if r := begins(q.text[at+len(word):], bare(p)); len(r) > len(right) {
						right = r
					}
				}
			}
		}
		if left != "" && right != "" {
			q.or, q.kind = []string{left, right}, "choice"
			return
		}
		next := strings.Index(q.text[at+1:], word)
		if next < 0 {
			return
		}
		at += 1 + next
	}
}

// ends returns the end of a text that has just the words of a name, empty if it ends otherwise.
func ends(text, name string) string {
	words, n := tokenize(text), len(tokenize(name))
	if n == 0 || n > len(words) {
		return ""
	}
	if s := text[words[len(words)-n].start:words[len(words)-1].end]; fold(s) == fold(name) {
		return s
	}
	return ""
}

// begins returns the begin of a text that has just the words of a name, with or without "the" before it.
func begins(text, name string) string {
	words, n := tokenize(text), len(tokenize(name))
	if len(words) > 0 && words[0].stem == "the" && !strings.HasPrefix(strings.ToLower(name), "the ") {
		words = words[1:]
	}
	if n == 0 || n > len(words) {
		return ""
	}
	if s := text[words[0].start:words[n-1].end]; fold(s) == fold(name) {
		return s
	}
	return ""
}

// choose weighs the alternatives that a question gives: by the dates of their pages where it asks for the earlier or the later,
// and by the words of the question on their pages.
func (q *question) choose(chains []hop.Chain, pages map[graph.PageID]*graph.Page) (out []Answer) {
	dates := make([]moment, len(q.or))
	for i, name := range q.or {
		a := Answer{Text: strings.Trim(name, ` "“”'`)}
		for c := range chains[:min(maxChains, len(chains))] {
			for _, id := range chains[c].Pages() {
				p := pages[id]
				if a.Ref.Page != (graph.PageID(0)) || p == nil || !strings.Contains(" "+fold(name), " "+fold(bare(p))) {
					continue
				}
				a.Chain, a.Ref = c, graph.Ref{Page: id, Element: graph.Element{Kind: graph.KindPage}}
				a.Features = append(a.Features, Feature{"choice: page", 1}, Feature{"choice: share", q.overlap(tokenize(p.PlainText()))})
				if dates[i] = q.moment(p); dates[i].value > 0 {
					a.Ref.Element = dates[i].element
				}
			}
		}
		out = append(out, a)
	}
	if dates[0].value == 0 || dates[1].value == 0 || dates[0].value == dates[1].value {
		return out
	}
	wanted := 0 // the earlier
	if dates[1].value < dates[0].value {
		wanted = 1
	}
	switch {
	case later.MatchString(q.text):
		wanted = 1 - wanted
	case !earlier.MatchString(q.text):
		return out
	}
	name := "choice: year"
	if dates[0].told && dates[1].told {
		name = "choice: date of the event"
	}
	out[wanted].Features = append(out[wanted].Features, Feature{name, 1})
	for i := range out {
		out[i].Calculation = fmt.Sprintf("%s %s, %s %s", out[0].Text, dates[0].text, out[1].Text, dates[1].text)
	}
	return out
}

// moment is a date of a page.
type moment struct {
	text    string
	value   float64 // years; 0 if there is none
	element graph.Element
	told    bool // beside a word of the event that the question asks about
}

// moment returns the date of the event that the question asks about, else the first date with a year.
func (q *question) moment(p *graph.Page) (out moment) {
	for _, e := range p.Elements() {
		words := tokenize(e.Text)
		for _, m := range dated.FindAllStringIndex(e.Text, -1) {
			value := yearsOf(e.Text[m[0]:m[1]])
			if value == 0 {
				continue
			}
			found := moment{e.Text[m[0]:m[1]], value, e.Element, false}
			if out.value == 0 {
				out = found
			}
			from := first(words, m[0])
			event := q.event
			if event == "" {
				event = "birth" // of who is older
			}
			for _, f := range (&question{event: event}).life(e.Text, words, from, min(max(first(words, m[1]), from+1), len(words))) {
				switch f.Name {
				case "birth: begin of a life", "death: end of a life", event + ": behind " + event:
					found.told = true
					return found
				}
			}
		}
	}
	return out
}

// yearsOf returns a date in years, 0 without a year.
func yearsOf(date string) float64 {
	year, err := strconv.Atoi(yearRun.FindString(date))
	if err != nil {
		return 0
	}
	out := float64(year)
	for i, m := range monthNames {
		if strings.Contains(date, m) {
			out += float64(i+1) / 13
			if day, err := strconv.Atoi(dayRun.FindString(date)); err == nil {
				out += float64(day) / 500
			}
		}
	}
	return out
}
