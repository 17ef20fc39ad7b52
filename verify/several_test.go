package verify

import (
	"strings"
	"testing"
)

func TestSeveral(t *testing.T) {
	// A bar stands between the claims that a claim is divided into; without one it isn't divided.
	for claim, want := range map[string]string{
		"Ada Holm, Per Dal and Nils Bro were all born in Varde.":     "Ada Holm was born in Varde.|Per Dal was born in Varde.|Nils Bro was born in Varde.",
		"Both Ada Holm and Per Dal died in Varde.":                   "Ada Holm died in Varde.|Per Dal died in Varde.",
		"Ada Holm and Per Dal both won the Orme Prize.":              "Ada Holm won the Orme Prize.|Per Dal won the Orme Prize.",
		"Ada Holm, Per Dal and Nils Bro all joined the Orme Club.":   "Ada Holm joined the Orme Club.|Per Dal joined the Orme Club.|Nils Bro joined the Orme Club.",
		"The author of Skarn and Per Dal were born in Varde.":        "The author of Skarn was born in Varde.|Per Dal was born in Varde.",
		"The rivers Orme and Ask are both longer than the Sund.":     "Orme is longer than the Sund.|Ask is longer than the Sund.",
		"Lake Orme is deeper than both Lake Sund and Lake Ask.":      "",
		"The Orme is longer than the Sund but shorter than the Ask.": "",
		"Varde has more people than Kestle but fewer than Skagen.":   "",
		"Orme Bridge opened before both Ask Bridge and Sund Bridge.": "",
		"Ada Holm and Per Dal were born in the same town.":           "",
		"Varde and Kestle lie on different islands.":                 "",
		"The authors of Skarn and Orme were both born in Varde.":     "",
		"Some Skarn and Orme songs were written in Varde.":           "",
		"Ada Holm was born in Varde and died in Kestle.":             "",
		"The man who founded Orme and Ask was born in Varde.":        "",
		"Lake Orme is deeper than Lake Sund.":                        "",
		"A1, B2, C3, D4 and E5 were all built in Varde.":             "",
		"bread and butter are both good":                             "",
		"":                                                           "",
		"than both":                                                  "",
		"Both":                                                       "",
		"Is more than":                                               "",
		"A and":                                                      "",
		"Ada Holm is than both":                                      "",
	} {
		if got := strings.Join(Several(claim, nil), "|"); got != want {
			t.Errorf("Several(%q) = %q, want %q", claim, got, want)
		}
	}
}

func TestBridgeString(t *testing.T) {
	b := &Bridge{Description: Description{Text: "The author of Skarn", Predicate: "died in Varde."}, Title: "Ada Holm"}
	if got, want := b.String(), "the author of Skarn: Ada Holm; judged as: Ada Holm died in Varde."; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
