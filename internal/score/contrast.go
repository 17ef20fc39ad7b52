package score

import (
	"hash/fnv"
	"slices"

	"github.com/bridgehop/bridgehop/internal/claims"
)

// contrast gathers claims over the same gold pages. Where a group has both labels, guessing from the pages or from the
// claim alone can't get all of its members right (Gardner et al. 2020, section 2.3: contrast consistency).
type contrast map[uint64]contrastGroup

// contrastGroup is small: there may be as many as claims.
type contrastGroup struct {
	order, size int32 // order of the first member
	labels      [len(verdictClasses)]bool
	wrong       bool
}

func (c contrast) add(claim *claims.Claim, right bool) {
	class := classOf(claim.Label)
	if len(claim.GoldTitles) == 0 || class == len(verdictClasses) {
		return
	}
	titles := slices.Sorted(slices.Values(claim.GoldTitles))
	h := fnv.New64a()
	for _, t := range titles {
		_, _ = h.Write([]byte(t + "\x00")) // a hash can't fail
	}
	g, known := c[h.Sum64()]
	if !known {
		g.order = int32(len(c))
	}
	g.size++
	g.labels[class] = true
	g.wrong = g.wrong || !right
	c[h.Sum64()] = g
}

// sections are empty when no group has two labels.
func (c contrast) sections(o Options) []Section {
	s := newSample(3)
	for _, g := range c {
		if kinds := countTrue(g.labels[:]); kinds < 2 {
			continue
		}
		v := []float64{1, 0, float64(g.size)}
		if !g.wrong {
			v[1] = 1
		}
		s.add(int(g.order), v)
	}
	if len(s.filled()) == 0 {
		return nil
	}
	return []Section{{Name: "contrast_groups", Rows: s.rows([]figure{mean("group_consistency", 1, 0)}, o),
		Notes: []Note{{"groups", int(s.total()[0])}, {"claims", int(s.total()[2])}}}}
}

func countTrue(list []bool) int {
	n := 0
	for _, b := range list {
		if b {
			n++
		}
	}
	return n
}
