package main

import (
	"fmt"
	"sort"
	"strconv"

	"github.com/bridgehop/bridgehop/internal/values"
)

func itoa(n int) string { return strconv.Itoa(n) }

// report judges claims by values alone and prints the share right, of all claims and by relation; a claim without a finding counts as wrong.
func report(name string, all []judged, show bool) {
	type tally struct{ right, wrong, none int }
	by := map[string]*tally{}
	for _, j := range all {
		t := by[j.relation]
		if t == nil {
			t = &tally{}
			by[j.relation] = t
		}
		found := values.Judge(j.text, j.pages)
		verdict := "none"
		switch {
		case len(found) == 0 || found[0].Family != values.Comparing:
			t.none++
		case found[0].Agrees == j.holds:
			t.right++
			verdict = ""
		default:
			t.wrong++
			verdict = "wrong"
		}
		if show && verdict != "" {
			fmt.Println(verdict, j.relation, "|", j.text)
			for _, p := range j.pages {
				for _, e := range p.Elements {
					fmt.Println("      ", p.Title, "|", e.Text)
				}
			}
			for _, f := range found {
				fmt.Println("   ", f.String(), f.Agrees, f.Sure)
			}
		}
	}
	var names []string
	sum := tally{}
	for n, t := range by {
		names = append(names, n)
		sum.right, sum.wrong, sum.none = sum.right+t.right, sum.wrong+t.wrong, sum.none+t.none
	}
	sort.Strings(names)
	fmt.Printf("%s: %d claims, right %d wrong %d none %d\n", name, len(all), sum.right, sum.wrong, sum.none)
	for _, n := range names {
		fmt.Printf("   %-25s right %d wrong %d none %d\n", n, by[n].right, by[n].wrong, by[n].none)
	}
}
