package hop

import "regexp"

// What describes a thing instead of naming it: a relative clause ("the engineer who"), a noun that a name explains ("the capital of
// Brazil"), a noun of an earlier sentence taken up ("This city"), and two things compared ("both", "than", "the same").
var describes = regexp.MustCompile(`(?i:\b(?:who|whom|whose|which|where|than|both|same)\b)|\b[a-z]+ that [a-z]+|` +
	`\b(?:[Tt]he|[Aa]n?) (?:[a-z]+ ){1,2}(?:of|by|in|from|for|on) (?:the )?\p{Lu}|\b(?:[Tt]his|[Tt]hese|[Tt]hose) [a-z]+`)

// descriptions returns the number of descriptions in a claim. Each may stand for a page that the claim doesn't name.
func descriptions(claim string) int { return len(describes.FindAllStringIndex(claim, -1)) }
