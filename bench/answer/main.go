// Command answer learns the weights by which answers are chosen (verify/answer/weights.txt), on train files.
//
//	go run ./bench/answer -out verify/answer/weights.txt STORE=QUESTIONS[+QUESTIONS…] …
//
// Each question is planned among the paragraphs that come with it, or in the whole store. The loss is that of a softmax over the
// candidates, of which those with the words of the gold answer are right. Then the reader of -model judges the best candidates of the
// questions that it wasn't trained on, and a second softmax over these weighs what it says. It prints exact match and F1 over five folds,
// split by id, and then learns on all. With -measure nothing is learned: the weights so far are measured on the files.
package main

import (
	"cmp"
	"context"
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
	"github.com/bridgehop/bridgehop/verify"
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
	flag.StringVar(&o.model, "model", "", "the folders of readers, with commas; without it nothing is read")
	flag.StringVar(&o.known, "known", "", "keep what the readers say in files of this name and a number")
	flag.IntVar(&rare, "rare", rare, "drop features of fewer questions")
	flag.Float64Var(&least, "least", least, "drop weights below this")
	flag.Parse()
	gold.Main("answer", func(ctx context.Context) error { return o.run(ctx, flag.Args()) })
}

// example is a question with its candidates.
type example struct {
	id, kind string
	gold     string
	unseen   bool            // by the reader as it was trained
	judged   []answer.Answer // by the reader
	text     string
	planned  answer.Asked // without answers
	without  *example     // the same question among pages that don't answer it
}

func (e *example) is(text string) bool {
	em, _, _, _ := score.AnswerScores(text, e.gold)
	return em == 1
}

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
	var readers []*reader
	for i, dir := range strings.Split(o.model, ",") {
		if dir != "" {
			file := o.known
			if file != "" {
				file += strconv.Itoa(i)
			}
			m, err := gold.OpenKnown(dir, "", file)
			if err != nil {
				return err
			}
			readers = append(readers, &reader{m})
		}
	}
	if o.measure {
		var models []verify.Model
		for _, m := range readers {
			models = append(models, m)
		}
		for _, m := range append(models, nil) {
			err := measure(ctx, "as learned", m, all, func(*example) map[string]float64 { return answer.Learned() })
			if err != nil {
				return err
			}
		}
		return nil
	}
	first := &school{}
	for _, e := range all {
		first.teach(e, e.planned.Candidates())
	}
	w := first.learn(all)
	for name, v := range answer.Learned() { // what readers say, unless it is learned anew
		if strings.Contains(name, "reader: ") {
			w[name] = v
		}
	}
	if err := o.write(w); err != nil {
		return err
	}
	byFold := make([][]*example, folds)
	for _, e := range all {
		h := fnv.New32a()
		h.Write([]byte(e.id))
		byFold[h.Sum32()%folds] = append(byFold[h.Sum32()%folds], e)
	}
	of := map[*example]map[string]float64{}
	for k := range folds {
		var others []*example
		for j := range folds {
			if j != k {
				others = append(others, byFold[j]...)
			}
		}
		w := first.learn(others)
		for _, e := range byFold[k] {
			of[e] = w
		}
	}
	if err := measure(ctx, "five folds", nil, all, func(e *example) map[string]float64 { return of[e] }); err != nil {
		return err
	}
	for _, m := range readers {
		second, err := m.learn(ctx, all, byFold, of, w)
		if err != nil {
			return err
		}
		maps.Copy(w, second)
	}
	return o.write(w)
}

// write writes weights, if a file was named.
func (o *options) write(w map[string]float64) error {
	if o.out == "" {
		return nil
	}
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(w)) {
		fmt.Fprintf(&b, "%s\t%.4f\n", name, w[name])
	}
	return os.WriteFile(o.out, []byte(b.String()), 0o644)
}

// measure prints what questions are answered by weights, each by its own.
func measure(ctx context.Context, what string, m verify.Model, all []*example, w func(*example) map[string]float64) error {
	if m != nil {
		what += ", by the reader"
	}
	got := map[*example][]answer.Answer{}
	for _, e := range all {
		a := e.planned
		if err := a.Find(ctx, func() (verify.Model, error) { return m, nil }, w(e)); err != nil {
			return err
		}
		got[e] = a.Answers
	}
	report(what, all, func(e *example) []answer.Answer { return got[e] })
	return nil
}

// report prints exact match, F1 and the share of questions whose right answer is there and among the first eight, also by the kind of
// question.
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
		for _, kind := range slices.Compact([]string{"", e.kind}) {
			s := cmp.Or(by[kind], &sums{})
			by[kind] = s
			s.n, s.em, s.f1 = s.n+1, s.em+a, s.f1+b
			s.eight, s.among = s.eight+score.One(right >= 0 && right < 8), s.among+score.One(right >= 0)
		}
	}
	for _, kind := range slices.Sorted(maps.Keys(by)) {
		s := by[kind]
		fmt.Printf("%s %s: %.0f questions, EM %.3f, F1 %.3f, among the first eight %.3f, among all %.3f\n",
			what, kind, s.n, s.em/s.n, s.f1/s.n, s.eight/s.n, s.among/s.n)
	}
}
