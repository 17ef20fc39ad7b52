package main

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"
	"time"
)

// A table stands between a line of its command and this one.
const tableEnds = "<!-- end -->\n"

func tableBegins(command string) string { return "<!-- made by bench/scale " + command + " -->\n" }

// inFolder runs a measurement in a folder for its corpora, a temporary one when work is empty, prints the table it
// makes, and puts it into the document if one is named.
func inFolder(work, doc, command string, measure func(work string) (string, error)) (err error) {
	if work == "" {
		if work, err = os.MkdirTemp("", "scale-*"); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, os.RemoveAll(work)) }()
	}
	before, begin := loadAverage(), time.Now()
	out, err := measure(work)
	if err != nil {
		return err
	}
	out += fmt.Sprintf("\nRun on %s with %d processors in %.0f minutes; the system's load was %s before and %s after.\n",
		begin.UTC().Format("2006-01-02"), runtime.NumCPU(), time.Since(begin).Minutes(), before, loadAverage())
	fmt.Print(out)
	if doc == "" {
		return nil
	}
	text, err := os.ReadFile(doc)
	if err != nil {
		return err
	}
	head, rest, ok := strings.Cut(string(text), tableBegins(command))
	_, tail, closed := strings.Cut(rest, tableEnds)
	if !ok || !closed {
		return fmt.Errorf("%s: no lines %q and %q", doc, strings.TrimSpace(tableBegins(command)), strings.TrimSpace(tableEnds))
	}
	return os.WriteFile(doc, []byte(head+tableBegins(command)+"\n"+out+"\n"+tableEnds+tail), 0o644)
}

// markdown is the table; a program's rate is per second of processor time, and beside it how many times ours that is.
func markdown(rows []row) string {
	var b strings.Builder
	b.WriteString("| work | program | amount | processor time | elapsed | a processor-second | bridgehop's rate over it | |\n|---|---|---|---|---|---|---|---|\n")
	ours := map[string]float64{}
	for _, r := range rows {
		rate := r.Units / r.CPU
		if r.Program == "bridgehop" {
			ours[r.Work] = rate
		}
		fmt.Fprintf(&b, "| %s | %s | %.4g %s | %.1f s | %.1f s | %.4g %s | %.2f | %s |\n",
			r.Work, r.Program, r.Units, r.Unit, r.CPU, r.Wall, rate, r.Unit, ours[r.Work]/rate, r.Note)
	}
	return b.String()
}

// loadAverage is the system's load of the last minute, as Linux tells it.
func loadAverage() string {
	b, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return "unknown"
	}
	first, _, _ := strings.Cut(string(b), " ")
	return first
}
