package records

import (
	"bufio"
	"bytes"
	"compress/bzip2"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"iter"
	"runtime"

	"github.com/bridgehop/bridgehop/graph/ordered"
)

// The 48 bits at the start of a block and at the end of a stream. They need not start at a byte.
const (
	bzBlockMagic = 0x314159265359
	bzEndMagic   = 0x177245385090
	bzMagicMask  = 1<<48 - 1
)

// maxBzBlock is more than the largest size of a compressed block, which has 900,000 bytes before compression.
const maxBzBlock = 2 << 20

// bzCutter splits bzip2 into its blocks and makes a stream of each. It searches the bits at the start of a block. They occur in other data
// by chance once in 35 terabytes; such a file is refused.
type bzCutter struct {
	r     *bufio.Reader
	level byte   // '1' to '9'; 0 between streams
	buf   []byte // from the byte in which the block begins
	bit   int    // the first bit of the block in that byte
	last  uint64 // the last eight bytes read
	sum   uint32 // the checksum of the stream's blocks so far
	any   bool   // a stream has been read
}

// blocks yields all blocks, and then an error, if there was one.
func (c *bzCutter) blocks(yield func(bzBlock) bool) {
	for {
		stream, err := c.next()
		if AtEnd(err) {
			return
		}
		if !yield(bzBlock{stream, err}) || err != nil {
			return
		}
	}
}

// next returns the next block as a stream of its own, and io.EOF after the last.
func (c *bzCutter) next() ([]byte, error) {
	for {
		if c.level == 0 {
			if err := c.header(); err != nil {
				return nil, err
			}
		}
		if c.bits(c.bit, 48) != bzEndMagic {
			return c.block()
		}
		if err := c.trailer(); err != nil {
			return nil, err
		}
	}
}

// header reads the header of a stream and the 48 bits after it.
func (c *bzCutter) header() error {
	var h [4]byte
	n, err := io.ReadFull(c.r, h[:])
	if n == 0 && errors.Is(err, io.EOF) && c.any {
		return io.EOF
	}
	if err != nil {
		return Unexpected(err)
	}
	if h[0] != 'B' || h[1] != 'Z' || h[2] != 'h' || h[3] < '1' || h[3] > '9' {
		return bzip2.StructuralError("bad magic value")
	}
	c.level, c.buf, c.bit, c.last, c.sum, c.any = h[3], nil, 0, 0, 0, true
	for range 6 {
		if err := c.more(); err != nil {
			return err
		}
	}
	if v := c.last & bzMagicMask; v != bzBlockMagic && v != bzEndMagic {
		return bzip2.StructuralError("no block behind the header")
	}
	return nil
}

// block reads the block at the start of the buffer, up to the magic after it.
func (c *bzCutter) block() ([]byte, error) {
	end, err := c.magic()
	if err != nil {
		return nil, err
	}
	if end-c.bit < 48+32 {
		return nil, bzip2.StructuralError("block without content")
	}
	crc := uint32(c.bits(c.bit+48, 32))
	c.sum = (c.sum<<1 | c.sum>>31) ^ crc
	out := append(make([]byte, 0, len(c.buf)+32), 'B', 'Z', 'h', c.level)
	for at := c.bit; at < end; at += 8 {
		out = append(out, byte(c.bits(at, 8)))
	}
	out = endStream(out, (end-c.bit)%8, crc)
	c.buf, c.bit = append([]byte(nil), c.buf[end/8:]...), end%8
	return out, nil
}

// endStream appends the end of a stream, magic and checksum, to a block. Bits is the number of bits used of the block's last byte; 0
// means all. Nothing follows, because a decoder would search the next stream there.
func endStream(out []byte, bits int, crc uint32) []byte {
	var tail [10]byte
	binary.BigEndian.PutUint64(tail[:], bzEndMagic<<16)
	binary.BigEndian.PutUint32(tail[6:], crc)
	if bits == 0 {
		return append(out, tail[:]...)
	}
	out[len(out)-1] &= 0xff << (8 - bits)
	for _, b := range tail {
		out[len(out)-1] |= b >> bits
		out = append(out, b<<(8-bits))
	}
	return out
}

// trailer reads the checksum of a stream and verifies it.
func (c *bzCutter) trailer() error {
	for len(c.buf)*8 < c.bit+48+32 {
		if err := c.more(); err != nil {
			return err
		}
	}
	if uint32(c.bits(c.bit+48, 32)) != c.sum {
		return bzip2.StructuralError("file checksum mismatch")
	}
	c.level = 0 // the rest of the last byte is padding
	return nil
}

