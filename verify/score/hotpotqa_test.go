package score_test

import (
	"context"
	"testing"

	"github.com/bridgehop/bridgehop/verify/score"
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
			r, err := score.HotpotQA(context.Background(), open(t, fixture(t, "hotpotqa/"+expected.Gold)), open(t, fixture(t, "hotpotqa/"+c.File)), fast)
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
