// Package claims reads the claim and question files of every data set into one type.
//
// HotpotQA, 2WikiMultihopQA, MuSiQue, HoVer, FEVER, FEVEROUS (also as ProgramFC publishes it with evidence text)
// and plain lists of claims differ in framing (JSON lines, a JSON list, also of strings, a table with a
// header, one claim a line), in the names of fields, and in how they refer to evidence. A [Reader] recognises the
// format by content, never by name, also through gzip, bzip2, xz and zstd, and holds one record at a time. A bad record
// gives one [RecordError], "file:line: what", and reading continues.
//
// The id of a record without one is its line, and the id of a list element is its index. If other records of the same
// file have ids, one of them may be the same: to pair answers by id, give every record an id.
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
