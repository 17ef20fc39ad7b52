package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"

	"github.com/bridgehop/bridgehop/graph/pebble"
	"github.com/bridgehop/bridgehop/graph/text"
	"github.com/bridgehop/bridgehop/hop"
	"github.com/bridgehop/bridgehop/loader"
	"github.com/bridgehop/bridgehop/loader/claims"
	"github.com/bridgehop/bridgehop/testdata/wiki"
	"github.com/bridgehop/bridgehop/verify/onnx/shipped"
)

// page is a page of the study: the report of a step, and what stands below it.
type page struct{ file, title, report, about string }

var pages = []page{
	{"chain-vs-star.md", "# Chain against star", "human", `The claims and questions are those that people wrote for HoVer, MuSiQue and FEVEROUS. A gold graph is a tree over the gold pages. MuSiQue's
decompositions give its edges. A claim of HoVer may have grown in six trees, each with a probability, and the probability of a shape is the
sum over its trees ([study.Graph](../../cli/study/graph.go), [ADR 4](../adr/0004-a-package-for-the-study.md)). FEVEROUS tells no edges:
of its claims the ones with two and three pages are compared, whose shape is the same whatever the tree. The judgements are in
[judged.jsonl](../../cli/study/testdata/judged.jsonl). One person judged 83 claims once: of HoVer's, 58 while the rule was made and 12
after it. 60 more of HoVer's were judged later: 25 that were stars by the rule, 20 whose second shape was a star, and 15 others. Two
language models read these, each on its own, on the same day. They were not two people days apart, and two models may err alike. Since
stars were drawn first, precision and recall over all judged claims are not those over HoVer. The rule was then mended for its errors in
the first 70 alone: it finds 8 of their 9 stars, 5 before, and 8 of its 12 are right, 5 of 6 before. Only 72 of HoVer's claims have text
here, so that little is said of how its stars are found. The reader was trained on 1,450 of FEVEROUS's 2,065 claims: its accuracies there
are too good, and only differences can be read. Generated queries are on [a page of their own](chain-vs-star-generated.md).`},
	{"chain-vs-star-generated.md", "# Chain against star: generated queries", "generated", `The queries are sentences of pages, with the names of hidden pages masked, so that finding pages by words is easy. They compare shapes,
and say nothing of claims that people wrote: those are on [the main page](chain-vs-star.md). Each page has a sentence, and joins by a
link. Two-named and three-named hold paths and stars of four pages that name as many pages (shapes generate --named). Grown holds queries
of two to four pages whose paths name both ends and whose stars name three pages, so that its stars and paths differ in more than their
shape. Articles holds queries of two named pages over Wikispeedia's whole articles, all others over introductions.`},
}

// write writes a page. Its last lines name the digests, which a test compares with the digests of today.
func (s *study) write(p page, docs, made string) error {
	report, err := os.ReadFile(s.in(filepath.Join(p.report, "report.md")))
	if err != nil {
		return err
	}
	_, report, _ = bytes.Cut(report, []byte("\n"))
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s\n%s\n## How this page was made\n\n%s\n\n`make study` runs every command and writes this page; the same data and seed give the "+
		"same figures.\n\n%s\n", p.title, report, p.about, made)
	return os.WriteFile(filepath.Join(docs, p.file), b.Bytes(), 0o644)
}

// digests names what the figures depend on: the planner, by the chains and pages that it finds for the claims of the
// shipped wiki, and the reader, by its files.
func digests(ctx context.Context) (string, error) {
	dir, err := os.MkdirTemp("", "bridgehop-study-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(dir)
	if err := os.CopyFS(dir, wiki.Files); err != nil {
		return "", err
	}
	planner, err := plans(ctx, dir)
	return fmt.Sprintf("Digest of the planner: `%s`\nDigest of the reader: `%s`", planner, shipped.Fingerprint[:12]), err
}

// plans returns the digest of what the planner finds.
func plans(ctx context.Context, dir string) (string, error) {
	in := loader.Input{Format: "feverous", Redirects: filepath.Join(dir, wiki.Redirects)}
	sources, err := loader.Open([]string{filepath.Join(dir, wiki.Pages)}, in)
	if err != nil {
		return "", err
	}
	store, err := pebble.Create(filepath.Join(dir, "store"))
	if err != nil {
		return "", err
	}
	defer store.Close()
	if _, err := loader.Load(ctx, store, sources, loader.Options{}); err != nil {
		return "", err
	}
	if err := text.Build(ctx, filepath.Join(dir, "text"), store, text.Options{}); err != nil {
		return "", err
	}
	index, err := text.Open(filepath.Join(dir, "text"))
	if err != nil {
		return "", err
	}
	defer index.Close()
	all, _, err := claims.ReadAll(filepath.Join(dir, wiki.Claims))
	if err != nil {
		return "", err
	}
	h := sha256.New()
	for _, c := range all {
		res, err := (&hop.Planner{Graph: store, Text: index}).Plan(ctx, c.Text)
		if err != nil {
			return "", err
		}
		for _, chain := range res.Chains {
			for _, step := range chain.Steps {
				fmt.Fprintln(h, step.Page, step.Parent, step.Edge)
			}
		}
		for _, found := range res.Retrieved {
			fmt.Fprintln(h, found.Page)
		}
	}
	return fmt.Sprintf("%x", h.Sum(nil)[:6]), nil
}
