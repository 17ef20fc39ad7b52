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
// whole batch, so that the answer for a pair depends on its neighbours and on the padding. Measured with a model of six
// layers on the 2,065 shared FEVEROUS claims, against each pair alone: batches of 32 change a probability by up to 0.28
// and change 38 labels; batches of equal lengths without padding, by up to 0.24 and 39 labels. So on a CPU each pair is
// a separate run, with as many runs in parallel as there are cores. This is also faster there (two cores: 266 pairs/s,
// against 166 to 219 in batches), and the answers are the same to the last bit for any number of pairs and threads. On
// a GPU pairs are batched by length, with a limit on tokens, but never for such a model.
//
// # Graphs are run as they are
//
// Models that verify/train exports, as the shipped one, are written with attention as one operation, and with the last
// layer for the first token alone (verify/train/graph.py). Other models are run as their exporter wrote them.
//
// # Claims are never truncated
//
// If a pair is too long, the end of its premise is cut off (truncation only_first). A hypothesis that leaves no room
// for the premise is an error of that pair (verify.ErrLongClaim), because half a claim is a different claim. Special
// tokens inside texts, such as "[SEP]", are read as plain text.
//
// # The runtime
//
// The library libonnxruntime is not part of the program. Setup fetches it with pip, by pinned hashes, into the user's
// cache; FindLibrary finds it there, or at the path in the environment variable BRIDGEHOP_ORT.
package onnx
