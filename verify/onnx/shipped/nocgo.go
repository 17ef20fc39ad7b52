//go:build !cgo

package shipped

import "embed"

// files is empty: without cgo nothing can run a model.
var files embed.FS
