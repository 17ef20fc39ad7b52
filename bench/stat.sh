#!/usr/bin/env bash
# Compares the inner loops with those of another commit (BASE, by default main, or the commit before when that is this one),
# by turns, and reports it with benchstat. Noise is no failure: the exit status is that of running, not of the outcome.
set -euo pipefail
cd "$(dirname "$0")/.."
base=${BASE:-$(git rev-parse --verify --quiet origin/main || git rev-parse --verify --quiet main || git rev-parse HEAD)}
if [ "$(git rev-parse "$base")" = "$(git rev-parse HEAD)" ]; then base=HEAD^; fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/old"
git archive "$base" | tar -x -C "$work/old"
data=${BRIDGEHOP_DATA:-$PWD/../shared/data}
data=$(cd "$data" 2>/dev/null && pwd || echo "$data")

loops='Benchmark(Plan|Paths5|Seeds3000|Weights|Mentions|Text|Pair)$'
packages='bench/peers graph/text verify/onnx/internal/token'
build() { # into $2, from the sources in $1
  for p in $packages; do
    if [ -d "$1/$p" ]; then (cd "$1" && go test -c -o "$2-${p//\//-}" "./$p") || echo "no benchmarks in $p of $1" >&2; fi
  done
}
build "$work/old" "$work/a"
build "$PWD" "$work/b"
for _ in $(seq "${COUNT:-5}"); do
  for p in $packages; do
    for side in a b; do
      bin="$work/$side-${p//\//-}"
      if [ ! -x "$bin" ]; then continue; fi
      dir=$p
      if [ $side = a ]; then dir="$work/old/$p"; fi
      (cd "$dir" && BRIDGEHOP_DATA="$data" CI='' "$bin" -test.run '^$' -test.bench "$loops" -test.benchtime "${TIME:-0.2s}") >> "$work/$side.txt" || echo "$p stopped" >&2
    done
  done
done
go run golang.org/x/perf/cmd/benchstat@v0.0.0-20260908200009-22c9c6c9d4da "main=$work/a.txt" "this=$work/b.txt"
