package main

import (
	"context"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
)

// install makes a virtual environment with what the text of a requirements file asks for, in the user's cache, once for each
// text, and returns its interpreter. An environment that was left half made is made again. The error holds what pip said last.
func install(ctx context.Context, requirements string) (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256([]byte(requirements))
	dir := filepath.Join(cache, "bridgehop", fmt.Sprintf("peers-%x", sum[:12]))
	interpreter, wanted := filepath.Join(dir, "bin", "python"), filepath.Join(dir, "requirements.txt")
	if _, err := os.Stat(wanted); err == nil {
		return interpreter, nil
	}
	fmt.Fprintf(os.Stderr, "peers: installing them into %s\n", dir)
	if err := command(ctx, "python3", "-m", "venv", dir); err != nil {
		return "", err
	}
	partial := wanted + ".new"
	if err := os.WriteFile(partial, []byte(requirements), 0o644); err != nil {
		return "", err
	}
	if err := command(ctx, interpreter, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r", partial); err != nil {
		return "", err
	}
	return interpreter, os.Rename(partial, wanted)
}
