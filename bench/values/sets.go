package main

import (
	"path/filepath"
	"regexp"
	"strings"

	"github.com/bridgehop/bridgehop/bench/gold"
	"github.com/bridgehop/bridgehop/graph"
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

// truth returns the label of a claim that holds, or doesn't.
func truth(holds bool) label.Label {
	if holds {
		return label.Supported
	}
	return label.Refuted
}

// sentence returns the address of a sentence.
func sentence(n int) graph.Ref {
	return graph.Ref{Element: graph.Element{Kind: graph.KindSentence, A: n}}
}

// say adds a sentence to the last page, or to a new one where the title is another.
func say(pages []values.Page, title, text string) []values.Page {
	if n := len(pages); n == 0 || pages[n-1].Title != title {
		pages = append(pages, values.Page{Title: title})
	}
	p := &pages[len(pages)-1]
	p.Elements = append(p.Elements, values.Element{Ref: sentence(len(p.Elements)), Text: text})
	return pages
}

var link = regexp.MustCompile(`\[\[[^\]|]*\|([^\]]*)\]\]`)

// feverousClaims are FEVEROUS's claims with gold evidence, and their challenges; those of the side that isn't trained on are kept.
func feverousClaims(data string) ([]labelled, []string, error) {
	all, err := gold.Records[struct{ Claim, Label, Challenge, Evidence string }](filepath.Join(data, "feverous", "dev.shared.json"))
	if err != nil {
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
		l.kept = !claims.Evidence{Page: l.pages[0].Title}.Trained()
		out, challenges = append(out, l), append(challenges, c.Challenge)
	}
	return out, challenges, nil
}
