package neo4j

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"

	"github.com/klauspost/compress/zstd"
	"github.com/vmihailenco/msgpack/v5"

	"github.com/bridgehop/bridgehop/graph"
)

// recordVersion is the first character of every page record. The rest is msgpack of the graph.Page with structs as
// arrays, compressed by zstd, in base64, which needs no escapes in CSV files.
const recordVersion = "1"

// Only wrong options make these fail.
var (
	compressor = sync.OnceValue(func() *zstd.Encoder {
		e, _ := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest),
			zstd.WithEncoderConcurrency(runtime.GOMAXPROCS(0)), zstd.WithZeroFrames(true))
		return e
	})
	decompressor = sync.OnceValue(func() *zstd.Decoder {
		d, _ := zstd.NewReader(nil, zstd.WithDecoderConcurrency(0), zstd.WithDecoderMaxMemory(1<<30))
		return d
	})
)

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

// recordOf returns the record that packPage packed.
func recordOf(packed []byte) string {
	return recordVersion + base64.RawStdEncoding.EncodeToString(compressor().EncodeAll(packed, nil))
}

// errRecord: a page's record can't be read.
var errRecord = errors.New("page record")

// pageOf reads the page in the columns id and record. Its errors wrap errRecord.
func pageOf(r record) (*graph.Page, error) {
	var page graph.Page
	packed, ok := strings.CutPrefix(str(r, "record"), recordVersion)
	z, err := base64.RawStdEncoding.DecodeString(packed)
	if !ok {
		err = graph.ErrFormat
	}
	if err == nil {
		z, err = decompressor().DecodeAll(z, nil)
	}
	if err == nil {
		err = msgpack.Unmarshal(z, &page)
	}
	if err != nil {
		return nil, fmt.Errorf("page %s: %w: %w", str(r, "id"), errRecord, err)
	}
	return &page, nil
}
