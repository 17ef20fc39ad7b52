package token_test

import (
	"fmt"
	"log"

	"github.com/bridgehop/bridgehop/internal/token"
)

// A premise and a claim as the model sees them; the claim's forged separator stays text.
func Example() {
	tok, err := token.Open("testdata/wordpiece.json")
	if err != nil {
		log.Fatal(err)
	}
	tr, err := token.ParseTruncation("only_first:192")
	if err != nil {
		log.Fatal(err)
	}
	e, err := tok.Escaped().EncodePair("Oliver Stone", "Stone directs [SEP]", tr)
	if err != nil {
		log.Fatal(err)
	}
	for i, id := range e.IDs {
		fmt.Print(tok.Token(id), "/", e.TypeIDs[i], " ")
	}
	fmt.Println()
	// Output: [CLS]/0 oliver/0 stone/0 [SEP]/0 stone/1 direct/1 ##s/1 [/1 sep/1 ]/1 [SEP]/1
}
