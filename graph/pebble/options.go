package pebble

import (
	"github.com/cockroachdb/pebble/v2"
	"github.com/cockroachdb/pebble/v2/bloom"
	"github.com/cockroachdb/pebble/v2/sstable"
	"github.com/cockroachdb/pebble/v2/vfs"
)

// Options sets how much memory a store may take. The zero value is good for most machines.
type Options struct {
	// CacheBytes bounds the cache of blocks read from disk; 64 MiB when 0.
	CacheBytes int64
	// PageBytes bounds the cache of decoded pages, counted as the encoded length and a share for pointers;
	// 64 MiB when 0, none when negative.
	PageBytes int64
	// SortBytes bounds each of the buffers by which Finish sorts (at most three at a time); 8 MiB when 0, 1 GiB at most.
	SortBytes int

	// fs replaces the file system pebble writes to, in tests.
	fs vfs.FS
}

func (o *Options) withDefaults() Options {
	var out Options
	if o != nil {
		out = *o
	}
	if out.CacheBytes == 0 {
		out.CacheBytes = 64 << 20
	}
	if out.PageBytes == 0 {
		out.PageBytes = 64 << 20
	}
	if out.SortBytes == 0 {
		out.SortBytes = 8 << 20
	}
	out.SortBytes = min(max(out.SortBytes, 1<<10), 1<<30)
	if out.fs == nil {
		out.fs = vfs.Default
	}
	return out
}

const (
	memTableBytes = 32 << 20
	tableBytes    = 64 << 20
)

// blockBytes is what is read and unpacked for a page that isn't in the cache, and for its head or its links. indexBytes is how
// much of a table's index is read at a time, which a block is looked up in: parts as small as the blocks would be so many in a
// large store that a page met for the first time often costs one of them, too. With 4 KB for both, reading a page of a
// million introductions cost a tenth to a quarter more processor time, and the store took 34 MB less.
const (
	blockBytes = 2 << 10
	indexBytes = 32 << 10
)

// packed is how the lowest levels, where nearly all of a store ends, and the highest, where bodies may stay, are
// compressed: by zstd at its fastest, which takes
// two thirds of what snappy leaves. pebble's own profile of that kind gives up where zstd takes less than a fifth off.
var packed = &sstable.CompressionProfile{
	Name:                "bridgehop",
	DataBlocks:          sstable.BalancedCompression.DataBlocks,
	ValueBlocks:         sstable.BalancedCompression.ValueBlocks,
	OtherBlocks:         sstable.SnappyCompression.OtherBlocks,
	MinReductionPercent: 5,
}

// engine is how pebble is set up: the write-ahead log is on, so that a batch is whole or absent after a
// crash, but a batch doesn't wait for the disk (only Finish does).
func (o Options) engine(f *failure, readOnly bool) *pebble.Options {
	p := &pebble.Options{
		CacheSize:                   o.CacheBytes,
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

// kindsApart keeps every kind of record in tables of its own. Tables that held several would overlap all those between, so
// that what Finish has just made were written once more beside new records of titles, and bodies, which are only appended,
// with them.
func kindsApart(start []byte) (pebble.SpanPolicy, []byte, error) {
	if len(start) == 0 {
		return pebble.SpanPolicy{}, nil, nil
	}
	return pebble.SpanPolicy{}, []byte{start[0] + 1}, nil
}
