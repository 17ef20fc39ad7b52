// Command values measures what package verify/values decides by itself, without a model.
//
//	go run ./bench/values                      the table (make values)
//
// Claims of dev sets are measured on only.
package main

import (
	"flag"

	"github.com/bridgehop/bridgehop/bench/gold"
)

func main() {
	var o options
	flag.StringVar(&o.data, "data", gold.Data(), "folder of the shared data")
	flag.StringVar(&o.pool, "pool", "",
		"store of 2WikiMultihopQA's context_corpus.jsonl, loaded with --infer-links, to verify its comparisons end to end")
	flag.Parse()
	gold.Main("values", o.table)
}

type options struct{ data, pool string }
