package hop

// Weights say what each feature of a chain is worth.
type Weights struct {
	Feature [numFeatures]float64
	// Rerank are the weights for the best chains of a question after the search; with the zero Reranking they are not reranked.
	// bench/learn -rerank finds it.
	Rerank Reranking
	forest func() *forest // adds to what Rerank says of the chains of claims
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

// forClaims are the weights for what is no question. go run ./bench/learn -claims learns them, in rounds from the weights before, on the
// learning sides of wikispeedia_claims and FEVEROUS, on the claims of bench/learn/written.jsonl, and on HotpotQA's train questions as
// statements; bench/learn/main.go has the arguments. These are of the third round (docs/adr/0022).
var forClaims = Weights{
	Feature: [numFeatures]float64{
		fName:       -3.420,
		fOut:        5.091,
		fIn:         4.636,
		fContext:    2.966,
		fShared:     7.325,
		fComparison: 8.868,
		fApart:      -0.428,
		fUnnamed:    -6.119,
		fNamed:      2.628,
		fWeakest:    7.261,
		fDouble:     -0.346,
		fHub:        -0.170,
		fBare:       -1.232,
		fParallel:   -0.022,
		fRoom:       3.453,
		fMention:    15.211,
		fPart:       -0.312,
		fTitle:      1.088,
		fWhole:      0.716,
		fSome:       -0.581,
		fPopular:    -1.997,
		fLead:       3.368,
		fPhrase:     -5.692,
		fNoun:       -0.553,
		fWindow:     12.002,
		fPairs:      4.661,
		fWords:      14.155,
		fKind:       6.828,
		fBridge:     1.403,
		fBoth:       0.430,
		fPages:      -10.147,
		fFar:        2.570,
		fLong:       -0.293,
		fTold:       1.945,
		fNear:       4.460,
		fLater + 0:  1.195,  // later name
		fLater + 1:  -5.207, // later named
		fLater + 2:  0.724,  // later mention
		fLater + 3:  1.348,  // later title
		fLater + 4:  -1.220, // later whole
		fLater + 5:  1.149,  // later some
		fLater + 6:  -1.154, // later noun
		fLater + 7:  -0.360, // later lead
		fLater + 8:  9.870,  // later phrase
		fLater + 9:  -1.619, // later window
		fLater + 10: 2.289,  // later pairs
		fLater + 11: 3.855,  // later words
		fLater + 12: -1.218, // later kind
		fLater + 13: -3.991, // later weakest
		fLater + 14: -1.685, // later popular
		fLater + 15: -0.090, // later long
		fLater + 16: 1.171,  // later near
	},
	// before reranking; 1 pages: 351 of 357 found, 299 first; 2 pages: 1541 of 1691 found, 741 first; 3 pages: 833 of 1151 found, 239 first; 4 pages: 363 of 708 found, 140 first
	// after reranking: loss 0.7537; 1 pages: 351 of 357 found, 299 first; 2 pages: 1541 of 1691 found, 759 first; 3 pages: 833 of 1151 found, 228 first; 4 pages: 363 of 708 found, 163 first
	Rerank: Reranking{
		Feature: [numFeatures]float64{
			fName:       -2.589,
			fOut:        5.134,
			fIn:         4.417,
			fContext:    2.704,
			fShared:     7.125,
			fComparison: 8.899,
			fApart:      -0.182,
			fUnnamed:    -5.883,
			fNamed:      1.802,
			fWeakest:    7.233,
			fDouble:     -0.548,
			fHub:        -0.133,
			fBare:       -1.229,
			fParallel:   -0.007,
			fRoom:       3.709,
			fMention:    15.301,
			fPart:       -0.253,
			fTitle:      1.428,
			fWhole:      0.781,
			fSome:       -0.816,
			fPopular:    -1.834,
			fLead:       2.446,
			fPhrase:     -5.979,
			fNoun:       -0.455,
			fWindow:     12.201,
			fPairs:      2.981,
			fWords:      14.290,
			fKind:       6.808,
			fBridge:     1.166,
			fBoth:       0.272,
			fPages:      -10.028,
			fFar:        2.816,
			fLong:       -0.329,
			fTold:       1.942,
			fNear:       3.850,
			fLater + 0:  1.388,  // later name
			fLater + 1:  -5.420, // later named
			fLater + 2:  0.567,  // later mention
			fLater + 3:  1.564,  // later title
			fLater + 4:  -1.298, // later whole
			fLater + 5:  0.917,  // later some
			fLater + 6:  -1.263, // later noun
			fLater + 7:  -0.702, // later lead
			fLater + 8:  10.121, // later phrase
			fLater + 9:  -2.068, // later window
			fLater + 10: 1.979,  // later pairs
			fLater + 11: 3.701,  // later words
			fLater + 12: -1.055, // later kind
			fLater + 13: -4.137, // later weakest
			fLater + 14: -1.924, // later popular
			fLater + 15: -0.026, // later long
			fLater + 16: 1.548,  // later near
		},
		Whole: [numWholeFeatures]float64{
			wChanges:         -2.752,
			wPartLeast:       0.189,
			wPartMean:        -0.161,
			wOpen:            1.733,
			wOpenNames:       -3.576,
			wInSentence:      1.292,
			wInSentenceLeast: 0.332,
			wNamedInWindow:   0.312,
			wJoined:          0.092,
			wKindLeast:       0.762,
			wSentencePairs:   -0.177,
			wNearPairs:       0.990,
			wLong:            0.073,
			wPages:           0.119,
		},
	},
	forest:      claimForest,
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
