package console

import (
	"fmt"
	"io"
	"sync"
	"time"
)

// Progress shows the progress of long work, at most once a second: as a line that is written over if standard error is
// a terminal, and as JSON lines with --json. A nil Progress shows nothing. Its methods are safe for concurrent use.
type Progress struct {
	mu          sync.Mutex
	w           io.Writer
	json        bool
	what, unit  string
	first       int64 // done before this run, which rates leave out
	start, last time.Time
}

// Progress begins the progress of one piece of work, such as "load" counted in "B" or "verify" in "claims".
func (c *Console) Progress(what, unit string) *Progress {
	if c.Quiet || !c.JSON && !isTerminal(c.Err) {
		return nil
	}
	return &Progress{w: c.Err, json: c.JSON, what: what, unit: unit, start: time.Now()}
}

// From sets the number of units that were done before this run.
func (p *Progress) From(done int64) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.first, p.start = done, time.Now()
}

// ProgressRecord is a line of progress on standard error.
type ProgressRecord struct {
	Progress  string  `json:"progress"` // what is being done
	Unit      string  `json:"unit"`
	Done      int64   `json:"done"`
	Total     int64   `json:"total,omitempty"`
	PerSecond float64 `json:"per_second"`
	Left      float64 `json:"seconds_left,omitempty"`
}

// At sets the numbers of units done and in all; a total of 0 means unknown.
func (p *Progress) At(done, total int64) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	now := time.Now()
	if now.Sub(p.last) < time.Second {
		return
	}
	p.last = now
	r := ProgressRecord{Progress: p.what, Unit: p.unit, Done: done, Total: total}
	if s := now.Sub(p.start).Seconds(); s > 0 {
		r.PerSecond = Round3(float64(done-p.first) / s)
	}
	if r.PerSecond > 0 && total > done {
		r.Left = Round3(float64(total-done) / r.PerSecond)
	}
	if p.json {
		_ = WriteJSON(p.w, r) // a line that can't be written stops nothing
		return
	}
	fmt.Fprint(p.w, overwrite, r.String())
}

// overwrite is what a terminal takes for: go back to the beginning of the line, and empty it.
const overwrite = "\r\x1b[K"

// String returns a line like: load: 12 of 40 MB, 3.5 a second, 8s left.
func (r ProgressRecord) String() string {
	scale, unit := 1.0, r.Unit
	if unit == "B" {
		scale, unit = 1e6, "MB"
	}
	line := fmt.Sprintf("%s: %.0f", r.Progress, float64(r.Done)/scale)
	if r.Total > 0 {
		line += fmt.Sprintf(" of %.0f", float64(r.Total)/scale)
	}
	line += fmt.Sprintf(" %s, %.1f a second", unit, r.PerSecond/scale)
	if r.Left > 0 {
		line += fmt.Sprintf(", %s left", time.Duration(r.Left*float64(time.Second)).Round(time.Second))
	}
	return line
}

// End takes the line away.
func (p *Progress) End() {
	if p == nil || p.json {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.last.IsZero() {
		fmt.Fprint(p.w, overwrite)
		p.last = time.Time{}
	}
}
