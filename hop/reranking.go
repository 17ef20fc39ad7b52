package hop

import (
	_ "embed"
	"strconv"
	"strings"
	"sync"
)

// unit is a rectified unit of a Reranking: it adds out times what it sees of a chain, if that is above 0.
type unit struct {
	out, bias float64
	Reranking // the weights of what it sees
}

//go:embed reranking.txt
var reranking string

// claimWeights returns forClaims with the network that go run ./bench/learn -claims writes: a comment with the names of the features, the
// linear weights, and a line for each unit.
var claimWeights = sync.OnceValue(func() *Weights {
	w, r := forClaims, Reranking{}
	for i, line := range strings.Split(strings.TrimSpace(reranking), "\n")[1:] {
		var u unit
		for j, s := range strings.Fields(line) {
			v, _ := strconv.ParseFloat(s, 64) // TestReranking reads the file, too
			switch k := j - 2; {
			case j == 0:
				u.out = v
			case j == 1:
				u.bias = v
			case k < len(u.Feature):
				u.Feature[k] = v
			default:
				u.Whole[k-len(u.Feature)] = v
			}
		}
		if i == 0 {
			r = u.Reranking
		} else {
			r.units = append(r.units, u)
		}
	}
	w.Rerank = r
	return &w
})
