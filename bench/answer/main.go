// Command answer learns the weights by which answers are chosen (verify/answer/weights.txt), on train files.
//
//	go run ./bench/answer -out verify/answer/weights.txt STORE=QUESTIONS[+QUESTIONS…] …
//
// Each question is planned among the paragraphs that come with it, or in the whole store. The loss is that of a softmax over the
// candidates, of which those with the words of the gold answer are right. Then the reader of -model judges the best candidates of the questions
// that it wasn't trained on, and a second softmax over these weighs what it says. It prints exact match and F1 over five folds,
// split by id, and then learns on all. With -measure nothing is learned: the weights so far are measured on the files.
package main

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"flag"
	"fmt"
	"hash/fnv"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/bridgehop/bridgehop/bench/gold"
	"github.com/bridgehop/bridgehop/cli/score"
	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/hop"
	"github.com/bridgehop/bridgehop/verify/answer"
)

const folds = 5

// options are the flags.
type options struct {
	out, skip, model, known string
	measure, whole, asked   bool
}

func main() {
	var o options
	flag.StringVar(&o.out, "out", "", "write the weights to this file")
	flag.BoolVar(&o.measure, "measure", false, "measure the weights so far, learn nothing")
	flag.BoolVar(&o.whole, "whole", false, "plan in the whole store, not among the paragraphs given")
	flag.BoolVar(&o.asked, "ordinary", false, "ask the engine the questions of STORE=questions.jsonl")
	flag.StringVar(&o.skip, "skip", "", "a file whose questions, word for word, are left out")
	flag.StringVar(&o.model, "model", "", "the folder of the reader; without it nothing is read")
	flag.StringVar(&o.known, "known", "", "keep what the reader says in this file")
	flag.Parse()
	if err := o.run(context.Background(), flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "answer:", err)
		os.Exit(1)
	}
}

// example is a question with its candidates.
type example struct {
	id, kind   string
	gold       string
	unseen     bool // by the reader as it was trained
	candidates []answer.Answer
	judged     []answer.Answer // by the reader
	text       string
	chains     []hop.Chain
	pages      map[graph.PageID]*graph.Page
	without    *example // the same question among pages that don't answer it
}

func (e *example) is(text string) bool {
	em, _, _, _ := score.AnswerScores(text, e.gold)
	return em == 1
}

func found(e *example) []answer.Answer { return e.candidates }

func judged(e *example) []answer.Answer { return e.judged }

func (o *options) run(ctx context.Context, args []string) error {
	if o.asked && len(args) == 1 {
		store, file, _ := strings.Cut(args[0], "=")
		return o.ordinary(ctx, store, file)
	}
	left := map[string]bool{}
	var all []*example
	for _, arg := range args {
		store, files, _ := strings.Cut(arg, "=")
		w, err := gold.Open(ctx, store)
		if err != nil {
			return err
		}
		defer w.Close()
		if o.skip != "" {
			dev, err := w.Read(ctx, o.skip)
			if err != nil {
				return err
			}
			for _, c := range dev {
				left[c.Text] = true
			}
		}
		for file := range strings.SplitSeq(files, "+") {
			some, err := read(ctx, w, file, left, o.whole)
			if err != nil {
				return fmt.Errorf("%s: %w", file, err)
			}
			all = append(all, some...)
		}
	}
	var m *known
	if o.model != "" {
		var err error
		if m, err = openKnown(o.model, o.known); err != nil {
			return err
		}
	}
	if o.measure {
		report("found", all, func(e *example) []answer.Answer { return answer.Rank(e.candidates, answer.Learned()) })
		return m.measure(ctx, "read", all, answer.Learned(), answer.Learned())
	}
	byFold := make([][]*example, folds)
	for _, e := range all {
		h := fnv.New32a()
		h.Write([]byte(e.id))
		byFold[h.Sum32()%folds] = append(byFold[h.Sum32()%folds], e)
	}
	others := func(k int) (out []*example) {
		for j := range folds {
			if j != k {
				out = append(out, byFold[j]...)
			}
		}
		return out
	}
	best := map[*example][]answer.Answer{}
	for k := range folds {
		w := learn(others(k), found)
		for _, e := range byFold[k] {
			best[e] = answer.Rank(e.candidates, w)
		}
	}
	report("five folds", all, func(e *example) []answer.Answer { return best[e] })
	w := learn(all, found)
	if m != nil {
		second, err := m.learn(ctx, all, byFold, best, w)
		if err != nil {
			return err
		}
		maps.Copy(w, second)
	}
	if o.out == "" {
		return nil
	}
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(w)) {
		fmt.Fprintf(&b, "%s\t%.4f\n", name, w[name])
	}
	return os.WriteFile(o.out, []byte(b.String()), 0o644)
}

