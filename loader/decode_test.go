package loader_test

import (
	"bytes"
	"encoding/json"
	"maps"
	"reflect"
	"strings"
	"testing"

	"github.com/bridgehop/bridgehop/loader"
)

// FuzzDecode: values are read as encoding/json reads them, and refused when that refuses them.
func FuzzDecode(f *testing.F) {
	for _, s := range []string{
		`{}`, `{"a":1,"b":[1,2,{"c":"d"}],"a":null}`, ` { "a" : "\u00e9\n\"" , "\u0062" : -1.5e3 } `, `{"a":"b",}`, `{"a":tru}`, `{"a":"` + "\x01" + `"}`,
		`{"a":"\x"}`, `{"a":[1,2}`, `{"a":01}`, `{"a":1}}`, `{"a"}`, `["a"]`, `null`, "", "{\"a\":\"\xff\"}", `{"a":"\ud800"}`, `{"a":"\u12"}`,
		`["a", "\u00e9", "` + "\xff" + `"]`, `[null,"a"]`, `["a",1]`, `["a"] x`, strings.Repeat("[", 1<<20),
		`{"TYPE":"x","caption":null,"table":[[{"id":"cell_0_0_0","value":"\ud83d\ude00","is_header":true,"row_span":"1","column_span":2}],null,[{"ID":5}]]}`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var fields, wantFields map[string]json.RawMessage
		err, wantErr := loader.Decode(data, &fields), json.Unmarshal(data, &wantFields)
		if (err != nil) != (wantErr != nil) {
			t.Fatalf("%q as an object: %v, want %v", data, err, wantErr)
		}
		if err == nil && !maps.EqualFunc(fields, wantFields, func(a, b json.RawMessage) bool { return bytes.Equal(a, b) }) {
			t.Errorf("%q as an object is %q, want %q", data, fields, wantFields)
		}
		for _, empty := range []func() any{func() any { return new([]string) }, loader.NewTable} {
			got, want := empty(), empty()
			err, wantErr := loader.Decode(data, got), json.Unmarshal(data, want)
			if (err != nil) != (wantErr != nil) {
				t.Fatalf("%q as %T: %v, want %v", data, got, err, wantErr)
			}
			if err == nil && !reflect.DeepEqual(got, want) {
				t.Errorf("%q as %T is %v, want %v", data, got, got, want)
			}
		}
	})
}
