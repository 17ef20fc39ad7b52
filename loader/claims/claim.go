package claims

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/verify/label"
)

// Claim is a claim or a question, with the data that its file has about it. Missing data is zero.
type Claim struct {
	ID        ID
	Text      string
	Question  bool         // Text is a question, which has an answer and no verdict
	Answer    string       // of a question
	Aliases   []string     // other spellings of Answer (MuSiQue)
	Label     string       // the gold verdict in the file's spelling; empty if there is none
	Scheme    label.Scheme // the data set whose labels and prediction format the file uses; FEVER if unknown
	Format    Format       // that its record was read as; Auto for a row of a table and a line of text
	Hops      int          // as the file counts them, else the distinct pages of the smallest evidence set
	Shape     string       // "2", "3", "path4", "star4", … if the file has it
	Kind      string       // the data set's own type: bridge, comparison, compositional, 3hop1, …
	Level     string       // easy, medium or hard (HotpotQA)
	Challenge string       // FEVEROUS's
	Family    string       // the common source of several claims, as the file names it (HoVer's hpqa_id)

	// Gold has alternative sets of evidence, each of which is sufficient (FEVER and FEVEROUS have several).
	Gold []EvidenceSet
	// GoldTitles are the distinct titles of all sets, cleaned, in order of first appearance.
	GoldTitles []string
	// GoldPassages are the gold paragraphs, if the file has their texts. Two may share a title (MuSiQue).
	GoldPassages []Passage

	// Context are the paragraphs that come with a question, gold ones and others (HotpotQA's distractor setting).
	Context []Passage

	Edges [][2]string // joins of gold pages by title, if the file has them (our own test wiki)
	Steps []Step      // MuSiQue's decomposition, in order
	Place Place
}

// Place is the place of a record in its file.
type Place struct {
	File string
	Line int // counted from 1
}

// String prints the place as file:line.
func (p Place) String() string { return p.File + ":" + strconv.Itoa(p.Line) }

// EvidenceSet proves or refutes a claim as a whole.
type EvidenceSet struct {
	Items   []Evidence
	Context map[string][]string // FEVEROUS: the ids needed to read an element, by its id; never evidence itself
}

// Titles returns the distinct titles of the set, in order of first appearance.
func (s EvidenceSet) Titles() []string {
	var out []string
	for _, e := range s.Items {
		if e.Title != "" {
			out = appendNew(out, e.Title)
		}
	}
	return out
}

// Evidence is an element of an evidence set. Element is zero if the file has only the page, or text without a number.
type Evidence struct {
	Title   string // clean: NFC, spaces for underscores, escapes decoded (see graph.CleanTitle)
	Page    string // the title as the file spells it
	Element graph.Element
	Text    string // text of the element, with anchors for links, if the file has it
}

// ID returns the evidence's id in FEVEROUS's notation, under its clean title.
func (e Evidence) ID() string { return graph.Address{Title: e.Title, Element: e.Element}.String() }

// Passage is a paragraph by title and text.
type Passage struct{ Title, Text string }

// Step is a question of a decomposition (Trivedi et al. 2022, section 3). #1 in Question is the answer of the first
// step.
type Step struct {
	Question, Answer string
	Passage          int // index in GoldPassages of the paragraph that answers it, or -1
}

// Fingerprint returns the passage's name in outputs (graph.Page.Passage).
func (p Passage) Fingerprint() string {
	page := graph.Page{Title: p.Title, Sentences: []graph.Sentence{{Text: p.Text}}}
	return page.Passage()
}

// Group names the claims that must stay together when claims are split at random: the family, else the first
// gold title, else the claim itself.
func (c *Claim) Group() string {
	switch {
	case c.Family != "":
		return c.Family
	case len(c.GoldTitles) > 0:
		return c.GoldTitles[0]
	}
	return c.ID.Key()
}

// ID is a record's id. Raw is the JSON number or the quoted JSON string of its file, empty if it was never set.
type ID struct{ Raw string }

// IsZero reports whether the id was never set.
func (id ID) IsZero() bool { return id.Raw == "" }

// Key returns the id without quotes, so that 7 and "7" are one id: what predictions are paired by.
func (id ID) Key() string {
	var s string
	if json.Unmarshal([]byte(id.Raw), &s) == nil {
		return s
	}
	return id.Raw
}

// String returns Key.
func (id ID) String() string { return id.Key() }

// MarshalJSON writes the id as it was read; null when it was never set.
func (id ID) MarshalJSON() ([]byte, error) {
	if id.IsZero() {
		return []byte("null"), nil
	}
	return []byte(id.Raw), nil
}

// UnmarshalJSON takes a number or a string; null leaves the id unset.
func (id *ID) UnmarshalJSON(b []byte) error {
	s := strings.TrimSpace(string(b))
	switch {
	case s == "null":
		id.Raw = ""
	case s != "" && (s[0] == '"' || s[0] == '-' || s[0] >= '0' && s[0] <= '9'):
		id.Raw = s
	default:
		return fmt.Errorf("id %.40s: want a number or a string", s)
	}
	return nil
}

func appendNew(list []string, s string) []string {
	if slices.Contains(list, s) {
		return list
	}
	return append(list, s)
}

// addSet adds a set of evidence, unless it is empty.
func (c *Claim) addSet(set EvidenceSet) {
	if len(set.Items) > 0 {
		c.Gold = append(c.Gold, set)
	}
}