// unseen reports whether the reader was trained on nothing that was made of a question: held_to_rank in verify/train/places.py, and
// questions of yes or no.
func unseen(text, gold string) bool {
	h := sha256.Sum256([]byte("hop " + text))
	n, _ := strconv.ParseUint(hex.EncodeToString(h[:6]), 16, 64)
	return n%5 == 0 || gold == "yes" || gold == "no"
}

// learn learns the weights of what the reader says on the questions that it hasn't seen, whose best candidates were found by weights of other
// folds, and prints what they give over five folds.
func (k *known) learn(ctx context.Context, all []*example, byFold [][]*example, best map[*example][]answer.Answer,
	first answer.Weights) (answer.Weights, error) {
	var teach []*example
	for _, e := range all {
		if e.unseen {
			teach = append(teach, e)
			var err error
			if e.judged, _, err = answer.Read(ctx, k, e.text, best[e], e.chains, e.pages, nil); err != nil {
				return nil, err
			}
		}
	}
	after := map[*example][]answer.Answer{}
	for _, fold := range byFold {
		w := learn(slices.DeleteFunc(slices.Clone(teach), func(e *example) bool { return slices.Contains(fold, e) }), judged)
		for _, e := range fold {
			after[e] = answer.Rank(e.judged, w)
		}
	}
	report("unseen, found", teach, func(e *example) []answer.Answer { return best[e] })
	report("unseen, read", teach, func(e *example) []answer.Answer { return after[e] })
	w := learn(teach, judged)
	if f := os.Getenv("DUMP"); f != "" {
		b, _ := json.Marshal(dumped(teach))
		os.WriteFile(f, b, 0o644)
	}
	return w, k.limit(ctx, teach, after, first, w)
}

// limit sets how probable it is that there is no answer: so that most right answers are above it, and most of the best where the gold
// pages are kept out are below it. These are of a third of the questions.
func (k *known) limit(ctx context.Context, teach []*example, after map[*example][]answer.Answer, first, second answer.Weights) error {
	var right, none []float64 // scores of the best answer
	for i, e := range teach {
		if i%3 != 0 || e.without == nil || len(e.judged) == 0 {
			continue
		}
		if best := after[e]; e.is(best[0].Text) {
			right = append(right, total(best[0], second))
		}
		o := e.without
		found, _, err := answer.Read(ctx, k, o.text, answer.Rank(o.candidates, first), o.chains, o.pages, second)
		if err != nil {
			return err
		}
		if len(found) > 0 {
			none = append(none, total(found[0], second))
		}
	}
	limitName := answer.ReaderName(k) + "none"
	share := func(all []float64, least float64) float64 {
		n := 0
		for _, v := range all {
			if v >= least {
				n++
			}
		}
		return float64(n) / float64(max(len(all), 1))
	}
	best := 0.0
	for _, v := range slices.Sorted(slices.Values(right)) {
		if gain := share(right, v) - share(none, v); gain > best {
			best, second[limitName] = gain, v-1e-4
		}
	}
	c := second[limitName]
	fmt.Printf("no answer below %.3f: %.3f of %d right answers are above, %.3f of %d without gold pages below\n",
		c, share(right, c), len(right), 1-share(none, c), len(none))
	return nil
}

func total(a answer.Answer, w answer.Weights) (z float64) {
	for _, f := range a.Features {
		z += w[f.Name] * f.Value
	}
	return z
}

