package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/bridgehop/bridgehop/graph/pebble"
	"github.com/bridgehop/bridgehop/graph/text"
	"github.com/bridgehop/bridgehop/hop"
)

// memory adds what a process of its own holds of a store: opened, after its first claim, and after all of them.
func (b *bench) memory(ctx context.Context, path string, claims []string) error {
	self, err := os.Executable()
	if err != nil || runtime.GOOS != "linux" {
		return err
	}
	out, err := exec.CommandContext(ctx, self, append([]string{"-memory", path}, claims...)...).Output()
	if err != nil {
		return fmt.Errorf("measure memory: %w", err)
	}
	b.alone = append(b.alone, strings.Split(strings.TrimSpace(string(out)), "\n")...)
	return nil
}

// once runs the binary and tells how long it took and the most memory it held. It is started by a small process: one that is
// started by a large one is said to have held as much as that at its beginning.
func (b *bench) once(ctx context.Context, args ...string) (took time.Duration, peak int64, err error) {
	self, err := os.Executable()
	if err != nil {
		return 0, 0, err
	}
	out, err := exec.CommandContext(ctx, self, append([]string{"-peak", b.bin}, args...)...).CombinedOutput()
	if err != nil {
		return 0, 0, fmt.Errorf("%s: %w: %s", args[0], err, out[max(0, len(out)-300):])
	}
	_, err = fmt.Sscan(string(out), (*int64)(&took), &peak)
	return took, peak, err
}

// peak is the process that once starts.
func peak(ctx context.Context, name string, args []string) error {
	cmd := exec.CommandContext(ctx, name, args...)
	start := time.Now()
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%w: %s", err, out[max(0, len(out)-300):])
	}
	took, most := time.Since(start), int64(0)
	if u, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		most = u.Maxrss * 1024
	}
	_, err := fmt.Println(int64(took), most)
	return err
}

// hold is the process that memory starts.
func hold(ctx context.Context, path string, claims []string) error {
	s, err := pebble.OpenReader(path, nil)
	if err != nil {
		return err
	}
	index, err := text.Open(filepath.Join(path, "text"))
	if err != nil {
		return errors.Join(err, s.Close())
	}
	err = held("when opened", index.NumPages())
	p := &hop.Planner{Graph: s, Text: index}
	for i, claim := range claims {
		if err != nil {
			break
		}
		if _, err = p.Plan(ctx, claim); err == nil && (i == 0 || i == len(claims)-1) {
			err = held(after(i+1), index.NumPages())
		}
	}
	return errors.Join(err, index.Close(), s.Close())
}

func after(claims int) string {
	if claims == 1 {
		return "after the first claim"
	}
	return fmt.Sprintf("after %d claims", claims)
}

// held prints what the system says of this process's memory: its own, the mapped parts of files that are in memory (which the
// system may take back at any time), and the highest sum of both so far.
func held(when string, pages int) error {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return err
	}
	var mb []any
	for _, name := range []string{"RssAnon:", "RssFile:", "VmHWM:"} {
		_, rest, _ := strings.Cut(string(status), name)
		fields := strings.Fields(rest)
		if len(fields) == 0 {
			return fmt.Errorf("no %s in /proc/self/status", name)
		}
		kb, err := strconv.Atoi(fields[0])
		if err != nil {
			return err
		}
		mb = append(mb, kb>>10)
	}
	fmt.Printf("| %d pages: memory %s: its own; mapped files; most of both so far | %s |\n", pages, when, fmt.Sprintf("%d; %d; %d MB", mb...))
	return nil
}
