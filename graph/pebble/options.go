package pebble

import (
	"github.com/cockroachdb/pebble/v2"
	"github.com/cockroachdb/pebble/v2/bloom"
	"github.com/cockroachdb/pebble/v2/sstable"
	"github.com/cockroachdb/pebble/v2/vfs"
)

// options are what tests change.
type options struct {
	sortBytes int    // size of each sort buffer of Finish, which has at most three at a time
	fs        vfs.FS // that pebble writes to
}

var usual = options{8 << 20, vfs.Default}

const (
	cacheBytes    = 64 << 20 // of blocks
	memTableBytes = 32 << 20
	tableBytes    = 64 << 20
)

// blockBytes is the size of a block, which is read and decompressed for a page, a head or links. indexBytes is the size
// of a block of a table's index; it is larger, so that most index blocks of a large store stay in the cache.
const (
	blockBytes = 2 << 10
	indexBytes = 32 << 10
)

// packed is the compression of the lowest levels, which have nearly all data, and of the highest, where bodies may
// stay: zstd at its fastest level, with which a store takes two thirds of the space of snappy. Pebble's own zstd
// profile stores blocks that shrink by less than a fifth without compression.
var packed = &sstable.CompressionProfile{
	Name:                "bridgehop",
	DataBlocks:          sstable.BalancedCompression.DataBlocks,
	ValueBlocks:         sstable.BalancedCompression.ValueBlocks,
	OtherBlocks:         sstable.SnappyCompression.OtherBlocks,
	MinReductionPercent: 5,
}

// engine returns pebble's options. The write-ahead log is on, so that after a crash each batch is complete or absent.
// Only Finish waits for the disk.
func (o options) engine(f *failure, readOnly bool) *pebble.Options {
	p := &pebble.Options{
		CacheSize:                   cacheBytes,
		FS:                          gate{o.fs, f},
		FormatMajorVersion:          pebble.FormatColumnarBlocks,
		ReadOnly:                    readOnly,
		ErrorIfNotExists:            readOnly,
		MemTableSize:                memTableBytes,
		MemTableStopWritesThreshold: 4,
		L0CompactionThreshold:       4,
		L0StopWritesThreshold:       24,
		LBaseMaxBytes:               256 << 20,
		BytesPerSync:                1 << 20,
		WALBytesPerSync:             1 << 20,
		MaxOpenFiles:                512,
		Logger:                      f,
		EventListener:               f.listener(),
	}
	for i := range p.Levels {
		p.Levels[i].BlockSize = blockBytes
		p.Levels[i].IndexBlockSize = indexBytes
		p.Levels[i].FilterPolicy = bloom.FilterPolicy(10)
		p.Levels[i].FilterType = sstable.TableFilter
		profile := sstable.SnappyCompression
		if i == 0 || i >= len(p.Levels)-2 {
			profile = packed
		}
		p.Levels[i].Compression = func() *sstable.CompressionProfile { return profile }
	}
	for i := range p.TargetFileSizes {
		p.TargetFileSizes[i] = tableBytes
	}
	p.Experimental.SpanPolicyFunc = kindsApart
	p.EnsureDefaults()
	return p
}

// kindsApart makes pebble store each kind of record in tables of its own. A table with several kinds would overlap the
// tables of all kinds between, so that records that don't change would be rewritten with new ones.
func kindsApart(start []byte) (pebble.SpanPolicy, []byte, error) {
	if len(start) == 0 {
		return pebble.SpanPolicy{}, nil, nil
	}
	return pebble.SpanPolicy{}, []byte{start[0] + 1}, nil
}
