package score

import (
	"encoding/json"
	"regexp"
	"strconv"
	"strings"
	"unicode"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/loader/claims"
)

// Columns of the HotpotQA sample: count, then answer, supporting facts and joint, each em, f1, prec, recall.
const (
	hotpotCount = iota
	hotpotAnswer
	hotpotFacts = hotpotAnswer + 4
	hotpotJoint = hotpotFacts + 4
	hotpotCols  = hotpotJoint + 4
)

// answerFigures returns the figures of a task. MuSiQue names paragraphs, so that it has no supporting facts here.
func answerFigures(task string, answers bool) (out []formula) {
	if answers {
		out = means(hotpotAnswer, hotpotCount, "em", "f1", "prec", "recall")
	}
	if task != "musique" {
		out = append(out, means(hotpotFacts, hotpotCount, "sp_em", "sp_f1", "sp_prec", "sp_recall")...)
	}
	if answers && task == "hotpotqa" {
		out = append(out, means(hotpotJoint, hotpotCount, "joint_em", "joint_f1", "joint_prec", "joint_recall")...)
	}
	return out
}

// answersTo returns the scorer of a task whose questions have answers. HotpotQA's (Yang et al. 2018, section 5.2;
// hotpot_evaluate_v1.py) takes predictions {"answer": {id: text}, "sp": {id: [[title, sentence]]}}. em, f1, prec,
// recall, sp_em … joint_recall are the official figures: a question without an answer or facts adds 0, repeated facts
// count once, repeated questions as often as they stand there ("bridgehop": once), titles are compared by code point.
//
// Lines of `hop --out` are taken too: the best chain's evidence as facts, without answers; then only the sp_ figures
// are given, under "bridgehop". Lines of `ask --out` have the answer, too.
//
// Of 2WikiMultihopQA there are no joint figures, since these need evidence triples, and of MuSiQue only the answer's,
// the best of its spellings (Trivedi et al. 2022).
func answersTo(name string) *task {
	return &task{form: hotpotForm, gold: goldClaims, columns: hotpotCols, report: answerReport,
		measures: func(_ *run, g *gold, p *prediction) []float64 { return hotpotMeasures(g.claim, p, true) }}
}

func answerReport(r *run) (*Report, error) {
	byID, answers := map[string]*prediction{}, false
	for _, p := range r.pairs {
		byID[p.key] = p.pred
		answers = answers || p.pred != nil && p.pred.answer != nil
	}
	scored, n := newSample(hotpotCols), 0
	for _, q := range r.golds {
		if q.err == nil { // a repeated question counts again
			scored.add(n, hotpotMeasures(q.value.claim, byID[q.key], false))
			n++
		}
	}
	out := &Report{Task: r.name, OfficialError: r.exception}
	if out.OfficialError == "" {
		out.Rows = scored.rows(answerFigures(r.name, true), r.options)
	}
	out.Sections = []Section{r.own(answerFigures(r.name, answers || out.OfficialError != notOfficial))}
	return out, nil
}

// notOfficial is reported for the exception on a file that the official code doesn't know.
const notOfficial = "not in the official format {answer, sp}: JSON lines of hop --out"

func hotpotMeasures(c *claims.Claim, p *prediction, own bool) []float64 {
	v := make([]float64, hotpotCols)
	v[hotpotCount] = 1
	if p == nil {
		return v
	}
	answer, facts, joint := v[hotpotAnswer:hotpotFacts], v[hotpotFacts:hotpotJoint], v[hotpotJoint:]
	if p.answer != nil {
		said, _ := jsonText(p.answer)
		for _, spelling := range append([]string{c.Answer}, c.Aliases...) {
			em, f1, prec, recall := AnswerScores(said, spelling)
			answer[0] = max(answer[0], em)
			if f1 > answer[1] {
				answer[1], answer[2], answer[3] = f1, prec, recall
			}
		}
	}
	if p.cited == nil && p.ranked == nil {
		return v
	}
	m := factScores(p.hotpotFacts(own), c, own)
	facts[0], facts[1], facts[2], facts[3] = m[0], m[3], m[1], m[2]
	if p.answer != nil {
		prec, recall := answer[2]*facts[2], answer[3]*facts[3]
		joint[0], joint[1], joint[2], joint[3] = answer[0]*facts[0], harmonic(prec, recall), prec, recall
	}
	return v
}

