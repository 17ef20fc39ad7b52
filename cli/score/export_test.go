package score

// NormalizeAnswer is tested against the official function's outputs.
var NormalizeAnswer = normalizeAnswer
