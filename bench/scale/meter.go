package main

import (
	"os"
	"runtime"
	"runtime/metrics"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
)

// stage is what one part of a load took.
type stage struct {
	Name    string  `json:"name"`
	Wall    float64 `json:"seconds"`
	CPU     float64 `json:"cpu_seconds"`  // user and system
	Work    float64 `json:"busy"`         // share of the time of all processors in which there was work for them
	AnonMax float64 `json:"peak_anon_mb"` // memory of the process's own
	AllMax  float64 `json:"peak_rss_mb"`  // and with the pages of files it has mapped
}

// meter measures the stages of a process.
//
// Work is taken from Go's scheduler: the share of the time of GOMAXPROCS processors in which they weren't idle. A
// thread that the system keeps waiting while others compute counts as busy, so that the figure says on a shared machine,
// too, whether a processor more would have been used.
type meter struct {
	mu        sync.Mutex
	stages    []stage
	begin     time.Time
	cpu, idle float64
	all       float64
	stop      chan struct{}
}

func newMeter() *meter {
	m := &meter{stop: make(chan struct{})}
	go func() {
		for {
			m.sample()
			select {
			case <-m.stop:
				return
			case <-time.After(50 * time.Millisecond):
			}
		}
	}()
	return m
}

// start ends the stage before and begins one.
func (m *meter) start(name string) {
	m.end()
	m.mu.Lock()
	defer m.mu.Unlock()
	m.begin, m.cpu = time.Now(), processor()
	m.idle, m.all = scheduled()
	m.stages = append(m.stages, stage{Name: name})
}

// end ends the stage that runs.
func (m *meter) end() {
	m.sample()
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.stages) == 0 || m.begin.IsZero() {
		return
	}
	s := &m.stages[len(m.stages)-1]
	s.Wall, s.CPU = time.Since(m.begin).Seconds(), processor()-m.cpu
	idle, all := scheduled()
	if all > m.all {
		s.Work = 1 - (idle-m.idle)/(all-m.all)
	}
	m.begin = time.Time{}
}

func (m *meter) sample() {
	anon, file := memory()
	m.mu.Lock()
	defer m.mu.Unlock()
	if n := len(m.stages); n > 0 {
		s := &m.stages[n-1]
		s.AnonMax, s.AllMax = max(s.AnonMax, anon), max(s.AllMax, anon+file)
	}
}

// sum adds all stages up.
func (m *meter) sum(name string) stage {
	m.mu.Lock()
	defer m.mu.Unlock()
	out := stage{Name: name}
	for _, s := range m.stages {
		out.Wall += s.Wall
		out.CPU += s.CPU
		out.Work += s.Work * s.Wall
		out.AnonMax, out.AllMax = max(out.AnonMax, s.AnonMax), max(out.AllMax, s.AllMax)
	}
	if out.Wall > 0 {
		out.Work /= out.Wall
	}
	return out
}

// processor is the user and system time of this process.
func processor() float64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return float64(u.Utime.Nano()+u.Stime.Nano()) / 1e9
}

// scheduled is the idle time of Go's processors and all of their time. Both are brought up to date by a collection.
func scheduled() (idle, all float64) {
	runtime.GC()
	s := []metrics.Sample{{Name: "/cpu/classes/idle:cpu-seconds"}, {Name: "/cpu/classes/total:cpu-seconds"}}
	metrics.Read(s)
	return s[0].Value.Float64(), s[1].Value.Float64()
}

// memory is the process's own memory and that of files it has mapped, in MB of 2^20 bytes; 0 where the system
// doesn't tell.
func memory() (anon, file float64) {
	b, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0, 0
	}
	for line := range strings.SplitSeq(string(b), "\n") {
		f := strings.Fields(line)
		if len(f) < 2 {
			continue
		}
		n, _ := strconv.ParseFloat(f[1], 64)
		switch f[0] {
		case "RssAnon:":
			anon = n / 1024
		case "RssFile:", "RssShmem:":
			file += n / 1024
		}
	}
	return anon, file
}
