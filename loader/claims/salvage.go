package claims

import (
	"encoding/json"

	"github.com/bridgehop/bridgehop/verify/label"
)

// salvage returns the id and the text of a bad record, so that it can still be answered. It returns nil if one of them can't be read; the
// text may be empty.
func salvage(rec record, f Format, fixed bool) *Claim {
	var in struct {
		ID    json.RawMessage `json:"id"`
		OldID json.RawMessage `json:"_id"`
		UID   json.RawMessage `json:"uid"`

		Claim    json.RawMessage `json:"claim"`
		Question json.RawMessage `json:"question"`
		Text     json.RawMessage `json:"text"`
		Label    json.RawMessage `json:"label"`
	}
	if rec.raw == nil || json.Unmarshal(rec.raw, &in) != nil {
		return nil
	}
	c := &Claim{}
	for _, raw := range []json.RawMessage{in.ID, in.OldID, in.UID} {
		if c.ID.IsZero() && (len(raw) == 0 || json.Unmarshal(raw, &c.ID) != nil) {
			c.ID = ID{}
		}
	}
	words := false
	for i, raw := range []json.RawMessage{in.Claim, in.Text, in.Question} {
		if c.Text != "" || len(raw) == 0 || json.Unmarshal(raw, &c.Text) != nil {
			continue
		}
		words, c.Question = true, i == 2
	}
	if c.ID.IsZero() || !words {
		return nil
	}
	if json.Unmarshal(in.Label, &c.Label) != nil {
		c.Label = ""
	}
	if !fixed {
		f = formatOfRecord(rec, f)
	}
	c.Scheme = f.scheme(c.Label)
	return c
}

// scheme returns the data set whose labels a file of the format uses.
func (f Format) scheme(written string) label.Scheme {
	switch f {
	case Hover:
		return label.HoVer
	case Feverous, formatProgramFC:
		return label.FEVEROUS
	case Fever, formatSymmetric, formatFM2, Multihop, HotpotQA, formatTwoWiki, formatMuSiQue:
		return label.FEVER
	}
	return schemeOfLabel(written)
}
