package score_test

import (
	"testing"

	"github.com/bridgehop/bridgehop/cli/score"
)

func TestNormalizeAnswerFixtures(t *testing.T) {
	var expected struct{ Rows [][2]string }
	readJSON(t, fixture(t, "hotpotqa/normalize_answer.json"), &expected)
	if len(expected.Rows) < 30 {
		t.Fatalf("%d rows, want the fixture's", len(expected.Rows))
	}
	for _, row := range expected.Rows {
		if got := score.NormalizeAnswer(row[0]); got != row[1] {
			t.Errorf("normalizeAnswer(%q) = %q, want %q", row[0], got, row[1])
		}
	}
}
