package gold

import (
	"crypto/sha256"
	"encoding/binary"

	"github.com/bridgehop/bridgehop/verify/claims"
)

// Trained tells whether a claim of a file named dev may be learned from: the committed split, by the SHA-256 of the
// first gold title, whose first 8 hex digits modulo 10 are below 8 (verify/train/places.py has the same).
func Trained(c *claims.Claim) bool {
	if len(c.GoldTitles) == 0 {
		return true
	}
	sum := sha256.Sum256([]byte(c.GoldTitles[0]))
	return binary.BigEndian.Uint32(sum[:4])%10 < 8
}
