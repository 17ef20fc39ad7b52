// Command values measures what package internal/values decides, and learns its weights.
package main

import (
	"flag"
	"fmt"
	"os"
	"strings"

	"github.com/bridgehop/bridgehop/internal/values"
	"time"
)

func main() {
	data := flag.String("data", or(os.Getenv("BRIDGEHOP_DATA"), "../shared/data"), "folder of the shared data")
	train := flag.Bool("train", false, "learn the weights on TabFact's train statements")
	epochs := flag.Int("epochs", 8, "")
	rate := flag.Float64("rate", .05, "")
	ridge := flag.Float64("ridge", 1e-5, "")
	wiki := flag.String("wiki", "", "")
	wording := flag.Bool("wording", false, "")
	twinsFile := flag.String("twins", "", "")
	flag.Parse()
	if *twinsFile != "" {
		t, err := twins(*twinsFile)
		if err != nil {
			panic(err)
		}
		reportTwins(t)
	}
	if *wording {
		a, err := feverPairs(*data)
		if err != nil {
			panic(err)
		}
		b, _, err := feverousClaims(*data)
		if err != nil {
			panic(err)
		}
		fitWording(append(a, b...))
	}
	if *wiki != "" {
		qs, err := wikiQuestions(*data, *wiki)
		if err != nil {
			panic(err)
		}
		var all []judged
		n := 0
		for i := range qs {
			if strings.Contains(qs[i].Type, "comparison") {
				n++
			}
			all = append(all, qs[i].claimsOf()...)
		}
		fmt.Println(n, "questions")
		report(*wiki, all, *wiki == "train_subset.json.gz")
	}
	if *train {
		st, tb, err := trainTables(*data)
		if err != nil {
			fmt.Fprintln(os.Stderr, "values:", err)
			os.Exit(1)
		}
		begun := time.Now()
		ex := examples(st, tb)
		n, f := 0, 0
		for _, e := range ex {
			n += len(e.features)
			for _, x := range e.features {
				f += len(x)
			}
		}
		fmt.Println(len(ex), "examples", n, "programs", f, "features", time.Since(begun))
		w := learn(ex, *epochs, *rate, *ridge, true)
		st, tb, err = keptTables(*data)
		if err != nil {
			panic(err)
		}
		w64 := make([]float64, len(w))
		for i := range w {
			w64[i] = float64(w[i])
		}
		fmt.Println("val kept out", right(w64, examples(st, tb)))
	}
}

func right(w []float64, ex []example) string {
	n, of := 0, 0
	for i := range ex {
		p := values.Share(scores(w, &ex[i]), func(k int) bool { return ex[i].results[k] })
		of++
		if p > .5 == ex[i].holds {
			n++
		}
	}
	return fmt.Sprintf("%.4f of %d", float64(n)/float64(of), of)
}

func or(a, b string) string {
	if a != "" {
		return a
	}
	return b
}
