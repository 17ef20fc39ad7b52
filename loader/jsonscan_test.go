package loader_test

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"testing"

	"github.com/bridgehop/bridgehop/loader"
)

// FuzzMembers: an object is cut apart as encoding/json does it, and refused when that refuses it.
func FuzzMembers(f *testing.F) {
	for _, s := range []string{
		`{}`, `{"a":1,"b":[1,2,{"c":"d"}],"a":null}`, ` { "a" : "\u00e9\n\"" , "\u0062" : -1.5e3 } `, `{"a":"b",}`, `{"a":tru}`, `{"a":"` + "\x01" + `"}`,
		`{"a":"\x"}`, `{"a":[1,2}`, `{"a":01}`, `{"a":1}}`, `{"a"}`, `["a"]`, `null`, "", "{\"a\":\"\xff\"}", `{"a":"\ud800"}`, `{"a":"\u12"}`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		got, err := loader.Members(data)
		var want map[string]json.RawMessage
		if wantErr := json.Unmarshal(data, &want); (err != nil) != (wantErr != nil) {
			t.Fatalf("members of %q: %v, want %v", data, err, wantErr)
		}
		if err == nil && !maps.EqualFunc(got, want, func(a, b json.RawMessage) bool { return bytes.Equal(a, b) }) {
			t.Errorf("members of %q are %q, want %q", data, got, want)
		}
	})
}

// FuzzTexts: a list of strings is read as encoding/json reads it.
func FuzzTexts(f *testing.F) {
	for _, s := range []string{`[]`, `["a", "\u00e9", "` + "\xff" + `"]`, `[null,"a"]`, `["a",1]`, `null`, `["a"] x`, `{"a":"b"}`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		got, err := loader.Texts(data)
		var want []string
		if wantErr := json.Unmarshal(data, &want); (err != nil) != (wantErr != nil) {
			t.Fatalf("texts of %q: %v, want %v", data, err, wantErr)
		}
		if err == nil && !slices.Equal(got, want) {
			t.Errorf("texts of %q are %q, want %q", data, got, want)
		}
	})
}
