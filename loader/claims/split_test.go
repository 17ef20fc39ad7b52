package claims_test

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"testing"

	"github.com/bridgehop/bridgehop/loader/claims"
)

// A claim stands where its first evidence stands, whatever the other pages are.
func TestClaimsAreSplitByTheirFirstEvidence(t *testing.T) {
	page := map[bool]string{}
	for _, title := range []string{"Varn", "Ost", "Kell", "Marrow", "Hrafney", "Dunmarrow", "Port Almeric", "Vila Baixa", "Wolf Ledge", "Orrin Ferries"} {
		page[claims.Evidence{Page: title}.Trained()] = title
	}
	if len(page) != 2 {
		t.Fatal("all ten titles are on one side of the split")
	}
	for first, title := range page {
		set := claims.EvidenceSet{Items: []claims.Evidence{{Page: title}, {Page: page[!first]}}}
		if got := (&claims.Claim{Gold: []claims.EvidenceSet{set}}).Trained(); got != first {
			t.Errorf("a claim about %s: trained on %v, want %v as its page", title, got, first)
		}
	}
	for _, c := range []claims.Claim{{}, {Gold: make([]claims.EvidenceSet, 1)}} {
		if !c.Trained() {
			t.Errorf("a claim without evidence is kept back: %+v", c)
		}
	}
}

// The same claims as by held in verify/train/places.py.
func TestATenthOfTheClaimsIsHeldBack(t *testing.T) {
	for n := range 30 {
		claim := &claims.Claim{Text: fmt.Sprintf("The Varn is %d km long.", n)}
		if got, want := claim.HeldBack(), n == 16 || n == 24; got != want {
			t.Errorf("%q is held back: got %v, want %v", claim.Text, got, want)
		}
	}
}

// The counts of the reported halves are those that issue 24 gives.
func TestWikispeediaClaimsAreSplitByTheirFirstPage(t *testing.T) {
	for _, c := range []struct {
		file                string
		reported, learnable int
	}{
		{"fever.jsonl", 264, 288},
		{"fm2.jsonl", 147, 87},
		{"exfever.jsonl", 47, 9},
	} {
		file, err := os.Open(data(t, "wikispeedia_claims/"+c.file))
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		reported, learnable := 0, 0
		for rec, err := range claims.Records(file, c.file) {
			var claim struct{ Gold [][]string }
			if err == nil {
				err = json.Unmarshal(rec.Raw, &claim)
			}
			if err != nil {
				t.Fatal(err)
			}
			isReported := func(page string) bool { return claims.Evidence{Page: page}.Reported() }
			if isReported(claim.Gold[0][0]) {
				reported++
			}
			if !slices.ContainsFunc(slices.Concat(claim.Gold...), isReported) {
				learnable++
			}
		}
		if reported != c.reported || learnable != c.learnable {
			t.Errorf("%s: reported %d, learnable %d, want %d, %d", c.file, reported, learnable, c.reported, c.learnable)
		}
	}
}
