package onnx

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/bridgehop/bridgehop/verify"
	"github.com/bridgehop/bridgehop/verify/label"
	"github.com/bridgehop/bridgehop/verify/onnx/internal/token"
)

// Predict judges the pairs, in order. A pair whose hypothesis alone fills the model fails the call with a
// *verify.PairError around verify.ErrLongClaim, since the claim is never cut (ask Budget before); nothing is judged
// twice or in part. When ctx is done the run under way is ended and ctx's error returned.
//
// On a CPU every pair is a run of its own, several at a time; see the package's comment for why.
func (m *Model) Predict(ctx context.Context, pairs []verify.Pair) ([]label.Probabilities, error) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	if m.closed {
		return nil, ErrClosed
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if len(pairs) == 0 {
		return nil, nil
	}
	spent, begin := verify.SpentIn(ctx), time.Now()
	before := spent.Tokens
	defer func() {
		spent.Add(verify.Spent{Model: time.Since(begin) - (spent.Tokens - before), Pairs: len(pairs)})
	}()
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	stop, err := newStopper(ctx)
	if err != nil {
		return nil, fmt.Errorf("predict: %w", err)
	}
	defer stop.release()

	out := make([]label.Probabilities, len(pairs))
	batches := make(chan batch, m.workers)
	var wg sync.WaitGroup
	for range min(m.workers, len(pairs)) {
		wg.Go(func() {
			if err := m.work(ctx, batches, stop, out); err != nil {
				cancel(err)
			}
		})
	}
	if err := m.feed(ctx, pairs, batches, spent); err != nil {
		cancel(err)
	}
	close(batches)
	wg.Wait()
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	return out, nil
}

// feed turns the pairs into batches, a window ahead of those who run them.
func (m *Model) feed(ctx context.Context, pairs []verify.Pair, to chan<- batch, spent *verify.Spent) error {
	for lo := 0; lo < len(pairs); lo += m.window {
		begin := time.Now()
		e, err := m.encode(pairs[lo:min(lo+m.window, len(pairs))], lo)
		spent.Tokens += time.Since(begin)
		if err != nil {
			return err
		}
		spent.Read += len(e.ids)
		for _, b := range plan(e, lo, int(m.batchTokens.Load())) {
			select {
			case to <- b:
			case <-ctx.Done():
				return context.Cause(ctx)
			}
		}
	}
	return nil
}

func (m *Model) encode(pairs []verify.Pair, first int) (*encoded, error) {
	e := &encoded{ends: make([]int, 0, len(pairs))}
	for i, p := range pairs {
		var err error
		e.ids, e.kinds, err = m.tok.AppendPair(e.ids, e.kinds, p.Premise, p.Hypothesis, m.cut)
		if errors.Is(err, token.ErrTooShort) {
			err = fmt.Errorf("%w: %d tokens of claim, the model reads %d of both", verify.ErrLongClaim,
				m.tok.Count(p.Hypothesis),
				m.cut.Max)
		}
		if err != nil {
			return nil, &verify.PairError{Index: first + i, Err: err}
		}
		e.ends = append(e.ends, len(e.ids))
	}
	return e, nil
}

// judge runs a batch. When the GPU has not memory enough the batch is read in halves, and later ones are packed
// smaller.
func (m *Model) judge(b *batch, r *rows, stop *stopper) ([]float32, error) {
	r.load(b, m.pad, m.padKind)
	logits, err := m.running.run(r, stop)
	middle := len(b.pairs) / 2
	switch {
	case err == nil && len(logits) != len(b.pairs)*len(m.roles):
		return nil, fmt.Errorf("%w: %s: %d logits for %d pairs, want %d each (id2label)", ErrModel,
			m.folder.graph.path, len(logits), len(b.pairs),
			len(m.roles))
	case err == nil:
		return logits, nil
	case !m.device.cuda || !outOfMemory(err):
		return nil, fmt.Errorf("predict: %s", oneLine(err.Error()))
	case middle == 0:
		return nil, fmt.Errorf("%w: %s: out of memory with one pair: %s", ErrDevice, m.device, oneLine(err.Error()))
	}
	m.packLess(r.count * r.length)
	first, err := m.judge(&batch{encoded: b.encoded, first: b.first, pairs: b.pairs[:middle]}, r, stop)
	if err != nil {
		return nil, err
	}
	second, err := m.judge(&batch{encoded: b.encoded, first: b.first, pairs: b.pairs[middle:]}, r, stop)
	return append(first, second...), err
}

// outOfMemory knows the words of ONNX Runtime, of CUDA and of cuBLAS.
func outOfMemory(err error) bool {
	s := strings.ToLower(err.Error())
	return slices.ContainsFunc([]string{"out of memory", "out_of_memory", "failed to allocate memory", "alloc_failed"},
		func(words string) bool { return strings.Contains(s, words) })
}

