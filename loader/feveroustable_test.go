package loader_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/bridgehop/bridgehop/loader"
)

// Tables are read as encoding/json reads them, which an escaped key leaves them to: with cells in any order, ids that stand
// on several cells, on none, or are no cell's, and numbers as strings.
func TestTablesAreReadAsJSON(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		id := rapid.Custom(func(t *rapid.T) string {
			if rapid.IntRange(0, 9).Draw(t, "odd") == 0 {
				return rapid.SampledFrom([]string{"", "cell_0_1", "cell_0_01_1", "x_cell_0_1_2", "header_cell_0_0", "item_0_1", "cell_0_1_1234567", "cell_0__1", "cell_0_1_2_", "header_header_cell_0_0_0", "table_0"}).Draw(t, "id")
			}
			kind := rapid.SampledFrom([]string{"cell", "header_cell"}).Draw(t, "kind")
			return fmt.Sprintf("%s_0_%d_%d", kind, rapid.IntRange(0, 4).Draw(t, "row"), rapid.IntRange(0, 12).Draw(t, "column"))
		})
		ascending := rapid.Bool().Draw(t, "ascending")
		var rows [][]map[string]any
		for i := range rapid.IntRange(0, 5).Draw(t, "rows") {
			row := []map[string]any{}
			for j := range rapid.IntRange(0, 4).Draw(t, "cells") {
				c := map[string]any{
					"id": fmt.Sprintf("cell_0_%d_%d", i, j), "value": rapid.SampledFrom([]string{"", " a ", "[[Bone_core|core]]", "caf\u00e9", "e\u0301", "\"", "\n", "<b>"}).Draw(t, "value"),
					"is_header": rapid.Bool().Draw(t, "header"), "row_span": rapid.SampledFrom([]any{0, 1, 2, 12, "1", "x", "2", -1, 1.5}).Draw(t, "span"),
					"column_span": rapid.IntRange(0, 3).Draw(t, "columns"), "more": map[string]any{"a": []any{1, nil}},
				}
				if !ascending {
					c["id"] = id.Draw(t, "any id")
				}
				row = append(row, c)
			}
			rows = append(rows, row)
		}
		table := map[string]any{"table": rows, "type": "infobox"}
		if rapid.Bool().Draw(t, "captioned") {
			table["caption"] = "Of [[Bone]]"
		}
		b, err := json.Marshal(map[string]any{"title": "Bone", "order": []string{"table_0"}, "table_0": table})
		if err != nil {
			t.Fatal(err)
		}
		slow := strings.Replace(string(b), `"type":`, `"\u0074ype":`, 1)
		got, gotErr := loader.ParseFEVEROUS(b)
		want, wantErr := loader.ParseFEVEROUS([]byte(slow))
		if (gotErr != nil) != (wantErr != nil) {
			t.Fatalf("got %v, want %v", gotErr, wantErr)
		}
		if diff := cmp.Diff(got, want); diff != "" {
			t.Errorf("page (-got +want):\n%s", diff)
		}
	})
}
