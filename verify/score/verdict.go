package score

import "github.com/bridgehop/bridgehop/verify/claims"

// verdictClasses are the labels macro-F1 is over, in the order of the confusion matrix. HoVer's two labels are the first
// and the last.
var verdictClasses = [...]claims.Verdict{claims.Supported, claims.Refuted, claims.NotEnough, claims.NotSupported}

var verdictNames = [...]string{"SUPPORTED", "REFUTED", "NOT ENOUGH INFO", "NOT_SUPPORTED", "none"}

// verdictCols hold the confusion matrix: gold class by predicted class, the last of which is none.
const verdictCols = len(verdictClasses) * (len(verdictClasses) + 1)

func classOf(v claims.Verdict) int {
	for i, c := range verdictClasses {
		if c == v {
			return i
		}
	}
	return len(verdictClasses)
}

// verdictMeasures marks one cell of the matrix; a gold label that is no verdict marks none.
func verdictMeasures(into []float64, gold, pred claims.Verdict) {
	if g := classOf(gold); g < len(verdictClasses) {
		into[g*(len(verdictClasses)+1)+classOf(pred)] = 1
	}
}

// macroF1 is the mean of F1 over the classes that the gold has; at is the matrix's first column.
func macroF1(at, per int) figure {
	return figure{"macro_f1", per, func(s []float64) float64 {
		sum, classes := 0.0, 0.0
		for c := range verdictClasses {
			hit, gold, pred := classCounts(s[at:at+verdictCols], c)
			if gold == 0 {
				continue
			}
			classes++
			sum += 2 * hit / (gold + pred)
		}
		return ratio(sum, classes)
	}}
}

func classCounts(m []float64, class int) (hit, gold, pred float64) {
	width := len(verdictClasses) + 1
	for other := range width {
		gold += m[class*width+other]
	}
	for other := range verdictClasses {
		pred += m[other*width+class]
	}
	return m[class*width+class], gold, pred
}

// confusion is the matrix by names, empty rows and cells left out.
func confusion(m []float64) map[string]map[string]int {
	width := len(verdictClasses) + 1
	out := map[string]map[string]int{}
	for g := range verdictClasses {
		for p := range width {
			if n := int(m[g*width+p] + 0.5); n > 0 {
				if out[verdictNames[g]] == nil {
					out[verdictNames[g]] = map[string]int{}
				}
				out[verdictNames[g]][verdictNames[p]] = n
			}
		}
	}
	return out
}
