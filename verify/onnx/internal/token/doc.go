// Package token reads a Hugging Face tokenizer.json and turns text into the ids a model was trained on.
//
// A verifier depends on these ids: if one accent is folded differently than in training, a name becomes [UNK]. So this
// package gives exactly the ids of the reference (the Rust library behind Python's tokenizers, 0.23.3), with its
// quirks: which characters count as punctuation, how a pair is truncated, what happens to special tokens inside the
// text.
//
// One claim, encoded by the small WordPiece in testdata with at most 192 tokens:
//
//	premise    "Oliver Stone"        hypothesis "Stone directs."
//
//	[CLS] oliver stone [SEP] stone direct ##s . [SEP]
//	  0     0      0     0     1      1    1  1   1      type ids
//
// The steps are the file's, in this order:
//
//	text -> added tokens -> normalizer -> pre-tokenizer -> model -> truncation -> post-processor (template)
//
// Truncation and padding that the file asks for are ignored: the caller chooses the truncation ([Truncation]) and pads
// a batch with [Tokenizer.Pad].
//
// Supported are the tokenizers of models of natural language inference: WordPiece (BERT, MiniLM), byte-level BPE
// (RoBERTa, DeBERTa, ModernBERT) and Unigram (DeBERTa-v3, XLM-RoBERTa, ALBERT) with the normalizers and splits of their
// files. If a file asks for anything else, opening it fails; it never gives a wrong id. Offsets are not kept. Go's
// normal forms separate piles of more than 30 marks, and its lower case is Unicode 15's: texts with these may get other
// ids than the reference gives.
//
// A claim may contain "[SEP]" or "</s>" and so forge a separator. The reference allows this; [Tokenizer.Escaped] does
// not.
//
// The sources: WordPiece, Wu et al. 2016 (arXiv:1609.08144) section 4.1; byte-level BPE, Radford et al. 2019, section
// 2.2, after Sennrich et al. 2016 (arXiv:1508.07909); Unigram, Kudo 2018 (arXiv:1804.10959) section 3.2.
package token
