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
// learning sides of wikispeedia_claims and FEVEROUS, on the claims of bench/learn/written.jsonl, and on HotpotQA's train questions as
// statements; bench/learn/main.go has the arguments. These are the mean of three rounds (docs/adr/0022).
var forClaims = Weights{
	Feature: [numFeatures]float64{
		fName:       -5.128,
		fOut:        4.831,
		fIn:         4.474,
		fContext:    2.725,
		fShared:     7.306,
		fComparison: 7.006,
		fApart:      0.325,
		fUnnamed:    -5.435,
		fNamed:      4.942,
		fWeakest:    6.958,
		fDouble:     -0.160,
		fHub:        0.432,
		fBare:       -0.762,
		fParallel:   -0.192,
		fRoom:       2.732,
		fMention:    14.256,
		fPart:       -0.336,
		fTitle:      0.138,
		fWhole:      0.419,
		fSome:       0.217,
		fPopular:    -1.430,
		fLead:       3.256,
		fPhrase:     -3.588,
		fNoun:       -1.553,
		fWindow:     10.267,
		fPairs:      6.463,
		fWords:      12.602,
		fKind:       5.997,
		fBridge:     1.569,
		fBoth:       0.034,
		fPages:      -9.964,
		fFar:        3.323,
		fLong:       -0.248,
		fTold:       1.369,
		fNear:       5.457,
		fLater + 0:  1.814,  // later name
		fLater + 1:  -5.134, // later named
		fLater + 2:  0.738,  // later mention
		fLater + 3:  0.536,  // later title
		fLater + 4:  -1.349, // later whole
		fLater + 5:  -0.590, // later some
		fLater + 6:  -1.598, // later noun
		fLater + 7:  -0.521, // later lead
		fLater + 8:  7.268,  // later phrase
		fLater + 9:  -1.098, // later window
		fLater + 10: -0.087, // later pairs
		fLater + 11: 3.032,  // later words
		fLater + 12: -1.562, // later kind
		fLater + 13: -2.596, // later weakest
		fLater + 14: -0.987, // later popular
		fLater + 15: -0.117, // later long
		fLater + 16: 0.222,  // later near
	},
	Rerank: Reranking{
		Feature: [numFeatures]float64{
			fName:       -5.003,
			fOut:        5.255,
			fIn:         4.657,
			fContext:    2.942,
			fShared:     7.211,
			fComparison: 7.329,
			fApart:      0.687,
			fUnnamed:    -5.821,
			fNamed:      4.831,
			fWeakest:    6.727,
			fDouble:     -0.055,
			fHub:        0.665,
			fBare:       -0.592,
			fParallel:   -0.258,
			fRoom:       2.731,
			fMention:    14.056,
			fPart:       -0.268,
			fTitle:      -0.575,
			fWhole:      0.395,
			fSome:       -0.327,
			fPopular:    -1.451,
			fLead:       2.302,
			fPhrase:     -4.875,
			fNoun:       -1.243,
			fWindow:     10.527,
			fPairs:      4.891,
			fWords:      12.812,
			fKind:       5.847,
			fBridge:     1.148,
			fBoth:       -0.071,
			fPages:      -10.144,
			fFar:        3.685,
			fLong:       -0.210,
			fTold:       1.208,
			fNear:       4.809,
			fLater + 0:  1.928,  // later name
			fLater + 1:  -5.298, // later named
			fLater + 2:  0.637,  // later mention
			fLater + 3:  0.218,  // later title
			fLater + 4:  -0.887, // later whole
			fLater + 5:  -0.359, // later some
			fLater + 6:  -1.781, // later noun
			fLater + 7:  -0.593, // later lead
			fLater + 8:  8.087,  // later phrase
			fLater + 9:  -0.941, // later window
			fLater + 10: -0.692, // later pairs
			fLater + 11: 3.372,  // later words
			fLater + 12: -1.699, // later kind
			fLater + 13: -3.266, // later weakest
			fLater + 14: -1.192, // later popular
			fLater + 15: -0.153, // later long
			fLater + 16: 0.315,  // later near
		},
		Whole: [numWholeFeatures]float64{
			wChanges:         -2.326,
			wPartLeast:       -0.200,
			wPartMean:        -0.223,
			wOpen:            1.139,
			wOpenNames:       -3.123,
			wInSentence:      1.109,
			wInSentenceLeast: 0.995,
			wNamedInWindow:   0.297,
			wJoined:          0.066,
			wKindLeast:       0.881,
			wSentencePairs:   -0.056,
			wNearPairs:       1.004,
			wLong:            -0.030,
			wPages:           -0.174,
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
