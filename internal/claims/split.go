package claims

import (
	"crypto/sha256"
	"encoding/binary"
	"slices"
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

// Reported tells on which side of the split of wikispeedia_claims a page is: the first 8 hex digits of the SHA-256 of its title, as the
// file spells it, modulo 10, are 5 and above for the pages whose claims figures are reported on. A claim goes by the first page of its
// first gold set (gold[0][0] in the file, which a claim that says NOT ENOUGH INFO has, too).
func Reported(page string) bool {
	sum := sha256.Sum256([]byte(page))
	return binary.BigEndian.Uint32(sum[:4])%10 >= 5
}

// Learnable tells whether a claim of wikispeedia_claims with these gold pages may be learned from: none of them is of the reported
// side. For a claim of one page it is the opposite of Reported. A claim of several whose first page is not reported, but another one
// is, is on neither side: 17 of EX-FEVER's are, and 4 of FEVER's.
func Learnable(pages ...string) bool { return !slices.ContainsFunc(pages, Reported) }
