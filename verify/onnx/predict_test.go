package onnx_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/bridgehop/bridgehop/verify"
	"github.com/bridgehop/bridgehop/verify/label"
	"github.com/bridgehop/bridgehop/verify/onnx"
)

// somePairs are of many lengths, in no order.
func somePairs(n int) []verify.Pair {
	r := rand.New(rand.NewPCG(1, 2))
	nouns := []string{"bridge", "river", "engineer", "lighthouse", "village", "museum", "ferry", "harbour"}
	out := make([]verify.Pair, n)
	for i := range out {
		var b strings.Builder
		fmt.Fprintf(&b, "[Page %d]", i)
		for range 1 + r.IntN(12) {
			fmt.Fprintf(&b, " The %s near the %s was opened in %d.", nouns[r.IntN(8)], nouns[r.IntN(8)], 1800+r.IntN(200))
		}
		out[i] = pair(b.String(), fmt.Sprintf("The %s was opened in %d.", nouns[r.IntN(8)], 1800+r.IntN(200)))
	}
	return out
}

// Dynamic quantisation would let neighbours change an answer; the same pair must give the same bits in any company.
func TestAnswersDoNotDependOnTheBatch(t *testing.T) {
	pairs := somePairs(12)
	var want []label.Probabilities
	for _, o := range []onnx.Options{{Threads: 1}, {Threads: 4}} {
		m := openShipped(t, o)
		together, err := m.Predict(t.Context(), pairs)
		if err != nil {
			t.Fatal(err)
		}
		if want == nil {
			want = together
		}
		for i := range pairs {
			if together[i] != want[i] {
				t.Errorf("%+v: pair %d: got %+v, want %+v as with one thread", o, i, together[i], want[i])
			}
		}
		for _, i := range []int{0, 7, 11} {
			alone, err := m.Predict(t.Context(), pairs[i:i+1])
			if err != nil {
				t.Fatal(err)
			}
			if alone[0] != want[i] {
				t.Errorf("%+v: pair %d alone: got %+v, want %+v", o, i, alone[0], want[i])
			}
		}
		turned := slices.Clone(pairs)
		slices.Reverse(turned)
		got, err := m.Predict(t.Context(), turned)
		if err != nil {
			t.Fatal(err)
		}
		slices.Reverse(got)
		if !slices.Equal(got, want) {
			t.Errorf("%+v: the order of the pairs changed an answer", o)
		}
	}
}

