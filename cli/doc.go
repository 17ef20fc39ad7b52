// Package cli is the bridgehop command. Each command turns its flags into options of the engine (package bridgehop),
// calls it, and prints the results.
//
// One claim, from pages to a verdict:
//
//	bridgehop load --store wiki.bridgehop --redirects testdata/wiki/redirects.tsv testdata/wiki/pages.jsonl
//	bridgehop verify --store wiki.bridgehop "The engineer who designed Skarn Point Light was born in Saint-Évrard."
//
// Results go to standard output; progress, warnings and errors go to standard error, prefixed "bridgehop:".
// With --json every command prints JSON records, one a line. docs/cli.md lists the fields of these records; their names
// never change. The list is made from fields.txt, and a test compares fields.txt with what the commands print.
package cli
