// Package wiki is the shipped wiki: an invented province with its pages, redirects and claims, in FEVEROUS's formats.
// See README.md beside it. The binary carries it, so that `bridgehop demo` works from any folder.
package wiki

import "embed"

// The files of Files.
const (
	Pages     = "pages.jsonl"
	Redirects = "redirects.tsv"
	Claims    = "claims.jsonl"
)

// Files holds Pages, Redirects and Claims.
//
//go:embed pages.jsonl redirects.tsv claims.jsonl
var Files embed.FS
