package loader_test

import (
	"bytes"
	"errors"
	"io"
	"os"
	"runtime"
	"testing"
	"time"

	"github.com/bridgehop/bridgehop/loader"
)

// endless gives what begins a record, a billion bytes of its inside, and what ends it.
func endless(begin, inside, end string, size int64) io.Reader {
	return io.MultiReader(bytes.NewReader([]byte(begin)), io.LimitReader(&again{[]byte(inside)}, size), bytes.NewReader([]byte(end)))
}

// again gives the same bytes over and over.
type again struct{ b []byte }

func (a *again) Read(p []byte) (int, error) {
	n := 0
	for n < len(p) {
		n += copy(p[n:], a.b)
	}
	return n, nil
}

// asInput makes r standard input until the test ends.
func asInput(t *testing.T, r io.Reader) {
	t.Helper()
	out, in, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	old := os.Stdin
	os.Stdin = out
	done := make(chan error, 1)
	go func() {
		_, err := io.Copy(in, r)
		done <- errors.Join(err, in.Close())
	}()
	t.Cleanup(func() {
		os.Stdin = old
		out.Close()
		<-done // fails where the loader had enough
	})
}

// heapPeak tells, when asked, the most memory that Go's heap held since.
func heapPeak() func() uint64 {
	stop, peak := make(chan struct{}), make(chan uint64)
	go func() {
		var m runtime.MemStats
		most := uint64(0)
		for {
			runtime.ReadMemStats(&m)
			most = max(most, m.HeapInuse)
			select {
			case <-stop:
				peak <- most
				return
			case <-time.After(5 * time.Millisecond):
			}
		}
	}()
	return func() uint64 { close(stop); return <-peak }
}

// A record of a gigabyte is refused in the memory of the longest that is allowed, and the one behind it is read.
func TestRecordOfAGigabyte(t *testing.T) {
	if testing.Short() {
		t.Skip("reads two gigabytes; leave -short out")
	}
	block := bytes.Repeat([]byte("x [[y]] "), 8<<10)
	good := `{"title":"Ostby","text":"A town."}` + "\n"
	xml := "<mediawiki>\n<page><title>A</title><ns>0</ns><revision><text>"
	for _, tt := range []struct {
		format string
		in     io.Reader
	}{
		{"passages", endless(`{"title":"A","text":"`, string(block), "\"}\n"+good, 1<<30)},
		{"wikipedia", endless(xml, string(block), "</text></revision></page>\n<page><title>Ostby</title><ns>0</ns><revision><text>A town.</text></revision></page>\n</mediawiki>\n", 1<<30)},
	} {
		runtime.GC()
		asInput(t, tt.in)
		store, peak := &record{}, heapPeak()
		report, err := loader.Load(t.Context(), store, open(t, loader.Input{Format: tt.format, MaxRecord: 4 << 20}, "-"), loader.Options{})
		if most := peak(); most > 128<<20 {
			t.Errorf("%s: %d MB of memory, want less than 128", tt.format, most>>20)
		}
		if err != nil || report.Rejects != 1 || len(store.pages) != 1 {
			t.Errorf("%s: %d rejects, pages %v, %v; want one reject and the page behind it", tt.format, report.Rejects, store.pages, err)
		}
	}
}

// A cell that spans a billion rows and columns is one cell, and its table can be laid out.
func TestSpansOfABillion(t *testing.T) {
	p, err := loader.ParseFEVEROUS([]byte(`{"title":"A","order":["table_0"],"table_0":{"table":[
		[{"id":"cell_0_0_0","value":"x","row_span":1000000000,"column_span":"1000000000"},{"id":"cell_0_0_1","value":"y","row_span":"99999999999999999999"}],
		[{"id":"cell_0_1_0","value":"z","row_span":-5}]]}}`))
	if err != nil {
		t.Fatal(err)
	}
	peak := heapPeak()
	p.Tables[0].Grid()
	if most := peak(); most > 512<<20 {
		t.Errorf("the grid took %d MB", most>>20)
	}
	n := 0
	for _, row := range p.Tables[0].Rows {
		n += len(row)
	}
	if n != 3 {
		t.Errorf("%d cells, want 3", n)
	}
}
