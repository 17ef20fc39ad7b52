package onnx

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// download runs pip, which knows the user's index, proxy and certificates. Hashes are required, so that what comes is what
// was tested, wherever it comes from.
func (s Setup) download(ctx context.Context, w wheel, dir string) error {
	python, err := s.python()
	if err != nil {
		return err
	}
	list := filepath.Join(dir, "requirements.txt")
	line := fmt.Sprintf("%s==%s --hash=sha256:%s\n", w.name, Version, w.sha256)
	if err := os.WriteFile(list, []byte(line), 0o600); err != nil {
		return err
	}
	cmd := exec.CommandContext(ctx, python, "-m", "pip", "--disable-pip-version-check", "--no-input", "download", "--quiet",
		"--no-deps", "--only-binary=:all:", "--require-hashes",
		"--implementation", "cp", "--python-version", pythonVersion, "--abi", pythonTag, "--platform", w.platform,
		"--dest", dir, "-r", list)
	cmd.WaitDelay = 5 * time.Second
	var output bytes.Buffer
	cmd.Stdout, cmd.Stderr = &output, &output
	if err := cmd.Run(); err != nil {
		return pipError(python, err, output.String())
	}
	return nil
}

func (s Setup) python() (string, error) {
	names := []string{"python3", "python"}
	if s.Python != "" {
		names = []string{s.Python}
	}
	for _, name := range names {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", fmt.Errorf("no %s on the path: install Python 3 with pip, or name a library in %s", names[0], LibraryVariable)
}

// pipError turns pip's words into what to do.
func pipError(python string, err error, output string) error {
	var exit *exec.ExitError
	said := func(words ...string) bool {
		for _, w := range words {
			if strings.Contains(output, w) {
				return true
			}
		}
		return false
	}
	switch {
	case !errors.As(err, &exit):
		return fmt.Errorf("%s: %w", python, err)
	case said("No module named pip"):
		return fmt.Errorf("%s has no pip: install it (python3-pip, or python3 -m ensurepip)", python)
	case said("DO NOT MATCH THE HASHES"):
		return errors.New("pip got another file than the pinned one (hash mismatch); don't trust the package index or the cache in " +
			"front of it")
	case said("No space left"):
		return errors.New("no space left on the disk")
	case said("NewConnectionError", "Failed to establish", "Temporary failure in name resolution", "Network is unreachable",
		"Max retries exceeded", "ProxyError", "timed out", "Connection refused"):
		return fmt.Errorf("pip reached no package index (the first set-up needs a network): %s", lastError(output))
	}
	return fmt.Errorf("pip failed: %s", lastError(output))
}
