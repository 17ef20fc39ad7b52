package hop

// Parts are the terms a chain's score is the sum of.
type Parts struct {
	Coverage float64 `json:"coverage"` // share of the claim's words, weighted by rarity, that the pages hold
	Words    float64 `json:"words"`    // how well the pages answer the claim by themselves
	Names    float64 `json:"names"`    // pages the claim names
	Links    float64 `json:"links"`    // edges and the words around them
	Size     float64 `json:"size"`     // what a chain of so many pages must make up for

	// Model is what a Scorer says of the chain, against the mean of the chains it was asked about.
	Model float64 `json:"model,omitempty"`
}
