package main

import (
	"path/filepath"
	"testing"

	"github.com/bridgehop/bridgehop/graph/graphtest"
	"github.com/bridgehop/bridgehop/loader/claims"
)

// The counts of both parts are those that issue 36 gives.
func TestMultihopClaimsAreSplitByTheirFirstPage(t *testing.T) {
	all, rejects, err := claims.ReadAll(filepath.Join(graphtest.Data(t, "multihop"), "claims.jsonl"))
	if err != nil || len(rejects) > 0 {
		t.Fatal(rejects, err)
	}
	var got [4]int
	for _, c := range all {
		at := part(c.Gold[0].Items[0].Page)
		got[at]++
		if c.Label != "NOT ENOUGH INFO" {
			got[at+1]++
		}
	}
	if want := [4]int{55, 43, 45, 33}; got != want {
		t.Errorf("choosing, of these decided, reported, of these decided: got %v, want %v", got, want)
	}
}
