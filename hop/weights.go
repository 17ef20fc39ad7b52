package hop

// Weights say what each feature of a chain is worth.
type Weights struct {
	Feature [numFeatures]float64
	// Rerank are the weights for the best chains of a question after the search; with the zero Reranking they are not reranked.
	// bench/learn -rerank finds it.
	Rerank Reranking
	// Temperature turns scores into probabilities over chains.
	Temperature float64
}

// forQuestions are the weights that bench/learn found on the train files of HotpotQA, 2WikiMultihopQA and MuSiQue.
var forQuestions = Weights{
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
			fCoverage:   15.404,
			fName:       1.298,
			fOut:        3.225,
			fIn:         0.884,
			fContext:    1.692,
			fShared:     4.501,
			fComparison: 4.185,
			fApart:      -2.404,
			fUnnamed:    -2.020,
			fNamed:      1.777,
			fSoft:       4.202,
			fWeakest:    -0.175,
			fDouble:     0.619,
			fHub:        -1.690,
			fBare:       -0.583,
			fParallel:   2.523,
			fRoom:       1.044,
			fTwo:        -0.576,
			fThree:      -11.598,
			fFour:       -15.469,
		},
		Whole: [numWholeFeatures]float64{
			wUnmatched:         -2.953,
			wUnmatchedLower:    5.528,
			wSentences:         3.558,
			wSentenceSum:       -3.321,
			wSentenceLeast:     3.317,
			wSentenceLeastFree: 1.747,
			wPhrases:           3.440,
			wUnique:            -2.720,
			wWeakest:           -1.128,
			wTitleLeast:        1.568,
			wTitleMost:         -0.387,
			wTitles:            1.653,
			wPaired:            3.494,
			wTitleOverlap:      -1.804,
			wUnmatchedNames:    1.170,
			wLeadLinks:         0.870,
			wContextLeast:      3.287,
			wContextMost:       -2.126,
			wStrengthLeast:     1.826,
			wSharedEdges:       0.216,
			wUnnamed:           0.390,
			wUnnamedContext:    1.060,
			wUnnamedFromNamed:  2.158,
			wLinks:             -0.816,
		},
	},
	Temperature: 1,
}

// forClaims are the weights for what is no question. bench/learn -claims found them on claims of the learning sides of FEVEROUS and
// wikispeedia_claims, on evidence sentences of the train files above, and on claims made from sentences of Wikispeedia (bench/learn/bridge.go).
var forClaims = Weights{
	Feature: [numFeatures]float64{
		fCoverage:   8.705,
		fName:       0.000,
		fOut:        2.819,
		fIn:         0.000,
		fContext:    4.802,
		fShared:     4.269,
		fComparison: 0.679,
		fApart:      -2.999,
		fUnnamed:    0.351,
		fNamed:      2.909,
		fSoft:       9.334,
		fWeakest:    0.496,
		fDouble:     0.766,
		fHub:        -0.339,
		fBare:       -0.607,
		fParallel:   -1.322,
		fRoom:       2.440,
		fTwo:        -8.363,
		fThree:      -17.286,
		fFour:       -25.203,
		fMention:    2.614,
		fPart:       -0.662,
		fIdle:       -2.035,
		fTitle:      1.517,
		fWhole:      1.561,
		fSome:       2.083,
		fDeep:       -2.083,
		fPopular:    -2.581,
		fLead:       2.364,
		fPhrase:     4.190,
		fNoun:       0.052,
	},
	Temperature: 2,
}

// LearnedWeights are the weights a Planner uses by default for questions, and for claims.
func LearnedWeights() (questions, claims Weights) { return forQuestions, forClaims }

// evidenceWeights are the weights of the cues for citing a sentence: log odds that it is gold. go run ./bench/learn -evidence found them
// on the train files of HotpotQA and 2WikiMultihopQA and on the trained side of FEVEROUS's dev file (loader/claims/split.go).
var evidenceWeights = cues{
	cAlways: -1.88,
	cFresh:  8.32,
	cAgain:  -0.22,
	cSoft:   4.51,
	cDense:  1.03,
	cBest:   0.73,
	cLead:   0.74,
	cLater:  -0.77,
	cLong:   1.30,
	cPages:  -0.32,
}
