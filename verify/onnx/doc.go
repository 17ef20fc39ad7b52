// Package onnx judges claims with models in ONNX format: any sequence classifier exported from Hugging Face.
//
//	dir, _ := shipped.Dir()
//	model, err := onnx.Open(dir, onnx.Options{})      // on the GPU if there is one, else on the CPU
//	p, err := model.Predict(ctx, []verify.Pair{{
//		Premise:    "[Varde Bridge] The bridge was opened in 1931 by Ida Holm. [Ida Holm] Ida Holm was born in Skagen.",
//		Hypothesis: "Varde Bridge was opened by a woman from Skagen.",
//	}})
//	// p[0] is {Supported: …, Refuted: …, NotEnough: …}
//
// # Same claim, same answer
//
// An int8 model with dynamic quantisation (DynamicQuantizeLinear) scales its activations by the largest value in the
// whole batch, so a pair's answer depends on its neighbours and on the padding. Measured with a model of six layers on the 2,065
// shared FEVEROUS claims, against each pair alone: batches of 32 move a probability by up to 0.28 and turn 38 labels,
// batches of equal lengths without padding by up to 0.24 and 39 labels. Hence on a CPU every pair is a run of its own, and
// as many runs go side by side as there are cores; that is also the faster way there (two cores: 266 pairs/s, against 166
// to 219 in batches), and the answers are the same to the last bit whatever the batch or the number of threads. On a GPU
// batches are built by length under a bound of tokens, but never for such a model.
//
// # Graphs are run as they are
//
// The shipped model's graph was rewritten when it was exported (verify/train/lean.py): attention as one operation, and the last layer for
// the first token alone. Other models are run as their exporter wrote them. Without the rewriting, the shipped model takes 13% more
// processor time a pair; lean.py rewrites other BERT classifiers, too.
//
// # Claims are never cut
//
// Pairs that are too long lose the end of the premise (truncation only_first). A hypothesis that leaves the premise no
// room is an error of that pair (verify.ErrLongClaim), as half a claim would be another claim. Special tokens inside texts,
// such as "[SEP]", are read as plain text.
//
// # The runtime
//
// The library libonnxruntime is not part of the program. Setup fetches it with pip, by pinned hashes, into the user's
// cache; FindLibrary finds it there, or where the environment variable BRIDGEHOP_ORT says.
package onnx
