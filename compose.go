package bridgehop

import _ "embed" // for Compose

// Compose is compose.yaml: it describes to docker a Neo4j server for stores, and bridgehop serve over it.
//
//go:embed compose.yaml
var Compose string
