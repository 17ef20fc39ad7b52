package claims

import (
	"fmt"
	"strings"

	"github.com/bridgehop/bridgehop/graph"
)

func decodeRow(row map[string]string) (*Claim, error) {
	if csvFormatOf(row) == First500 {
		return decodeFirst500(row)
	}
	return decodeEXFever(row)
}

// decodeEXFever reads a claim with its chain of pages, a Python list of titles.
func decodeEXFever(row map[string]string) (*Claim, error) {
	c := &Claim{Text: row["claim"], Label: row["label"], Scheme: FEVER}
	if strings.TrimSpace(c.Text) == "" {
		return nil, ErrNoClaim
	}
	pages, err := pythonList(row["golden entity"])
	if err != nil {
		return nil, fmt.Errorf("golden entity: %w", err)
	}
	c.addPages(pages)
	c.Chained = true
	if anchors, err := pythonList(row["mention"]); err == nil { // an extra of the file, which a claim is whole without
		c.Anchors = anchors
	}
	c.finish()
	return c, nil
}

// decodeFirst500 takes one question from its row of BM25 or another method in the pooled setting; the row of
// the setting "per_question" repeats it.
func decodeFirst500(row map[string]string) (*Claim, error) {
	if row["setting"] != "" && row["setting"] != "pooled" {
		return nil, nil
	}
	c := &Claim{ID: TextID(row["example_id"]), Text: row["question"], Question: true, Kind: row["question_type"],
		Level: row["level"], Scheme: None}
	if strings.TrimSpace(c.Text) == "" {
		return nil, ErrNoClaim
	}
	var pages []string
	for p := range strings.SplitSeq(row["gold_titles"], " | ") {
		if p = strings.TrimSpace(p); p != "" {
			pages = append(pages, p)
		}
	}
	c.addPages(pages)
	c.finish()
	return c, nil
}

// addPages adds one evidence set of whole pages.
func (c *Claim) addPages(pages []string) {
	var set EvidenceSet
	for _, p := range pages {
		set.Items = append(set.Items, Evidence{Title: graph.CleanTitle(p), Page: p})
	}
	if len(set.Items) > 0 {
		c.Gold = []EvidenceSet{set}
	}
}

// pythonList reads what Python prints for a list of strings: ['a', "it's", 'b\'c'].
func pythonList(s string) ([]string, error) {
	s = strings.TrimSpace(s)
	if s == "" {
		return nil, nil
	}
	if !strings.HasPrefix(s, "[") || !strings.HasSuffix(s, "]") {
		return nil, fmt.Errorf("%.40q: want a list in brackets", s)
	}
	var out []string
	rest := strings.TrimSpace(s[1 : len(s)-1])
	for rest != "" {
		item, after, err := pythonString(rest)
		if err != nil {
			return nil, err
		}
		out = append(out, item)
		rest = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(after), ","))
	}
	return out, nil
}

func pythonString(s string) (item, rest string, err error) {
	quote := s[0]
	if quote != '\'' && quote != '"' {
		return "", "", fmt.Errorf("%.40q: want a quoted string", s)
	}
	var b strings.Builder
	for i := 1; i < len(s); i++ {
		switch {
		case s[i] == '\\' && i+1 < len(s):
			i++
			b.WriteByte(pythonEscape(s[i]))
		case s[i] == quote:
			return b.String(), s[i+1:], nil
		default:
			b.WriteByte(s[i])
		}
	}
	return "", "", fmt.Errorf("%.40q: the string does not end", s)
}

func pythonEscape(c byte) byte {
	switch c {
	case 'n':
		return '\n'
	case 't':
		return '\t'
	}
	return c
}
