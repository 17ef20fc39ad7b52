package claims

// For the tests outside the package.
var NumberID = numberID

// Formats are the formats of files.
var Formats = []Format{HotpotQA, formatTwoWiki, formatMuSiQue, Hover, Fever, Feverous, formatProgramFC, formatMultihop,
	formatPlain, Lines}
