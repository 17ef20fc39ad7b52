// Package server runs a Neo4j server on loopback with Java, after fetching the server with Maven into a cache. It
// creates a password and waits until the server answers.
//
//	c := server.Control{Dir: filepath.Join(cache, "bridgehop", "neo4j")}
//	s, err := c.Up(ctx)
//	// s.URL() is neo4j://neo4j@127.0.0.1:7687/neo4j, and c.Password() is its password
//	…
//	err = c.Down(ctx)
//
// Everything is in one folder:
//
//	lib-5.26.0/      the server's jars, shared by all that name the same Lib
//	home/            the server's home: conf, data, logs, import
//	password         the server's password, readable only by the user
//	server.json      process, ports and version of the server that was started last
//	server.log       the server's output
//
// The password is never in a command line or an environment: the server reads its hash from the file in
// which neo4j-admin keeps it.
package server
