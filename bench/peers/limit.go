package main

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"time"

	"github.com/bridgehop/bridgehop/graph/text"
)

// postingBytes is what a posting takes in the blocks.
const postingBytes = 2

// lineBytes is a line of the processor's cache.
const lineBytes = 64

// memorySpeed is what memory does for one core.
type memorySpeed struct {
	bandwidth float64 // bytes a second, in order
	latency   float64 // nanoseconds for a line that nothing near was read of, one after another
}

// memorySpeed measures it once.
func (b *bench) memorySpeed() *memorySpeed {
	if b.speed == nil {
		b.speed = &memorySpeed{bandwidth(), latency()}
	}
	return b.speed
}

// latency follows a ring through all lines of 128 MB in an order of chance (Sattolo's): the best of a few tries.
func latency() float64 {
	const lines, line = 1 << 21, lineBytes / 4
	ring := make([]uint32, lines*line)
	rng := rand.New(rand.NewPCG(1, 1))
	for i := range uint32(lines) {
		ring[i*line] = i
	}
	for i := uint32(lines - 1); i > 0; i-- {
		j := rng.Uint32N(i)
		ring[i*line], ring[j*line] = ring[j*line], ring[i*line]
	}
	best, at := math.Inf(1), uint32(0)
	for range 5 {
		start := time.Now()
		for range lines / 4 {
			at = ring[at*line]
		}
		best = min(best, float64(time.Since(start).Nanoseconds())/(lines/4))
	}
	runtime.KeepAlive(at)
	return best
}

// postings is how many postings terms have together.
func postings(ix *text.Index, terms []string) (int, error) {
	idf, err := ix.IDF(terms)
	n := 0.0
	for _, v := range idf { // idf = ln(1+x) with x = (N-df+0.5)/(df+0.5)
		x := math.Expm1(v)
		n += math.Round((float64(ix.NumPages()) + 0.5 - 0.5*x) / (1 + x))
	}
	return int(n), err
}

// bandwidth is how many bytes a second one core reads from memory, in order: the best of a few tries.
func bandwidth() float64 {
	block := make([]uint64, 32<<20)
	for i := range block {
		block[i] = uint64(i)
	}
	best, sum := 0.0, uint64(0)
	for range 5 {
		start := time.Now()
		for i := 0; i+4 <= len(block); i += 4 {
			sum += block[i] + block[i+1] + block[i+2] + block[i+3]
		}
		best = max(best, float64(8*len(block))/time.Since(start).Seconds())
	}
	if sum == 0 { // it never is, but the sums must be wanted
		return 0
	}
	return best
}

// seedLimit adds how long it would take to read every posting of a claim's terms from memory, and how long seeds take.
func (b *bench) seedLimit(ctx context.Context, ix *text.Index, claims []string) error {
	var many, took []float64
	for _, claim := range claims {
		var terms []string
		for _, t := range text.Analyze(claim) {
			terms = append(terms, t.Text)
		}
		n, err := postings(ix, terms)
		if err != nil {
			return err
		}
		many = append(many, float64(n))
		best := math.Inf(1)
		for range 3 {
			start := time.Now()
			if _, err := ix.Seeds(ctx, terms, 20); err != nil {
				return err
			}
			best = min(best, time.Since(start).Seconds())
		}
		took = append(took, best)
	}
	rate := b.memorySpeed().bandwidth
	limit := median(many) * postingBytes / rate
	b.alone = append(b.alone, fmt.Sprintf("| seeds over %d pages against the memory's limit: reading all %.0f postings of a claim at %.1f GB/s; Seeds | %.0f µs; %.0f µs (%.0f-%.0f) |",
		ix.NumPages(), median(many), rate/1e9, limit*1e6, median(took)*1e6, slices.Min(took)*1e6, slices.Max(took)*1e6))
	return nil
}
