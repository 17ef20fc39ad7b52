package hop

// Parts are the terms a chain's score is the sum of.
type Parts struct {
	Coverage float64 `json:"coverage"` // share of the claim's words, weighted by rarity, that the pages hold
	Seeds    float64 `json:"seeds"`    // how well the pages answer the claim by themselves
	Names    float64 `json:"names"`    // pages the claim names
	Links    float64 `json:"links"`    // edges and the words around them
}
