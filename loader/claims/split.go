package claims

import (
	"crypto/sha256"
	"encoding/binary"
	"slices"
)

// Trained reports whether claims about a page may be used for training, by the committed split of dev files: the first 8 hex digits of the
// SHA-256 of the page's title, in the file's spelling, are below 8 modulo 10 (verify/train/places.py has the same rule).
func Trained(page string) bool {
	return hash(page)%10 < 8
}

// Trained reports the same for a claim, by the page of its first gold evidence; true without evidence.
func (c *Claim) Trained() bool {
	return len(c.Gold) == 0 || len(c.Gold[0].Items) == 0 || Trained(c.Gold[0].Items[0].Page)
}

// HeldBack reports whether a claim is of the tenth that no run of verify/train saw, on whichever side of the split its page is: the
// first 12 hex digits of the SHA-256 of "held " and its text are a multiple of 10 (verify/train/places.py has the same).
func HeldBack(claim string) bool {
	sum := sha256.Sum256([]byte("held " + claim))
	return binary.BigEndian.Uint64(sum[:8])>>16%10 == 0
}

// Reported reports whether figures are reported on claims about a page, by the split of wikispeedia_claims: the first 8 hex digits of the
// SHA-256 of the page's title, in the file's spelling, are 5 or above modulo 10. The page of a claim is the first of its first gold set
// (gold[0][0] in the file, also for NOT ENOUGH INFO).
func Reported(page string) bool {
	return hash(page)%10 >= 5
}

// Learnable reports whether a claim of wikispeedia_claims with these gold pages may be learned from: none of them is of the reported
// side. For a claim of one page it is the opposite of Reported. A claim of several whose first page is not reported, but another one
// is, is on neither side: 17 of EX-FEVER's are, and 4 of FEVER's.
func Learnable(pages ...string) bool { return !slices.ContainsFunc(pages, Reported) }

// MultihopChoosing reports whether settings may be chosen by a claim of multihop/claims.jsonl with this first page, in the file's
// spelling: the first 8 hex digits of the SHA-256 of its title are 0 modulo 4. Nothing is trained on either part of the file.
func MultihopChoosing(page string) bool { return hash(page)%4 == 0 }

// MultihopReported reports whether figures are reported on a claim of multihop/claims.jsonl with this first page: the same digits are
// 2 modulo 4. The file has no other claims.
func MultihopReported(page string) bool { return hash(page)%4 == 2 }

// hash returns the first 8 hex digits of the SHA-256 of a title.
func hash(title string) uint32 {
	sum := sha256.Sum256([]byte(title))
	return binary.BigEndian.Uint32(sum[:4])
}
