#!/usr/bin/env bash
# Measures the planner and the whole line on the shared data and writes docs/results/retrieval.md and docs/results/performance.md.
# Run it on an otherwise idle machine: make results
set -euo pipefail
cd "$(dirname "$0")/.."
DATA=${BRIDGEHOP_DATA:-../shared/data}
BIN=bin/bridgehop
WORK=$(mktemp -d)
trap 'rm -rf "$WORK"' EXIT

load() { name=$1; shift; "$BIN" load --quiet --store "$WORK/$name" "$@" > /dev/null; }
load hotpotqa --infer-links "$DATA/hotpotqa/hotpot_context_corpus.jsonl.bz2"
load first500 --infer-links "$DATA/hotpotqa_first500/pooled_corpus_validation_500_title_text.jsonl"
load 2wiki --infer-links "$DATA/2wikimultihopqa/context_corpus.jsonl" "$DATA/2wikimultihopqa/2wikimultihopqa_corpus.json"
load musique --infer-links "$DATA/musique/context_corpus.jsonl.gz"
load feverous "$DATA/feverous/evidence_pool.jsonl"

# cpuinfo is a field of the first processor; nothing where the system doesn't tell.
cpuinfo() { sed -n "/^$1[[:space:]]*:/{s/^[^:]*: *//p;q}" /proc/cpuinfo 2>/dev/null || true; }
# What a model costs depends on which products of small integers the processor has: avx2 alone takes three times as long as amx.
machine() {
  local name features
  name=$(cpuinfo 'model name')
  features=$(cpuinfo flags | tr ' ' '\n' | grep -E '^(avx2|avx_vnni|avx512_vnni|amx_int8)$' | paste -sd, || true)
  echo "The machine: ${name:-unknown}, ${features:-no avx2}. Commit $(git describe --always --dirty)."
}
hops() { go run ./bench/hops "$@" | tail -n +3; }
# What stands before the introductions is by bench/whole and written by people.
first=$(sed '/^## Introductions/,$d' docs/results/retrieval.md)
{
  printf '%s\n\n' "$first"
  cat <<'PAGE'
## Introductions

Written by `make results` (bench/run.sh, bench/hops). All-gold@k: share of claims whose gold pages are all among the first k;
MuSiQue by passage (title and text), the others by title. Corpora, queries and gold are those of the retrieval baselines
(title and text of every passage in one store; links inferred from mentions of titles, FEVEROUS with its own hyperlinks).
A question's best chains are reranked as wholes ([ADR 9](../adr/0009-questions-are-reranked.md)). Intervals: `bridgehop eval --task retrieval`. "pair" is how
often the first pages are exactly the gold ones, "chain" how often those of the best chain are; ms is the median of a claim on one core.
PAGE
  machine
  cat <<'PAGE'

The planner's weights were learned on train files (`bench/learn`), and what is cited of a page on 1,461 of FEVEROUS's 2,065 dev claims, too. HotpotQA's train file
holds four questions that are dev questions word for word, and among the first 500: they can be worth .009 of a figure over the 434, and .008 over the 500. Four choices were made
beside figures that are reported: what joins pages without a link for claims (by FEVEROUS's 300 claims of several pages, .860 at 2, .833 if claims were joined as questions are), that claims' chains aren't reranked
by size (FEVEROUS), that free citing is for single pages only (HoVer's 72 claims; both [ADR 8](../adr/0008-claims-are-cited-whole.md)), and that no embeddings are read (HotpotQA's dev questions; ADR 9).

| claims | n | all-gold@2 | @5 | @10 | @20 | recall@5 | pair | chain | ms |
|---|---|---|---|---|---|---|---|---|---|
PAGE
  hops "$WORK/hotpotqa=$DATA/hotpotqa/hotpot_dev_distractor_subset.json" \
    "$WORK/first500=$DATA/hotpotqa_first500/bm25_results.csv.gz" "$WORK/2wiki=$DATA/2wikimultihopqa/dev_subset.json" \
    "$WORK/musique=$DATA/musique/musique_ans_dev_subset.jsonl.gz" "$WORK/feverous=$DATA/feverous/dev.shared.json"
  hops -pages 2 "$WORK/feverous=$DATA/feverous/dev.shared.json"
  cat <<'PAGE'

The last row is FEVEROUS's claims of two and more pages. The best, column by column, of three runs of BM25 over the same text (tantivy
with one field, tantivy with title and text apart, bm25s) reaches, at 2, 5 and 10: HotpotQA .295 .539 .726, first500 .308 .562 .788, 2Wiki .227 .335 .405, MuSiQue .039 .118 .225, FEVEROUS
.964 .985 .990, of two and more pages .837 .937 .953.

## Within the paragraphs a question is given

HotpotQA's distractor setting, ten paragraphs a question; "pair" is how often the first two are exactly the gold ones. Beam Retriever,
a fine-tuned reader, has .965 on the same questions.

| claims | n | all-gold@2 | @5 | @10 | @20 | recall@5 | pair | chain | ms |
|---|---|---|---|---|---|---|---|---|---|
PAGE
  hops -within "$WORK/hotpotqa=$DATA/hotpotqa/hotpot_dev_distractor_subset.json"
  cat <<'PAGE'

## The sentences that are cited

Of the best chain, against the gold ones; at most five. For a claim whose best chain is one page every sentence that is likely to be evidence
is cited, else those that cover new words of it (`bench/learn -evidence`). FEVEROUS by `eval --task retrieval`, HotpotQA by `eval --task hotpotqa`,
whose paper has 21.95 / 66.66 EM / F1 within ten paragraphs and 5.28 / 40.98 in all of Wikipedia.

PAGE
  cite() { # STORE CLAIMS TASK FIGURES
    "$BIN" hop --quiet --store "$WORK/$1" --claims "$DATA/$2" --out "$WORK/cited.jsonl" --restart > /dev/null
    printf '    %s, walk\n' "$1"
    "$BIN" eval --task "$3" --gold "$DATA/$2" --pred "$WORK/cited.jsonl" | grep -E "^ *($4) " | head -4 | sed 's/^ */      /'
  }
  cite feverous feverous/dev.shared.json retrieval 'sentence_(em|precision|recall|f1)'
  cite hotpotqa hotpotqa/hotpot_dev_distractor_subset.json hotpotqa 'sp_(em|prec|recall|f1)'
} > docs/results/retrieval.md

