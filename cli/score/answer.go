package score

import (
	"strings"
	"unicode"
)

// normalizeAnswer normalises an answer as HotpotQA does: lower case, without ASCII punctuation, then without the articles a, an and the,
// then with white space folded (Yang et al. 2018; hotpot_evaluate_v1.py, normalize_answer).
func normalizeAnswer(s string) string {
	s = pythonLower(s)
	s = strings.Map(func(r rune) rune {
		if r < 0x80 && (unicode.IsPunct(r) || unicode.IsSymbol(r)) {
			return -1
		}
		return r
	}, s)
	return strings.Join(strings.FieldsFunc(dropArticles(s), pythonSpace), " ")
}

// pythonLower lowers as Python does: a capital I with a dot becomes i and a combining dot.
func pythonLower(s string) string {
	return strings.ToLower(strings.ReplaceAll(s, "İ", "i̇"))
}

// dropArticles replaces whole words by a space; words are runs of Python's \w.
func dropArticles(s string) string {
	var b strings.Builder
	runes := []rune(s)
	for i := 0; i < len(runes); {
		if !pythonWord(runes[i]) {
			b.WriteRune(runes[i])
			i++
			continue
		}
		j := i
		for j < len(runes) && pythonWord(runes[j]) {
			j++
		}
		switch word := string(runes[i:j]); word {
		case "a", "an", "the":
			b.WriteByte(' ')
		default:
			b.WriteString(word)
		}
		i = j
	}
	return b.String()
}

// pythonWord reports whether \w of Python's re matches: str.isalnum or the underscore, but no combining marks.
func pythonWord(r rune) bool {
	return r == '_' || unicode.IsLetter(r) || unicode.IsNumber(r)
}

// pythonSpace reports what Python's str.isspace does: Unicode's white space and four ASCII separators.
func pythonSpace(r rune) bool {
	return unicode.IsSpace(r) || r >= 0x1c && r <= 0x1f
}

// AnswerScores returns exact match, F1, precision and recall of an answer. F1 is over tokens. If one of the two is yes, no or noanswer, F1
// is 0 unless they are equal.
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
