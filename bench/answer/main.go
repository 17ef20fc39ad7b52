// Command answer learns the weights by which answers are chosen (verify/answer/weights.txt), on train files.
//
//	go run ./bench/answer -out verify/answer/weights.txt STORE=QUESTIONS[+QUESTIONS…]
//
// Each question is planned among the paragraphs that come with it, or in the whole store. The loss is that of a softmax over the
// candidates, of which those with the words of the gold answer are right. It prints exact match and F1 over five folds,
// split by id, and then learns on all. With -measure nothing is learned: the weights so far are measured on the files.
package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"hash/fnv"
	"maps"
	"math"
	"os"
	"slices"
	"strings"

	"github.com/bridgehop/bridgehop/bench/gold"
	"github.com/bridgehop/bridgehop/cli/score"
	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/hop"
	"github.com/bridgehop/bridgehop/verify/answer"
)

const (
	folds = 5
	steps = 200
	rate  = 0.05
	decay = 2e-4 // of the square of each weight
	rare  = 5    // questions that a feature must be in
)

func main() {
	out := flag.String("out", "", "write the weights to this file")
	measure := flag.Bool("measure", false, "measure the weights so far, learn nothing")
	whole := flag.Bool("whole", false, "plan in the whole store, not among the paragraphs given")
	skip := flag.String("skip", "", "a file whose questions, word for word, are left out")
	flag.Parse()
	if err := run(context.Background(), flag.Args(), *out, *skip, *measure, *whole); err != nil {
		fmt.Fprintln(os.Stderr, "answer:", err)
		os.Exit(1)
	}
}

// example is a question with its candidates.
type example struct {
	id, kind   string
	gold       string
	candidates []answer.Answer
	right      []bool
	text       string
	chains     []hop.Chain
	pages      map[graph.PageID]*graph.Page
}

func run(ctx context.Context, args []string, out, skip string, measure, whole bool) error {
	left := map[string]bool{}
	var all []*example
	for _, arg := range args {
		store, files, _ := strings.Cut(arg, "=")
		w, err := gold.Open(ctx, store)
		if err != nil {
			return err
		}
		defer w.Close()
		if skip != "" {
			dev, err := w.Read(ctx, skip)
			if err != nil {
				return err
			}
			for _, c := range dev {
				left[c.Text] = true
			}
		}
		for file := range strings.SplitSeq(files, "+") {
			some, err := read(ctx, w, file, left, whole)
			if err != nil {
				return fmt.Errorf("%s: %w", file, err)
			}
			all = append(all, some...)
		}
	}
	if measure {
		report("measured", all, answer.Learned())
		return nil
	}
	byFold := make([][]*example, folds)
	for _, e := range all {
		h := fnv.New32a()
		h.Write([]byte(e.id))
		byFold[h.Sum32()%folds] = append(byFold[h.Sum32()%folds], e)
	}
	var em, f1, n float64
	for k := range folds {
		var teach []*example
		for j := range folds {
			if j != k {
				teach = append(teach, byFold[j]...)
			}
		}
		a, b := report(fmt.Sprintf("fold %d", k+1), byFold[k], learn(teach))
		m := float64(len(byFold[k]))
		em, f1, n = em+a*m, f1+b*m, n+m
	}
	fmt.Printf("five folds: %.0f questions, EM %.3f, F1 %.3f\n", n, em/n, f1/n)
	w := learn(all)
	report("learned on all", all, w)
	if out == "" {
		return nil
	}
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(w)) {
		fmt.Fprintf(&b, "%s\t%.4f\n", name, w[name])
	}
	return os.WriteFile(out, []byte(b.String()), 0o644)
}

