// Package neo4j keeps a wiki in a Neo4j database: for wikis that several people share, for Cypher, and for
// reasoning that is to be queried.
//
// The claim "The river under the Marrow Bridge rises on Mount Ola" is proved by a path that anybody can ask
// for:
//
//	MATCH (b:Page {title: 'Marrow Bridge'})-[:LINKS_TO]->(r)-[:LINKS_TO]->(m:Page {title: 'Mount Ola'})
//	RETURN r.title
//
// # Schema
//
//	(:Page)-[:HAS_SENTENCE]->(:Sentence)-[:MENTIONS {anchor}]->(:Page)
//	(:Page)-[:HAS_TABLE]->(:Table)-[:HAS_CELL]->(:Cell)-[:MENTIONS]->(:Page)
//	(:Page)-[:HAS_LIST]->(:List)-[:HAS_ITEM]->(:Item)-[:MENTIONS]->(:Missing)
//	(:Page)-[:HAS_SECTION]->(:Section)
//	(:Page)-[:LINKS_TO {count, anchor, element}]->(:Page)
//	(:Redirect)-[:REDIRECTS_TO]->(:Page)
//
// A Page has id, title, ordinal, name (graph.FoldTitle of the title) and the numbers linksOut and linksIn; an
// element has id and address (its evidence id in FEVEROUS's notation). A table's caption is the Table's own.
// Page.firstIn is there on hubs only: where the first of the links that arrive come from (hub.go).
// A link to a title that is no page leads to (:Missing {title}). LINKS_TO holds all links between two pages:
// anchor and element are those of the first, and where there are several, anchors and elements list them.
//
// Every node also has a label of its own kind that begins with Bridgehop (:Page:BridgehopPage). By these labels nodes are read and
// written, and constraints are on them, so that the database may hold nodes of others under any label: they are left alone, and so
// are relationships to them. A LINKS_TO between two pages that has no element is somebody's own, and is ignored.
//
// The page as it was put is in Page.record; reading a page takes this one property instead of a hundred
// nodes. Strings that are not UTF-8 are escaped (escape.go), titles beyond 1,900 bytes are shortened in title
// and whole in fullTitle.
//
// # Writing
//
// Put writes Draft nodes, which no reader looks at, together with the source's mark in one transaction.
// Finish makes pages of them; the node of a new page stays. It takes one transaction when there are few, else many, several at once,
// between which the store can't be read (graph.ErrUnfinished). Only pages whose links may have changed are linked anew. Check finds
// what was changed by other means, and Drop deletes the store.
package neo4j
