package score

import "github.com/bridgehop/bridgehop/verify"

// verdictClasses are the labels macro-F1 is over, in the order of the confusion matrix.
var verdictClasses = [...]verify.Label{verify.Supported, verify.Refuted, verify.NotEnoughInfo, verify.NotSupported}

// verdictCols hold the confusion matrix: gold class by predicted class, the last of which is none.
const verdictCols = len(verdictClasses) * (len(verdictClasses) + 1)

// classOf is the class of a label in any spelling; the last for what is no label.
func classOf(label string) int {
	l, err := verify.ParseLabel(label)
	for i, c := range verdictClasses {
		if err == nil && c == l {
			return i
		}
	}
	return len(verdictClasses)
}

func className(class int) string {
	if class == len(verdictClasses) {
		return "none"
	}
	return verdictClasses[class].String()
}

// verdictMeasures marks one cell of the matrix; a gold label that is no verdict marks none.
func verdictMeasures(into []float64, gold, pred int) {
	if gold < len(verdictClasses) {
		into[gold*(len(verdictClasses)+1)+pred] = 1
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
				if out[className(g)] == nil {
					out[className(g)] = map[string]int{}
				}
				out[className(g)][className(p)] = n
			}
		}
	}
	return out
}
