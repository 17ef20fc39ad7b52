package claims

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/bridgehop/bridgehop/loader/internal/records"
)

// decodeRow decodes the columns with the names of JSON fields, and ignores other columns.
func decodeRow(row map[string]string) (*Claim, error) {
	c := &Claim{Text: row["claim"], Label: strings.TrimSpace(row["label"])}
	if strings.TrimSpace(c.Text) == "" {
		return nil, ErrNoClaim
	}
	c.ID = columnID(strings.TrimSpace(cmp.Or(row["id"], row["_id"], row["uid"])))
	c.Hops, _ = strconv.Atoi(strings.TrimSpace(row["num_hops"])) // an extra
	c.Scheme = schemeOfLabel(c.Label)
	return c, nil
}

// columnID returns the id in a column, which is a number if it is a JSON number.
func columnID(s string) ID {
	if n, err := strconv.Atoi(s); s == "" || err == nil && strconv.Itoa(n) == s {
		return ID{s}
	}
	quoted, _ := json.Marshal(s) // a string can't fail
	return ID{string(quoted)}
}

// rows returns the rows of a table, which has this header.
func rows(table *records.Table, header []string) framer {
	_, _ = table.NextLine() // the header; the next read returns an error again
	return func() (record, error) {
		raw, err := table.NextRow()
		rec := newRecord(raw)
		if err != nil || rec.err != nil {
			return rec, err
		}
		fields := records.Fields(string(raw.Data), table.Comma)
		if len(fields) != len(header) {
			rec.err = fmt.Errorf("%d columns, want %d", len(fields), len(header))
			return rec, nil
		}
		rec.row = make(map[string]string, len(fields))
		for i, name := range header {
			column := columnOf(name)
			if _, known := rec.row[column]; known && name != column {
				continue // of several, the one with the exact name counts, else the first
			}
			rec.row[column] = fields[i]
		}
		return rec, nil
	}
}
