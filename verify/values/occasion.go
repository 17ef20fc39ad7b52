package values

import (
	"cmp"
	"fmt"
	"slices"
)

// datings are the attributes that say since when there is something which isn't born.
var datings = []attribute{founding, release, beginning}

// occasions returns the dates of the sentences of a page that say all of a predicate, such as "discovered" or "won the Nobel Prize".
func (r *evidence) occasions(predicate []string, m mention) (out []fact) {
	if len(predicate) == 0 || m.row != "" {
		return nil
	}
	for i, e := range r.elements {
		if e.page != m.page || e.Cell != nil || !e.says(predicate) {
			continue
		}
		last := len(e.words) - 1
		for last > 0 && !slices.Contains(predicate, stem(e.words[last].text)) {
			last--
		}
		for k := range e.values {
			v := &e.values[k]
			if d := abs(float64(e.wordAt(v.At) - last)); v.Kind == Date && v.Precision <= precisionYear && d <= 12 {
				out = append(out, fact{page: m.page, element: i, value: *v, sure: e.weigh(last, .8-.03*d)})
			}
		}
	}
	slices.SortStableFunc(out, func(x, y fact) int { return cmp.Compare(y.sure, x.sure) })
	return out
}

// predicate returns the stems of what a claim says of both its subjects. That someone won a prize may go without saying.
func predicate(between []word) (out []string) {
	for _, w := range between {
		_, compares := orders[w.text]
		if w.kind == letters && !closed[w.text] && !compares && !idle[w.text] && !tail[w.text] {
			out = append(out, stem(w.text))
		}
	}
	if len(out) > 1 && winning[out[0]] {
		return out[1:]
	}
	return out
}

var (
	// idle has words that change no predicate.
	idle    = set("first long much even well already just still only far also existed exists lived")
	winning = set("win award receiv get")
)

// clock reads how long a song is from a part of a text: 7:11.
func clock(text string, at int) (fact, bool) {
	var minutes, seconds int
	if n, _ := fmt.Sscanf(text[at:], "%d:%d", &minutes, &seconds); n < 2 || seconds > 59 {
		return fact{}, false
	}
	v := Value{Kind: kindQuantity, Unit: year, Number: float64(minutes*60+seconds) * units["second"].scale, At: at, End: at}
	for v.End < len(text) && (isDigit(text[v.End]) || text[v.End] == ':') {
		v.End++
	}
	v.Lo, v.Hi, v.Said = v.Number, v.Number, text[at:v.End]
	return fact{attribute: duration, value: v, sure: .9}, true
}
