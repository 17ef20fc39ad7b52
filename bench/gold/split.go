package gold

import (
	"path/filepath"
	"strings"
)

// Trained tells whether a claim may be learned from. Of a file named dev that is the committed split.
func (c Claim) Trained() bool {
	return !strings.Contains(filepath.Base(c.Place.File), "dev") || c.Claim.Trained()
}
