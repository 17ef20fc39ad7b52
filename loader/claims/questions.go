package claims

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/bridgehop/bridgehop/graph"
)

// fillQuestion reads HotpotQA's and 2WikiMultihopQA's fields; context is [[title, [sentences]]].
func (in *fields) fillQuestion(c *Claim) error {
	var context [][2]json.RawMessage
	if len(in.Context) > 0 {
		if err := json.Unmarshal(in.Context, &context); err != nil {
			return fmt.Errorf("context: want [[title, [sentences]], …]: %w", jsonError("", err))
		}
	}
	text := map[string][]string{}
	for _, p := range context {
		var title string
		var sentences []string
		if json.Unmarshal(p[0], &title) != nil || json.Unmarshal(p[1], &sentences) != nil {
			return errors.New("context: want [[title, [sentences]], …]")
		}
		c.Context = append(c.Context, Passage{graph.CleanTitle(title), strings.Join(sentences, " ")})
		if _, twice := text[title]; !twice {
			text[title] = sentences
		}
	}
	facts, err := in.Facts.need("supporting_facts")
	if err != nil {
		return err
	}
	c.addFacts(facts, text)
	return nil
}

// addFacts adds an evidence set of [title, sentence] pairs, with texts and whole passages if there are any.
func (c *Claim) addFacts(facts []fact, text map[string][]string) {
	var set EvidenceSet
	seen := map[fact]bool{}
	passages := map[string]bool{}
	for _, f := range facts {
		if seen[f] {
			continue
		}
		seen[f] = true
		sentence := graph.Element{Kind: graph.KindSentence, A: f.n}
		e := Evidence{Title: graph.CleanTitle(f.title), Page: f.title, Element: sentence}
		sentences, ok := text[f.title]
		if f.n >= 0 && f.n < len(sentences) {
			e.Text = sentences[f.n]
		}
		if ok && !passages[f.title] {
			passages[f.title] = true
			c.GoldPassages = append(c.GoldPassages, Passage{Title: e.Title, Text: strings.Join(sentences, " ")})
		}
		set.Items = append(set.Items, e)
	}
	c.addSet(set)
}

var musiqueID = regexp.MustCompile(`^([234])hop[0-9]*`)

// fillMuSiQue reads the hops from the id (2hop__…, 3hop1__…), and the paragraphs that support.
func (in *fields) fillMuSiQue(c *Claim) error {
	paragraphs, err := in.Paragraphs.need("paragraphs")
	if err != nil {
		return err
	}
	if m := musiqueID.FindStringSubmatch(c.ID.Key()); m != nil {
		c.Hops, _ = strconv.Atoi(m[1])
		c.Kind = m[0]
	}
	var set EvidenceSet
	at := map[int]int{}
	for _, p := range paragraphs {
		title := graph.CleanTitle(p.Title)
		c.Context = append(c.Context, Passage{title, p.Text})
		if !p.Supporting {
			continue
		}
		at[p.Number] = len(c.GoldPassages)
		set.Items = append(set.Items, Evidence{Title: title, Page: p.Title, Text: p.Text})
		c.GoldPassages = append(c.GoldPassages, Passage{Title: title, Text: p.Text})
	}
	c.addSet(set)
	for _, q := range in.Steps.value {
		s := Step{Question: q.Question, Answer: q.Answer, Passage: -1}
		if q.Support != nil {
			if i, ok := at[*q.Support]; ok {
				s.Passage = i
			}
		}
		c.Steps = append(c.Steps, s)
	}
	return nil
}

// Given returns the pages of a store that are the paragraphs of Context: those of their titles, of several the one with
// the text.
func (c *Claim) Given(ctx context.Context, r graph.Reader) ([]graph.PageID, error) {
	titles := make([]string, len(c.Context))
	for i, p := range c.Context {
		titles[i] = p.Title
	}
	found, err := r.Lookup(ctx, titles)
	if err != nil {
		return nil, fmt.Errorf("look up paragraphs: %w", err)
	}
	var out []graph.PageID
	for i, ids := range found {
		if len(ids) > 1 {
			pages, err := r.Pages(ctx, ids)
			if err != nil {
				return nil, fmt.Errorf("read paragraphs: %w", err)
			}
			for _, p := range pages {
				if p != nil && p.Passage() == c.Context[i].Fingerprint() {
					ids = []graph.PageID{p.ID()}
				}
			}
		}
		out = append(out, ids...)
	}
	return out, nil
}