// hotpotFacts returns the predicted facts as the official code or ours compares them; empty for one that is no fact to
// us.
func (p *prediction) hotpotFacts(own bool) (out []string) {
	for _, item := range p.ranked.evidence() {
		e := item.element()
		if !strings.Contains(e.address, "\t#sentence_") {
			e.address = ""
		}
		out = append(out, e.address)
	}
	for _, raw := range p.cited {
		fact := "x" + string(raw)
		if own {
			fact = ""
		}
		if pair, ok := listOf[json.RawMessage](raw, 2); ok {
			title, titled := jsonText(pair[0])
			if number, isNumber, _ := pythonNumber(pair[1]); titled && isNumber {
				fact = hotpotKey(title, number, own)
			}
		}
		out = append(out, fact)
	}
	return out
}

func hotpotKey(title string, sentence float64, own bool) string {
	if own {
		title = graph.FoldTitle(title)
	}
	return title + "\t#sentence_" + strconv.FormatFloat(sentence, 'g', -1, 64)
}

// factScores compares sets of facts: exact match, precision, recall, F1.
func factScores(facts []string, c *claims.Claim, own bool) []float64 {
	var gold []string
	for _, s := range c.Gold {
		for _, e := range s.Items {
			gold = addNew(gold, hotpotKey(e.Page, float64(e.Element.A), own))
		}
	}
	pred := map[string]bool{}
	for i, f := range facts {
		if f == "" { // matches nothing, but is a prediction
			f = "\x00" + strconv.Itoa(i)
		}
		pred[f] = true
	}
	return bestSet([][]string{gold}, pred, len(pred))
}

// normalizeAnswer normalises an answer as HotpotQA does: lower case, without ASCII punctuation, then without the
// articles a, an and the, then with white space folded (Yang et al. 2018; hotpot_evaluate_v1.py, normalize_answer).
func normalizeAnswer(s string) string {
	s = pythonLower(s)
	s = strings.Map(func(r rune) rune {
		if r < 0x80 && (unicode.IsPunct(r) || unicode.IsSymbol(r)) {
			return -1
		}
		return r
	}, s)
	s = pythonWord.ReplaceAllStringFunc(s, func(word string) string {
		if word == "a" || word == "an" || word == "the" {
			return " "
		}
		return word
	})
	return strings.Join(strings.FieldsFunc(s, pythonSpace), " ")
}

// pythonLower lowers as Python does: a capital I with a dot becomes i and a combining dot.
func pythonLower(s string) string {
	return strings.ToLower(strings.ReplaceAll(s, "İ", "i̇"))
}

// pythonWord is a run of Python's \w: str.isalnum or the underscore, but no combining marks.
var pythonWord = regexp.MustCompile(`[\pL\pN_]+`)

// pythonSpace reports what Python's str.isspace does: Unicode's white space and four ASCII separators.
func pythonSpace(r rune) bool {
	return unicode.IsSpace(r) || r >= 0x1c && r <= 0x1f
}

// AnswerScores returns exact match, F1, precision and recall of an answer. F1 is over tokens. If one of the two is yes,
// no or noanswer, F1 is 0 unless they are equal.
func AnswerScores(pred, gold string) (em, f1, prec, recall float64) {
	p, g := normalizeAnswer(pred), normalizeAnswer(gold)
	em = One(p == g)
	if p != g && (closedAnswer(p) || closedAnswer(g)) || p == "" || g == "" {
		return em, 0, 0, 0
	}
	pt, gt := strings.Split(p, " "), strings.Split(g, " ")
	same := float64(common(pt, gt))
	prec, recall = same/float64(len(pt)), same/float64(len(gt))
	return em, harmonic(prec, recall), prec, recall
}

func closedAnswer(s string) bool { return s == "yes" || s == "no" || s == "noanswer" }

// common counts the members two lists share, repeats as often as both have them.
func common(a, b []string) int {
	count := make(map[string]int, len(a))
	for _, s := range a {
		count[s]++
	}
	n := 0
	for _, s := range b {
		if count[s] > 0 {
			count[s]--
			n++
		}
	}
	return n
}
