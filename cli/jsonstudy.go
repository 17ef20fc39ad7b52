package cli

import "slices"

// studyForms are the records of shapes and reproduce.
func studyForms() []jsonForm {
	return []jsonForm{
		{"shapes", "`shapes --json`, one a figure", "", "", figureFields()[:8]},
		{"shapes", "`shapes --out`, one a claim", "", "", graphFields()},
		{"shapes generate", "`shapes generate --out`, one a query", "It is a [claims file](#claims-files). `--graphs` writes what `shapes --out` does.", "", fieldsOf(`
id | string | generated-SHAPE-PAGES-NUMBER
claim | string | the query
kind | string | generated
num_hops | integer | pages it needs
shape | string | of its graph: 2, 3, path4, star4, path5, …
family | string | title of the page it was grown from
supporting_facts | list | [title, sentence number] of each page
edges | list | [title, title] of each link
named | list of strings | titles that stand in the query; the others are hidden
generated | object | how it was made
generated.seed | integer | --seed
generated.words | integer | --words
generated.methods | list of integers | of HoVer's two ways to grow a claim, the one each page was hidden by`)},
		{"shapes generate", "`shapes generate --json`, at the end", "", "", writtenFields()},
		{"shapes trial", "`shapes trial --json`, one a figure", "", "", figureFields()},
		{"shapes trial", "`shapes trial --out`, one a claim and a store", "", "", fieldsOf(`
id | string or integer or null | of the claim
shape | string | of its gold graph
family? | string | of the claim
perturb | string | what was changed: none, bridge, cut, hubs
page? | string | bridge: title of the page that was taken away
sibling? | string | bridge: title of the page that its links lead to instead
by? | string | bridge: why the two are siblings: category or in-links
cut? | list of strings | cut: titles of the two pages no longer linked
hubs? | list of strings | hubs: titles of the pages that the gold pages were linked with
pages | list of objects | the gold pages
pages[].page | string | title
pages[].named | boolean | whether the claim names it
pages[].position | string | on the gold graph: only, end, middle, centre
pages[].rank | integer | among the pages retrieved, from 1; 0 for one that was not
pages[].gone? | boolean | true for the page that was taken away
found | list of strings | titles of the best chain's pages
found_shape | string | its shape
pages_weighed | integer | pages whose words were compared with the claim
label? | string | gold, with --verdicts
predicted_label? | string | with --verdicts
probability? | number | of predicted_label`)},
		{"shapes risk", "`shapes risk --json`, one a figure", "", "shapes trial", figureFields()},
		{"shapes report", "`shapes report --json` and figures.jsonl, one a figure", "", "shapes", figureFields()[:8]},
		{"reproduce", "`reproduce --json`, one a table", "", "", fieldsOf(`
name | string | of the table
title | string | paper and table
rows | list of objects or null | its figures; null where it was left out
rows[].figure | string | what is measured
rows[].paper | string | the paper's; empty where it has none
rows[].ours | string | ours, with its interval
rows[].corpus | string | what ours was measured on
rows[].comparable | boolean | whether the two may be compared
rows[].why? | string | why not, or with what reservation
left_out? | string | why the table was not run`)},
		{"reproduce", "`reproduce --list --json`, one a table", "", "", fieldsOf(`
name | string | of the table
title | string | paper and table`)},
	}
}

// figureFields are those of a figure of a study; the command stands last.
func figureFields() []jsonField {
	return fieldsOf(`
table | string | the table it stands in
keys | object | what it is of, by the table's columns: shape, kind, position, …
keys.COLUMN | string | a column's
measure | string | share, recall, r@5, node_f1, …
n | integer | claims, pages or edges it is over
value | number | the figure
low | number | of its 95 % interval, as are all intervals here
high | number | equal to low and value where there is no interval
command? | string | that gives the table again`)
}

// graphFields are those of a reasoning graph.
func graphFields() []jsonField {
	return slices.Concat(fieldsOf(`
id | string or integer or null | of the claim
claim? | string | the claim
label? | string | gold, as the file spells it
family? | string | claims made from one source share it
pages | list of strings | titles, in the order of the gold evidence
edges | list of objects | all that may join two of the pages
edges[].from | string | title; of links, the page the link stands on
edges[].to | string | title
edges[].kind | string | out-link, in-link, shared-target, mention, comparison
edges[].source | string | how it is known: hyperlink, title-mention, family, decomposition, triples, chain, annotated, wording, generated, unobserved
edges[].confidence | number | probability that the claim was made along it
edges[].via? | string | the title that both ends link to (shared-target), else the words of the link
edges[].tree | boolean | whether it is on the likeliest tree
edges[].masked? | boolean | of generated queries: true where its words are hidden
shapes | list of objects | what shapes it may have, surest first
shapes[].shape | string | single, 2, 3, path4, star4; path5, star5, tree5, …; apart
shapes[].order? | string | 4a, 4b or 4c, where the order of growth is known (HoVer, Table 1)
shapes[].confidence | number | probability of the shape
named? | list of strings | titles of the pages that the claim names; the others are hidden
grown? | list of strings | titles in the order they were appended, where the family tells it
method? | integer | 1 or 2: how the last page was appended (HoVer, section 2.1.2)
passages? | list of strings | of each page, where titles may be shared (MuSiQue): as page --json has it`))
}
