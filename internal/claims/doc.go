// Package claims reads the claim and question files of every data set into one type.
//
// HotpotQA, 2WikiMultihopQA, MuSiQue, HoVer, FEVER, FEVEROUS (also as ProgramFC publishes it with evidence
// text), FEVER-Symmetric, FoolMeTwice, EX-FEVER, the first500 retrieval runs and plain lists of claims differ in
// framing (a JSON list, also of strings, JSON lines, a table with a header, one claim a line), in names of fields, and in how they
// point at evidence. A [Reader] tells them apart by content, never by name, also through gzip, bzip2, xz and zstd, and holds one
// record at a time. A bad record costs one [RecordError], "file:line: what", and reading goes on.
//
// A record without an id gets its line for one, an element of a list its place in it. Where other records of the same file have ids,
// one of these may be the same: to pair answers by id, give every record its own.
//
// One worked claim, a HoVer record:
//
//	{"uid": "56cb…", "claim": "Greater Swiss Mountain Dog and Harrier are both dog breeds.",
//	 "supporting_facts": [["Greater Swiss Mountain Dog", 0], ["Harrier (dog)", 0]],
//	 "label": "SUPPORTED", "num_hops": 2, "hpqa_id": "5ae1…"}
//
// becomes a [Claim] of scheme "hover" with two hops, one evidence set of two sentences, and the family of
// claims that were grown from the same HotpotQA question.
package claims
