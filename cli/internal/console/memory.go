package console

import (
	"os"
	"runtime/debug"
)

// gcPercent lets the heap grow to three times the live memory between two collections. A load or a batch keeps only some 10 MB alive, for
// which the default collects many times a second.
const gcPercent = 200

// CollectLess makes the garbage collector run less often until the function that it returns is called. It changes nothing if the user
// has set GOGC.
func CollectLess() (restore func()) {
	if os.Getenv("GOGC") != "" {
		return func() {}
	}
	before := debug.SetGCPercent(gcPercent)
	return func() { debug.SetGCPercent(before) }
}
