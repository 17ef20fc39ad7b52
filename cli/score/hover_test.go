package score_test

import (
	"context"
	"testing"

	"github.com/bridgehop/bridgehop/cli/score"
)

type hoverStages struct{ Sent, Verif figures }

func TestHoVerFixtures(t *testing.T) {
	var expected struct {
		Gold  string
		Cases map[string]struct {
			Files  map[string]string
			Claims int
			Sent   figures                `json:"official_sent"`
			Verif  figures                `json:"official_verif"`
			ByHops map[string]hoverStages `json:"official_by_hops"`
			Own    map[string]figures     `json:"own_hover_score"`
		}
	}
	readJSON(t, fixture(t, "hover/expected.json"), &expected)
	nfd := expected.Cases["strong"].Own
	for name, c := range expected.Cases {
		t.Run(name, func(t *testing.T) {
			r, err := score.Run(context.Background(), "hover", open(t, fixture(t, "hover/"+expected.Gold)),
				open(t, fixture(t, "hover/"+c.Files["submission"])), fast)
			if err != nil {
				t.Fatal(err)
			}
			c.Sent.checkSection(t, r.Find("official_sent"))
			c.Verif.checkSection(t, r.Find("official_verif"))
			for hops, want := range c.ByHops {
				group := r.Find("official_by_hops").Find(hops)
				want.Sent.checkSection(t, group.Find("sent"))
				want.Verif.checkSection(t, group.Find("verif"))
			}
			for group, want := range c.Own {
				want.checkSection(t, r.Find("own_hover_score").Find(group))
			}
			if name == "nfd" {
				figures{"hover_score": nfd["all"]["hover_score"]}.compare(t, r.Find("bridgehop"))
			}
		})
	}
}

// checkSection compares figures and the counts beside them.
func (f figures) checkSection(t *testing.T, s *score.Section) {
	t.Helper()
	if s == nil {
		t.Error("section missing")
		return
	}
	numbers := figures{}
	for name, want := range f {
		switch name {
		case "error":
			if got, _ := s.Note("error"); got != want {
				t.Errorf("%s: error = %v, want %v", s.Name, got, want)
			}
		case "total", "claims":
			if got, _ := s.Note(name); float64(got.(int)) != want.(float64) {
				t.Errorf("%s: %s = %v, want %v", s.Name, name, got, want)
			}
		default:
			numbers[name] = want
		}
	}
	numbers.compare(t, s)
}