func read(ctx context.Context, w *gold.Wiki, file string, left map[string]bool, whole bool) (out []*example, err error) {
	all, err := w.Read(ctx, file)
	if err != nil {
		return nil, err
	}
	for _, c := range all {
		if left[c.Text] || c.Answer == "" {
			continue
		}
		p := &hop.Planner{Graph: w.Store, Text: w.Index}
		if !whole {
			given, err := w.Given(ctx, c)
			if err != nil {
				return nil, err
			}
			if given != nil {
				p = &hop.Planner{Graph: given, Text: given}
			}
		}
		res, err := p.Plan(ctx, c.Text)
		if err != nil {
			return nil, err
		}
		e := &example{id: c.ID.Key(), kind: c.Kind, gold: c.Answer, text: c.Text, chains: res.Chains[:min(3, len(res.Chains))],
			pages: map[graph.PageID]*graph.Page{}}
		for i := range e.chains {
			read, err := w.Store.Pages(ctx, e.chains[i].Pages())
			if err != nil {
				return nil, err
			}
			for _, page := range read {
				if page != nil {
					e.pages[page.ID()] = page
				}
			}
		}
		e.candidates = answer.Find(c.Text, e.chains, e.pages, nil)
		for _, a := range e.candidates {
			em, _, _, _ := score.AnswerScores(a.Text, c.Answer)
			e.right = append(e.right, em == 1)
		}
		out = append(out, e)
	}
	return out, nil
}

// learn returns the weights by Adam on all questions at once.
func learn(all []*example) answer.Weights {
	in := map[string]int{}
	for _, e := range all {
		seen := map[string]bool{}
		for _, c := range e.candidates {
			for _, f := range c.Features {
				if !seen[f.Name] {
					seen[f.Name] = true
					in[f.Name]++
				}
			}
		}
	}
	at := map[string]int{}
	for _, name := range slices.Sorted(maps.Keys(in)) {
		if in[name] >= rare {
			at[name] = len(at)
		}
	}
	w, m, v := make([]float64, len(at)), make([]float64, len(at)), make([]float64, len(at))
	for step := 1; step <= steps; step++ {
		g := make([]float64, len(w))
		taught := 0.0
		for _, e := range all {
			if slices.Contains(e.right, true) {
				taught++
				slope(e, at, w, g)
			}
		}
		for i := range w {
			d := g[i]/max(taught, 1) + decay*w[i]
			m[i], v[i] = .9*m[i]+.1*d, .999*v[i]+.001*d*d
			w[i] -= rate * (m[i] / (1 - math.Pow(.9, float64(step)))) / (math.Sqrt(v[i]/(1-math.Pow(.999, float64(step)))) + 1e-8)
		}
	}
	out := answer.Weights{}
	for name, i := range at {
		out[name] = w[i]
	}
	return out
}

// slope adds a question's gradient of -log of the share of its right candidates.
func slope(e *example, at map[string]int, w, g []float64) {
	z := make([]float64, len(e.candidates))
	top := math.Inf(-1)
	for i, c := range e.candidates {
		for _, f := range c.Features {
			if k, ok := at[f.Name]; ok {
				z[i] += w[k] * f.Value
			}
		}
		top = max(top, z[i])
	}
	sum, right := 0.0, 0.0
	for i := range z {
		z[i] = math.Exp(z[i] - top)
		if sum += z[i]; e.right[i] {
			right += z[i]
		}
	}
	for i, c := range e.candidates {
		d := z[i] / sum
		if e.right[i] {
			d -= z[i] / max(right, 1e-300)
		}
		for _, f := range c.Features {
			if k, ok := at[f.Name]; ok {
				g[k] += d * f.Value
			}
		}
	}
}

// report prints exact match, F1 and the share of questions with a right candidate, also by the kind of question.
func report(what string, all []*example, w answer.Weights) (em, f1 float64) {
	type sums struct{ n, em, f1, among float64 }
	by := map[string]*sums{"": {}}
	for _, e := range all {
		text := ""
		if found := answer.Find(e.text, e.chains, e.pages, w); len(found) > 0 {
			text = found[0].Text
		}
		a, b, _, _ := score.AnswerScores(text, e.gold)
		for _, kind := range slices.Compact([]string{"", e.kind}) {
			s := cmp.Or(by[kind], &sums{})
			by[kind] = s
			s.n, s.em, s.f1, s.among = s.n+1, s.em+a, s.f1+b, s.among+score.One(slices.Contains(e.right, true))
		}
	}
	for _, kind := range slices.Sorted(maps.Keys(by)) {
		s := by[kind]
		n := max(s.n, 1)
		fmt.Printf("%s %s: %.0f questions, EM %.3f, F1 %.3f, among the candidates %.3f\n", what, kind, s.n, s.em/n, s.f1/n, s.among/n)
	}
	return by[""].em / max(by[""].n, 1), by[""].f1 / max(by[""].n, 1)
}
