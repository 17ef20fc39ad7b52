// Package study compares reasoning graphs that are paths with those that are stars: the gold graphs from which claims
// were written, and the graphs that were found.
//
// HoVer draws five reasoning graphs and publishes pages without edges (Jiang et al. 2020, Table 1). Gold takes the edges
// from what a claims file says: edges that it lists, MuSiQue's decompositions, the family that a claim of HoVer was
// grown in. An edge that is not certain has a confidence. One worked claim with four pages; the claim that it was grown
// from has three:
//
//	"The founder of the society that Lund Hall houses designed Skerry Light."
//
//	Skerry Light -- Ada Holm -- Bee Club -- Lund Hall
//
// The claim of three pages names the Bee Club, which this one describes by Lund Hall: the new page joins it, and the
// shape is path4. Had no name gone, star4 would come first (see fourth for the rule).
//
// Everything is deterministic: the same claims, store and seed give the same bytes. The package writes to the
// io.Writers it is given: a Report in Markdown and as JSON lines.
package study
