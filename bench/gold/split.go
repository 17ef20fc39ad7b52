package gold

import (
	"crypto/sha256"
	"encoding/binary"
	"path/filepath"
	"strings"

	"github.com/bridgehop/bridgehop/verify/claims"
)

// Trained tells whether a claim may be learned from. Of a file named dev that is the committed split, by the SHA-256 of the
// first gold title, whose first 8 hex digits modulo 10 are below 8 (verify/train/places.py has the same).
func (c Claim) Trained() bool {
	return !strings.Contains(filepath.Base(c.Place.File), "dev") || Trained(c.Claim)
}

// Trained is the split of a file named dev, whatever the file is called.
func Trained(c *claims.Claim) bool {
	if len(c.GoldTitles) == 0 {
		return true
	}
	sum := sha256.Sum256([]byte(c.GoldTitles[0]))
	return binary.BigEndian.Uint32(sum[:4])%10 < 8
}
