//go:build !unix

package batch

import "os"

// lockFile locks nothing where there is no flock.
func lockFile(*os.File) error { return nil }
