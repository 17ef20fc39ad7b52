package token_test

import (
	"path/filepath"
	"testing"

	"github.com/bridgehop/bridgehop/verify/onnx/internal/token"
)

// The texts are those of the fixtures, which lean towards rare characters: ordinary text is faster.

func BenchmarkText(b *testing.B) {
	dir := fixtures(b)
	for _, ref := range reference {
		tok := open(b, filepath.Join(dir, ref.dir, "tokenizer.json"))
		all := rows(b, filepath.Join(dir, ref.dir, "singles.jsonl.gz"))
		b.Run("tokenizer/"+ref.dir, func(b *testing.B) {
			var ids, types []int64
			size := 0
			for _, r := range all {
				size += len(r.Text)
			}
			b.SetBytes(int64(size))
			b.ReportAllocs()
			for b.Loop() {
				for _, r := range all {
					ids, types, _ = tok.AppendText(ids[:0], types[:0], r.Text, token.Truncation{})
				}
			}
		})
	}
}

func BenchmarkPair(b *testing.B) {
	dir := fixtures(b)
	for _, ref := range reference {
		tok := open(b, filepath.Join(dir, ref.dir, "tokenizer.json"))
		all := rows(b, filepath.Join(dir, ref.dir, "pairs.jsonl.gz"))
		b.Run("tokenizer/"+ref.dir, func(b *testing.B) {
			var ids, types []int64
			size := 0
			for _, r := range all {
				size += len(r.Premise) + len(r.Hypothesis)
			}
			b.SetBytes(int64(size))
			b.ReportAllocs()
			for b.Loop() {
				for _, r := range all {
					ids, types, _ = tok.AppendPair(ids[:0], types[:0], r.Premise, r.Hypothesis, token.Truncation{})
				}
			}
		})
	}
}

func BenchmarkOpen(b *testing.B) {
	dir := fixtures(b)
	for _, ref := range reference {
		b.Run("tokenizer/"+ref.dir, func(b *testing.B) {
			for b.Loop() {
				open(b, filepath.Join(dir, ref.dir, "tokenizer.json"))
			}
		})
	}
}
