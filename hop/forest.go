package hop

import (
	_ "embed"
	"encoding/binary"
	"math"
	"sync"
)

// forest is a sum of regression trees over the features of a chain (Friedman 2001, Greedy function approximation, algorithm 1). It adds to
// the linear score of a claim's best chains. A tree says what no weighted sum says: a page that adds few words is needed where it joins two
// others (docs/adr/0025). It was learned on wikis of thousands of pages, and counts in such wikis only (largeWiki).
type forest struct {
	branches []branch // tree after tree, each in preorder
	roots    []int32
}

// branch is a node of a tree: a chain whose feature is at most at goes to the next branch, another one to right. mean is the mean
// of the chains that were learned from; it is what a leaf adds to the score.
type branch struct {
	feature uint8 // leaf for a leaf
	at      float32
	mean    float32
	right   int32
}

const leaf = math.MaxUint8

// forestFeatures are the features of a chain, those of the whole chain, and the same less their means over the claim's chains.
const forestFeatures = 2 * (int(numFeatures) + int(numWholeFeatures))

//go:embed forest.bin
var forestFile []byte

// claimForest is the forest that bench/learn/trees.py learns.
var claimForest = sync.OnceValue(func() *forest { return readForest(forestFile) })

// readForest reads a forest: of each branch its feature, its mean and, unless it is a leaf, at, the numbers as little-endian float32.
func readForest(file []byte) *forest {
	f := &forest{}
	number := func() float32 {
		v := math.Float32frombits(binary.LittleEndian.Uint32(file))
		file = file[4:]
		return v
	}
	var grow func()
	grow = func() {
		i := len(f.branches)
		s := branch{feature: file[0]}
		file = file[1:]
		s.mean = number()
		if s.feature == leaf {
			f.branches = append(f.branches, s)
			return
		}
		s.at = number()
		f.branches = append(f.branches, s)
		grow()
		f.branches[i].right = int32(len(f.branches))
		grow()
	}
	for len(file) > 0 {
		f.roots = append(f.roots, int32(len(f.branches)))
		grow()
	}
	return f
}

// explain calls said with what each feature adds to the score of a chain, which is what the mean changes by at its branches (Saabas
// 2014), and with -1 and the rest.
func (f *forest) explain(x []float32, said func(feature int, adds float64)) {
	for _, i := range f.roots {
		s := &f.branches[i]
		said(-1, float64(s.mean))
		for s.feature != leaf {
			next := i + 1
			if x[s.feature] > s.at {
				next = s.right
			}
			said(int(s.feature), float64(f.branches[next].mean)-float64(s.mean))
			i, s = next, &f.branches[next]
		}
	}
}

// scores returns the scores of chains, tree by tree, so that a tree stays in the processor's cache.
func (f *forest) scores(all [][]float32) []float64 {
	out := make([]float64, len(all))
	for _, root := range f.roots {
		for k, x := range all {
			i := root
			s := &f.branches[i]
			for s.feature != leaf {
				if i++; x[s.feature] > s.at {
					i = s.right
				}
				s = &f.branches[i]
			}
			out[k] += float64(s.mean)
		}
	}
	return out
}

// forestFeaturesOf returns what the forest reads of chains of one claim.
func forestFeaturesOf(all []state, whole []wholeFeatures) [][]float32 {
	const half = forestFeatures / 2
	out := make([][]float32, len(all))
	var mean [half]float64
	for i := range all {
		out[i] = make([]float32, forestFeatures)
		for k := range half {
			var v float64
			if k < int(numFeatures) {
				v = all[i].feat[k]
			} else {
				v = whole[i][k-int(numFeatures)]
			}
			out[i][k] = float32(v)
			mean[k] += v / float64(len(all))
		}
	}
	for i := range out {
		for k := range half {
			out[i][half+k] = out[i][k] - float32(mean[k])
		}
	}
	return out
}
