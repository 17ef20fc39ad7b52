package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/pebble"
	"github.com/bridgehop/bridgehop/graph/text"
	"github.com/bridgehop/bridgehop/hop"
	"github.com/bridgehop/bridgehop/internal/claims"
	"github.com/bridgehop/bridgehop/internal/score"
	"github.com/bridgehop/bridgehop/internal/stores"
	"github.com/bridgehop/bridgehop/loader"
)

// paperCorpus is a store that tables are run on.
type paperCorpus struct {
	name  string
	files []string
	about string
	links bool // the files have hyperlinks; else mentions of titles stand in for them
}

var (
	hotpotFiles   = []string{"hotpotqa/hotpot_context_corpus.jsonl.bz2"}
	first500Files = []string{"hotpotqa_first500/pooled_corpus_validation_500_title_text.jsonl"}
	twoWikiFiles  = []string{"2wikimultihopqa/context_corpus.jsonl", "2wikimultihopqa/2wikimultihopqa_corpus.json"}
	musiqueFiles  = []string{"musique/context_corpus.jsonl.gz"}

	hotpotCorpus   = paperCorpus{"hotpotqa", hotpotFiles, "16,356 paragraphs", false}
	first500Corpus = paperCorpus{"first500", first500Files, "4,937 paragraphs", false}
	twoWikiCorpus  = paperCorpus{"2wikimultihopqa", twoWikiFiles, "12,003 paragraphs", false}
	musiqueCorpus  = paperCorpus{"musique", musiqueFiles, "6,417 paragraphs", false}
	feverousCorpus = paperCorpus{"feverous", []string{"feverous/evidence_pool.jsonl"}, "1,957 pages of evidence sentences", true}
	hoverCorpus    = paperCorpus{"hover", append(append(append(append([]string{}, hotpotFiles...), first500Files...), twoWikiFiles...), musiqueFiles...),
		"all paragraphs of HotpotQA, first500, 2Wiki and MuSiQue here", false}
)

// withCorpus opens the store of a corpus, which is made where there is none, an older one, or one of other files.
func (r *reproduction) withCorpus(p paperCorpus, f func(graph.Store, *text.Index) error) error {
	dir := filepath.Join(r.work, p.name)
	sources, made, err := r.sources(p)
	if err != nil {
		return fmt.Errorf("corpus %s: %w", p.name, err)
	}
	if err := r.open(dir, made, f); err == nil || !errors.Is(err, errNotBuilt) {
		return err
	}
	if err := os.RemoveAll(dir); err != nil {
		return fmt.Errorf("corpus %s: %w", p.name, err)
	}
	if err := r.build(dir, made, sources, p.links); err != nil {
		return fmt.Errorf("corpus %s: %w", p.name, err)
	}
	return r.open(dir, made, f)
}

// sources are the files of a corpus, and what a store of them is made of: the version, and each file's content and way
// of reading (loader.Source).
func (r *reproduction) sources(p paperCorpus) (sources []loader.Source, made string, err error) {
	var paths []string
	for _, name := range p.files {
		paths = append(paths, r.path(name))
	}
	if sources, err = loader.Open(paths, loader.Input{Format: loader.Auto}); err != nil {
		return nil, "", err
	}
	made = Version
	for _, s := range sources {
		content, err := s.Fingerprint()
		if err != nil {
			return nil, "", err
		}
		made += "\n" + content
	}
	return sources, made, nil
}

// errNotBuilt: there is no store that was built to its end.
var errNotBuilt = errors.New("no store is built")

// builtFile is written when a store is whole, and says what it is made of.
const builtFile = "built"

func (r *reproduction) open(dir, made string, f func(graph.Store, *text.Index) error) error {
	if b, err := os.ReadFile(filepath.Join(dir, builtFile)); err != nil || string(b) != made {
		return errNotBuilt
	}
	s, err := pebble.OpenReader(filepath.Join(dir, "store"), nil)
	if err != nil {
		return errNotBuilt
	}
	index, err := openIndex(r.c.Context, s, filepath.Join(dir, "store"))
	if err != nil {
		return errors.Join(errNotBuilt, s.Close())
	}
	return errors.Join(f(s, index), index.Close(), s.Close())
}

func (r *reproduction) build(dir, made string, sources []loader.Source, links bool) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	store, err := pebble.Create(filepath.Join(dir, "store"), nil)
	if err != nil {
		return err
	}
	err = errors.Join(r.fill(store, filepath.Join(dir, "store", stores.TextFolder), sources, links), store.Close())
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, builtFile), []byte(made), 0o644)
}

