//go:build !unix

package batch

import "os"

// lockFile does nothing on systems without flock.
func lockFile(*os.File) error { return nil }
