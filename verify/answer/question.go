package answer

import (
	"regexp"
	"strings"
	"unicode"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/english"
)

// question is a question as its answers are weighed by.
type question struct {
	text   string
	kind   string          // person, place, date, number, yes/no, or thing where the words tell no more
	noun   string          // what is asked for: the band of "Which band …"; may be empty
	event  string          // that its answer dates or places: birth, death, start, release; may be empty
	year   bool            // it asks for a year, and no day
	shared bool            // it asks for what two pages have in common
	words  map[string]bool // roots of its words that tell something
	alone  string          // the stems between spaces, for names
	or     []string        // the alternatives of "Which is older, A or B?"
}

var (
	number = regexp.MustCompile(`(?i)\bhow (many|much|old|long|far|tall|high|large|big|deep)\b|` +
		`\bwhat (is the )?(number|percentage|population|size|area)\b`)
	date  = regexp.MustCompile(`(?i)\bwhen\b|\b(what|which) (year|date|day|month|decade|century)\b|\byears? (was|is|were|did)\b`)
	place = regexp.MustCompile(`(?i)\bwhere\b|\b(what|which)( \w+)? ` +
		`(city|town|country|state|county|village|place|location|island|river|continent|province|region|district|borough|nation|` +
		`suburb)\b`)
	person = regexp.MustCompile(`(?i)\bwho(m|se)?\b|\b(what|which)( \w+)? ` +
		`(actor|actress|singer|author|writer|director|person|man|woman|musician|artist|president|king|queen|player|politician|composer|` +
		`poet)\b`)
	asked = regexp.MustCompile(`(?i)\b(?:what|which)\b((?: [\p{L}\p{N}'-]+){1,4})`)
	// identified is the noun of "What is the capital of …?".
	identified = regexp.MustCompile(`(?i)\b(?:who|what) (?:is|was|are|were) the (?:[\p{L}\p{N}'-]+ ){0,3}?([\p{L}'-]+) ` +
		`(?:of|in|that|who|which|to|for|where|by|from|on|at)\b`)
	yearAsked = regexp.MustCompile(`(?i)\b(what|which) year\b`)
	common    = regexp.MustCompile(`(?i)\b(both|common|shared?|same)\b| and .*\b(are|were|play(ed)?|do|did|belong)\b`)
	choice    = regexp.MustCompile(`(?:^|[,:;]\s+|\bbetween |` +
		`\b(?:older|first|younger|earlier|later|longer|larger|last|more|both|is|was|than)\s)` +
		`([^,:;?]+?),? (?:or|and) ([^,:;?]+)\?*\s*$`)
)

// stop are words that tell nothing of an answer's place.
var stop = english.Set(`a an the of in on at to for by with from and or is are was were be been do does did has have had that this which who
	whom whose what when where why how it its he she his her they their as also than both name named first one many much year`)

func read(text string) *question {
	q := &question{text: strings.TrimSpace(text), kind: "thing", words: map[string]bool{}}
	first, _, more := strings.Cut(q.text, " ")
	for _, k := range []struct {
		kind string
		tell bool
	}{
		{"yes/no", more && english.Auxiliaries[strings.ToLower(first)]}, {"number", number.MatchString(q.text)},
		{"date", date.MatchString(q.text)}, {"place", place.MatchString(q.text)},
		{"person", person.MatchString(q.text)},
	} {
		if k.tell {
			q.kind = k.kind
			break
		}
	}
	if m := asked.FindStringSubmatch(q.text); m != nil {
		for w := range strings.FieldsSeq(m[1]) { // the last word before one that is no noun
			if stop[strings.ToLower(w)] {
				break
			}
			q.noun = stem(w)
		}
	}
	if m := identified.FindStringSubmatch(q.text); m != nil && q.noun == "" {
		q.noun = stem(m[1])
	}
	if m := choice.FindStringSubmatch(q.text); m != nil && strings.Contains(m[0], " or ") {
		q.or = []string{strings.TrimSpace(m[1]), strings.TrimSpace(m[2])}
		q.kind = "choice"
	}
	q.alone = stems(q.text)
	q.year = yearAsked.MatchString(q.text)
	q.shared = common.MatchString(q.text)
	for _, t := range tokenize(q.text) {
		if !stop[t.stem] {
			q.words[root(t.stem)] = true
		}
		if e := events[root(t.stem)]; e != "" {
			q.event = e
		}
	}
	return q
}

// names reports whether the question has these words one after another.
func (q *question) names(words string) bool {
	s := stems(words)
	return len(s) > 1 && strings.Contains(q.alone, s)
}

// stems returns the stems of a text, each between spaces.
func stems(text string) string {
	var b strings.Builder
	b.WriteByte(' ')
	for _, t := range tokenize(text) {
		b.WriteString(t.stem + " ")
	}
	return b.String()
}

// token is a word with its place in the text.
type token struct {
	text       string
	stem       string
	start, end int
}

var wordRun = regexp.MustCompile(`[\p{L}\p{M}\p{N}]+(?:['’.&-][\p{L}\p{M}\p{N}]+|,\d{3}\b|\.\d+)*\.?`)

func tokenize(s string) (out []token) {
	for _, m := range wordRun.FindAllStringIndex(s, -1) {
		if s[m[1]-1] == '.' && (m[1]-m[0] > 3 || m[1] == len(s)) { // the end of a sentence, no initial
			m[1]--
		}
		out = append(out, token{s[m[0]:m[1]], stem(s[m[0]:m[1]]), m[0], m[1]})
	}
	return out
}

// stem folds a word and takes the endings of plurals and possessives off.
func stem(w string) string {
	w = strings.Trim(strings.ToLower(w), ".'’")
	w = strings.TrimSuffix(strings.TrimSuffix(w, "'s"), "’s")
	if len(w) > 4 && strings.HasSuffix(w, "s") && !strings.HasSuffix(w, "ss") {
		w = w[:len(w)-1]
	}
	return w
}

func (t token) capital() bool { return unicode.IsUpper([]rune(t.text)[0]) }

func (t token) digits() bool { return t.text[0] >= '0' && t.text[0] <= '9' }

func bare(p *graph.Page) string { return graph.BareTitle(p.Title) }
