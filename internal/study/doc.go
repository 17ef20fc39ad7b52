// Package study compares chains with stars: the reasoning graphs that claims were made by, and those that were found.
//
// HoVer draws five reasoning graphs and publishes pages without edges (Jiang et al. 2020, Table 1). Gold works the
// edges out from what there is: hyperlinks and title mentions of a store, the family a claim was grown in, MuSiQue's
// decompositions, 2WikiMultihopQA's triples, EX-FEVER's chains. What is not known for certain stays a guess with a
// confidence. One worked claim, four pages of which three are known from the claim it was grown from:
//
//	"The light that was first lit when the board's first tower went dark was designed by an engineer born there."
//
//	Sound Lights Board --0.95-- Old Skarn Point Light --0.95-- Skarn Point Light --0.95-- Étienne Carvel
//
// Its best tree is a path, so its first shape is path4; a link more between the first page and the third would
// close a cycle, and star4 would come second (see Graph for the rule).
//
// Everything is deterministic: the same claims, store and seed give the same bytes. The package draws nothing and
// writes to the io.Writers it is given; cli makes pictures and pages of its tables and charts.
package study
