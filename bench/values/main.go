// Command values measures what package verify/values decides by itself, without a model, and learns its weights.
//
//	go run ./bench/values                      the table (make values)
//	go run ./bench/values -names               how often the evidence has another name than the claim, by label
//	go run ./bench/values -wording             the weights of aligned values, on FEVER's train claims and FEVEROUS's trained side
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
	flag.BoolVar(&o.wording, "wording", false, "learn the weights of aligned values")
	flag.StringVar(&o.arbitrate, "arbitrate", "",
		"learn how values and the model are weighed together; what the model said is kept in this file")
	flag.StringVar(&o.pool, "pool", "",
		"store of 2WikiMultihopQA's context_corpus.jsonl, loaded with --infer-links, to verify its comparisons end to end")
	flag.BoolVar(&o.names, "names", false, "print how often the evidence has another name than the claim, by label")
	flag.Parse()
	if err := o.run(); err != nil {
		fmt.Fprintln(os.Stderr, "values:", err)
		os.Exit(1)
	}
}

type options struct {
	data, twins    string
	arbitrate      string
	wording, names bool
	pool           string
}

func (o *options) run() error {
	switch {
	case o.arbitrate != "":
		return o.learnArbitration()
	case o.names:
		return o.fills()
	case o.wording:
		return o.trainWording()
	}
	return o.table()
}
