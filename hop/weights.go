package hop

// Weights say what each feature of a chain is worth.
type Weights struct {
	Feature [numFeatures]float64
	// Rerank is what the best chains of a question compete by anew; the zero Reranking leaves the choice to Feature.
	// bench/learn -rerank finds it.
	Rerank Reranking
	// Temperature turns scores into probabilities over chains.
	Temperature float64
}

// learned are the weights that bench/learn found on the train files of HotpotQA, 2WikiMultihopQA and MuSiQue.
var learned = Weights{
	Feature: [numFeatures]float64{
		fCoverage:   14.183,
		fName:       0.511,
		fOut:        3.447,
		fIn:         1.894,
		fContext:    2.882,
		fShared:     0.817,
		fComparison: 4.723,
		fApart:      -3.382,
		fUnnamed:    -0.825,
		fNamed:      1.483,
		fSoft:       4.282,
		fWeakest:    0.953,
		fDouble:     0.627,
		fHub:        -0.740,
		fBare:       -0.450,
		fParallel:   0.729,
		fRoom:       0.536,
		fTwo:        -4.411,
		fThree:      -10.434,
		fFour:       -15.280,
	},
	Rerank: Reranking{
		Feature: [numFeatures]float64{
			fCoverage:   13.511,
			fName:       0.678,
			fOut:        3.113,
			fIn:         0.747,
			fContext:    2.671,
			fShared:     5.890,
			fComparison: 4.748,
			fApart:      -1.851,
			fUnnamed:    -1.575,
			fNamed:      0.894,
			fSoft:       3.091,
			fWeakest:    -0.046,
			fDouble:     0.715,
			fHub:        -1.635,
			fBare:       -0.576,
			fParallel:   2.240,
			fRoom:       1.438,
			fTwo:        -0.475,
			fThree:      -11.628,
			fFour:       -15.913,
		},
		Trait: [numTraits]float64{
			tOpen:          1.684,
			tSentences:     3.809,
			tSentenceSum:   -3.516,
			tSentenceLeast: 2.696,
			tFreeLeast:     2.694,
			tPhrases:       4.069,
			tUnique:        -2.114,
			tWeakest:       -0.999,
			tTitleLeast:    1.507,
			tTitleMost:     -0.501,
			tTitles:        1.734,
			tPaired:        3.436,
			tEcho:          -1.711,
			tLead:          0.759,
			tContextLeast:  3.264,
			tContextMost:   -3.247,
			tStrengthLeast: 2.087,
			tSharedEdges:   -0.302,
			tUnnamed:       0.572,
			tSpoken:        0.916,
			tFromNamed:     2.179,
			tLinked:        -0.688,
		},
	},
	Temperature: 1,
}

// LearnedWeights are the weights a Planner uses by default.
func LearnedWeights() Weights { return learned }
