package score_test

import (
	"context"
	"fmt"
	"math"
	"testing"

	"github.com/bridgehop/bridgehop/cli/score"
)

func TestHotpotQAFixtures(t *testing.T) {
	var expected struct {
		Gold  string
		Cases map[string]struct {
			File   string
			Result figures
		}
	}
	readJSON(t, fixture(t, "hotpotqa/expected.json"), &expected)
	strong := expected.Cases["strong"].Result
	for name, c := range expected.Cases {
		t.Run(name, func(t *testing.T) {
			r, err := score.Run(context.Background(), "hotpotqa", open(t, fixture(t, "hotpotqa/"+expected.Gold)), open(t, fixture(t, "hotpotqa/"+c.File)), fast)
			if err != nil {
				t.Fatal(err)
			}
			c.Result.check(t, r)
			own := r.Find("bridgehop")
			switch name {
			case "nfd": // titles are folded; answers are compared as the official scorer does
				figures{"sp_em": strong["sp_em"], "sp_f1": strong["sp_f1"], "sp_prec": strong["sp_prec"], "sp_recall": strong["sp_recall"]}.compare(t, own)
			case "missing":
				if n, _ := own.Note("unknown"); n != 1 {
					t.Errorf("unknown = %v, want 1", n)
				}
				if n, _ := own.Note("missing"); n == 0 {
					t.Errorf("missing = %v, want some", n)
				}
			}
		})
	}
}

// A question that stands twice in the gold file counts twice officially, and once by our reading.
func TestHotpotQARepeatedGold(t *testing.T) {
	const question = `{"_id":"%s","question":"q","answer":"%s","type":"bridge","level":"easy","supporting_facts":[["T",0]],"context":[["T",["s"]]]}`
	right, wrong := fmt.Sprintf(question, "a", "x"), fmt.Sprintf(question, "b", "y")
	r, err := score.Run(t.Context(), "hotpotqa", text("gold", "["+right+","+right+","+wrong+"]"), text("pred", `{"answer":{"a":"x"},"sp":{"a":[["T",0]]}}`), fast)
	if err != nil {
		t.Fatal(err)
	}
	own := r.Find("bridgehop")
	for _, name := range []string{"em", "sp_em", "joint_em"} {
		if row, _ := r.Row(name); row.N != 3 || math.Abs(row.Value-2./3) > 1e-12 {
			t.Errorf("%s = %v of %d, want 2/3 of 3", name, row.Value, row.N)
		}
		if row, _ := own.Row(name); row.N != 2 || row.Value != .5 {
			t.Errorf("bridgehop: %s = %v of %d, want 1/2 of 2", name, row.Value, row.N)
		}
	}
	for name, want := range map[string]int{"claims": 2, "gold_repeated": 1, "missing": 1} {
		if got, _ := own.Note(name); got != want {
			t.Errorf("%s = %v, want %d", name, got, want)
		}
	}
}
