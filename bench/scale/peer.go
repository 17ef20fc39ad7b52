package main

import (
	"bytes"
	"compress/bzip2"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
)

//go:embed requirements.txt
var requirements string

//go:embed peer.py
var script string

// repeat writes the pages of an XML dump several times into one.
func repeat(dump, to string, times int) error {
	b, err := os.ReadFile(dump)
	if err != nil {
		return err
	}
	first, last := bytes.Index(b, []byte("<page>")), bytes.LastIndex(b, []byte("</page>"))
	if first < 0 || last < first {
		return fmt.Errorf("%s: no page", dump)
	}
	last += len("</page>\n")
	out := slices.Clone(b[:first])
	for range times {
		out = append(out, b[first:last]...)
	}
	return os.WriteFile(to, append(out, b[last:]...), 0o644)
}

// unpack decompresses bzip2 and tells how many bytes came out.
func unpack(packed, to string) (n int64, err error) {
	in, err := os.Open(packed)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, in.Close()) }()
	out, err := os.Create(to)
	if err != nil {
		return 0, err
	}
	n, err = io.Copy(out, bzip2.NewReader(in))
	return n, errors.Join(err, out.Close())
}
