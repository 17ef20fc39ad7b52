package loader

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"os"
	"sync/atomic"
)

// readingVersion is a part of every fingerprint. It is changed when the same file yields different pages.
const readingVersion = "6"

// fingerprint returns a hash of readingVersion, the format, and each file's size and bytes.
func fingerprint(ctx context.Context, format string, paths ...string) (string, error) {
	h := newPrint(format)
	for _, p := range paths {
		if err := hashFile(ctx, h, p); err != nil {
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

var errIrregular = errors.New("not a regular file, which this format needs")

// hashFile adds the size and the bytes of a file: an edit may be anywhere, and keep size and time.
func hashFile(ctx context.Context, h hash.Hash, path string) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() {
		return fmt.Errorf("%s: %w", path, errIrregular)
	}
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }()
	fmt.Fprintf(h, "%d\n", info.Size())
	if _, err := io.Copy(h, &counter{ctx, f, new(atomic.Int64)}); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}

// nonce returns a unique fingerprint for a stream, which can't be compared with other inputs.
func nonce() string { return "stdin-" + rand.Text() }
