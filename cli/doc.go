// Package cli is the bridgehop command: it opens stores, wires loaders, planner and verifier together, and
// shows what they found. It is the only package that names backends.
//
// One claim, from pages to a verdict:
//
//	bridgehop load --store wiki.bridgehop --redirects testdata/wiki/redirects.tsv testdata/wiki/pages.jsonl
//	bridgehop verify --store wiki.bridgehop "The engineer who designed Skarn Point Light was born in Saint-Évrard."
//
// Results go to standard output; progress, warnings and errors go to standard error, prefixed "bridgehop:".
// With --json every command prints one JSON record a line; the names of its fields, which docs/cli.md tells, stay as they
// are. The records stand in fields.txt, and a test holds what the commands write against them.
package cli
