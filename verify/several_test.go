package verify

import (
	"slices"
	"strings"
	"testing"
)

func TestSeveral(t *testing.T) {
	// A bar stands between the claims that a claim is divided into; without one it isn't divided.
	for claim, want := range map[string]string{
		"Ada Holm, Per Dal and Nils Bro were all born in Varde.":     "Ada Holm was born in Varde.|Per Dal was born in Varde.|Nils Bro was born in Varde.",
		"Both Ada Holm and Per Dal died in Varde.":                   "Ada Holm died in Varde.|Per Dal died in Varde.",
		"Ada Holm and Per Dal both won the Orme Prize.":              "Ada Holm won the Orme Prize.|Per Dal won the Orme Prize.",
		"The author of Skarn and Per Dal were born in Varde.":        "The author of Skarn was born in Varde.|Per Dal was born in Varde.",
		"The rivers Orme and Ask are both longer than the Sund.":     "Orme is longer than the Sund.|Ask is longer than the Sund.",
		"Lake Orme is deeper than both Lake Sund and Lake Ask.":      "Lake Orme is deeper than Lake Sund.|Lake Orme is deeper than Lake Ask.",
		"The Orme is longer than the Sund but shorter than the Ask.": "The Orme is longer than the Sund.|The Orme is shorter than the Ask.",
		"Varde has more people than Kestle but fewer than Skagen.":   "Varde has more people than Kestle.|Varde has fewer people than Skagen.",
		"Orme Bridge opened before both Ask Bridge and Sund Bridge.": "Orme Bridge opened before Ask Bridge.|Orme Bridge opened before Sund Bridge.",
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

func TestDescriptions(t *testing.T) {
	for claim, want := range map[string][]string{
		"Ada Holm died in the country whose capital is Varde.":                {"Ada Holm died in |the country whose capital is Varde|."},
		"Ada Holm and the author of Skarn were both born in Kestle.":          {"Ada Holm and |the author of Skarn|were both born in Kestle."},
		"Per Dal is older than the author of Skarn and Ada Holm.":             {"Per Dal is older than |the author of Skarn|and Ada Holm."},
		"The author of Skarn lived in the town where Per Dal was born.":       {"|The author of Skarn|lived in the town where Per Dal was born.", "The author of Skarn lived in |the town where Per Dal was born|."},
		"Ada Holm came from the island whose capital is St. George's.":        {"Ada Holm came from |the island whose capital is St. George's|."},
		"Ada Holm was the author of Skarn.":                                   {"|The author of Skarn|was the author of Skarn."},
		"Ada Holm worked as the editor of Skarn in Varde.":                    nil,
		"Ada Holm lived in the house.":                                        nil,
		"Kestle lies south of the city of Varde.":                             nil,
		"The author of Skarn":                                                 nil,
		"Ada Holm wrote the novel that Per Dal, who was born in Varde, read.": {"Ada Holm wrote |the novel that Per Dal|, who was born in Varde, read."},
	} {
		var got []string
		for _, d := range Descriptions(claim, nil) {
			got = append(got, d.Before+"|"+d.Text+"|"+d.Predicate)
		}
		if !slices.Equal(got, want) {
			t.Errorf("Descriptions(%q) = %q, want %q", claim, got, want)
		}
	}
}

func TestBridgesAreNamedInTurn(t *testing.T) {
	first := &Bridge{Description: Description{Text: "The author of Skarn", Predicate: "died in the country whose capital is Varde."}, Title: "Ada Holm"}
	b := &Bridge{Description: Description{Before: "Ada Holm died in ", Text: "the country whose capital is Varde", Predicate: "."}, Title: "Orme",
		Earlier: first}
	if got := first.Claim(); got != "Ada Holm died in the country whose capital is Varde." {
		t.Error(got)
	}
	want := "the author of Skarn: Ada Holm; the country whose capital is Varde: Orme; judged as: Ada Holm died in Orme."
	if got := b.String(); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
