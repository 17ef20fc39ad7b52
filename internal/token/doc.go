// Package token reads a Hugging Face tokenizer.json and turns text into the ids a model was trained on.
//
// A verifier is only as good as the ids it is fed: one accent folded otherwise than in training and a name becomes [UNK].
// This package therefore follows the reference (the Rust library behind Python's tokenizers, 0.23.3) to the last id, with
// its quirks: which characters count as punctuation, how a pair is cut, what happens to special tokens inside the text.
//
// One claim, read by the small WordPiece in testdata with 192 tokens to spend:
//
//	premise    "Oliver Stone"        hypothesis "Stone directs."
//
//	[CLS] oliver stone [SEP] stone direct ##s . [SEP]
//	  0     0      0     0     1      1    1  1   1      type ids
//
// The work is done in the order the file asks for:
//
//	text -> added tokens -> normalizer -> pre-tokenizer -> model -> truncation -> post-processor (template)
//
// Truncation and padding that the file asks for are ignored: the caller says where to cut ([Truncation]) and pads a batch
// with [Tokenizer.Pad].
//
// What is supported is what models of inference use: WordPiece (BERT, MiniLM), byte-level BPE (RoBERTa, DeBERTa, ModernBERT) and Unigram
// (DeBERTa-v3, XLM-RoBERTa, ALBERT) with the normalizers and splits of their files. Whatever else a file asks for is an error when it is
// opened, never another id. Offsets are not kept. Go's normal forms separate piles of more than 30 marks, and its lower case is Unicode
// 15's: texts with these may get other ids than the reference gives.
//
// A claim may hold "[SEP]" or "</s>" and so forge a separator. The reference lets it; [Tokenizer.Escaped] does not.
//
// The sources: WordPiece, Wu et al. 2016 (arXiv:1609.08144) section 4.1; byte-level BPE, Radford et al. 2019, section 2.2,
// after Sennrich et al. 2016 (arXiv:1508.07909); Unigram, Kudo 2018 (arXiv:1804.10959) section 3.2.
package token
