// Package verify judges a claim by the chain of pages that a planner found for it.
//
// One claim, from chain to verdict:
//
//	claim    The engineer who designed Varde Bridge was born in Skagen.
//
//	chain    Varde Bridge -[Ida Holm]-> Ida Holm
//	         sentence_1: Ida Holm designed it.     sentence_0: Ida Holm was born in Skagen.
//
//	premise  [Varde Bridge] Ida Holm designed it. [Ida Holm] Ida Holm was born in Skagen.
//
//	verdict  SUPPORTS, probabilities, and the two sentences as evidence
//
// A premise is the chain's evidence in reading order, behind the title of each page, in the form the shipped model was
// trained on. Table cells are read with what heads them, "Bridges of the Marrow: Varde Bridge: Opened is 1931", and list
// items with what leads to them. The model's tokens are spent on the best evidence first; no element is cut in
// mid-sentence, and what didn't fit isn't cited: the evidence of a verdict is what was read, neither more nor less.
//
// A claim for which there is no evidence is NOT ENOUGH INFO; an empty claim, or one that fills the model by itself, is an
// error. The model is behind an interface: verify/onnx has one.
package verify
