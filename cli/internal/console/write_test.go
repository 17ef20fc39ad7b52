package console_test

import (
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/bridgehop/bridgehop/cli/internal/console"
)

// A file keeps its mode, a link stays a link, and a device stays what it is.
func TestWriteWhole(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	write := func(name string) {
		t.Helper()
		if err := console.WriteWhole(name, func(w io.Writer) error { _, err := io.WriteString(w, "new"); return err }); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
	if err := os.WriteFile(at("secret"), []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	for link, to := range map[string]string{"link": "secret", "ahead": "later"} {
		if err := os.Symlink(to, at(link)); err != nil {
			t.Skip(err)
		}
	}
	for name, to := range map[string]string{"secret": "secret", "link": "secret", "ahead": "later", "fresh": "fresh"} {
		write(at(name))
		if b, err := os.ReadFile(at(to)); string(b) != "new" {
			t.Errorf("%s: %s has %q, %v", name, to, b, err)
		}
	}
	if info, err := os.Stat(at("secret")); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the mode is %v, %v", info, err)
	}
	for _, link := range []string{"link", "ahead"} {
		if info, err := os.Lstat(at(link)); err != nil || info.Mode()&os.ModeSymlink == 0 {
			t.Errorf("%s is no link any more: %v, %v", link, info, err)
		}
	}
	write(os.DevNull)
	if info, err := os.Stat(os.DevNull); err != nil || info.Mode()&os.ModeDevice == 0 {
		t.Errorf("%s: %v, %v", os.DevNull, info, err)
	}
}
