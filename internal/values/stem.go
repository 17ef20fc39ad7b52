package values

import "strings"

// closed are the words that say nothing of what a claim is about.
var closed = set(`a an the of in on at to for from by with and or but as is was were are be been being have has had do does did it its his her
	their they he she this that these those there which who whom whose when where while during into than then also not no s`)

func set(words string) map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.Fields(words) {
		out[w] = true
	}
	return out
}

// irregular forms that claims about tables use much.
var irregular = map[string]string{
	"won": "win", "lost": "lose", "held": "hold", "took": "take", "taken": "take", "made": "make", "came": "come", "went": "go", "ran": "run",
	"began": "begin", "had": "have", "has": "have", "was": "be", "were": "be", "is": "be", "are": "be", "been": "be", "men": "man", "women": "woman",
	"children": "child", "people": "person", "played": "play", "scored": "score", "born": "bear", "wrote": "write", "written": "write", "left": "leave",
	"got": "get", "gave": "give", "given": "give", "beat": "beat", "beaten": "beat", "fewest": "few", "fewer": "few", "feet": "foot",
}

// stem takes the usual endings off a word in lower case, the same for a claim and for a table: points and point, scored and score.
func stem(w string) string {
	if s, ok := irregular[w]; ok {
		return s
	}
	w = strings.TrimSuffix(w, "'s")
	n := len(w)
	switch {
	case n > 4 && strings.HasSuffix(w, "ies"):
		return w[:n-3] + "y"
	case n > 4 && (strings.HasSuffix(w, "sses") || strings.HasSuffix(w, "ches") || strings.HasSuffix(w, "shes") || strings.HasSuffix(w, "xes")):
		return w[:n-2]
	case n > 3 && strings.HasSuffix(w, "s") && !strings.HasSuffix(w, "ss") && !strings.HasSuffix(w, "us") && !strings.HasSuffix(w, "is"):
		w = w[:n-1]
	case n > 5 && strings.HasSuffix(w, "ing"):
		w = undouble(w[:n-3])
	case n > 4 && strings.HasSuffix(w, "ed"):
		w = undouble(w[:n-2])
	}
	return strings.TrimSuffix(w, "e")
}

func undouble(w string) string {
	n := len(w)
	if n > 3 && w[n-1] == w[n-2] && w[n-1] != 'l' && w[n-1] != 's' {
		return w[:n-1]
	}
	return w
}
