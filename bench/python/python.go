// Package python makes the environments that the peers of the benches run in.
//
// bench/peers, which pins tantivy and others in its requirements.txt, asks for Install(ctx, "peers", requirements) and gets
// the interpreter to run its peer.py with.
package python

import (
	"context"
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// Install makes a virtual environment with what the text of a requirements file asks for, in the user's cache, once for each
// text, and returns its interpreter. An environment that was left half made is made again. The error holds what pip said last.
func Install(ctx context.Context, name, requirements string) (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256([]byte(requirements))
	dir := filepath.Join(cache, "bridgehop", fmt.Sprintf("%s-%x", name, sum[:12]))
	interpreter, wanted := filepath.Join(dir, "bin", "python"), filepath.Join(dir, "requirements.txt")
	if _, err := os.Stat(wanted); err == nil {
		return interpreter, nil
	}
	fmt.Fprintf(os.Stderr, "%s: installing the peers into %s\n", name, dir)
	if err := run(ctx, "python3", "-m", "venv", dir); err != nil {
		return "", err
	}
	partial := wanted + ".new"
	if err := os.WriteFile(partial, []byte(requirements), 0o644); err != nil {
		return "", err
	}
	if err := run(ctx, interpreter, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r", partial); err != nil {
		return "", err
	}
	return interpreter, os.Rename(partial, wanted)
}

func run(ctx context.Context, name string, args ...string) error {
	if out, err := exec.CommandContext(ctx, name, args...).CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w: %s", name, err, out[max(0, len(out)-300):])
	}
	return nil
}
