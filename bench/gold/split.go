package gold

import (
	"path/filepath"
	"strings"

	"github.com/bridgehop/bridgehop/verify/claims"
)

// Trained tells whether a claim may be learned from. Of a file named dev that is the committed split (claims.Trained).
func (c Claim) Trained() bool {
	return !strings.Contains(filepath.Base(c.Place.File), "dev") || Trained(c.Claim)
}

// Trained is the split of a file named dev, whatever the file is called.
func Trained(c *claims.Claim) bool {
	return len(c.GoldTitles) == 0 || claims.Trained(c.Gold[0].Items[0].Page)
}
