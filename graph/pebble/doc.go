// Package pebble stores a wiki in a folder. It is the embedded store, built on cockroachdb/pebble.
//
// The proof of a claim such as "The Tarn Bridge spans a river that rises on Mount Ola" follows links from page to
// page. The layout of the store makes this fast: all links from a page are under one key, all links to it
// are under another, titles and degrees are small separate records, and page bodies are read last.
//
// # Layout
//
// A store is a folder with the file format (the version of the layout), the file lock (held by the process that has the
// store open), and the folder graph with pebble's files. The records, by the first byte of their key:
//
//	B place id        a page as Put stored it (codec.go), in the order in which pages were put
//	t title           the ordinals of a title: passage, load and place of each
//	k id              title, ordinal and place of a page
//	r from            a redirect as Put stored it
//	s source          a mark
//	l load            the number of a load
//	L number          the sources that a load has read
//	Z place id        a body that a later one replaced
//	m…                what is finished, and what is being written
//
// and the records that Finish derives from these, a whole set for each generation:
//
//	n generation normal form     the pages of a name
//	f generation normal form     the redirects of a name
//	R generation from            a redirect
//	h generation id              a head
//	o generation id chunk        links leaving a page
//	i generation id chunk        links arriving
//
// A writer that closes the store writes the file seal beside graph, with the list of pebble's files (seal.go). Reading
// damaged data fails with graph.ErrDamaged; Check names the damaged part.
//
// Readers see the last finished generation. So a load that is running or was interrupted changes nothing
// for them until its Finish, which switches to the next generation in one write.
//
// # Cost
//
// Finish reads the whole store once, looks up every hyperlink in a table of 20 to 40 bytes a title (gather.go), and
// sorts the links by external merge. Its time grows with the store; its memory grows only with this table.
// Finish with nothing new costs nothing.
package pebble
