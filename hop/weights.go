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
			fCoverage:   14.689,
			fName:       0.669,
			fOut:        3.286,
			fIn:         1.064,
			fContext:    1.660,
			fShared:     4.475,
			fComparison: 4.273,
			fApart:      -2.339,
			fUnnamed:    -1.977,
			fNamed:      1.012,
			fSoft:       4.548,
			fWeakest:    -0.199,
			fDouble:     0.656,
			fHub:        -1.706,
			fBare:       -0.660,
			fParallel:   2.591,
			fRoom:       1.188,
			fTwo:        -0.411,
			fThree:      -11.515,
			fFour:       -15.588,
		},
		Trait: [numTraits]float64{
			tOpen:          1.906,
			tSentences:     3.533,
			tSentenceSum:   -3.510,
			tSentenceLeast: 3.804,
			tFreeLeast:     1.844,
			tPhrases:       3.813,
			tUnique:        -2.256,
			tWeakest:       -1.152,
			tTitleLeast:    1.554,
			tTitleMost:     -0.331,
			tTitles:        1.713,
			tPaired:        3.443,
			tEcho:          -1.729,
			tLead:          0.769,
			tContextLeast:  3.246,
			tContextMost:   -2.105,
			tStrengthLeast: 1.867,
			tSharedEdges:   0.357,
			tUnnamed:       0.360,
			tSpoken:        0.993,
			tFromNamed:     2.204,
			tLinked:        -0.720,
		},
	},
	Temperature: 1,
}

// LearnedWeights are the weights a Planner uses by default.
func LearnedWeights() Weights { return learned }