// fill loads the files of a corpus, makes the text index, and infers links where the files have none.
func (r *reproduction) fill(store *pebble.Store, index string, sources []loader.Source, links bool) error {
	ctx, options := r.c.Context, loader.Options{}
	if _, err := loader.Load(ctx, store, sources, options); err != nil {
		return err
	}
	if err := text.Build(ctx, index, store, text.Options{}); err != nil || links {
		return err
	}
	names, err := text.Open(index)
	if err != nil {
		return err
	}
	before, err := store.Identity(ctx)
	if err == nil {
		_, err = loader.InferLinks(ctx, store, names, options)
	}
	if err = errors.Join(err, names.Close()); err != nil {
		return err
	}
	return text.Adopt(ctx, index, store, before)
}

// retrieval is a planner over a corpus, with the answers it gave.
type retrieval struct {
	corpus  paperCorpus
	planner string // of --planner
	claims  string // in the data folder
	answers string // file of hop --out lines
}

// retrieve answers a claim file over a corpus, 100 pages ranked.
func (r *reproduction) retrieve(p paperCorpus, planner, claimFile string) (*retrieval, error) {
	key := p.name + "." + planner
	if a := r.done[key]; a != nil {
		return a, nil
	}
	warn(r.c, "reproduce: %s by %s", p.name, planner)
	out := &retrieval{p, planner, claimFile, filepath.Join(r.work, key+".jsonl")}
	r.done[key] = out
	err := r.withCorpus(p, func(s graph.Store, index *text.Index) error {
		planner, err := r.planner(planner, s, index)
		if err != nil {
			return err
		}
		return r.answer(s, planner, claimFile, out.answers)
	})
	return out, err
}

// planner is a hop.Planner or a hop.TFIDF.
type planner interface {
	Plan(ctx context.Context, claim string) (*hop.Result, error)
}

func (r *reproduction) planner(name string, s graph.Store, index *text.Index) (planner, error) {
	rule, ok := tfidfRules[name]
	if !ok {
		return &hop.Planner{Graph: s, Text: index, Retrieve: 100}, nil
	}
	p, err := hop.NewTFIDF(r.c.Context, s, index, rule)
	if err == nil {
		p.Retrieve = 100
	}
	return p, err
}

// answer writes hop --out lines.
func (r *reproduction) answer(s graph.Store, p planner, claimFile, name string) error {
	return r.lines(claimFile, name, func(ctx context.Context, claim *claims.Claim) (any, error) {
		res, err := p.Plan(ctx, claim.Text)
		if err != nil {
			return nil, err
		}
		return hopRecordOf(ctx, s, claim, res)
	})
}

// lines writes a line for each claim.
func (r *reproduction) lines(claimFile, name string, answer func(context.Context, *claims.Claim) (any, error)) error {
	b := &batch{c: r.c, what: "reproduce", input: r.path(claimFile), bar: silent{}, answer: answer,
		refused: func(claim *claims.Claim, err error) any {
			return &hopRecord{ID: claim.ID, Claim: clip(claim.Text, 200), Chains: []chainRecord{}, Retrieved: []rankedRecord{}, Error: err.Error()}
		}}
	if err := b.open(name, fingerprints{}, "", true); err != nil {
		return err
	}
	return b.run()
}

// score scores the answers against the claims they are of.
func (r *reproduction) score(a *retrieval, o score.Options) (*score.Report, error) {
	var report *score.Report
	err := withFiles([]string{r.path(a.claims), a.answers}, func(f []score.File) (err error) {
		report, err = score.Retrieval(r.c.Context, f[0], f[1], score.ByAuto, o)
		return err
	})
	return report, err
}

// subset writes the records of a claim file that have these ids into the work folder.
func (r *reproduction) subset(name string, ids map[string]bool) (path string, err error) {
	in, err := os.Open(r.path(name))
	if err != nil {
		return "", err
	}
	defer in.Close()
	path = filepath.Join(r.work, "subset.jsonl")
	out, err := os.Create(path)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, out.Close()) }()
	for rec, err := range claims.Records(in, name) {
		var id struct {
			UID claims.ID `json:"uid"`
		}
		if err == nil {
			err = json.Unmarshal(rec.Raw, &id)
		}
		if err != nil {
			return "", err
		}
		if ids[id.UID.Key()] {
			if err := printJSON(out, json.RawMessage(rec.Raw)); err != nil {
				return "", err
			}
		}
	}
	return path, nil
}

// perCent shows a share as the papers do, with its interval.
func perCent(row score.Row) string {
	if row.Low == row.High {
		return fmt.Sprintf("%.1f", 100*row.Value)
	}
	return fmt.Sprintf("%.1f [%.1f, %.1f]", 100*row.Value, 100*row.Low, 100*row.High)
}

// figure finds a figure in a report, "-" where there is none.
func figure(s *score.Section, path ...string) string {
	if s == nil {
		return "-"
	}
	row, ok := s.Row(path...)
	if !ok {
		return "-"
	}
	return perCent(row)
}
