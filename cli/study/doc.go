// Package study compares reasoning graphs that are paths with those that are stars: the gold graphs from which claims
// were written, and the graphs that were found.
//
// HoVer draws five reasoning graphs and publishes pages without edges (Jiang et al. 2020, Table 1). Gold infers the
// edges from other data: the links of a store, the family that a claim was grown in, MuSiQue's decompositions. An edge
// that is not certain has a confidence. One worked claim with four pages; the claim that it was grown from has three:
//
//	"The light that was first lit when the board's first tower went dark was designed by an engineer born there."
//
//	Sound Lights Board --0.95-- Old Skarn Point Light --0.95-- Skarn Point Light --0.95-- Étienne Carvel
//
// The best tree is a path, so the first shape is path4. With one more link, between the first page and the third, the
// graph would have a cycle, and star4 would come second (see Graph for the rule).
//
// Everything is deterministic: the same claims, store and seed give the same bytes. The package writes to the
// io.Writers it is given: a Report in Markdown and as JSON lines.
package study
