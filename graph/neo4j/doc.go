// Package neo4j stores a wiki in a Neo4j database, so that several people can share it, and can query its pages, links
// and recorded verdicts in Cypher.
//
// For example, this query finds the path that proves the claim "The river under the Marrow Bridge rises on
// Mount Ola":
//
//	MATCH (b:Page {title: 'Marrow Bridge'})-[:LINKS_TO]->(r)-[:LINKS_TO]->(m:Page {title: 'Mount Ola'})
//	RETURN r.title
//
// # Schema
//
//	(:Page)-[:HAS_SENTENCE]->(:Sentence)-[:MENTIONS {anchor}]->(:Page)
//	(:Page)-[:HAS_TABLE]->(:Table)-[:HAS_CELL]->(:Cell)-[:MENTIONS]->(:Page)
//	(:Page)-[:HAS_LIST]->(:List)-[:HAS_ITEM]->(:Item)-[:MENTIONS]->(:Missing)
//	(:Page)-[:HAS_SECTION]->(:Section)-[:HOLDS]->(:Sentence|Table|List)
//	(:Sentence)-[:NEXT]->(:Sentence)
//	(:Cell)-[:HAS_HEADER]->(:Cell)
//	(:Page)-[:LINKS_TO {count, anchor, element}]->(:Page)
//	(:Redirect)-[:REDIRECTS_TO]->(:Page)
//
// A Page has id, title, name (graph.FoldTitle of the title), the numbers linksOut and linksIn, and ordinal, if it is
// not the first of its title; an element has id and address (its evidence id in FEVEROUS's notation). A table's caption
// is the Table's own. A section holds what follows it up to the next heading; NEXT leads from a sentence of a page to
// the next one. A link to a title that is not a page leads to (:Missing {title}). One LINKS_TO holds all links from one
// page to another: anchor and element are those of the first link; if there are several links, anchors and elements
// list all of them.
//
// What was reasoned is kept in runs, which lie side by side (Record has the whole):
//
//	(:Run {name, settings})-[:RECORDED]->(:Claim)-[:HAS_CHAIN]->(:Chain)-[:STEP]->(:Page)
//	(:Chain)-[:CITES {text}]->(:Sentence)
//	(:Page)-[:HOP {chain, reversed}]->(:Page), (:Page)-[:JOINED {chain, kind}]->(:Page)
//
// Every node also has a second label, which begins with Bridgehop (:Page:BridgehopPage). Package neo4j reads and writes
// nodes by these labels only, and its constraints are on them. So the database may hold other nodes under any label:
// these nodes, and relationships to them, are never changed. A LINKS_TO without an element was made by someone else and
// is ignored.
//
// (:Page)-[:HAS_RECORD]->(:BridgehopRecord) has the whole page as it was put, so that reading a page takes this one
// property instead of a hundred nodes; it is for the store alone. Strings that are not UTF-8 are escaped (escape.go).
// If a title is longer than 1,900 bytes, title has a shortened form and fullTitle the whole title; so do address and
// fullAddress.
//
// # Writing
//
// A store in a folder resolves titles and links; Push makes the database hold what that store holds. Each record has
// digests of the page, its properties and its links, and Push writes what differs, in the order of ids. The rows of a
// page are made in one place (rows.go), for Push and for Export, which writes them to files. Push takes many
// transactions, and until the last one the store can't be read (graph.ErrUnfinished). Check finds changes that were
// made by other means, and Drop deletes the store.
package neo4j
