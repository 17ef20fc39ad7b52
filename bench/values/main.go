// Command values measures what package verify/values decides by itself, without a model, and learns its weights.
//
//	go run ./bench/values                      the table (make values)
//	go run ./bench/values -arbitrate FILE      the weights of values beside the model
//
// Claims of dev sets are measured on only. The twins are those of verify/train/twins.py, whose file -twins names.
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
	flag.StringVar(&o.twins, "twins", "", "file that verify/train/twins.py wrote")
	flag.StringVar(&o.arbitrate, "arbitrate", "",
		"learn how values and the model are weighed together; what the model said is kept in this file")
	flag.StringVar(&o.pool, "pool", "",
		"store of 2WikiMultihopQA's context_corpus.jsonl, loaded with --infer-links, to verify its comparisons end to end")
	flag.Parse()
	if err := o.run(); err != nil {
		fmt.Fprintln(os.Stderr, "values:", err)
		os.Exit(1)
	}
}

type options struct {
	data, twins, arbitrate, pool string
}

func (o *options) run() error {
	if o.arbitrate != "" {
		return o.learnArbitration()
	}
	return o.table()
}
