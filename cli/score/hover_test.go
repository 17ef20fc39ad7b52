package score_test

import (
	"context"
	"testing"

	"github.com/bridgehop/bridgehop/cli/score"
)

type hoverStages struct{ Doc, Sent, Verif figures }

func TestHoVerFixtures(t *testing.T) {
	var expected struct {
		Gold  string
		Cases map[string]struct {
			Files  map[string]string
			Claims int
			Doc    figures                `json:"official_doc"`
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
			run := func(forms ...string) *score.Report {
				t.Helper()
				var preds []score.File
				for _, f := range forms {
					preds = append(preds, open(t, fixture(t, "hover/"+c.Files[f])))
				}
				r, err := score.HoVer(context.Background(), open(t, fixture(t, "hover/"+expected.Gold)), preds, fast)
				if err != nil {
					t.Fatal(err)
				}
				return r
			}
			stages := run("doc", "sent", "verif")
			for name, want := range map[string]figures{"official_doc": c.Doc, "official_sent": c.Sent, "official_verif": c.Verif} {
				want.checkSection(t, stages.Find(name))
			}
			for hops, want := range c.ByHops {
				group := stages.Find("official_by_hops").Find(hops)
				for name, f := range map[string]figures{"doc": want.Doc, "sent": want.Sent, "verif": want.Verif} {
					f.checkSection(t, group.Find(name))
				}
			}
			one := run("submission")
			for _, r := range []*score.Report{stages, one} {
				for group, want := range c.Own {
					want.checkSection(t, r.Find("own_hover_score").Find(group))
				}
				if name == "nfd" {
					figures{"hover_score": nfd["all"]["hover_score"]}.compare(t, r.Find("bridgehop"))
				}
			}
			c.Sent.checkSection(t, one.Find("official_sent"))
			c.Verif.checkSection(t, one.Find("official_verif"))
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