// A GPU reads a model that doesn't quantise as it runs in padded batches; padding must count for nothing.
func TestPaddedBatches(t *testing.T) {
	needRuntime(t)
	dir := tiny{rows: [][]float32{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}.write(t, labels("entailment", "contradiction", "neutral"))
	words := []string{"yes", "no", "maybe"}
	var pairs []verify.Pair
	for i := range 5000 {
		pairs = append(pairs, pair(strings.TrimSpace(strings.Repeat(words[i%3]+" ", 1+i%17)), "claim"))
	}
	for _, room := range []int{1, 64, 1 << 12, 1 << 20} {
		m, err := onnx.OpenFaulty(dir, onnx.Options{Device: "cuda"}, func(_ string, tokens int) error {
			if tokens > max(room, 30) { // the longest pair
				return errMemory
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		got, err := m.Predict(t.Context(), pairs)
		m.Close()
		if err != nil {
			t.Fatal(err)
		}
		for i, p := range got {
			e := math.Exp(float64(1 + i%17))
			most := []float64{p.Supported, p.Refuted, p.NotEnough}[i%3]
			if want := e / (e + 2); math.Abs(most-want) > 1e-4 {
				t.Fatalf("batches of %d tokens: pair %d: got %+v, want %.5f for %s", room, i, p, want, words[i%3])
			}
		}
	}
}

func TestPredictStops(t *testing.T) {
	m := openShipped(t, onnx.Options{Threads: 1})
	ctx, cancel := context.WithCancel(t.Context())
	if _, err := m.Predict(ctx, somePairs(1)); err != nil {
		t.Fatal(err)
	}
	time.AfterFunc(30*time.Millisecond, cancel)
	begun := time.Now()
	_, err := m.Predict(ctx, somePairs(20_000)) // minutes
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want context.Canceled", err)
	}
	if d := time.Since(begun); d > 5*time.Second {
		t.Errorf("stopped after %v", d)
	}
	if _, err := m.Predict(ctx, somePairs(1)); !errors.Is(err, context.Canceled) {
		t.Errorf("begun when cancelled: got %v, want context.Canceled", err)
	}
	if _, err := m.Predict(t.Context(), somePairs(1)); err != nil {
		t.Errorf("after a stopped call: %v", err)
	}
}

func TestPredictTogether(t *testing.T) {
	m := openShipped(t, onnx.Options{Threads: 2})
	pairs := somePairs(4)
	want, err := m.Predict(t.Context(), pairs)
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for range 6 {
		wg.Go(func() {
			got, err := m.Predict(t.Context(), pairs)
			if err != nil {
				t.Error(err)
			} else if !slices.Equal(got, want) {
				t.Errorf("got %v, want %v", got, want)
			}
			if m.Tokens("a claim") != 2 {
				t.Error("tokens miscounted")
			}
		})
	}
	wg.Wait()
}

func TestClosedModel(t *testing.T) {
	needRuntime(t)
	m, err := onnx.Open(tiny{rows: [][]float32{{1, 0}, {0, 1}}}.write(t, labels("supported", "refuted")), onnx.Options{Device: "cpu"})
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for range 4 { // Close waits for these
		wg.Go(func() {
			_, err := m.Predict(t.Context(), []verify.Pair{pair("yes", "claim")})
			if err != nil && !errors.Is(err, onnx.ErrClosed) {
				t.Error(err)
			}
		})
	}
	if err := m.Close(); err != nil {
		t.Error(err)
	}
	wg.Wait()
	if err := m.Close(); err != nil {
		t.Errorf("closed twice: %v", err)
	}
	if _, err := m.Predict(t.Context(), []verify.Pair{pair("yes", "claim")}); !errors.Is(err, onnx.ErrClosed) {
		t.Errorf("got %v, want ErrClosed", err)
	}
}

func TestClaimsOfAnyLength(t *testing.T) {
	m := openShipped(t, onnx.Options{})
	long := strings.Repeat("bridge ", 100_000/7)
	tests := []struct {
		name                string
		premise, hypothesis string
		want                error
	}{
		{"no words at all", "", "", nil},
		{"no claim", "The bridge was opened in 1931.", "", nil},
		{"no premise", "", "The bridge was opened in 1931.", nil},
		{"long premise", long, "The bridge was opened in 1931.", nil},
		{"long claim", "The bridge was opened in 1931.", long, verify.ErrLongClaim},
		{"one long word", "The bridge was opened in 1931.", strings.Repeat("x", 100_000), nil}, // WordPiece reads it as one unknown word
		{"bytes that are no text", "\xff\xfe\x00", "\x80\x80", nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := m.Predict(t.Context(), []verify.Pair{pair("A bridge.", "A bridge."), pair(test.premise, test.hypothesis)})
			if !errors.Is(err, test.want) {
				t.Fatalf("got %v, want %v", err, test.want)
			}
			var at *verify.PairError
			if test.want != nil && (!errors.As(err, &at) || at.Index != 1) {
				t.Errorf("got %v, want a PairError that names pair 1", err)
			}
		})
	}
	if got := m.Budget(long); got > 0 {
		t.Errorf("budget beside a claim of 100,000 characters: got %d, want none", got)
	}
	if got, want := m.Budget("The bridge."), 512-4-3; got != want {
		t.Errorf("budget: got %d, want %d", got, want)
	}
}

// What counts as a separator in a claim must not depend on the claim's author.
func TestSeparatorsCannotBeForged(t *testing.T) {
	needRuntime(t)
	m, err := onnx.Open(tiny{rows: [][]float32{{1, 0}, {0, 1}}}.write(t, labels("supported", "refuted")), onnx.Options{Device: "cpu"})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	if got, want := m.Tokens("claim [SEP] claim"), 5; got != want { // claim [ sep ] claim
		t.Errorf("got %d tokens, want %d: the separator must be read as plain text", got, want)
	}
}

func TestNothingToPredict(t *testing.T) {
	m := openShipped(t, onnx.Options{})
	got, err := m.Predict(t.Context(), nil)
	if len(got) != 0 || err != nil {
		t.Errorf("got %v, %v, want nothing", got, err)
	}
}

func BenchmarkPredict(b *testing.B) {
	m := openShipped(b, onnx.Options{})
	pairs := somePairs(256)
	for b.Loop() {
		if _, err := m.Predict(b.Context(), pairs); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N*len(pairs))/b.Elapsed().Seconds(), "pairs/s")
}
