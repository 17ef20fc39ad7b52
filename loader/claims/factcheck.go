package claims

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/bridgehop/bridgehop/graph"
)

var feverEscapes = strings.NewReplacer("-LRB-", "(", "-RRB-", ")", "-LSB-", "[", "-RSB-", "]",
	"-LCB-", "{", "-RCB-", "}", "-COLON-", ":")

// Title returns the title of a page as files of the format name it: FEVER's "Savages_-LRB-2012_film-RRB-" is "Savages
// (2012 film)".
func (f Format) Title(id string) string {
	if f == Fever {
		id = feverEscapes.Replace(id)
	}
	return graph.CleanTitle(id)
}

// fillFEVER reads [[[annotation, evidence, page, sentence], …], …]: alternative sets, with duplicates, and
// nulls for claims without enough information (Thorne et al. 2018, section 3).
func (in *fields) fillFEVER(c *Claim) error {
	var sets [][][]json.RawMessage
	if len(in.Evidence) > 0 && json.Unmarshal(in.Evidence, &sets) != nil {
		return fmt.Errorf("evidence %.60s: want FEVER's [[[annotation, evidence, page, sentence]]]", in.Evidence)
	}
	known := map[string]bool{}
	for _, lines := range sets {
		set, err := feverSet(lines)
		if err != nil {
			return err
		}
		if key := set.key(); key != "" && !known[key] {
			known[key] = true
			c.Gold = append(c.Gold, set)
		}
	}
	return nil
}

func feverSet(lines [][]json.RawMessage) (EvidenceSet, error) {
	var set EvidenceSet
	seen := map[string]bool{}
	for _, l := range lines {
		if len(l) < 4 {
			return set, fmt.Errorf("evidence %.60s: want [annotation, evidence, page, sentence]", l)
		}
		var page *string
		var n *int
		if json.Unmarshal(l[2], &page) != nil || json.Unmarshal(l[3], &n) != nil {
			return set, fmt.Errorf("evidence page %.60s, sentence %.20s: want a title and a number, or nulls",
				l[2], l[3])
		}
		if page == nil {
			continue
		}
		e := Evidence{Title: Fever.Title(*page), Page: *page}
		if n != nil {
			e.Element = graph.Element{Kind: graph.KindSentence, A: *n}
		}
		if !seen[e.ID()] {
			seen[e.ID()] = true
			set.Items = append(set.Items, e)
		}
	}
	return set, nil
}

func (s EvidenceSet) key() string {
	var b strings.Builder
	for _, e := range s.Items {
		b.WriteString(e.ID() + "\n")
	}
	return b.String()
}

// isHeader reports whether a record is FEVEROUS's first one, with only empty fields.
func (in *fields) isHeader() bool {
	return in.Claim.value == "" && in.ID.value.Key() == "" && in.Label.value == ""
}

// fillFEVEROUS reads [{content: [ids], context: {id: [ids]}}], up to 3 alternative sets, also for claims
// without enough information (Aly et al. 2021, section 3).
func (in *fields) fillFEVEROUS(c *Claim) error {
	var sets []struct {
		Content []string            `json:"content"`
		Context map[string][]string `json:"context"`
	}
	if len(in.Evidence) > 0 && json.Unmarshal(in.Evidence, &sets) != nil {
		return fmt.Errorf("evidence %.60s: want FEVEROUS's [{content, context}]", in.Evidence)
	}
	for _, s := range sets {
		set := EvidenceSet{Context: s.Context}
		for _, id := range s.Content {
			a, err := graph.ParseAddress(id)
			if err != nil {
				return err
			}
			set.Items = append(set.Items, Evidence{Title: graph.CleanTitle(a.Title), Page: a.Title, Element: a.Element})
		}
		c.addSet(set)
	}
	return nil
}

// fillProgramFC reads evidence text: lines of page TAB sentence, without numbers, with [[target|anchor]] links.
func (in *fields) fillProgramFC(c *Claim) error {
	var text string
	if len(in.Evidence) > 0 && json.Unmarshal(in.Evidence, &text) != nil {
		return fmt.Errorf("evidence %.60s: want lines of page TAB sentence", in.Evidence)
	}
	var set EvidenceSet
	for line := range strings.SplitSeq(text, "\n") {
		page, sentence, ok := strings.Cut(line, "\t")
		switch {
		case strings.TrimSpace(line) == "":
		case !ok && len(set.Items) > 0: // a sentence with a line break
			last := &set.Items[len(set.Items)-1]
			last.Text += " " + plainLinks(line)
		case !ok:
			return fmt.Errorf("evidence line %.60q: want page TAB sentence", line)
		default:
			set.Items = append(set.Items, Evidence{Title: graph.CleanTitle(page), Page: page, Text: plainLinks(sentence)})
		}
	}
	c.addSet(set)
	return nil
}

var linkMarkup = regexp.MustCompile(`\[\[([^\[\]|]*)(?:\|([^\[\]]*))?\]\]`)

// plainLinks leaves of [[target|anchor]] the anchor, of [[target]] the target.
func plainLinks(s string) string {
	return linkMarkup.ReplaceAllStringFunc(s, func(m string) string {
		inner := m[2 : len(m)-2]
		if _, anchor, ok := strings.Cut(inner, "|"); ok {
			return anchor
		}
		return strings.ReplaceAll(inner, "_", " ")
	})
}

// fillMultihop reads the pages of a claim, and the sentences that decide it as [title, text]. They are one set, in the
// order of the pages. A page without a sentence is evidence as a whole.
func (in *fields) fillMultihop(c *Claim) error {
	pages, err := in.Pages.need("pages")
	if err != nil {
		return err
	}
	var sentences [][2]string
	if len(in.Evidence) > 0 && json.Unmarshal(in.Evidence, &sentences) != nil {
		return fmt.Errorf("evidence %.60s: want [[title, sentence]]", in.Evidence)
	}
	of := map[string][]string{}
	for _, s := range sentences {
		if !slices.Contains(pages, s[0]) {
			return fmt.Errorf("evidence of page %.60q: want one of the claim's pages", s[0])
		}
		of[s[0]] = append(of[s[0]], s[1])
	}
	var set EvidenceSet
	for _, p := range pages {
		e := Evidence{Title: graph.CleanTitle(p), Page: p}
		for _, e.Text = range of[p] {
			set.Items = append(set.Items, e)
		}
		if len(of[p]) == 0 {
			set.Items = append(set.Items, e)
		}
	}
	c.addSet(set)
	c.Hops = in.Hops.value
	return nil
}
