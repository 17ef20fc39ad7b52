package records_test

import (
	"bytes"
	"compress/bzip2"
	"io"
	"testing"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/ulikunitz/xz"

	"github.com/bridgehop/bridgehop/loader/internal/records"
)

// most is how much of a decompressed input is compared.
const most = 1 << 22

// compressed are small files, one of each compression.
func compressed(t testing.TB) (files [][]byte) {
	t.Helper()
	for _, open := range []func(io.Writer) (io.WriteCloser, error){
		func(w io.Writer) (io.WriteCloser, error) { return gzip.NewWriter(w), nil },
		func(w io.Writer) (io.WriteCloser, error) { return xz.NewWriter(w) },
		func(w io.Writer) (io.WriteCloser, error) { return zstd.NewWriter(w) },
	} {
		var b bytes.Buffer
		w, err := open(&b)
		if err == nil {
			_, err = w.Write([]byte("one\ntwo\n"))
		}
		if err == nil {
			err = w.Close()
		}
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, b.Bytes())
	}
	return append(files, []byte(bz))
}

// bz is "one\ntwo\n" as bzip2 writes it.
const bz = "BZh91AY\x26SY\xa7\x14\x2bw\x00\x00\x02\xc1\x80\x00\x10\x02\x01\x84\x80\x20\x00\x21\x80\x0c\x028\xf5\x1b\x8b\xb9\x22\x9c\x28HS\x8a\x15\xbb\x80"

// Whatever a file holds, it is decompressed or refused, and bzip2 is what the standard library returns, if neither
// refuses it.
func FuzzDecompress(f *testing.F) {
	for _, file := range compressed(f) {
		f.Add(file)
		f.Add(append(bytes.Clone(file), file...))
		f.Add(file[:len(file)*2/3])
	}
	f.Add([]byte("\ufeffplain"))
	f.Fuzz(func(t *testing.T, file []byte) {
		got, err := decompressed(file)
		if bytes.HasPrefix(file, []byte("BZh")) && err == nil {
			want, err := io.ReadAll(io.LimitReader(bzip2.NewReader(bytes.NewReader(file)), most))
			if err == nil && !bytes.Equal(got, bytes.TrimPrefix(want, []byte("\ufeff"))) {
				t.Errorf("got %q, want %q", got, want)
			}
		}
	})
}

func decompressed(file []byte) ([]byte, error) {
	r, _, err := records.Decompress(bytes.NewReader(file), bzip2.NewReader)
	if err != nil {
		return nil, err
	}
	return io.ReadAll(io.LimitReader(r, most))
}
