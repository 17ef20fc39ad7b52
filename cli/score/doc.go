// Package score computes the official scores of HoVer, FEVER, FEVEROUS and HotpotQA, and retrieval scores, for
// the predictions of any system.
//
// An official figure equals that of its published scorer to the last digit, quirks included. The section "bridgehop" is
// our own reading of the same file: predictions are paired by id, titles are normalised (graph.FoldTitle), headers are
// recognised by content, ids are split from the right, and a missing prediction counts as wrong. Missing, repeated and
// unknown predictions are counted and named. Predictions are never changed.
//
// [Submit] writes predictions in the form that a data set's own scorer or leaderboard takes, so that they get the same
// score there as here.
//
// Every figure carries a bootstrap interval (Efron and Tibshirani 1993, chapter 13): claims are drawn with
// replacement, from a fixed seed, so that the same files give the same bytes. [Compare] tests the difference of two
// prediction files on the same claims by random swaps (Noreen 1989).
//
// One worked claim: with the gold pages {Neil Peart, Nobody's Hero} and the ranking
//
//	1 Rush (band)   2 Neil Peart   3 Counterparts   4 Nobody's Hero
//
// recall@2 is 1/2, all-gold@2 is 0, all-gold@5 is 1, and the reciprocal rank of the first gold page is 1/2.
package score
