package console

import (
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"
)

// Progress shows the progress of long work: as a bar with rate and time left if standard error is a terminal, and as
// JSON lines with --json. A nil Progress shows nothing. Its methods are safe for concurrent use.
type Progress struct {
	mu          sync.Mutex
	w           io.Writer
	json        bool
	what, unit  string
	first       int64 // done before this run, which rates leave out
	start, last time.Time
	bar         *progressbar.ProgressBar
}

// Progress begins the progress of one piece of work, such as "load" counted in "B" or "verify" in "claims".
func (c *Console) Progress(what, unit string) *Progress {
	if c.Quiet || !c.JSON && !isTerminal(c.Err) {
		return nil
	}
	p := &Progress{w: c.Err, json: c.JSON, what: what, unit: unit, start: time.Now()}
	if !p.json {
		p.From(0)
	}
	return p
}

// From sets the number of units that were done before this run.
func (p *Progress) From(done int64) {
	if p == nil {
		return
	}
	p.mu.Lock()
	p.first, p.start = done, time.Now()
	if !p.json && done > 0 {
		p.what = fmt.Sprintf("%s after %d", p.what, done)
		p.bar.Describe(p.what)
	}
	p.mu.Unlock()
	if !p.json {
		p.At(done, 0)
	}
}

// At sets the numbers of units done and in all; a total of 0 means unknown.
func (p *Progress) At(done, total int64) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.json {
		p.writeLine(done, total)
	} else {
		p.draw(done-p.first, total-p.first)
	}
}

// draw updates the bar, which covers the work of this run; without a total it is a spinner.
func (p *Progress) draw(done, total int64) {
	if p.bar == nil {
		rate := []progressbar.Option{progressbar.OptionShowIts(), progressbar.OptionSetItsString(p.unit)}
		if p.unit == "B" {
			rate = []progressbar.Option{progressbar.OptionShowBytes(true)}
		}
		p.bar = progressbar.NewOptions64(-1, append(rate, progressbar.OptionSetWriter(p.w),
			progressbar.OptionSetDescription(p.what), progressbar.OptionShowCount(),
			progressbar.OptionSetPredictTime(true), progressbar.OptionThrottle(100*time.Millisecond),
			progressbar.OptionFullWidth(), progressbar.OptionClearOnFinish())...)
	}
	if total > 0 && total != p.bar.GetMax64() {
		p.bar.ChangeMax64(total)
	}
	_ = p.bar.Set64(done) // a bar that can't be drawn stops nothing
}

// End takes the bar away.
func (p *Progress) End() {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.bar != nil {
		_ = p.bar.Clear()
		p.bar = nil
	}
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

// writeLine writes a line a second.
func (p *Progress) writeLine(done, total int64) {
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
	_ = WriteJSON(p.w, r)
}
