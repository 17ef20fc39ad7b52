package values

import "slices"

// pair is two subjects that a claim compares, with its words as they would be if it compared only these.
type pair struct {
	a, b    mention
	claim   []word
	not     bool     // longer than A but not B
	counted []string // the noun that an earlier part of the claim has: more seats than A but fewer than B
}

// pairsOf returns the pairs that a claim compares, and how many of them it needs: every one in "A is older than both B and C", "A and B are
// older than C", "A is older than B but younger than C", and one more for a name without a page. It is 0 if the pairs are all that the
// claim may mean. The names are blank already.
func pairsOf(claim []word, named []mention) (out []pair, need int) {
	first, n := comparing(claim), 0
	for n < len(named) && named[n].to <= first {
		n++
	}
	all := n > 0 && joined(claim, named[:n])
	cuts := cutsOf(claim, max(first, 0))
	for k := 0; k+1 < len(cuts) && all; k++ {
		from, to := cuts[k], cuts[k+1]
		objects := slices.DeleteFunc(slices.Clone(named), func(m mention) bool { return m.from < from || m.to > to })
		all = len(objects) > 0 && joined(claim, objects)
		need += b2i(slices.ContainsFunc(claim[from:to], func(w word) bool { return w.upper && w.kind == letters }))
		p := only(claim, cuts, k)
		for _, p.a = range named[:n] {
			for _, p.b = range objects {
				all = all && (p.a.page != p.b.page || p.a.row != p.b.row)
				out = append(out, p)
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
		between := claim[named[i-1].to:max(named[i].from, named[i-1].to)]
		if named[i].from < named[i-1].to || named[i].page == named[i-1].page && named[i].row == named[i-1].row ||
			slices.ContainsFunc(between, func(w word) bool { return w.kind == letters && !listing[w.text] && !tail[w.text] }) {
			return false
		}
	}
	return true
}

// listing has words between names that the same is said of.
var listing = set("and or the a an also")

// cutsOf returns where a claim's comparisons of one subject begin, the first at its first comparing word, and the end of the claim.
func cutsOf(claim []word, first int) []int {
	cuts := []int{first}
	for i := first + 1; i+1 < len(claim); i++ {
		next := claim[i+1].text
		_, again := orders[next]
		if claim[i].text == "but" || claim[i].text == "and" && again && next != "first" && next != "last" {
			cuts = append(cuts, i)
		}
	}
	return append(cuts, len(claim))
}

// only returns a claim with nothing but one of its comparisons.
func only(claim []word, cuts []int, k int) pair {
	p := pair{claim: slices.Clone(claim)}
	blank(p.claim[cuts[k+1]:])
	if k == 0 {
		return p
	}
	first, cut := cuts[0], cuts[k]
	than := first + max(slices.IndexFunc(claim[first:cut], func(w word) bool { return w.text == "than" }), 0)
	if p.not = claim[cut+1].text == "not" && comparing(claim[cut:cuts[k+1]]) < 0; p.not {
		blank(p.claim[than+1 : cut+2])
		return p
	}
	blank(p.claim[first : first+1])
	blank(p.claim[than : cut+1])
	p.counted = countedIn(claim[first:])
	return p
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
	if len(against) > 0 || len(found) < need {
		return against
	}
	sure := 1.0
	for i := range found {
		sure = min(sure, found[i].Sure) * (1 - .1*float64(b2i(i > 0)))
	}
	for i := range found {
		found[i].Sure = sure
	}
	return found
}