// magic reads up to the next magic, and returns the bit of the buffer at which it begins.
func (c *bzCutter) magic() (int, error) {
	for {
		if len(c.buf) > maxBzBlock {
			return 0, bzip2.StructuralError("block too long")
		}
		if err := c.more(); err != nil {
			return 0, err
		}
		for shift := 7; shift >= 0; shift-- {
			v := c.last >> shift & bzMagicMask
			if at := len(c.buf)*8 - shift - 48; (v == bzBlockMagic || v == bzEndMagic) && at >= 0 {
				return at, nil
			}
		}
	}
}

// more reads a byte. The end of the file is unexpected here.
func (c *bzCutter) more() error {
	b, err := c.r.ReadByte()
	if err != nil {
		return Unexpected(err)
	}
	c.buf, c.last = append(c.buf, b), c.last<<8|uint64(b)
	return nil
}

// bits returns n bits of the buffer, at most 48, with zeros after its end.
func (c *bzCutter) bits(at, n int) uint64 {
	var v uint64
	for i := range 8 {
		v <<= 8
		if k := at/8 + i; k < len(c.buf) {
			v |= uint64(c.buf[k])
		}
	}
	return v << (at % 8) >> (64 - n)
}

// blockAhead is the number of decompressed bytes kept of a block. The content of a crafted block can have 46 MB.
const blockAhead = 1 << 20

// parallelBytes is the least size of a file that is decompressed in parallel. Of small files, several are read at once anyway.
const parallelBytes = 1 << 20

// Bunzip decompresses one or more consecutive bzip2 streams, block by block on all processors. It returns no byte of a block with a wrong
// checksum. Stop must be called at the end.
//
// Each block is decompressed by compress/bzip2 as a stream of its own.
func Bunzip(ctx context.Context, r io.Reader) (z io.Reader, stop func()) {
	head := make([]byte, parallelBytes)
	n, err := io.ReadFull(r, head)
	r = io.MultiReader(bytes.NewReader(head[:n]), r)
	if err != nil {
		return blockByBlock(ctx, r), func() {}
	}
	cut := &bzCutter{r: bufio.NewReaderSize(r, 1<<16)}
	next, stop := iter.Pull(ordered.Map(ctx, cut.blocks, runtime.GOMAXPROCS(0), decompress))
	return &bunzipper{ctx: ctx, next: next}, stop
}

// blockByBlock is Bunzip on one processor.
func blockByBlock(ctx context.Context, r io.Reader) io.Reader {
	cut := &bzCutter{r: bufio.NewReaderSize(r, 1<<16)}
	return &bunzipper{ctx: ctx, next: func() (io.Reader, bool) {
		stream, err := cut.next()
		return decompress(ctx, bzBlock{stream, err}), !AtEnd(err)
	}}
}

// bzBlock is a block as a stream of its own, or an error.
type bzBlock struct {
	stream []byte
	err    error
}

// decompress returns the content of a block after verifying its checksum. Only the first blockAhead bytes are kept in memory; the rest of a
// longer block is decompressed a second time.
func decompress(_ context.Context, b bzBlock) io.Reader {
	if b.err != nil {
		return failed{b.err}
	}
	block := func() io.Reader { return wholeBlock{bzip2.NewReader(bytes.NewReader(b.stream))} }
	ahead, rest := &bytes.Buffer{}, block()
	_, err := io.CopyN(ahead, rest, blockAhead)
	if errors.Is(err, io.EOF) {
		return ahead
	}
	if err == nil {
		_, err = io.Copy(io.Discard, rest)
	}
	if err != nil {
		return failed{err}
	}
	rest = block()
	_, _ = io.CopyN(io.Discard, rest, blockAhead) // which went well before
	return io.MultiReader(ahead, rest)
}

// failed is a reader that returns only an error.
type failed struct{ err error }

// Read implements io.Reader.
func (f failed) Read([]byte) (int, error) { return 0, f.err }

// wholeBlock reads a block. If the block ends too early, it is damaged; io.ErrUnexpectedEOF would mean that the file is cut short.
type wholeBlock struct{ r io.Reader }

// Read implements io.Reader.
func (b wholeBlock) Read(p []byte) (int, error) {
	n, err := b.r.Read(p)
	if errors.Is(err, io.ErrUnexpectedEOF) {
		err = bzip2.StructuralError("block ends early")
	}
	return n, err
}

// bunzipper concatenates the blocks.
type bunzipper struct {
	ctx   context.Context
	next  func() (io.Reader, bool)
	block io.Reader
}

// Read implements io.Reader.
func (b *bunzipper) Read(p []byte) (int, error) {
	for {
		if err := b.ctx.Err(); err != nil {
			return 0, err
		}
		if b.block == nil {
			var ok bool
			if b.block, ok = b.next(); !ok {
				return 0, io.EOF
			}
		}
		n, err := b.block.Read(p)
		if n > 0 || err == nil {
			return n, nil
		}
		if !errors.Is(err, io.EOF) {
			return 0, err
		}
		b.block = nil
	}
}
