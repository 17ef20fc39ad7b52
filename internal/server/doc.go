// Package server runs a Neo4j server of one's own on loopback: with docker compose where an engine answers, and
// otherwise from Java, with the server fetched by Maven into a cache. It makes a password and waits until the server
// answers.
//
//	c := server.Control{Dir: filepath.Join(cache, "bridgehop", "neo4j")}
//	s, err := c.Up(ctx)
//	// s.URL() is neo4j://neo4j@127.0.0.1:7687/neo4j, and c.Password() what it asks for
//	…
//	err = c.Down(ctx)
//
// Everything lies in one folder:
//
//	lib-5.26.0/      the server's jars, shared by all that name the same Lib
//	gds-2.13.9/      the jars of Graph Data Science, where they are asked for
//	home/            the server's home: conf, data, logs, import
//	password         its password, readable by the user alone
//	server.json      process, ports and version of the server that was started last
//	server.log       what it printed
//	compose.yaml     what docker compose is given, with neo4j.env, which holds the password and is the user's alone
//
// The password never stands in a command line or an environment: the server reads its hash from the file in
// which neo4j-admin keeps it.
package server
