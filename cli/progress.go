package cli

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"
	urfave "github.com/urfave/cli/v2"
	"golang.org/x/term"
)

// progress shows how far a long piece of work is: as a bar with rate and time left where standard error is a
// terminal, as JSON lines with --json, and else not at all. Its methods may be called from several goroutines.
type progress interface {
	// from tells that done units were through before this run, which its rate leaves out.
	from(done int64)
	// at tells that done of total units are through; a total of 0 is not known.
	at(done, total int64)
	// pages tells how many pages a load has put so far, in this run, and how many records it refused.
	pages(n, rejects int64)
	// end takes the bar away.
	end()
}

// newProgress is the progress of one piece of work, e.g. "load" counted in "B" or "verify" in "claims".
func newProgress(c *urfave.Context, what, unit string) progress {
	switch {
	case c.Bool("quiet"):
		return silent{}
	case c.Bool("json"):
		return &jsonProgress{w: c.App.ErrWriter, what: what, unit: unit, start: time.Now()}
	case isTerminal(c.App.ErrWriter):
		p := &barProgress{w: c.App.ErrWriter, what: what, unit: unit}
		p.from(0) // rates count from now
		return p
	}
	return silent{}
}

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

type silent struct{}

func (silent) from(int64)         {}
func (silent) at(int64, int64)    {}
func (silent) pages(int64, int64) {}
func (silent) end()               {}

// barProgress draws a bar, or a spinner where the total is not known.
type barProgress struct {
	mu         sync.Mutex
	w          io.Writer
	what, unit string
	bar        *progressbar.ProgressBar
	first      int64 // what was through before; the bar shows what is left of the work
}

func (p *barProgress) from(done int64) {
	p.mu.Lock()
	if p.first = done; done > 0 {
		p.what = fmt.Sprintf("%s after %d", p.what, done)
	}
	if p.bar != nil {
		p.bar.Describe(p.what)
	}
	p.mu.Unlock()
	p.at(done, 0)
}

func (p *barProgress) at(done, total int64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	done, total = done-p.first, total-p.first
	if total <= 0 {
		total = -1
	}
	if p.bar == nil {
		rate := []progressbar.Option{progressbar.OptionShowIts(), progressbar.OptionSetItsString(p.unit)}
		if p.unit == "B" {
			rate = []progressbar.Option{progressbar.OptionShowBytes(true)}
		}
		p.bar = progressbar.NewOptions64(total, append(rate, progressbar.OptionSetWriter(p.w),
			progressbar.OptionSetDescription(p.what), progressbar.OptionShowCount(), progressbar.OptionSetPredictTime(true),
			progressbar.OptionThrottle(100*time.Millisecond), progressbar.OptionFullWidth(), progressbar.OptionClearOnFinish())...)
	}
	if total != p.bar.GetMax64() && total > 0 {
		p.bar.ChangeMax64(total)
	}
	_ = p.bar.Set64(done) // a bar that can't be drawn stops nothing
}

func (p *barProgress) pages(n, rejects int64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.bar == nil {
		return
	}
	what := fmt.Sprintf("%s: %d pages", p.what, n)
	if rejects > 0 {
		what += fmt.Sprintf(", %d rejects", rejects)
	}
	p.bar.Describe(what)
}

func (p *barProgress) end() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.bar != nil {
		_ = p.bar.Clear()
		p.bar = nil
	}
}

// jsonProgress writes a line a second.
type jsonProgress struct {
	mu         sync.Mutex
	w          io.Writer
	what, unit string
	first      int64 // what was through before
	start      time.Time
	last       time.Time
	load       *loadProgress // nil for other work
}

// loadProgress is what a load's lines of progress say besides.
type loadProgress struct {
	Bytes          int64   `json:"bytes"` // read from the files
	Pages          int64   `json:"pages"`
	PagesPerSecond float64 `json:"pages_per_second"`
	Rejects        int64   `json:"rejects"`
}

// progressRecord is a line of progress on standard error.
type progressRecord struct {
	Progress  string  `json:"progress"` // what is being done
	Unit      string  `json:"unit"`
	Done      int64   `json:"done"`
	Total     int64   `json:"total,omitempty"`
	PerSecond float64 `json:"per_second"`
	Left      float64 `json:"seconds_left,omitempty"`
	*loadProgress
}

func (p *jsonProgress) pages(n, rejects int64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.load = &loadProgress{Pages: n, Rejects: rejects}
}

func (p *jsonProgress) from(done int64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.first, p.start = done, time.Now()
}

func (p *jsonProgress) at(done, total int64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := time.Now()
	if now.Sub(p.last) < time.Second {
		return
	}
	p.last = now
	r := progressRecord{Progress: p.what, Unit: p.unit, Done: done, Total: total, loadProgress: p.load}
	s := now.Sub(p.start).Seconds()
	if s > 0 {
		r.PerSecond = round3(float64(done-p.first) / s)
	}
	if p.load != nil && s > 0 {
		p.load.Bytes, p.load.PagesPerSecond = done, round3(float64(p.load.Pages)/s)
	}
	if r.PerSecond > 0 && total > done {
		r.Left = round3(float64(total-done) / r.PerSecond)
	}
	_ = printJSON(p.w, r)
}

func (p *jsonProgress) end() {}

// round3 keeps three places after the point, so that no record shows noise.
func round3(f float64) float64 { return float64(int64(f*1000+0.5)) / 1000 }
