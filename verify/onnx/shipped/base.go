package shipped

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

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
	return filepath.Join(cache, "bridgehop", "models", "nli-base"), nil
}

// Place copies a model's files, which lie in one folder, to where Find looks for the larger model, in place of what is there. It is
// copied as a whole or not at all.
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
	for _, file := range files {
		if err := copyFile(filepath.Join(fresh, filepath.Base(file)), file); err != nil {
			return err
		}
	}
	if err := os.Chmod(fresh, 0o755); err != nil {
		return err
	}
	if err := os.RemoveAll(dir); err != nil {
		return err
	}
	return os.Rename(fresh, dir)
}

func copyFile(to, from string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.Create(to)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Close())
}
