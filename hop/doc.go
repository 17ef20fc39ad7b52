// Package hop finds the chains of pages that may prove or refute a claim.
//
// Take the claim "The engineer who designed Skerry Light kept bees." It names one page, and its other words lie
// on a page it does not name:
//
//	        claim names                        holds "engineer", "kept", "bees"
//	[Skerry Light] --"designed by Ada Holm"--> [Ada Holm]
//
// The files stand in the order of the work:
//
//   - claim.go, match.go: the terms of the claim with their rarity, the names in it, misspelt words corrected to words of the wiki, and how
//     a word of a page matches a term.
//   - seed.go, node.go, page.go: the seeds, which are the pages that the claim names and the pages with most of its words.
//   - walk.go, links.go, joins.go: the pages one link away from the pages found so far, in both directions, the pages
//     that share a name with these, and the pages that the claim compares.
//   - chains.go, features.go: chains of 1 to 4 pages. Each chain is scored as a whole: how much of the claim its pages
//     cover together, how surely the claim names them, and how many words of the claim are near the links between them.
//   - rank.go, whole.go, division.go: the best chains again, by features of the whole chain; for claims a forest of
//     regression trees adds to the score. Pages are ranked by the probability that they belong to the right chain.
//   - first.go: what the best chain must have: the page of the claim's longest title, the page that is linked rather than
//     one of the same name, and no page that only the value which the claim asserts brings in.
//   - cite.go, evidence.go, rows.go: the sentences and cells to judge the claim by.
//
// The pages of a chain divide the claim. A page answers its part in one place, a window of its text, and each word of
// the claim belongs to one page. Here Skerry Light answers "designed Skerry Light", and Ada Holm "The engineer who …
// kept bees". A page stays for what only it answers, so that the number of pages follows from the claim. Words that
// the best chains leave open are searched again. Questions are planned by the same steps without windows, with
// weights of their own. See docs/adr/0022.
//
// A new page may be joined to any earlier page, so that chains are paths or stars (HoVer, Table 1).
//
// TFIDF (tfidf.go) is the baseline: the retriever of the HoVer and FEVER papers, which follows no links.
//
// Paths finds the shortest link paths from one page to another.
package hop
