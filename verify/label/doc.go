// Package label has the verdicts on a claim and their spellings in each data set. It imports no other package of
// bridgehop, so that those who only read or write labels, as loader/claims, need no verifier.
//
// The claim "Varde Bridge was designed by Ida Holm." with the probabilities .2, .5 and .3 of Supported, Refuted and
// NotEnoughInfo:
//
//	FEVER, FEVEROUS    REFUTES
//	HoVer              NOT_SUPPORTED, with .8, the sum of both
package label
