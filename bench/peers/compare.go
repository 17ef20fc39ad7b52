package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/bridgehop/bridgehop/bench/gold"
)

// round is one run of a side: how long each query took, and what came out, one string a query.
type round struct {
	Nanos   []int64  `json:"ns"`
	Answers []string `json:"answers"`
}

// side runs every query once.
type side func(ctx context.Context) (round, error)

// peer is a Python process that answers "go" with a round.
type peer struct {
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Reader
	log strings.Builder
}

// start starts a task of peer.py, whose arguments it finds in a file, and waits until it is ready.
func (b *bench) start(ctx context.Context, task string, args any) (*peer, error) {
	if b.python == "" {
		return nil, fmt.Errorf("not installed: %s", b.why)
	}
	raw, err := json.Marshal(args)
	if err != nil {
		return nil, err
	}
	file := filepath.Join(b.dir, task+".args.json")
	if err := os.WriteFile(file, raw, 0o644); err != nil {
		return nil, err
	}
	p := &peer{cmd: exec.CommandContext(ctx, b.python, "-c", script, task, file)}
	p.cmd.Stderr = &p.log
	p.cmd.Env = append(os.Environ(), "TOKENIZERS_PARALLELISM=false", "PYTHONUNBUFFERED=1", "TQDM_DISABLE=1")
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if p.in, err = p.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	p.out = bufio.NewReaderSize(out, 1<<20)
	if err := p.cmd.Start(); err != nil {
		return nil, err
	}
	b.say("preparing %s", task)
	if _, err := p.reply(); err != nil {
		return nil, errors.Join(err, p.close())
	}
	return p, nil
}

// reply reads the next answer; other lines on standard output are passed over.
func (p *peer) reply() (round, error) {
	for {
		line, err := p.out.ReadString('\n')
		if err != nil {
			_ = p.cmd.Wait() // its message is what is wanted
			log := strings.TrimSpace(p.log.String())
			return round{}, fmt.Errorf("it stopped: %s", log[strings.LastIndexByte(log, '\n')+1:])
		}
		if !strings.HasPrefix(line, "{") {
			continue
		}
		var r round
		return r, json.Unmarshal([]byte(line), &r)
	}
}

func (p *peer) round(context.Context) (round, error) {
	if _, err := io.WriteString(p.in, "go\n"); err != nil {
		return round{}, err
	}
	return p.reply()
}

func (p *peer) close() error {
	err := p.in.Close()
	_ = p.cmd.Wait() // it may have been killed
	return err
}

// row is a line of the table.
type row struct {
	work, peer string
	items      int                                // when not 0, rates of this many a query are shown, not times
	unit       string                             // of items
	answers    func(ours, theirs []string) string // compares what came out
}

// against runs ours and a task of peer.py by turns, and adds the row.
func (b *bench) against(ctx context.Context, r row, ours side, task string, args any) {
	p, err := b.start(ctx, task, args)
	if err != nil {
		b.failed(r, err)
		return
	}
	b.compare(ctx, r, ours, p.round)
	if err := p.close(); err != nil {
		b.say("%s: %v", r.peer, err)
	}
}

func (b *bench) failed(r row, err error) {
	b.say("%s, %s: %v", r.work, r.peer, err)
	b.rows = append(b.rows, fmt.Sprintf("| %s | %s | | failed: %s | | | | |", r.work, r.peer, oneLine(err)))
}

// Where a run of both sides takes longer than mostRun, a row has few of them.
const (
	mostRun = time.Minute
	few     = 3
)

func (b *bench) compare(ctx context.Context, r row, ours, theirs side) {
	var mine, his []spot
	var answers string
	for i := 0; i < b.count; i++ {
		start := time.Now()
		x, err := ours(ctx)
		if err != nil {
			b.failed(r, fmt.Errorf("ours: %w", err))
			return
		}
		y, err := theirs(ctx)
		if err != nil {
			b.failed(r, err)
			return
		}
		mine, his = append(mine, newSpot(x)), append(his, newSpot(y))
		if r.answers != nil {
			answers = r.answers(x.Answers, y.Answers)
		}
		if i+1 >= few && time.Since(start) > mostRun {
			break
		}
	}
	var p50, p95 []float64
	for i := range mine {
		p50, p95 = append(p50, his[i].p50/mine[i].p50), append(p95, his[i].p95/mine[i].p95)
	}
	second := ""
	if r.items == 0 {
		second = spread(p95)
	}
	line := fmt.Sprintf("| %s | %s | %s | %s | %s | %s | %d | %s |", r.work, r.peer, r.show(mine), r.show(his), spread(p50), second,
		len(mine), answers)
	b.say("%s", line)
	b.rows = append(b.rows, line)
}

// spot is where a run's times lie, in seconds.
type spot struct{ p50, p95 float64 }

func newSpot(r round) spot {
	at := func(q float64) float64 { return float64(gold.Quantile(r.Nanos, q)) / 1e9 }
	return spot{at(0.5), at(0.95)}
}

// show words the runs of a side: a rate, or p50 / p95.
func (r row) show(s []spot) string {
	var p50, p95 []float64
	for _, x := range s {
		p50, p95 = append(p50, x.p50), append(p95, x.p95)
	}
	if r.items > 0 {
		return fmt.Sprintf("%.4g %s/s", float64(r.items)/median(p50), r.unit)
	}
	return fmt.Sprintf("%s / %s ms", ms(median(p50)), ms(median(p95)))
}

// ms words seconds as milliseconds.
func ms(seconds float64) string {
	if seconds < .1 {
		return fmt.Sprintf("%.3g", seconds*1e3)
	}
	return fmt.Sprintf("%.0f", seconds*1e3)
}

func median(x []float64) float64 {
	x = slices.Sorted(slices.Values(x))
	return (x[(len(x)-1)/2] + x[len(x)/2]) / 2
}

func spread(x []float64) string {
	return fmt.Sprintf("**%.2f** (%.2f-%.2f)", median(x), slices.Min(x), slices.Max(x))
}

// timed calls do for each of n queries.
func timed(n int, do func(i int) (string, error)) (round, error) {
	r := round{Nanos: make([]int64, n), Answers: make([]string, n)}
	for i := range n {
		start := time.Now()
		answer, err := do(i)
		r.Nanos[i] = time.Since(start).Nanoseconds()
		if err != nil {
			return r, err
		}
		r.Answers[i] = answer
	}
	return r, nil
}
