package values

import "slices"

// pair is two subjects that a claim compares, with its words as they would be if it compared only these.
type pair struct {
	a, b    mention
	claim   []word
	not     bool     // longer than A but not B
	counted []string // the noun that an earlier part of the claim has: more seats than A but fewer than B
}

// clause is a part of a claim that compares its subject with others.
type clause struct {
	words   []word // of the claim; those of other clauses are blank
	at      int    // the comparing word
	from    int    // the objects stand between from and to
	to      int
	not     bool
	counted []string
}

// pairsOf returns the pairs that a claim compares, and how many of them it needs: every one in "A is older than both B and C", "A and B are
// older than C", "A is older than B but younger than C", and one more for a name without a page. It is 0 if the pairs are all that the claim
// may mean. The names are blank already.
func pairsOf(claim []word, named []mention) (out []pair, need int) {
	first := comparing(claim)
	before := func(m mention) bool { return m.to <= first }
	subjects := named[:len(named)-len(slices.DeleteFunc(slices.Clone(named), before))]
	all := first > 0 && len(subjects) > 0 && joined(claim, subjects)
	if all {
		for _, c := range clausesOf(claim, first) {
			objects := slices.DeleteFunc(slices.Clone(named), func(m mention) bool { return m.from < c.from || m.to > c.to })
			all = all && len(objects) > 0 && joined(claim, objects)
			for _, a := range subjects {
				for _, b := range objects {
					if a.page != b.page || a.row != b.row {
						out = append(out, pair{a, b, c.words, c.not, c.counted})
					}
				}
			}
			if slices.ContainsFunc(claim[c.from:c.to], func(w word) bool { return w.upper && w.kind == letters }) {
				need++
			}
		}
	}
	if all {
		return out, need + len(out)
	}
	out = nil
	for i, a := range named {
		for _, b := range named[i+1:] {
			if (a.page != b.page || a.row != b.row) && b.from >= a.to {
				out = append(out, pair{a: a, b: b, claim: claim})
			}
		}
	}
	return out, 0
}

// joined reports whether only words such as "and" stand between names.
func joined(claim []word, named []mention) bool {
	for i := 1; i < len(named); i++ {
		if named[i].from < named[i-1].to {
			return false
		}
		for _, w := range claim[named[i-1].to:named[i].from] {
			if w.kind == letters && !listing[w.text] && !tail[w.text] {
				return false
			}
		}
	}
	return true
}

// listing has words between names that are said the same of.
var listing = set("and or both either the a an also")

// clausesOf cuts a claim, whose first comparing word is given, where another comparison of the same subject begins.
func clausesOf(claim []word, first int) []clause {
	cuts := []int{first}
	for i := first + 1; i+1 < len(claim); i++ {
		next := claim[i+1].text
		_, orders := orders[next]
		if claim[i].text == "but" || (claim[i].text == "and" || claim[i].text == "or") && (orders && next != "first" && next != "last") {
			cuts = append(cuts, i)
		}
	}
	var out []clause
	for k, cut := range cuts {
		end := len(claim)
		if k+1 < len(cuts) {
			end = cuts[k+1]
		}
		c := clause{words: slices.Clone(claim), at: first, from: cut, to: end}
		blank(c.words[end:])
		if k > 0 {
			than := first + max(slices.IndexFunc(claim[first:cut], func(w word) bool { return w.text == "than" }), 0)
			again := comparing(claim[cut:end])
			c.not = again < 0 && claim[cut+1].text == "not"
			if c.not {
				blank(c.words[than+1 : cut+2])
			} else {
				blank(c.words[first : first+1])
				blank(c.words[than : cut+1])
				c.counted = countedIn(claim[first:])
			}
		}
		out = append(out, c)
	}
	return out
}

// blank takes the text of words away.
func blank(words []word) {
	for i := range words {
		words[i].text, words[i].kind = "", mark
	}
}

// required returns the findings of a claim that needs so many: those that disagree; or, if none does and none is missing, all, as sure as
// the least.
func required(found []Finding, need int) []Finding {
	against := slices.DeleteFunc(slices.Clone(found), func(f Finding) bool { return f.Agrees })
	if len(against) > 0 {
		return against
	}
	if len(found) < need {
		return nil
	}
	sure := 1.0
	for i, f := range found {
		sure = min(sure, f.Sure)
		if i > 0 {
			sure *= .9
		}
	}
	for i := range found {
		found[i].Sure = sure
	}
	return found
}
