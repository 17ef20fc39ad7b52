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
// BERT's files (the shipped model) take a shorter way when a word is plain ASCII; both ways give the same ids.
// Truncation and padding that the file asks for are ignored: the caller says where to cut ([Truncation]) and pads a batch
// with [Tokenizer.Pad].
//
// Ids equal the reference's; so do offsets, but for characters that NFC or NFKC put together.
//
// A claim may hold "[SEP]" or "</s>" and so forge a separator. The reference lets it; [Tokenizer.Escaped] does not.
//
// The sources: WordPiece, Wu et al. 2016 (arXiv:1609.08144) section 4.1; byte-level BPE, Radford et al. 2019, section 2.2,
// after Sennrich et al. 2016 (arXiv:1508.07909); Unigram, Kudo 2018 (arXiv:1804.10959) section 3.2.
package token
