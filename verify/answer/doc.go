// Package answer finds the answer to a question in the chains of pages that a planner found for it.
//
// One question, from chain to answer:
//
//	question    Where was the engineer who designed Skarn Point Light born?
//	chain       Skarn Point Light -[Étienne Carvel]-> Étienne Carvel
//	asks for    a place
//	candidates  … Saint-Évrard (a name, an anchor, after "in", near "born"), 1889 (a date) …
//	answer      Saint-Évrard
//
// Candidates are the names, anchors, titles, dates, numbers and noun phrases of the chain's texts, but not what the
// question names. Each is weighed by its features: what the question asks for against what the candidate looks like,
// its place in the chain and in its sentence, and the words of the question near it. The weights are those of a softmax
// over the candidates, which bench/answer learns on train files. If none is sure, the reader judges the five best: the
// question with the answer becomes a statement (claim.go), read behind the chain's evidence, and a second softmax
// weighs what it says (ask.go). A question that begins with a verb is answered by yes or no, and one that gives two
// alternatives by one of the two: made a claim ("Ada Holm was born before Per Dal."), it is computed by verify/values.
// A cell whose headers have the words of the question answers it before all others (cell.go).
package answer
