package cli

import "slices"

// storeForms are the records of the commands that fill a store and read it.
func storeForms() []jsonForm {
	return []jsonForm{
		{"load", "`load --json`", "While it runs, standard error has lines of [progress](#progress).", "", slices.Concat(storeCounts(), fieldsOf(`
added | integer | pages put by this command
replaced | integer | pages put in place of older ones of their title
duplicates | integer | pages left out, since the same title with the same text was there
inferred | integer | links made by --infer-links
rejects | integer | records refused, each told on standard error
seconds | number | of this command`))},
		{"remove", "`remove --json`", "", "", slices.Concat(fieldsOf(`
removed | integer | pages taken out
redirects | integer | redirects taken out, since they led to these pages alone`), storeCounts()[:7])},
		{"info", "`info --json`", "", "", slices.Concat(fieldsOf(`
store | string | the folder or address`), storeCounts(), fieldsOf(`
digest? | string | with --digest: SHA-256 over pages, elements and links in key order, in hex`))},
		{"page", "`page --json`, one a page of the title", "", "", pageFields()},
		{"paths", "`paths --json`, one a path", "", "", slices.Concat(fieldsOf(`
hops | integer | links, not pages
pages | list of strings | titles, from FROM to TO
links | list of objects | the hyperlinks, each from the page before`), within("links[]", linkFields()))},
		{"index", "`index --json`", "", "", fieldsOf(`
pages | integer | pages in the index
seconds | number | that it took`)},
		{"cypher", "`cypher --json`, one a row", "The fields are what the query returns, under its own names.", "", fieldsOf(`
COLUMN | any | nodes are {labels, properties}, relationships {type, properties}, paths text as they are drawn; all else is as Neo4j has it`)},
		{"export", "`export --to neo4j-csv --json`", "", "", fieldsOf(`
nodes | integer | in the files
relationships | integer | in the files
command | string | the import, to be run in DIR while the database is stopped
script | string | Cypher, to be run on the database after it`)},
		{"export", "`export --to graphml --json` and `export --to dot --json`", "", "", fieldsOf(`
out | string | the file
pages | integer | in it
links | integer | in it`)},
		{"neo4j up", "`neo4j up --json`", "", "", serverFields()},
		{"neo4j status", "`neo4j status --json`", "", "neo4j up", serverFields()},
	}
}

// storeCounts are what the store holds now.
func storeCounts() []jsonField {
	return fieldsOf(`
pages | integer | in the store now, as are the counts below
sentences | integer | of all pages
tables | integer | of all pages, infoboxes among them
cells | integer | of all tables, headers among them
items | integer | of all lists
links | integer | hyperlinks whose target is a page of the store, each as often as it stands there
links_unresolved | integer | hyperlinks whose target is none
redirects | integer | titles that lead to a page`)
}

// anchorFields are those of a link as it stands in a text.
func anchorFields() []jsonField {
	return fieldsOf(`
anchor | string | its words
target | string | the title it names, which need not be a page of the store
inferred? | boolean | true for a link that --infer-links made`)
}

func pageFields() []jsonField {
	inText := func(path string) []jsonField { return within(path+".links[]", anchorFields()) }
	return slices.Concat(fieldsOf(`
id | string | of the page in the store
title | string | as the corpus has it, in NFC
passage | string | tells passages of one title apart: the first 16 hex digits of SHA-256 over title TAB text
sections | list of objects | its headings
sections[].id | string | Page_section_0
sections[].level | integer | depth, from 1
sections[].text | string | the heading
sentences | list of objects | its sentences
sentences[].id | string | Page_sentence_0
sentences[].text | string | links as their words
sentences[].links | list of objects | in the order of the text`), inText("sentences[]"), fieldsOf(`
tables | list of objects | its tables and infoboxes
tables[].id | string | Page_table_0
tables[].caption | string | empty where it has none
tables[].cells | list of objects | row by row
tables[].cells[].id | string | Page_cell_0_1_2, or Page_header_cell_0_0_2
tables[].cells[].row | integer | from 0, of the table as the corpus has it
tables[].cells[].column | integer | from 0, spans not counted
tables[].cells[].row_span | integer | 1 for a cell of one row
tables[].cells[].column_span | integer | 1 for a cell of one column
tables[].cells[].header | boolean | whether it is a header
tables[].cells[].headers | object | the headers it stands under, outermost first
tables[].cells[].headers.row | list of strings | of its row
tables[].cells[].headers.column | list of strings | of its column
tables[].cells[].text | string | links as their words
tables[].cells[].links | list of objects | in the order of the text`), inText("tables[].cells[]"), fieldsOf(`
lists | list of objects | its lists
lists[].id | string | Page_list_0
lists[].items | list of objects | in their order
lists[].items[].id | string | Page_item_0_1
lists[].items[].level | integer | depth within the list
lists[].items[].text | string | links as their words
lists[].items[].links | list of objects | in the order of the text`), inText("lists[].items[]"), fieldsOf(`
links_out | list of objects | pages of the store that this one links to, most often first
links_out[].title | string | of the other page
links_out[].anchor | string | words of the link
links_out[].count | integer | how often the page is linked to under these words
links_in | list of objects | pages that link to this one, in the same form
links_in[].title | string | of the other page
links_in[].anchor | string | words of the link
links_in[].count | integer | how often they stand there`))
}

func serverFields() []jsonField {
	return fieldsOf(`
store | string | the address, which --store takes
browser | string | of Neo4j's own browser
version | string | of Neo4j
pid | integer | of the server's process, 0 with docker
log | string | the server's log file
engine | string | docker or java`)
}
