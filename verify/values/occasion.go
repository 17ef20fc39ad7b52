package values

import "slices"

// Attributes that only comparisons ask for.
const (
	beginning  attribute = "began"
	wingspan   attribute = "wingspan"
	deaths     attribute = "deaths"
	damage     attribute = "damage"
	atomNumber attribute = "atomic number"
)

// more maps words to the attributes that only comparisons ask for, as cues does to the others.
var more = map[string]attribute{}

func init() {
	for a, words := range map[attribute]string{
		beginning: `began begun begins started launched appeared appears appearance broadcast shown performed screened cinemas fought date
			happened place run debut originated introduced invented patented`,
		length: "reach reaches reached reaching grow grows growing measures measuring", mass: "weigh weighed", wingspan: "wingspan", deaths: "killed killing deaths fatalities casualties victims", damage: "damage damages",
		atomNumber: "protons atomic",
	} {
		for w := range set(words) {
			more[w] = a
		}
	}
}

// datings are the attributes that say since when there is something which isn't born.
var datings = []attribute{founding, release, beginning}

// moreCue returns the attribute of a value that only comparisons ask for, as cueOf does.
func (e *parsed) moreCue(from, to int, v *Value) (attribute, int) {
	names := func(i, d int) (attribute, int) {
		if i < 0 || i >= len(e.words) {
			return "", 0
		}
		a := more[e.words[i].text]
		if cues[e.words[i].text] == length && v.Unit == year {
			a = duration
		}
		if !a.fits(v) || a == atomNumber && (i+1 == len(e.words) || e.words[i+1].text != "number") {
			return "", 0
		}
		return a, d
	}
	for d := 1; d <= 8; d++ {
		if a, d := names(from-d, d); a != "" {
			return a, d
		}
		if a, d := names(to+d, d); a != "" && a != beginning && d <= 3 {
			return a, d
		}
	}
	return "", 0
}

// clocks reads how long a song or film is from "Length 7:11", of a cell from its first word.
func (e *parsed) clocks(from int) (out []fact) {
	for i := from; i+2 < len(e.words); i++ {
		w := e.words[i : i+3]
		if w[0].kind != digits || w[1].text != ":" || w[2].kind != digits || w[2].end-w[2].at != 2 || i > 0 && cues[e.words[i-1].text] != length {
			continue
		}
		if x := Read(w[0].text + " minutes " + w[2].text + " seconds"); len(x) == 2 {
			v := x[0]
			v.Number += x[1].Number
			v.Lo, v.Hi = v.Number, v.Number
			v.At, v.End, v.Said = w[0].at, w[2].end, e.Text[w[0].at:w[2].end]
			out = append(out, fact{attribute: duration, value: v, sure: .9})
		}
	}
	return out
}

// occasions returns the dates of the sentences of a page that say all of a predicate, such as "discovered" or "won the Nobel Prize".
func (r *evidence) occasions(predicate []string, m mention) (out []fact) {
	if len(predicate) == 0 || m.row != "" {
		return nil
	}
	for i, e := range r.elements {
		if e.page != m.page || e.Cell != nil {
			continue
		}
		last, found := 0, map[string]bool{}
		for k, w := range e.words {
			if s := stem(w.text); slices.Contains(predicate, s) {
				last, found[s] = k, true
			}
		}
		if len(found) < len(predicate) {
			continue
		}
		for k := range e.values {
			v := &e.values[k]
			if d := abs(float64(e.wordAt(v.At) - last)); v.Kind == Date && v.Precision <= precisionYear && d <= 12 {
				out = append(out, fact{page: m.page, element: i, value: *v, sure: e.weigh(last, .8-.03*d)})
			}
		}
	}
	slices.SortStableFunc(out, func(x, y fact) int { return sign(y.sure - x.sure) })
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
