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
// A premise is the evidence of the chain in reading order, after the title of each page, in the form that the shipped
// model was trained on. Table cells are read with their caption and headers, "Bridges of the Marrow: Varde Bridge:
// Opened is 1931", and list items with the line that introduces them. The best evidence gets the model's tokens
// first. No element is truncated; an element that doesn't fit is not read and not cited. So the evidence of a verdict
// is exactly what the model read.
//
// A claim without evidence is NOT ENOUGH INFO. An empty claim, or one that is too long for the model, is an
// error. The model is an interface; verify/onnx implements it.
package verify
