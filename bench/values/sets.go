package main

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"github.com/bridgehop/bridgehop/loader/claims"
	"github.com/bridgehop/bridgehop/verify/label"
	"github.com/bridgehop/bridgehop/verify/values"
)

// labelled is a claim beside its gold evidence.
type labelled struct {
	claim string
	pages []values.Page
	label label.Label
	kept  bool // of the side that nothing was learned from
}

func (l *labelled) holds() bool { return l.label == label.Supported }

// truth is the label of a claim that holds, or doesn't.
func truth(holds bool) label.Label {
	if holds {
		return label.Supported
	}
	return label.Refuted
}

// say adds a sentence to the last page, or to a new one where the title is another.
func say(pages []values.Page, title, text string) []values.Page {
	if n := len(pages); n == 0 || pages[n-1].Title != title {
		pages = append(pages, values.Page{Title: title})
	}
	p := &pages[len(pages)-1]
	p.Elements = append(p.Elements, values.Element{ID: "sentence_" + strconv.Itoa(len(p.Elements)), Text: text})
	return pages
}

var stop = regexp.MustCompile(`[.!?]["')]*\s+`)

// sentences adds a premise of several sentences to the pages.
func sentences(pages []values.Page, title, text string) []values.Page {
	for text != "" {
		end := len(text)
		if at := stop.FindStringIndex(text); at != nil {
			end = at[1]
		}
		pages = say(pages, title, strings.TrimSpace(text[:end]))
		text = text[end:]
	}
	return pages
}

// whole reads a file, gzipped or not.
func whole(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if !strings.HasSuffix(path, ".gz") {
		return io.ReadAll(f)
	}
	z, err := gzip.NewReader(f)
	if err != nil {
		return nil, err
	}
	return io.ReadAll(z)
}

// lines reads a file of JSON lines.
func lines[T any](path string) ([]T, error) {
	text, err := whole(path)
	if err != nil {
		return nil, err
	}
	var out []T
	for d := json.NewDecoder(bytes.NewReader(text)); ; {
		var v T
		if err := d.Decode(&v); err == io.EOF {
			return out, nil
		} else if err != nil {
			return nil, err
		}
		out = append(out, v)
	}
}

// nli reads a file of shared/nli.
func nli(data, file string) ([]labelled, error) {
	all, err := lines[struct{ Premise, Hypothesis, Label string }](filepath.Join(filepath.Dir(filepath.Clean(data)), "nli", file))
	labels := map[string]label.Label{"entailment": label.Supported, "contradiction": label.Refuted, "neutral": label.NotEnoughInfo}
	var out []labelled
	for _, r := range all {
		out = append(out, labelled{r.Hypothesis, sentences(nil, "", r.Premise), labels[r.Label], claims.HeldBack(r.Hypothesis)})
	}
	return out, err
}

var link = regexp.MustCompile(`\[\[[^\]|]*\|([^\]]*)\]\]`)

// feverousClaims are FEVEROUS's claims with gold evidence, and their challenges; those of the side that isn't trained on are kept.
func feverousClaims(data string) ([]labelled, []string, error) {
	text, err := whole(filepath.Join(data, "feverous", "dev.shared.json"))
	if err != nil {
		return nil, nil, err
	}
	var all []struct{ Claim, Label, Challenge, Evidence string }
	if err := json.Unmarshal(text, &all); err != nil {
		return nil, nil, err
	}
	var out []labelled
	var challenges []string
	for _, c := range all {
		l := labelled{claim: c.Claim, label: truth(c.Label == "supports")}
		for line := range strings.SplitSeq(c.Evidence, "\n") {
			title, said, _ := strings.Cut(line, "\t")
			l.pages = say(l.pages, title, link.ReplaceAllString(said, "$1"))
		}
		l.kept = !claims.Trained(l.pages[0].Title)
		out, challenges = append(out, l), append(challenges, c.Challenge)
	}
	return out, challenges, nil
}

// fm2Claims are FoolMeTwice's dev claims beside their gold evidence.
func fm2Claims(data string) ([]labelled, error) {
	all, err := lines[struct {
		Text, Label string
		Page        string                  `json:"wikipedia_page"`
		Evidence    []struct{ Text string } `json:"gold_evidence"`
	}](filepath.Join(data, "fm2", "dev.jsonl"))
	var out []labelled
	for _, r := range all {
		l := labelled{claim: r.Text, label: truth(r.Label == "SUPPORTS")}
		for _, e := range r.Evidence {
			l.pages = say(l.pages, strings.ReplaceAll(r.Page, "_", " "), e.Text)
		}
		out = append(out, l)
	}
	return out, err
}

// twins reads the date and number twins of the file that verify/train/twins.py writes: a true claim and a false one, in turn.
func twins(path string) ([]labelled, error) {
	if path == "" {
		return nil, nil
	}
	all, err := lines[struct{ Kind, Evidence, Claim, Label string }](path)
	var out []labelled
	for _, t := range all {
		if t.Kind == "name" {
			continue
		}
		l := labelled{claim: t.Claim, label: truth(t.Label == "SUPPORTS")}
		for _, part := range strings.Split(t.Evidence, "[")[1:] { // "[Title] sentences [Title] sentences"
			title, said, _ := strings.Cut(part, "]")
			l.pages = sentences(l.pages, title, strings.TrimSpace(said))
		}
		out = append(out, l)
	}
	return out, err
}
