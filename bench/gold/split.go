package gold

import (
	"crypto/sha256"
	"encoding/binary"
	"path/filepath"
	"strings"
)

// Trained reports whether a claim may be learned from. Of a file named dev that is the committed split by the page of its first gold
// evidence (TrainedPage), of wikispeedia_claims the other one, which leaves out claims without evidence. The claims of
// ../shared/data/multihop and of bench/whole are only measured on.
func (c Claim) Trained() bool {
	switch filepath.Base(filepath.Dir(c.Place.File)) {
	case "multihop", "whole":
		return false
	case "wikispeedia_claims":
		for _, set := range c.Gold {
			for _, e := range set.Items {
				if ReportedPage(e.Page) {
					return false
				}
			}
		}
		return len(c.Gold) > 0
	}
	return !strings.Contains(filepath.Base(c.Place.File), "dev") ||
		len(c.Gold) == 0 || len(c.Gold[0].Items) == 0 || TrainedPage(c.Gold[0].Items[0].Page)
}

// TrainedPage reports whether claims about a page may be used for training, by the committed split of dev files: the
// first 8 hex digits of the SHA-256 of the page's title, in the file's spelling, are below 8 modulo 10
// (verify/train/places.py has the same rule).
func TrainedPage(title string) bool { return hash(title)%10 < 8 }

// HeldBack reports whether a claim is of the tenth that no run of verify/train saw, on whichever side of the split
// its page is: the first 12 hex digits of the SHA-256 of "held " and its text are a multiple of 10
// (verify/train/places.py has the same).
func (c Claim) HeldBack() bool {
	sum := sha256.Sum256([]byte("held " + c.Text))
	return binary.BigEndian.Uint64(sum[:8])>>16%10 == 0
}

// ReportedPage reports whether figures are reported on claims about a page, by the split of wikispeedia_claims: the first
// 8 hex digits of the SHA-256 of the page's title, in the file's spelling, are 5 or above modulo 10. The page of a
// claim is the first of its first gold set (gold[0][0] in the file, also for NOT ENOUGH INFO). A claim may be learned
// from if figures are reported on none of its gold pages: 17 of EX-FEVER's claims and 4 of FEVER's, whose first page is
// not reported but another one is, are on neither side.
func ReportedPage(title string) bool { return hash(title)%10 >= 5 }

// hash returns the first 8 hex digits of the SHA-256 of a title.
func hash(title string) uint32 {
	sum := sha256.Sum256([]byte(title))
	return binary.BigEndian.Uint32(sum[:4])
}
