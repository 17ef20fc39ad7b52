package neo4j

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"runtime"
	"slices"
	"sync"

	"github.com/klauspost/compress/zstd"
	"github.com/vmihailenco/msgpack/v5"

	"github.com/bridgehop/bridgehop/graph"
)

// recordVersion leads every page record: the format is that version's, msgpack of the graph.Page with its
// structs as arrays, compressed by zstd, in base64 (a string, so that it stands in a CSV file as it is).
const recordVersion = "1"

// coder compresses; it is made once, on first use.
var coder = sync.OnceValues(func() (*zstd.Encoder, *zstd.Decoder) {
	e, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(runtime.GOMAXPROCS(0)), zstd.WithZeroFrames(true))
	if err != nil {
		return nil, nil // only wrong options fail
	}
	d, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(0), zstd.WithDecoderMaxMemory(1<<30))
	if err != nil {
		return e, nil
	}
	return e, d
})

// packPage is the page's plain record: the same page gives the same bytes.
func packPage(p *graph.Page) ([]byte, error) {
	var b bytes.Buffer
	e := msgpack.NewEncoder(&b)
	e.UseArrayEncodedStructs(true)
	e.UseCompactInts(true)
	if err := e.Encode(tidy(p)); err != nil {
		return nil, fmt.Errorf("encode page: %w", err)
	}
	return b.Bytes(), nil
}

// encodePage is the page's record as it is stored.
func encodePage(p *graph.Page) (string, error) {
	b, err := packPage(p)
	if err != nil {
		return "", err
	}
	e, _ := coder()
	return recordVersion + base64.RawStdEncoding.EncodeToString(e.EncodeAll(b, nil)), nil
}

// decodePage reads what encodePage wrote; anything else is an error.
func decodePage(s string) (*graph.Page, error) {
	if len(s) == 0 || s[:1] != recordVersion {
		return nil, fmt.Errorf("page record: %w", graph.ErrFormat)
	}
	z, err := base64.RawStdEncoding.DecodeString(s[1:])
	if err != nil {
		return nil, fmt.Errorf("page record: %w", err)
	}
	_, d := coder()
	b, err := d.DecodeAll(z, nil)
	if err != nil {
		return nil, fmt.Errorf("page record: %w", err)
	}
	var p graph.Page
	if err := msgpack.Unmarshal(b, &p); err != nil {
		return nil, fmt.Errorf("page record: %w", err)
	}
	return &p, nil
}

// tidy makes empty lists nil, so that pages that are alike have the same record.
func tidy(p *graph.Page) *graph.Page {
	out := *p
	out.Sections, out.Order = none(p.Sections), none(p.Order)
	out.Sentences = slices.Clone(none(p.Sentences))
	for i := range out.Sentences {
		out.Sentences[i].Links = none(out.Sentences[i].Links)
	}
	out.Tables = slices.Clone(none(p.Tables))
	for i := range out.Tables {
		out.Tables[i] = tidyTable(out.Tables[i])
	}
	out.Lists = slices.Clone(none(p.Lists))
	for i := range out.Lists {
		items := slices.Clone(none(out.Lists[i].Items))
		for j := range items {
			items[j].Links = none(items[j].Links)
		}
		out.Lists[i].Items = items
	}
	return &out
}

func tidyTable(t graph.Table) graph.Table {
	t.CaptionLinks = none(t.CaptionLinks)
	t.Rows = slices.Clone(none(t.Rows))
	for r := range t.Rows {
		row := slices.Clone(none(t.Rows[r]))
		for c := range row {
			row[c].Links = none(row[c].Links)
		}
		t.Rows[r] = row
	}
	return t
}

// none is the list, nil when it is empty.
func none[T any](list []T) []T {
	if len(list) == 0 {
		return nil
	}
	return list
}
