package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/bridgehop/bridgehop/bench/gold"
	"github.com/bridgehop/bridgehop/graph/text"
)

// seeds returns what Seeds does for each claim, from its characters on.
func (c *corpus) seeds(claims []string) side {
	return func(ctx context.Context) (round, error) {
		return timed(len(claims), func(i int) (string, error) {
			var terms []string
			for _, t := range text.Analyze(claims[i]) {
				terms = append(terms, t.Text)
			}
			hits, err := c.index.Seeds(ctx, terms, 20)
			if err != nil {
				return "", err
			}
			var out []string
			for _, h := range hits {
				out = append(out, fmt.Sprint(c.place[h.Page]))
			}
			return strings.Join(out, " "), nil
		})
	}
}

// overlap returns the share of the top 20 that both found: the peers weigh titles and lengths otherwise.
func overlap(ours, theirs []string) string {
	both, all := 0, 0
	for i := range ours {
		found := map[string]bool{}
		for _, s := range strings.Fields(theirs[i]) {
			found[s] = true
		}
		for _, s := range strings.Fields(ours[i]) {
			if all++; found[s] {
				both++
			}
		}
	}
	return fmt.Sprintf("%.0f%% of the 20 shared", 100*float64(both)/float64(max(all, 1)))
}

// search measures seeds against peers, each with an index of its own over the same texts.
func (b *bench) search(ctx context.Context, c *corpus, name string, claims []string, peers ...string) error {
	file := filepath.Join(b.dir, "texts.jsonl")
	if err := c.texts(ctx, file); err != nil {
		return err
	}
	for _, p := range peers {
		b.against(ctx, row{work: name, peer: p, answers: overlap}, c.seeds(claims), p,
			map[string]any{"texts": file, "claims": claims, "dir": b.dir})
	}
	return os.Remove(file)
}

// pooled measures seeds of real claims over the pooled paragraphs.
func (b *bench) pooled(ctx context.Context) error {
	corpora := []struct {
		name, questions string
		files           []string
	}{
		{"hotpotqa", "hotpotqa/hotpot_dev_distractor_subset.json", []string{"hotpotqa/hotpot_context_corpus.jsonl.bz2"}},
		{"2wiki", "2wikimultihopqa/dev_subset.json", []string{"2wikimultihopqa/context_corpus.jsonl",
			"2wikimultihopqa/2wikimultihopqa_corpus.json"}},
	}
	for _, s := range corpora {
		name := "20 seeds, real claims, " + s.name
		if !b.wants(name) {
			continue
		}
		args := []string{}
		for _, f := range s.files {
			args = append(args, filepath.Join(b.data, f))
		}
		claims, err := questions(filepath.Join(b.data, s.questions))
		if err != nil {
			return err
		}
		c, err := b.load(ctx, s.name, args...)
		if err != nil {
			return err
		}
		name = fmt.Sprintf("%s, %d pages", name, len(c.ids))
		if err := errors.Join(b.search(ctx, c, name, claims, "tantivy", "bm25s"), c.close()); err != nil {
			return err
		}
	}
	return nil
}

// questions reads the questions of a HotpotQA file.
func questions(path string) (out []string, err error) {
	all, err := gold.Records[struct{ Question string }](path)
	for _, q := range all {
		out = append(out, q.Question)
	}
	return out, err
}
