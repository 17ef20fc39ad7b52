package claims

import (
	"crypto/sha256"
	"encoding/binary"
)

// Trained reports whether claims about the page may be used for training, by the committed split of dev files: the
// first 8 hex digits of the SHA-256 of the page's title, in the file's spelling, are below 8 modulo 10
// (verify/train/places.py has the same rule).
func (e Evidence) Trained() bool { return hash(e.Page)%10 < 8 }

// Trained reports the same for a claim, by the page of its first gold evidence; true without evidence.
func (c *Claim) Trained() bool {
	return len(c.Gold) == 0 || len(c.Gold[0].Items) == 0 || c.Gold[0].Items[0].Trained()
}

// HeldBack reports whether the claim is of the tenth that no run of verify/train saw, on whichever side of the split
// its page is: the first 12 hex digits of the SHA-256 of "held " and its text are a multiple of 10
// (verify/train/places.py has the same).
func (c *Claim) HeldBack() bool {
	sum := sha256.Sum256([]byte("held " + c.Text))
	return binary.BigEndian.Uint64(sum[:8])>>16%10 == 0
}

// Reported reports whether figures are reported on claims about the page, by the split of wikispeedia_claims: the first
// 8 hex digits of the SHA-256 of the page's title, in the file's spelling, are 5 or above modulo 10. The page of a
// claim is the first of its first gold set (gold[0][0] in the file, also for NOT ENOUGH INFO). A claim may be learned
// from if figures are reported on none of its gold pages: 17 of EX-FEVER's claims and 4 of FEVER's, whose first page is
// not reported but another one is, are on neither side.
func (e Evidence) Reported() bool { return hash(e.Page)%10 >= 5 }

// hash returns the first 8 hex digits of the SHA-256 of a title.
func hash(title string) uint32 {
	sum := sha256.Sum256([]byte(title))
	return binary.BigEndian.Uint32(sum[:4])
}
