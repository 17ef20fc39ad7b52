package values

import (
	"math"
	"slices"
	"strings"

	"github.com/bridgehop/bridgehop/verify/internal/lexicon"
)

// alignment is a value of the claim with the value of the evidence whose neighbouring words are most like its own.
type alignment struct {
	value   *Value
	element *parsed
	found   *Value
	agrees  bool
	sure    float64
}

// around returns the words near a value with their weights. Nearer words weigh more.
func around(words []word, at, end int) map[string]float64 {
	out := map[string]float64{}
	first := slices.IndexFunc(words, func(w word) bool { return w.at >= at })
	behind := slices.IndexFunc(words, func(w word) bool { return w.at >= end })
	for i, w := range words {
		if w.kind != letters || w.at >= at && w.end <= end {
			continue
		}
		d := 0.0
		switch {
		case behind >= 0 && i >= behind:
			d = float64(i - behind + 1)
		case first < 0:
			d = float64(len(words) - i)
		case i < first:
			d = float64(first - i)
		}
		weight := 1 / (1 + d/4)
		if closed[w.text] {
			weight /= 4
		}
		s := stem(w.text)
		if a := cues[w.text]; a != "" {
			s = string(a)
		}
		out[s] = max(out[s], weight)
	}
	return out
}

// resembles returns the share of one neighbourhood that another has.
func resembles(a, b map[string]float64) float64 {
	sum, all := 0.0, 0.0
	keys := make([]string, 0, len(a))
	for k := range a {
		keys = append(keys, k)
	}
	slices.Sort(keys) // sums don't depend on the order of a map
	for _, k := range keys {
		all += a[k]
		if y, ok := b[k]; ok {
			sum += math.Sqrt(a[k] * y * a[k])
		}
	}
	if all == 0 {
		return 0
	}
	return sum / all
}

// alignments finds for each value of the claim the value of the evidence that answers it.
func (r *evidence) alignments(claim *parsed) []alignment {
	var out []alignment
	for i := range claim.values {
		v := &claim.values[i]
		if i > 0 && claim.values[i-1].At == v.At || r.inTitle(v) || claim.amount(v) {
			continue
		}
		if a, ok := r.alignOne(claim, v); ok {
			out = append(out, a)
		}
	}
	return out
}

// inTitle reports whether a value is part of a page's name: the 1990 World Series.
func (r *evidence) inTitle(v *Value) bool {
	return slices.ContainsFunc(r.pages, func(p Page) bool {
		return slices.ContainsFunc(Read(p.Title), func(o Value) bool {
			c, err := Compare(v, &o)
			return err == nil && c == 0
		})
	})
}

// rival is a value of the evidence that may answer one of the claim.
type rival struct {
	element *parsed
	value   *Value
	meets   bool
	near    map[string]float64
	run     int // words beside the value that are those beside the claim's, in order
}

// rivals returns the values of cited elements that may answer one of the claim.
func (r *evidence) rivals(claim *parsed, v *Value) []rival {
	var out []rival
	for _, e := range r.elements {
		if e.Uncited {
			continue
		}
		said := e.values
		if v.Bound == boundWithin {
			joined := *e
			joined.values = slices.Clone(e.values)
			joined.joinBetween()
			said = joined.values
		}
		for i := range said {
			x := &said[i]
			if !answers(v, x) || v.limits() && !e.counts(x, v.Unit) {
				continue
			}
			if meets, err := meets(v, x); err == nil {
				run := sameRun(claim, e, v, x, -1) + sameRun(claim, e, v, x, 1)
				if v.sets() && e.ofLife(x) && !claim.ofLife(v) { // a president since 1996, and born in 1946
					continue
				}
				out = append(out, rival{e, x, meets, around(e.words, x.At, x.End), run})
			}
		}
	}
	return out
}

// ofLife reports whether a value is of a birth or death.
func (e *parsed) ofLife(v *Value) bool {
	a, _ := e.cueOf(e.wordAt(v.At), e.wordAt(v.End-1), v)
	return a == birth || a == death || e.life0 > 0 && v.At > e.life0 && v.End <= e.life1
}

// rarer weighs a word near a claim's value more, the fewer of the rivals have it near them.
func rarer(near map[string]float64, rivals []rival) map[string]float64 {
	out := make(map[string]float64, len(near))
	for k, w := range near {
		n := 0
		for _, x := range rivals {
			n += b2i(x.near[k] > 0)
		}
		out[k] = w * (.3 + math.Log(1+float64(len(rivals))/float64(max(n, 1))))
	}
	return out
}

// sameRun returns how many words right beside two values, in one direction, are the same: four at most.
func sameRun(a, b *parsed, v, x *Value, way int) int {
	i, j := a.wordAt(v.At)-1, b.wordAt(x.At)-1
	if way > 0 {
		i, j = a.wordAt(v.End), b.wordAt(x.End)
	}
	n := 0
	for n < 4 && i >= 0 && j >= 0 && i < len(a.words) && j < len(b.words) && a.words[i].text == b.words[j].text {
		i, j, n = i+way, j+way, n+1
	}
	return n
}

