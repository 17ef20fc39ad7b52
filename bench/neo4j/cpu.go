package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"syscall"
)

// ownTime is the processor time this process has taken, in seconds.
func ownTime() float64 {
	var r syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &r); err != nil {
		return 0
	}
	return float64(r.Utime.Nano()+r.Stime.Nano()) / 1e9
}

// serverTime is the processor time the server has taken, in seconds; 0 where there is no /proc.
func (b *bench) serverTime() float64 {
	s, err := b.ctl.Last()
	if err != nil {
		return 0
	}
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", s.PID))
	if err != nil {
		return 0
	}
	_, rest, _ := strings.Cut(string(stat), ") ") // the name may hold anything
	f := strings.Fields(rest)
	ticks := 0
	for _, field := range f[min(len(f), 11):min(len(f), 13)] { // utime and stime
		n, _ := strconv.Atoi(field)
		ticks += n
	}
	return float64(ticks) / 100
}
