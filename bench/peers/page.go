package main

import (
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"time"
)

// The marks in docs/results/performance.md that the tables stand between.
const (
	beginMark = "<!-- peers: begin, written by make peers -->"
	endMark   = "<!-- peers: end -->"
)

// page returns the section with the tables.
func (b *bench) page(took time.Duration) string {
	var w strings.Builder
	commit, _ := exec.Command("git", "describe", "--always", "--dirty").Output()
	fmt.Fprintf(&w, "%s\n\n%s, %d cores, %s, commit %s; the whole took %.0f s. "+
		"p50 / p95 of a query within a run, or the rate; medians over the runs.\n"+
		"The ratio is theirs to ours, so above 1 ours is faster; in parentheses the lowest and highest of the runs.\n"+
		"The verify rows take the first 300 of FEVEROUS's 2,065 dev claims, and \"right\" is of these; "+
		"208 of them the model, which is the same on both sides,\n"+
		"was trained on. The scripts count its neutral by 0.2, verify by the 0.07 that is fitted for it.\n\n",
		beginMark, runtime.GOARCH, runtime.NumCPU(), time.Now().Format(time.DateOnly), strings.TrimSpace(string(commit)), took.Seconds())
	w.WriteString("| work | peer | ours | theirs | ratio, p50 | ratio, p95 | runs | answers |\n|---|---|---|---|---|---|---|---|\n")
	for _, r := range b.rows {
		w.WriteString(r + "\n")
	}
	w.WriteString("\n" + endMark)
	return w.String()
}

// splice puts the section between the marks of a file, or at its end when it has none.
func splice(path, page string) error {
	old, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	text := string(old)
	lo, hi := strings.Index(text, beginMark), strings.Index(text, endMark)
	if lo < 0 || hi < lo {
		text = strings.TrimRight(text, "\n") + "\n\n" + page + "\n"
	} else {
		text = text[:lo] + page + text[hi+len(endMark):]
	}
	return os.WriteFile(path, []byte(text), 0o644)
}
