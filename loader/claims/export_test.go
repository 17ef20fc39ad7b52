package claims

// Formats are the formats of files.
var Formats = []Format{formatHotpotQA, formatTwoWiki, formatMuSiQue, Hover, Fever, Feverous, formatProgramFC, formatMultihop,
	formatPlain, formatLines}