// alignOne aligns one value of the claim.
func (r *evidence) alignOne(claim *parsed, v *Value) (alignment, bool) {
	near := around(claim.words, v.At, v.End)
	all := map[string]float64{}
	for k := range near {
		all[k] = 1
	}
	best := alignment{value: v}
	scores := [2]float64{-1, -1} // of values that don't meet the claim's, and of those that do
	longest := [2]int{}
	rivals := r.rivals(claim, v)
	weighed := rarer(near, rivals)
	for _, x := range rivals {
		s := resembles(weighed, x.near) + .06*float64(x.run)
		if halfDate(v, x.value) {
			s += .15
		}
		if s > max(scores[0], scores[1]) {
			best.element, best.found, best.agrees = x.element, x.value, x.meets
		}
		scores[b2i(x.meets)] = max(scores[b2i(x.meets)], s)
		longest[b2i(x.meets)] = max(longest[b2i(x.meets)], x.run)
	}
	if best.found == nil {
		return best, false
	}
	best.sure = certainty(claim, &best, scores, float64(longest[b2i(best.agrees)])/8, all)
	return best, true
}

// certainty returns how sure it is that the best of the rivals answers a value, by how much its neighbourhood is like the value's, of those
// that agree as it does not and does; by the words in order beside both, of eight; and by the share of the claim's words that the element
// says. The weights are of FEVER's train claims and FEVEROUS's trained side (bench/values at 8bd4ac0).
func certainty(claim *parsed, best *alignment, scores [2]float64, run float64, words map[string]float64) float64 {
	v := best.value
	in := map[string]float64{}
	for _, w := range best.element.words {
		s := stem(w.text)
		if a := cues[w.text]; a != "" {
			s = string(a)
		}
		in[s] = 1
	}
	like, covered := scores[b2i(best.agrees)], resembles(words, in)
	margin := min(like-max(scores[b2i(!best.agrees)], 0), .5)
	z := .264 + 1.153*like + 1.337*margin - 1.273*covered + 1.522*run + 8.62*max(covered-.7, 0)*run
	if neighbour(claim, v.End) == neighbour(best.element, best.found.End) {
		z += .206
	}
	if halfDate(v, best.found) {
		z += .215
	}
	if v.Kind == Date {
		z += 1.468
	}
	return 1 / (1 + math.Exp(-z))
}

// halfDate reports whether two different days share day and month, month and year, or day and year.
func halfDate(a, b *Value) bool {
	return a.Kind == Date && b.Kind == Date && a.Precision == precisionDay && b.Precision == precisionDay &&
		b2i(a.Day == b.Day)+b2i(a.Month == b.Month)+b2i(a.Year == b.Year) == 2
}

// answers reports whether two values can measure the same thing: they are of one kind, and counts of the same noun if both have one.
func answers(claimed, found *Value) bool {
	if claimed.Kind != found.Kind {
		return false
	}
	if claimed.Kind == kindCount && claimed.Unit != "" && found.Unit != "" && claimed.Unit != found.Unit && !claimed.limits() {
		return false
	}
	return claimed.Precision != MonthDay || found.Precision == MonthDay || found.Precision == precisionDay
}

// counts reports whether a count is one of a noun: 56 moons, 56 known moons; not the four largest moons. Without a noun it is.
func (e *parsed) counts(x *Value, noun string) bool {
	if x.Kind != kindCount || noun == "" || x.Unit == noun {
		return true
	}
	for _, w := range e.words[e.wordAt(x.End):min(e.wordAt(x.End)+3, len(e.words))] {
		if _, some := superlatives[w.text]; some || w.kind != letters || closed[w.text] {
			return false
		} else if stem(w.text) == noun {
			return true
		}
	}
	return x.Unit == "" && e.Cell != nil
}

// neighbour returns the word right behind a place in a text.
func neighbour(e *parsed, at int) string {
	i := e.wordAt(at)
	if i >= len(e.words) {
		return ""
	}
	return e.words[i].text
}

// closed has words that say nothing of the topic of a claim.
var closed = set(`a an the of in on at to for from by with and or but as is was were are be been being have has had do does did it its
	his her their they he she this that these those there which who whom whose when where while during into than then also not no s`)

// set and pairs are those of the lexicon.
var (
	set   = lexicon.Set
	pairs = lexicon.Pairs
)

// irregular maps irregular forms to their stems.
var irregular = pairs(`
	won:win lost:lose held:hold took:take taken:take made:make came:come went:go ran:run began:begin had:have has:have was:be were:be
	is:be are:be been:be men:man women:woman children:child people:person played:play scored:score born:bear wrote:write written:write
	left:leave got:get gave:give given:give beat:beat beaten:beat fewest:few fewer:few feet:foot`)

// stem returns a word in lower case without the usual endings: point for points, scor for scored and scores.
func stem(w string) string {
	if s, ok := irregular[w]; ok {
		return strings.TrimSuffix(s, "e")
	}
	w = strings.TrimSuffix(w, "'s")
	for _, e := range endings {
		if len(w) > e.longer && strings.HasSuffix(w, e.end) && !kept[w[len(w)-2:]] {
			w = w[:len(w)-e.cut] + e.put
			if e.undouble {
				w = undouble(w)
			}
			if e.last {
				return w
			}
			break
		}
	}
	return strings.TrimSuffix(w, "e")
}

// endings are tried in order; kept are ends of words that only look like one.
var (
	endings = []struct {
		end            string
		longer, cut    int
		put            string
		undouble, last bool
	}{
		{"ies", 4, 3, "y", false, true}, {"sses", 4, 2, "", false, true}, {"ches", 4, 2, "", false, true}, {"shes", 4, 2, "", false, true},
		{"xes", 4, 2, "", false, true}, {"s", 3, 1, "", false, false}, {"ing", 5, 3, "", true, false}, {"ed", 4, 2, "", true, false},
	}
	kept = set("ss us is")
)

// undouble returns a word without the second of two consonants at its end.
func undouble(w string) string {
	n := len(w)
	if n > 3 && w[n-1] == w[n-2] && w[n-1] != 'l' && w[n-1] != 's' {
		return w[:n-1]
	}
	return w
}
