// Package values reads dates, numbers and quantities in claims, sentences and table cells, says which value of the evidence answers which
// of the claim's, and computes what a claim says of them: a comparison of two pages, a limit, the highest of a column. It has no model
// and depends on nothing of the planner or the verifier.
//
// One claim:
//
//	Charles Darwin was born ten years before Abraham Lincoln.
//
// becomes the operation difference over born of two subjects. The sentences "Charles Darwin (12 February 1809 – 19 April 1882) ..." and
// "Abraham Lincoln (February 12, 1809 – April 15, 1865) ..." give both operands; the result is 0 days, the claim says 10 years: it
// disagrees.
//
// It also compares names where one alone can be right: "designed by NAME", "born in NAME", "is an American". Another name in the same place
// of the page that the claim is about speaks against the claim.
//
// A claim's limit ("fewer than 5,000 inhabitants", "opened after 2000") decides if the evidence says the rest of the claim.
//
// What doesn't fit isn't compared: kilometres beside kilograms, a date that does not exist, 12/11/10.
package values
