// Command values measures what package verify/values decides by itself, without a model, and learns its weights.
//
//	go run ./bench/values                      the table (make values)
//	go run ./bench/values -arbitrate           the weights of values beside the model
//
// Claims of dev sets are measured on only.
package main

import (
	"cmp"
	"flag"
	"fmt"
	"os"
)

func main() {
	var o options
	flag.StringVar(&o.data, "data", cmp.Or(os.Getenv("BRIDGEHOP_DATA"), "../shared/data"), "folder of the shared data")
	flag.BoolVar(&o.arbitrate, "arbitrate", false, "learn how values and the model are weighed together")
	flag.StringVar(&o.pool, "pool", "",
		"store of 2WikiMultihopQA's context_corpus.jsonl, loaded with --infer-links, to verify its comparisons end to end")
	flag.Parse()
	if err := o.run(); err != nil {
		fmt.Fprintln(os.Stderr, "values:", err)
		os.Exit(1)
	}
}

type options struct {
	data, pool string
	arbitrate  bool
}

func (o *options) run() error {
	if o.arbitrate {
		return o.learnArbitration()
	}
	return o.table()
}