# row JOB COUNT UNIT COMMAND...: the median of the runs, the fastest and the slowest, each a process of its own, start included.
row() {
  local job=$1 count=$2 unit=$3 i times mid
  shift 3
  times=$(for i in $(seq "$RUNS"); do
    rm -rf "$WORK/run" "$WORK/run.state"
    TIMEFORMAT=%R
    { time "$@" > /dev/null; } 2>&1 | tail -1
  done | sort -n)
  mid=$(sed -n "$(((RUNS + 1) / 2))p" <<< "$times")
  echo "| $job | $RUNS | $mid ($(head -1 <<< "$times")-$(tail -1 <<< "$times")) | $(awk "BEGIN { printf \"%.0f\", $count / $mid }") $unit/s |"
}
RUNS=${COUNT:-10}
# What stands from the peers' table on is not written here: make peers writes the table, people write what follows.
rest=$(sed -n '/<!-- peers: begin/,$p' docs/results/performance.md)
{
  printf '# How fast\n\nWritten by `make results` (bench/run.sh) on %s: each run a process of its own, start included, on an otherwise idle\nmachine. The spread is the fastest and the slowest run.\n' "$(date +%F)"
  machine
  printf '\n| job | runs | seconds, median (spread) | rate |\n|---|---|---|---|\n'
  feverous=$DATA/feverous/dev.shared.json
  row 'load FEVEROUS pages' 1957 pages "$BIN" load --quiet --store "$WORK/run" "$DATA/feverous/evidence_pool.jsonl"
  row 'load HotpotQA paragraphs, links inferred' 16356 pages "$BIN" load --quiet --store "$WORK/run" --infer-links "$DATA/hotpotqa/hotpot_context_corpus.jsonl.bz2"
  row 'hop, FEVEROUS claims' 2065 claims "$BIN" hop --quiet --store "$WORK/feverous" --claims "$feverous" --out "$WORK/run"
  row 'hop, HotpotQA questions' 434 claims "$BIN" hop --quiet --store "$WORK/hotpotqa" --claims "$DATA/hotpotqa/hotpot_dev_distractor_subset.json" --out "$WORK/run"
  row 'verify, FEVEROUS claims' 2065 claims "$BIN" verify --quiet --store "$WORK/feverous" --claims "$feverous" --out "$WORK/run"
  printf '\n## Beside others\n\n%s\n' "$rest"
} > "$WORK/performance.md"
mv "$WORK/performance.md" docs/results/performance.md
