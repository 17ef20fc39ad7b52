package main

import (
	"context"
	"crypto/sha256"
	_ "embed"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

//go:embed requirements.txt
var requirements string

//go:embed peer.py
var script string

// install makes a Python environment with the peers, in the user's cache, once for each set of versions; it returns its
// interpreter.
func install(ctx context.Context) (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	dir := filepath.Join(cache, "bridgehop", fmt.Sprintf("peers-%x", sha256.Sum256([]byte(requirements)))[:30])
	python, done := filepath.Join(dir, "bin", "python"), filepath.Join(dir, "installed")
	if _, err := os.Stat(done); err == nil {
		return python, nil
	}
	fmt.Fprintln(os.Stderr, "peers: installing into", dir)
	if err := os.MkdirAll(filepath.Dir(dir), 0o755); err != nil {
		return "", err
	}
	list := filepath.Join(filepath.Dir(dir), filepath.Base(dir)+".txt")
	if err := os.WriteFile(list, []byte(requirements), 0o644); err != nil {
		return "", err
	}
	for _, args := range [][]string{
		{"python3", "-m", "venv", dir},
		{python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r", list},
	} {
		if out, err := exec.CommandContext(ctx, args[0], args[1:]...).CombinedOutput(); err != nil {
			return "", fmt.Errorf("%s: %w: %s", args[0], err, out[max(0, len(out)-300):])
		}
	}
	return python, os.WriteFile(done, nil, 0o644)
}
