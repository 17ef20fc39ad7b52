#!/usr/bin/env bash
# The figures of docs/chain-vs-star.md from the shared data: bench/study/run.sh OUT [N]. N generated queries a shape, 5,000 by
# default. An hour and more on a busy machine; the same bytes for the same data, but for OUT/times.jsonl.
set -euo pipefail
cd "$(dirname "$0")/../.."
OUT=${1:?folder to write to}
N=${2:-5000}
DATA=${BRIDGEHOP_DATA:-../shared/data}
BIN=bin/bridgehop
WORK=$(mktemp -d)
trap 'rm -rf "$WORK"' EXIT

load() { name=$1; shift; "$BIN" load --quiet --store "$WORK/$name" "$@" > /dev/null; }
load intro --infer-links "$DATA/hotpotqa/hotpot_context_corpus.jsonl.bz2" "$DATA/2wikimultihopqa/context_corpus.jsonl" \
  "$DATA/hotpotqa_first500/pooled_corpus_validation_500_title_text.jsonl" "$DATA/2wikimultihopqa/2wikimultihopqa_corpus.json"
load 2wiki --infer-links "$DATA/2wikimultihopqa/context_corpus.jsonl" "$DATA/2wikimultihopqa/2wikimultihopqa_corpus.json"
load musique --infer-links "$DATA/musique/context_corpus.jsonl.gz"
load feverous --format passages "$DATA/feverous/evidence_pool.jsonl"

"$BIN" shapes report --seed 1 --out "$OUT" --times "$OUT.times.jsonl" \
  --set "hover=$DATA/hover/hover_dev_release_v1.1.shared.json,$WORK/intro" \
  --set "musique=$DATA/musique/musique_ans_dev_subset.jsonl.gz,$WORK/musique" \
  --set "exfever=$DATA/exfever/test.shared.csv" \
  --set "feverous=$DATA/feverous/dev.shared.json,$WORK/feverous" \
  --set "2wiki=$DATA/2wikimultihopqa/dev_subset.json,$WORK/2wiki"

# Verdicts: FEVEROUS by what was found, HoVer by the claims alone.
"$BIN" shapes report --verdicts --seed 1 --out "$OUT/verdicts" \
  --set "feverous=$DATA/feverous/dev.shared.json,$WORK/feverous" --set "hover=$DATA/hover/hover_dev_release_v1.1.shared.json"

"$BIN" shapes generate --quiet --store "$WORK/intro" --shape both --pages 4 --n "$N" --seed 1 --out "$WORK/generated.jsonl"
"$BIN" hop --quiet --store "$WORK/intro" --claims "$WORK/generated.jsonl" --out "$WORK/hops.jsonl" -k 1
"$BIN" shapes --seed 1 --claims "$WORK/generated.jsonl" --pred "$WORK/hops.jsonl" --pictures "$OUT/generated" --html "$OUT/generated.html"
