package pebble_test

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/graphtest"
	"github.com/bridgehop/bridgehop/graph/pebble"
)

const (
	killPages = 600
	killBatch = 20
)

func TestMain(m *testing.M) {
	if dir := os.Getenv("PEBBLE_TEST_LOAD"); dir != "" {
		stop, _ := strconv.ParseInt(os.Getenv("PEBBLE_TEST_STOP"), 10, 64)
		err := load(dir, func(n int64) {
			fmt.Println(n)
			if stop--; stop == 0 {
				time.Sleep(time.Hour) // until killed
			}
		})
		fmt.Fprintln(os.Stderr, "not killed:", err)
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// load loads graphtest's wiki from where the mark says, and finishes twice: half-way and in the end.
func load(dir string, progress func(int64)) error {
	ctx := context.Background()
	s, err := pebble.CreateSmall(dir)
	if err != nil {
		return err
	}
	m, err := s.Mark(ctx, "wiki")
	if err != nil {
		return err
	}
	pages := graphtest.Wiki(killPages, 6)
	for m.Records < killPages {
		b := &graph.Batch{Load: "1", Source: "wiki", Mark: m}
		for range killBatch {
			b.Pages = append(b.Pages, pages[b.Mark.Records])
			b.Mark.Records++
		}
		if _, err := s.Put(ctx, b); err != nil {
			return err
		}
		m = b.Mark
		if m.Records%(killPages/3) == 0 {
			if err := s.Finish(ctx); err != nil {
				return err
			}
		}
		progress(m.Records)
	}
	if err := s.Finish(ctx); err != nil {
		return err
	}
	progress(-1)
	return s.Close()
}

// A load that is killed again and again ends with the same store as one that isn't.
func TestKill(t *testing.T) {
	want := loadedDigest(t, filepath.Join(t.TempDir(), "whole"), nil)
	got := loadedDigest(t, filepath.Join(t.TempDir(), "killed"), []int{2, 8, 5, 1})
	if got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// loadedDigest kills a loading process after it has told of so many batches, for each number of kills, then
// lets one end.
func loadedDigest(t *testing.T, dir string, kills []int) string {
	t.Helper()
	for _, lines := range kills {
		killAfter(t, dir, lines)
	}
	if err := load(dir, func(int64) {}); err != nil {
		t.Fatal(err)
	}
	s, err := pebble.OpenReader(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	d, err := graph.Digest(context.Background(), s)
	if err != nil {
		t.Fatal(err)
	}
	id, err := s.Identity(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return d + " " + id
}

func killAfter(t *testing.T, dir string, lines int) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "PEBBLE_TEST_LOAD="+dir, "PEBBLE_TEST_STOP="+strconv.Itoa(lines+4))
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	sc := bufio.NewScanner(out)
	for i := 0; i < lines && sc.Scan(); i++ {
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err == nil || cmd.ProcessState.ExitCode() >= 0 {
		t.Errorf("the process ended before it was killed: %v", err)
	}
}