// measure prints what the reader makes of what was found.
func (k *known) measure(ctx context.Context, what string, all []*example, first, second answer.Weights) error {
	if k == nil {
		return nil
	}
	for _, e := range all {
		var err error
		if e.judged, _, err = answer.Read(ctx, k, e.text, answer.Rank(e.candidates, first), e.chains, e.pages, second); err != nil {
			return err
		}
	}
	report(what, all, judged)
	return nil
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
		given := []graph.PageID(nil)
		if !whole {
			if given, err = c.Given(ctx, w.Store); err != nil {
				return nil, err
			}
		}
		e := &example{id: c.ID.Key(), kind: c.Kind, gold: c.Answer, text: c.Text, unseen: unseen(c.Text, c.Answer)}
		if err := e.plan(ctx, w, given); err != nil {
			return nil, err
		}
		if e.unseen && c.Answer != "yes" && c.Answer != "no" && len(given) > len(c.Pages)+1 {
			e.without = &example{id: e.id, text: c.Text}
			if err := e.without.plan(ctx, w, slices.DeleteFunc(given, func(id graph.PageID) bool { return slices.Contains(c.Pages, id) })); err != nil {
				return nil, err
			}
		}
		out = append(out, e)
	}
	return out, nil
}

// plan finds the candidates, among the pages given, if any.
func (e *example) plan(ctx context.Context, w *gold.Wiki, given []graph.PageID) error {
	p := &hop.Planner{Graph: w.Store, Text: w.Index}
	if len(given) > 0 {
		g := hop.Within(w.Store, w.Index, given)
		p = &hop.Planner{Graph: g, Text: g}
	}
	res, err := p.Plan(ctx, e.text)
	if err != nil {
		return err
	}
	e.chains, e.pages = res.Chains[:min(3, len(res.Chains))], map[graph.PageID]*graph.Page{}
	for i := range e.chains {
		read, err := w.Store.Pages(ctx, e.chains[i].Pages())
		if err != nil {
			return err
		}
		for _, page := range read {
			if page != nil {
				e.pages[page.ID()] = page
			}
		}
	}
	e.candidates = answer.Candidates(e.text, e.chains, e.pages)
	return nil
}

// report prints exact match, F1 and the share of questions whose right answer is there and among the first eight, also by the kind of question.
func report(what string, all []*example, answers func(*example) []answer.Answer) {
	type sums struct{ n, em, f1, eight, among float64 }
	by := map[string]*sums{}
	for _, e := range all {
		text, some := "", answers(e)
		if len(some) > 0 {
			text = some[0].Text
		}
		a, b, _, _ := score.AnswerScores(text, e.gold)
		right := slices.IndexFunc(some, func(a answer.Answer) bool { return e.is(a.Text) })
		if os.Getenv("SHOW") != "" {
			fmt.Printf("SHOW\t%s\t%s\t%s\tgold=%s\tgot=%s\tat=%d\tpages=%d\n", what, e.kind, e.text, e.gold, text, right, len(e.pages))
		}
		for _, kind := range slices.Compact([]string{"", e.kind}) {
			s := cmp.Or(by[kind], &sums{})
			by[kind] = s
			s.n, s.em, s.f1, s.eight, s.among = s.n+1, s.em+a, s.f1+b, s.eight+score.One(right >= 0 && right < 8), s.among+score.One(right >= 0)
		}
	}
	for _, kind := range slices.Sorted(maps.Keys(by)) {
		s := by[kind]
		fmt.Printf("%s %s: %.0f questions, EM %.3f, F1 %.3f, among the first eight %.3f, among all %.3f\n",
			what, kind, s.n, s.em/s.n, s.f1/s.n, s.eight/s.n, s.among/s.n)
	}
}

func dumped(teach []*example) (out []any) {
	for _, e := range teach {
		var right []bool
		for _, a := range e.judged {
			right = append(right, e.is(a.Text))
		}
		out = append(out, map[string]any{"id": e.id, "q": e.text, "kind": e.kind, "gold": e.gold, "answers": e.judged, "right": right})
	}
	return out
}
