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

// forClaims are the weights for what is no question. go run ./bench/learn -claims learns them, in rounds from the weights before, on the
// learning sides of wikispeedia_claims and FEVEROUS, on claims that bench/made makes of Wikispeedia's links, and on HotpotQA's train
// questions as statements; bench/learn/main.go has the arguments. These are the mean of two runs (docs/adr/0022).
var forClaims = Weights{
	Feature: [numFeatures]float64{
		fName:       -5.470,
		fOut:        2.311,
		fIn:         0.654,
		fContext:    1.687,
		fShared:     5.617,
		fComparison: 5.708,
		fApart:      -0.455,
		fUnnamed:    -2.259,
		fNamed:      5.879,
		fWeakest:    5.095,
		fDouble:     0.242,
		fHub:        0.490,
		fBare:       -0.323,
		fParallel:   -0.111,
		fRoom:       1.156,
		fMention:    11.444,
		fPart:       -1.320,
		fTitle:      -0.036,
		fWhole:      0.930,
		fSome:       2.122,
		fPopular:    0.868,
		fLead:       1.223,
		fPhrase:     -1.009,
		fNoun:       -2.032,
		fWindow:     6.687,
		fPairs:      10.593,
		fWords:      9.691,
		fKind:       4.452,
		fBridge:     1.391,
		fBoth:       0.791,
		fPages:      -7.026,
		fFar:        2.543,
		fLong:       -0.309,
		fTold:       1.690,
		fNear:       7.724,
		fLater + 0:  2.783,  // later name
		fLater + 1:  -5.659, // later named
		fLater + 2:  0.370,  // later mention
		fLater + 3:  0.251,  // later title
		fLater + 4:  -0.392, // later whole
		fLater + 5:  -1.978, // later some
		fLater + 6:  -1.548, // later noun
		fLater + 7:  -1.704, // later lead
		fLater + 8:  4.798,  // later phrase
		fLater + 9:  -3.974, // later window
		fLater + 10: 0.921,  // later pairs
		fLater + 11: -0.027, // later words
		fLater + 12: 0.393,  // later kind
		fLater + 13: -1.635, // later weakest
		fLater + 14: -0.488, // later popular
		fLater + 15: -0.046, // later long
		fLater + 16: 2.896,  // later near
	},
	Rerank: Reranking{
		Feature: [numFeatures]float64{
			fName:       -5.138,
			fOut:        2.325,
			fIn:         0.857,
			fContext:    1.988,
			fShared:     5.433,
			fComparison: 6.265,
			fApart:      -0.145,
			fUnnamed:    -2.215,
			fNamed:      5.381,
			fWeakest:    5.144,
			fDouble:     0.342,
			fHub:        0.538,
			fBare:       -0.298,
			fParallel:   -0.080,
			fRoom:       1.008,
			fMention:    11.216,
			fPart:       -1.257,
			fTitle:      -0.989,
			fWhole:      1.051,
			fSome:       1.145,
			fPopular:    0.797,
			fLead:       0.901,
			fPhrase:     -2.126,
			fNoun:       -1.809,
			fWindow:     5.870,
			fPairs:      8.933,
			fWords:      9.985,
			fKind:       3.489,
			fBridge:     1.547,
			fBoth:       0.437,
			fPages:      -6.701,
			fFar:        2.853,
			fLong:       -0.429,
			fTold:       1.652,
			fNear:       7.208,
			fLater + 0:  3.048,  // later name
			fLater + 1:  -6.305, // later named
			fLater + 2:  0.054,  // later mention
			fLater + 3:  0.183,  // later title
			fLater + 4:  -0.616, // later whole
			fLater + 5:  -0.935, // later some
			fLater + 6:  -1.529, // later noun
			fLater + 7:  -1.483, // later lead
			fLater + 8:  5.665,  // later phrase
			fLater + 9:  -3.993, // later window
			fLater + 10: 0.660,  // later pairs
			fLater + 11: 0.545,  // later words
			fLater + 12: 0.267,  // later kind
			fLater + 13: -2.474, // later weakest
			fLater + 14: -0.830, // later popular
			fLater + 15: 0.042,  // later long
			fLater + 16: 2.636,  // later near
		},
		Whole: [numWholeFeatures]float64{
			wChanges:         -3.185,
			wPartLeast:       0.121,
			wPartMean:        0.341,
			wOpen:            0.819,
			wOpenNames:       -1.978,
			wInSentence:      0.756,
			wInSentenceLeast: 0.733,
			wNamedInWindow:   1.530,
			wJoined:          -1.530,
			wKindLeast:       0.805,
			wSentencePairs:   -0.114,
			wNearPairs:       1.441,
			wLong:            0.259,
			wPages:           0.330,
		},
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
