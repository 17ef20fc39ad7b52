package gold

import (
	"path/filepath"
	"strings"
)

// Trained reports whether a claim may be learned from. Of a file named dev that is the committed split, of wikispeedia_claims the
// other one, which leaves out claims without evidence. The claims of ../shared/data/multihop and of bench/whole are only measured on.
func (c Claim) Trained() bool {
	switch filepath.Base(filepath.Dir(c.Place.File)) {
	case "multihop", "whole":
		return false
	case "wikispeedia_claims":
		for _, set := range c.Gold {
			for _, e := range set.Items {
				if e.Reported() {
					return false
				}
			}
		}
		return len(c.Gold) > 0
	}
	return !strings.Contains(filepath.Base(c.Place.File), "dev") || c.Claim.Trained()
}
