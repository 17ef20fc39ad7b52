package claims

import (
	"crypto/sha256"
	"encoding/binary"
)

// Trained tells on which side of the committed split of files named dev the claims about a page are: those that may be trained
// on, or those kept back. It goes by the SHA-256 of the page's title as the file spells it, whose first 8 hex digits modulo 10 are
// below 8 (verify/train/places.py has the same). Of FEVEROUS's claims the page is that of their first evidence.
func Trained(page string) bool {
	sum := sha256.Sum256([]byte(page))
	return binary.BigEndian.Uint32(sum[:4])%10 < 8
}
