package gold

import (
	"path/filepath"
	"strings"

	"github.com/bridgehop/bridgehop/loader/claims"
)

// Trained reports whether a claim may be learned from. Of a file named dev that is the committed split, of wikispeedia_claims the
// other one, which leaves out claims without evidence.
func (c Claim) Trained() bool {
	if filepath.Base(filepath.Dir(c.Place.File)) == "wikispeedia_claims" {
		for _, set := range c.Gold {
			for _, e := range set.Items {
				if !claims.Learnable(e.Page) {
					return false
				}
			}
		}
		return len(c.Gold) > 0
	}
	return !strings.Contains(filepath.Base(c.Place.File), "dev") || c.Claim.Trained()
}
