package main

import (
	"compress/bzip2"
	_ "embed"
	"errors"
	"io"
	"os"
)

//go:embed requirements.txt
var requirements string

//go:embed peer.py
var script string

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
