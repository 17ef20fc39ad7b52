package loader

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"os"
)

// readingVersion is a part of every fingerprint. It is changed when the same file yields different pages.
const readingVersion = "4"

// fingerprintEnd is the number of bytes at each end of a file that its fingerprint covers.
const fingerprintEnd = 1 << 20

// fingerprint returns a hash of readingVersion, the format, and each file's size, first and last megabyte.
func fingerprint(format string, paths ...string) (string, error) {
	h := newPrint(format)
	for _, p := range paths {
		if err := hashEnds(h, p); err != nil {
			return "", err
		}
	}
	return printOf(h), nil
}

// newPrint starts a fingerprint; printOf returns it.
func newPrint(format string) hash.Hash {
	h := sha256.New()
	fmt.Fprintf(h, "%s %s\n", readingVersion, format)
	return h
}

func printOf(h hash.Hash) string { return hex.EncodeToString(h.Sum(nil)[:16]) }

func hashEnds(h hash.Hash, path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	size := info.Size()
	fmt.Fprintf(h, "%d\n", size)
	for _, at := range []int64{0, max(fingerprintEnd, size-fingerprintEnd)} {
		_, err := io.Copy(h, io.NewSectionReader(f, at, fingerprintEnd))
		if err != nil && !errors.Is(err, io.EOF) {
			return fmt.Errorf("%s: %w", path, err)
		}
	}
	return nil
}

// nonce returns a unique fingerprint for a stream, which can't be compared with other inputs.
func nonce() string {
	var b [16]byte
	_, _ = rand.Read(b[:]) // never fails (crypto/rand)
	return "stdin-" + hex.EncodeToString(b[:])
}
