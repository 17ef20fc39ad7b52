// Package values reads dates, numbers and quantities in claims, sentences and infoboxes, and computes what a claim
// says of them: how two pages compare, or a value of one page. It has no model and depends on nothing of the planner
// or the verifier.
//
// One claim:
//
//	Charles Darwin was born before Abraham Lincoln.
//
// It compares two subjects by one attribute, born. The sentences "Charles Darwin (12 February 1809 – 19 April 1882)
// ..." and "Abraham Lincoln (February 12, 1809 – April 15, 1865) ..." have both values, which are the same: it
// disagrees.
//
// A value of one page decides only in the claim's own slot, and supports only if the evidence says the rest of the
// claim. So does a limit ("fewer than 5,000 inhabitants", "opened after 2000").
//
// What doesn't fit isn't compared: kilometres beside kilograms, a date that does not exist, 12/11/10.
package values
