package pebble

import (
	"errors"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"testing"

	"github.com/bridgehop/bridgehop/graph"
)

// Whatever a seal says, it is read or is damage, and names no file outside the folder.
func FuzzSeal(f *testing.F) {
	for _, list := range []string{"", "00000000 000005.sst\n", "00000000 ../format\n", "zz\n", "00000000\n"} {
		f.Add([]byte(list))
	}
	f.Fuzz(func(t *testing.T, list []byte) {
		dir := t.TempDir()
		b := fmt.Appendf(list[:len(list):len(list)], "%08x\n", crc32.Checksum(list, castagnoli))
		if err := os.WriteFile(filepath.Join(dir, sealFile), b, 0o600); err != nil {
			t.Fatal(err)
		}
		sealed, err := readSeal(dir)
		if err != nil && !errors.Is(err, graph.ErrDamaged) {
			t.Error(err)
		}
		for name := range sealed {
			if filepath.Base(name) != name {
				t.Errorf("it names %q", name)
			}
		}
		if err := checkSeal(dir); len(sealed) > 0 && !errors.Is(err, graph.ErrDamaged) {
			t.Errorf("got %v of a seal whose files are lost, want %v", err, graph.ErrDamaged)
		}
	})
}
