// Package hop walks from a claim to the pages that may prove or refute it.
//
// Take the claim "The engineer who designed Skerry Light kept bees." It names one page, and its other words lie
// on a page it does not name:
//
//	        claim names                        holds "engineer", "kept", "bees"
//	[Skerry Light] --"designed by Ada Holm"--> [Ada Holm]
//
// The Planner goes through four rooms, each a file:
//
//   - claim.go: the terms of the claim with their rarity, and the names in it; misspelt words as the wiki has them (spelling.go).
//   - seed.go and node.go: the pages it leads to by itself, by name and by words.
//   - frontier.go and shared.go: the pages one link away from those found so far, in both directions, and those
//     that share a name with them.
//   - beam.go: chains of 1 to 4 pages, each weighed as a whole (score.go): how much of the claim its pages cover
//     together, how surely the claim names them, and what the claim says of the links between them. The best chains of a
//     question compete once more, by what only a whole chain shows (rerank.go, traits.go, lines.go).
//
// A new page may be joined to any earlier one, so paths and stars (HoVer, Table 1) come out by themselves. Of the
// chains that were weighed, the best are returned with the sentences and cells to judge the claim by
// (evidence.go, citing.go), and every page gets the probability that it belongs to the right chain (rank.go). A Scorer,
// such as a model, may have a say on the best few (scorer.go).
//
// TFIDF (tfidfplan.go) is the retrievers of the HoVer, FEVER, HotpotQA and FEVEROUS papers, which follow no link: a
// floor that walking is measured against.
//
// Paths answers a question without a claim: how does one get from one page to another?
package hop
