package neo4j

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"runtime"
	"sync"

	"github.com/klauspost/compress/zstd"
	"github.com/vmihailenco/msgpack/v5"

	"github.com/bridgehop/bridgehop/graph"
)

// recordVersion is the first character of every page record. The rest is msgpack of the graph.Page with structs as arrays, compressed by
// zstd, in base64, which needs no escapes in CSV files.
const recordVersion = "1"

// coder returns the compressor and decompressor, which are made on first use.
var coder = sync.OnceValues(func() (*zstd.Encoder, *zstd.Decoder) {
	e, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(runtime.GOMAXPROCS(0)),
		zstd.WithZeroFrames(true))
	if err != nil {
		return nil, nil // only wrong options fail
	}
	d, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(0), zstd.WithDecoderMaxMemory(1<<30))
	if err != nil {
		return e, nil
	}
	return e, d
})

// packPage returns the page's uncompressed record. Equal pages have equal records.
func packPage(p *graph.Page) ([]byte, error) {
	var b bytes.Buffer
	e := msgpack.NewEncoder(&b)
	e.UseArrayEncodedStructs(true)
	e.UseCompactInts(true)
	if err := e.Encode(p.Clone()); err != nil {
		return nil, fmt.Errorf("encode page: %w", err)
	}
	return b.Bytes(), nil
}

// encodePage returns the page's record as it is stored.
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
