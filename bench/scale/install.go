package main

import (
	"compress/bzip2"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"os/exec"
	"path/filepath"
)

//go:embed requirements.txt
var requirements string

//go:embed peer.py
var script string

// install makes a Python environment with the peers in the user's cache, unless these versions are there; it returns
// the interpreter.
func install(ctx context.Context) (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	env := filepath.Join(cache, "bridgehop", fmt.Sprintf("scale-%08x", crc32.ChecksumIEEE([]byte(requirements))))
	python := filepath.Join(env, "bin", "python3")
	wanted := filepath.Join(env, "requirements.txt")
	if _, err := os.Stat(wanted); err == nil {
		return python, nil
	}
	fmt.Fprintln(os.Stderr, "scale: installing the peers into", env)
	if err := command(ctx, "python3", "-m", "venv", env); err != nil {
		return "", err
	}
	partial := wanted + ".new"
	if err := os.WriteFile(partial, []byte(requirements), 0o644); err != nil {
		return "", err
	}
	if err := command(ctx, python, "-m", "pip", "install", "-q", "-r", partial); err != nil {
		return "", err
	}
	return python, os.Rename(partial, wanted)
}

func command(ctx context.Context, name string, args ...string) error {
	if out, err := exec.CommandContext(ctx, name, args...).CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w: %s", name, err, out)
	}
	return nil
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
