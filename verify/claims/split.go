package claims

import (
	"crypto/sha256"
	"encoding/binary"
)

// Trained tells on which side of the committed split of files named dev the claims about a page are: those that may be trained
// on, or those kept back. It goes by the SHA-256 of the page's title as the file spells it, whose first 8 hex digits modulo 10 are
// below 8 (verify/train/places.py has the same).
func Trained(page string) bool {
	sum := sha256.Sum256([]byte(page))
	return binary.BigEndian.Uint32(sum[:4])%10 < 8
}

// Trained tells the same of a claim, by the page of its first gold evidence; one without may be trained on.
func (c *Claim) Trained() bool {
	return len(c.Gold) == 0 || len(c.Gold[0].Items) == 0 || Trained(c.Gold[0].Items[0].Page)
}

// HeldBack tells whether a claim is of the tenth that no run of verify/train saw, on whichever side of the split its page is: the
// first 12 hex digits of the SHA-256 of "held " and its text are a multiple of 10 (verify/train/places.py has the same).
func HeldBack(claim string) bool {
	sum := sha256.Sum256([]byte("held " + claim))
	return binary.BigEndian.Uint64(sum[:8])>>16%10 == 0
}
