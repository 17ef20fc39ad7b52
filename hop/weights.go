package hop

// Weights say what each feature of a chain is worth.
type Weights struct {
	Feature [numFeatures]float64
	// Rerank are the weights for the best chains of a question after the search; with the zero Reranking they are not reranked.
	// bench/learn -rerank of commit 50e9e0f found it.
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
		fName:       -5.071,
		fOut:        5.319,
		fIn:         5.009,
		fContext:    2.869,
		fShared:     7.878,
		fComparison: 7.560,
		fApart:      0.729,
		fUnnamed:    -6.573,
		fNamed:      5.043,
		fWeakest:    7.359,
		fDouble:     -0.259,
		fHub:        0.480,
		fBare:       -0.949,
		fParallel:   0.047,
		fRoom:       2.856,
		fMention:    14.646,
		fPart:       -0.544,
		fTitle:      0.118,
		fWhole:      0.311,
		fSome:       -0.451,
		fPopular:    -1.914,
		fLead:       3.458,
		fPhrase:     -5.030,
		fNoun:       -1.201,
		fWindow:     10.859,
		fPairs:      5.196,
		fWords:      13.182,
		fKind:       5.912,
		fBridge:     1.593,
		fBoth:       0.089,
		fPages:      -10.523,
		fFar:        3.727,
		fLong:       -0.126,
		fTold:       1.370,
		fNear:       5.139,
		fLater + 0:  0.885,  // later name
		fLater + 1:  -5.297, // later named
		fLater + 2:  0.567,  // later mention
		fLater + 3:  0.436,  // later title
		fLater + 4:  -0.972, // later whole
		fLater + 5:  0.489,  // later some
		fLater + 6:  -1.636, // later noun
		fLater + 7:  -0.180, // later lead
		fLater + 8:  8.561,  // later phrase
		fLater + 9:  -1.048, // later window
		fLater + 10: -0.124, // later pairs
		fLater + 11: 3.578,  // later words
		fLater + 12: -1.942, // later kind
		fLater + 13: -3.085, // later weakest
		fLater + 14: -1.259, // later popular
		fLater + 15: -0.273, // later long
		fLater + 16: 0.036,  // later near
	},
	Rerank: Reranking{
		Feature: [numFeatures]float64{
			fName:       -4.510,
			fOut:        5.513,
			fIn:         5.066,
			fContext:    2.431,
			fShared:     7.961,
			fComparison: 7.846,
			fApart:      0.901,
			fUnnamed:    -6.872,
			fNamed:      4.610,
			fWeakest:    7.153,
			fDouble:     -0.243,
			fHub:        0.652,
			fBare:       -0.723,
			fParallel:   -0.037,
			fRoom:       2.879,
			fMention:    14.828,
			fPart:       -0.530,
			fTitle:      0.333,
			fWhole:      0.380,
			fSome:       -0.506,
			fPopular:    -1.912,
			fLead:       2.575,
			fPhrase:     -5.721,
			fNoun:       -1.104,
			fWindow:     11.079,
			fPairs:      3.380,
			fWords:      13.259,
			fKind:       5.825,
			fBridge:     1.409,
			fBoth:       0.017,
			fPages:      -10.655,
			fFar:        3.899,
			fLong:       -0.056,
			fTold:       1.278,
			fNear:       4.434,
			fLater + 0:  1.256,  // later name
			fLater + 1:  -5.547, // later named
			fLater + 2:  0.418,  // later mention
			fLater + 3:  0.279,  // later title
			fLater + 4:  -0.621, // later whole
			fLater + 5:  0.431,  // later some
			fLater + 6:  -1.924, // later noun
			fLater + 7:  -0.519, // later lead
			fLater + 8:  9.114,  // later phrase
			fLater + 9:  -0.828, // later window
			fLater + 10: -0.793, // later pairs
			fLater + 11: 3.844,  // later words
			fLater + 12: -2.041, // later kind
			fLater + 13: -3.346, // later weakest
			fLater + 14: -1.475, // later popular
			fLater + 15: -0.289, // later long
			fLater + 16: 0.228,  // later near
		},
		Whole: [numWholeFeatures]float64{
			wChanges:         -2.281,
			wPartLeast:       -0.138,
			wPartMean:        -0.286,
			wOpen:            1.632,
			wOpenNames:       -2.870,
			wInSentence:      1.536,
			wInSentenceLeast: 0.436,
			wNamedInWindow:   0.141,
			wJoined:          0.043,
			wKindLeast:       1.109,
			wSentencePairs:   0.022,
			wNearPairs:       1.065,
			wLong:            -0.177,
			wPages:           -0.126,
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
