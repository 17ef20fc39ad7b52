// Package pebble keeps a wiki in a folder: the embedded store, on cockroachdb/pebble.
//
// A claim such as "The Tarn Bridge spans a river that rises on Mount Ola" is proved by walking from page to
// page, so the store is laid out for that: the links leaving a page lie together under one key, those
// arriving under another, titles and degrees are small records of their own, and the page is read last.
//
// # Layout
//
// A store is a folder that holds the file format (what it is), the file lock (who holds it), and the folder
// graph with pebble's files. The records, by the first byte of their key:
//
//	B place id        a page as Put stored it (page.go), in the order in which pages were put
//	t title           the ordinals of a title: passage, load and place of each
//	k id              title, ordinal and place of a page
//	r from            a redirect as Put stored it
//	s source          a mark
//	l load            the number of a load
//	Z place id        a body that a later one replaced
//	m…                what is finished, and what is being written
//
// and what Finish makes of them, one whole set for each generation:
//
//	n generation normal form     the pages of a name
//	f generation normal form     the redirects of a name
//	R generation from            a redirect
//	h generation id              a head
//	o generation id chunk        links leaving a page
//	i generation id chunk        links arriving
//
// Beside graph, Finish leaves the file places-GENERATION: where each page's body lies and how many links it has (places.go),
// and a writer that closes the store the file seal: which files pebble has (seal.go). A store that is damaged fails with
// graph.ErrDamaged; Check says where, and makes what Finish made anew.
//
// Readers see the last finished generation, so a load that is running or was interrupted changes nothing
// for them until its Finish, which switches to the next generation in one write.
//
// # Cost
//
// Finish reads the whole store once, looks every hyperlink up in a table of 21 bytes a title (known.go), mapped from a file, and
// sorts the links by external merge: time grows with the store, memory by that table alone. Finish with nothing new costs nothing.
package pebble