// packLess bounds the batches to come by half of one that was too large for the GPU.
func (m *Model) packLess(tokens int) {
	for {
		now := m.batchTokens.Load()
		if m.batchTokens.CompareAndSwap(now, max(min(now, int64(tokens/2)), 1)) {
			return
		}
	}
}

// work runs batches until there are none.
func (m *Model) work(ctx context.Context, batches <-chan batch, stop *stopper, out []label.Probabilities) error {
	var r rows
	for b := range batches {
		if ctx.Err() != nil {
			return nil
		}
		m.slots <- struct{}{} // calls that run together share the cores
		logits, err := m.judge(&b, &r, stop)
		<-m.slots
		if ctx.Err() != nil {
			return nil
		}
		if err != nil {
			return err
		}
		for k, i := range b.pairs {
			p, err := probabilities(m.roles, m.folder.config.Verifier.Temperature, logits[k*len(m.roles):(k+1)*len(m.roles)])
			if err != nil {
				return &verify.PairError{Index: b.first + i, Err: err}
			}
			out[b.first+i] = p
		}
	}
	return nil
}

// probabilities returns the softmax of the logits, divided by the temperature, under their roles; one score is a
// sigmoid.
func probabilities(roles []label.Label, temperature float64, logits []float32) (label.Probabilities, error) {
	var p label.Probabilities
	if len(roles) == 1 {
		p.Supported = 1 / (1 + math.Exp(-float64(logits[0])/temperature))
		p.Refuted = 1 - p.Supported
		if roles[0] == label.NotSupported {
			p.Supported, p.Refuted = p.Refuted, p.Supported
		}
		return p, finite(p)
	}
	top := math.Inf(-1)
	for _, x := range logits {
		top = max(top, float64(x))
	}
	sum := 0.0
	for _, x := range logits {
		sum += math.Exp((float64(x) - top) / temperature)
	}
	for i, x := range logits {
		v := math.Exp((float64(x)-top)/temperature) / sum
		switch roles[i] {
		case label.Supported:
			p.Supported = v
		case label.NotEnoughInfo:
			p.NotEnough = max(v, math.SmallestNonzeroFloat64) // 0 would say that there is no such label
		default:
			p.Refuted = v
		}
	}
	return p, finite(p)
}

func finite(p label.Probabilities) error {
	if sum := p.Supported + p.Refuted + p.NotEnough; math.IsNaN(sum) {
		return errors.New("the model gave no number")
	}
	return nil
}

// encoded are the ids of some pairs, one after the other in two slices that all pairs share.
type encoded struct {
	ids, kinds []int64
	ends       []int // pair i is ids[ends[i-1]:ends[i]]
}

func (e *encoded) span(i int) (lo, hi int) {
	if i > 0 {
		lo = e.ends[i-1]
	}
	return lo, e.ends[i]
}

func (e *encoded) length(i int) int {
	lo, hi := e.span(i)
	return hi - lo
}

// batch is what one run reads: pairs of a window.
type batch struct {
	*encoded
	first int   // number of the window's first pair in the call
	pairs []int // of the window
}

// plan groups a window's pairs into batches of similar length: sorted by length, then cut where the padded batch would
// pass tokens, or at every row when tokens is 0.
func plan(e *encoded, first, tokens int) []batch {
	order := make([]int, len(e.ends))
	for i := range order {
		order[i] = i
	}
	// Longest first: what is short fills the gaps at the end, and the largest memory is asked for at once.
	slices.SortFunc(order, func(a, b int) int {
		return cmp.Or(e.length(b)-e.length(a), a-b)
	})
	var out []batch
	for lo := 0; lo < len(order); {
		hi := lo + 1
		for longest := e.length(order[lo]); hi < len(order) && (hi-lo+1)*longest <= tokens; {
			hi++
		}
		out = append(out, batch{encoded: e, first: first, pairs: order[lo:hi]})
		lo = hi
	}
	return out
}

// rows are a batch as the graph takes it: count rows of length tokens, filled up at the end.
type rows struct {
	count, length    int
	ids, mask, kinds []int64
}

// load lays the batch out, in memory that is used again from batch to batch.
func (r *rows) load(b *batch, pad, padKind int64) {
	r.count, r.length = len(b.pairs), 0
	for _, i := range b.pairs {
		r.length = max(r.length, b.encoded.length(i))
	}
	n := r.count * r.length
	r.ids, r.mask, r.kinds = sized(r.ids, n), sized(r.mask, n), sized(r.kinds, n)
	for k, i := range b.pairs {
		lo, hi := b.span(i)
		at, end := k*r.length, (k+1)*r.length
		copy(r.ids[at:], b.ids[lo:hi])
		copy(r.kinds[at:], b.kinds[lo:hi])
		fill := at + hi - lo
		for j := at; j < fill; j++ {
			r.mask[j] = 1
		}
		for j := fill; j < end; j++ {
			r.ids[j], r.kinds[j], r.mask[j] = pad, padKind, 0
		}
	}
}

func sized(s []int64, n int) []int64 {
	if cap(s) < n {
		return make([]int64, n, n+n/2)
	}
	return s[:n]
}
