package graph_test

import (
	"errors"
	"testing"

	"github.com/bridgehop/bridgehop/graph"
)

func TestParseAddress(t *testing.T) {
	tests := []struct {
		id, title string
		element   graph.Element
	}{
		{"Ola_title", "Ola", graph.Element{}},
		{"Ola_sentence_3", "Ola", graph.Element{Kind: graph.KindSentence, A: 3}},
		{"Ola_section_0", "Ola", graph.Element{Kind: graph.KindSection}},
		{"Ola_cell_0_12_1", "Ola", graph.Element{Kind: graph.KindCell, B: 12, C: 1}},
		{"Ola_header_cell_2_0_0", "Ola", graph.Element{Kind: graph.KindHeaderCell, A: 2}},
		{"Ola_table_caption_4", "Ola", graph.Element{Kind: graph.KindCaption, A: 4}},
		{"Ola_table_4", "Ola", graph.Element{Kind: graph.KindTable, A: 4}},
		{"Ola_list_1", "Ola", graph.Element{Kind: graph.KindList, A: 1}},
		{"Ola_item_1_0", "Ola", graph.Element{Kind: graph.KindItem, A: 1}},
		{"snake_case_sentence_1_sentence_2", "snake_case_sentence_1", graph.Element{Kind: graph.KindSentence, A: 2}},
		{"a_title_title", "a_title", graph.Element{}},
		{"_sentence_0", "", graph.Element{Kind: graph.KindSentence}},
		{"Prison cell_cell_1_2_3", "Prison cell", graph.Element{Kind: graph.KindCell, A: 1, B: 2, C: 3}},
	}
	for _, tt := range tests {
		got, err := graph.ParseAddress(tt.id)
		if err != nil || got.Title != tt.title || got.Element != tt.element {
			t.Errorf("ParseAddress(%q): got %+v, %v, want %q %+v", tt.id, got, err, tt.title, tt.element)
		}
		if got.String() != tt.id {
			t.Errorf("String: got %q, want %q", got.String(), tt.id)
		}
	}
	for _, id := range []string{"", "Ola", "Ola_sentence", "Ola_sentence_", "Ola_sentence_x", "Ola_sentence_-1", "Ola_sentence_01", "Ola_cell_1_2", "Ola_item_1", "Ola_sentence_99999999999999999999", "title"} {
		if got, err := graph.ParseAddress(id); !errors.Is(err, graph.ErrAddress) {
			t.Errorf("ParseAddress(%q): got %+v, %v, want %v", id, got, err, graph.ErrAddress)
		}
	}
}

func TestParseElement(t *testing.T) {
	got, err := graph.ParseElement("header_cell_0_1_2")
	if want := (graph.Element{Kind: graph.KindHeaderCell, B: 1, C: 2}); err != nil || got != want {
		t.Errorf("got %+v, %v, want %+v", got, err, want)
	}
	for _, s := range []string{"", "Ola_sentence_3", "sentence"} {
		if got, err := graph.ParseElement(s); !errors.Is(err, graph.ErrAddress) {
			t.Errorf("ParseElement(%q): got %+v, %v, want %v", s, got, err, graph.ErrAddress)
		}
	}
}

// What is parsed is printed exactly as it was.
func FuzzParseAddress(f *testing.F) {
	for _, id := range []string{"Ola_title", "a_b_sentence_3", "A_header_cell_0_0_1", "A_table_caption_0", "A_item_0_9", "A_cell_1_2", "_list_0", "x_sentence_007"} {
		f.Add(id)
	}
	f.Fuzz(func(t *testing.T, id string) {
		a, err := graph.ParseAddress(id)
		if err != nil {
			if !errors.Is(err, graph.ErrAddress) {
				t.Fatalf("got error %v, want %v", err, graph.ErrAddress)
			}
			return
		}
		if a.String() != id {
			t.Errorf("got %q, want %q", a.String(), id)
		}
	})
}
