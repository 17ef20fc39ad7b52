package shipped

import (
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// baseName is the folder of the larger model.
const baseName = "nli-base"

// published has a line for each file of the larger model that is published: its SHA-256 in hex, two spaces, its name.
//
//go:embed nli-base.sha256
var published string

// Find returns the folder of a model that is named: base is the larger model, where Place has put it, and mini, for which it returns "",
// is the embedded one. Any other name is a folder already. Where the larger model isn't in place, the error is fs.ErrNotExist.
func Find(model string) (string, error) {
	switch model {
	case "mini":
		return "", nil
	case "base":
		dir, err := baseDir()
		if err != nil {
			return "", err
		}
		if _, err := os.Stat(dir); err != nil {
			return "", fmt.Errorf("the larger model isn't in place: %w", err)
		}
		return dir, nil
	}
	return model, nil
}

// baseDir returns where the larger model lies.
func baseDir() (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("find the larger model: %w (set XDG_CACHE_HOME)", err)
	}
	return filepath.Join(cache, "bridgehop", "models", baseName), nil
}

// Place copies a model's files, which lie in one folder, to where Find looks for the larger model, in place of what is there. It is
// copied as a whole or not at all. Where its config.json is the published one and another file isn't, that is damaged, which is an error.
func Place(files []string) (string, error) {
	dir, err := baseDir()
	if err == nil {
		err = place(files, dir)
	}
	if err != nil {
		return "", fmt.Errorf("place the larger model: %w", err)
	}
	return dir, nil
}

func place(files []string, dir string) error {
	if err := os.MkdirAll(filepath.Dir(dir), 0o755); err != nil {
		return err
	}
	fresh, err := os.MkdirTemp(filepath.Dir(dir), ".place-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(fresh)
	isPublished, damaged := false, ""
	for _, file := range files {
		name := filepath.Base(file)
		sum, err := copyFile(filepath.Join(fresh, name), file)
		if err != nil {
			return err
		}
		known := strings.Contains(published, sum+"  "+name+"\n")
		isPublished = isPublished || known && name == "config.json"
		if !known {
			damaged = file
		}
	}
	if isPublished && damaged != "" {
		return fmt.Errorf("%s isn't as it was published with its config.json: copy it again", damaged)
	}
	if err := os.Chmod(fresh, 0o755); err != nil {
		return err
	}
	if err := os.RemoveAll(dir); err != nil {
		return err
	}
	return os.Rename(fresh, dir)
}

// copyFile returns the SHA-256 of what it copied, in hex.
func copyFile(to, from string) (string, error) {
	in, err := os.Open(from)
	if err != nil {
		return "", err
	}
	defer in.Close()
	out, err := os.Create(to)
	if err != nil {
		return "", err
	}
	sum := sha256.New()
	_, err = io.Copy(io.MultiWriter(out, sum), in)
	return hex.EncodeToString(sum.Sum(nil)), errors.Join(err, out.Close())
}
