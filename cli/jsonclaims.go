package cli

import (
	"slices"
	"strings"
)

// claimForms are the records of the commands that answer claims.
func claimForms() []jsonForm {
	return []jsonForm{
		{"hop", "`hop --json` and, one a line, `hop --out`", "", "", hopFields()},
		{"hop", "`hop --claims --json`, at the end", "", "", writtenFields()},
		{"verify", "`verify --json`", "", "", verifyFields()},
		{"verify", "`verify --out`, one a line", "With `--oracle` and `--claim-only`, too. For claims in FEVEROUS's own format the first line is a header record, in which all is empty: its scorer drops the first line, whatever it is.", "", predictionFields()},
		{"verify", "`verify --pairs --out`, one a line", "", "", fieldsOf(`
id | string or integer or null | of the pair, as in the input
predicted_label? | string | in the words of --labels
probabilities? | object | by label; they add up to 1
probabilities.LABEL | number | a label's
error? | string | why the row was refused; there is no label then`)},
		{"verify", "`verify --claims --json` and `verify --pairs --json`, at the end", "", "", writtenFields()},
		{"demo", "`demo --json`, one a claim", "What `verify --out` writes:", "verify", demoFields()},
		{"demo", "`demo --json`, at the end", "", "", fieldsOf(`
scores | object | what eval --task feverous --json prints of these answers: see [eval](#eval)`)},
	}
}

func linkFields() []jsonField {
	return fieldsOf(`
from | string | title of the page the link stands on
from_id | string | of that page in the store: titles may be the same
to | string | title of the page it leads to
to_id | string | of that page
anchor | string | the words of the link; empty where there is no hyperlink
kind | string | out-link: the chain follows the hyperlink; in-link: it goes against it; comparison: the claim sets the pages side by side; shared-target: both name one thing; claim: nothing but the claim joins them
element? | string | the element of its page that the link stands in: sentence_2, cell_0_1_1; of hyperlinks alone`)
}

// chainFields are those that every chain has.
func chainFields() []jsonField {
	return slices.Concat(fieldsOf(`
shape | string | of the graph of its pages: single, 2, 3, path4, star4
hops | integer | pages of the chain, as HoVer counts hops
pages | list of strings | titles, in the order they were reached
page_ids | list of strings | of these pages in the store: titles may be the same
links | list of objects | what joins each page to an earlier one`),
		within("links[]", linkFields()))
}

func evidenceFields() []jsonField {
	return fieldsOf(`
page | string | title
passage | string | tells passages of one title apart, as in page --json
id | string | of the element, with its page
kind | string | sentence, cell, header_cell, table_caption, item
text | string | what it says
score | number | share of the claim's words, weighted by rarity, that it adds to the elements before it`)
}

func hopFields() []jsonField {
	return slices.Concat(fieldsOf(`
id | string or integer or null | of the claim, as in the input; null for one of the command line
claim | string | the claim
chains | list of objects | reasoning chains, best first; empty when none was found`),
		within("chains[]", slices.Concat(chainFields(), fieldsOf(`
score | number | what the chains are ordered by
evidence | list of objects | elements the chain cites`),
			within("evidence[]", evidenceFields()), fieldsOf(`
why? | object | with --explain: why the chain came out
why.parts | object | the terms that the score is the sum of
why.parts.coverage | number | share of the claim's words, weighted by rarity, that the pages hold
why.parts.words | number | how well the pages answer the claim by themselves
why.parts.names | number | pages that the claim names
why.parts.links | number | links and the words around them
why.parts.size | number | what a chain of so many pages must make up for
why.parts.model? | number | with --scorer neural: what the model says of the chain
why.steps | list of objects | the chain's pages, in their order
why.steps[].page | string | title
why.steps[].edge | string | seed, where the claim itself led to the page, or the kind of link it was reached by
why.steps[].from? | string | title of the page it was reached from
why.steps[].by? | string | words of the link
why.steps[].named? | string | words of the claim that name the page
why.steps[].words | list of strings | words of the claim that the page holds and no earlier one does; beside a misspelt one what it is taken for, as in enginee (as engineer)
why.steps[].score | number | of the page by its words alone, 1 for the best page of the claim`))),
		fieldsOf(`
retrieved | list of objects | the 20 pages most likely to be evidence, best first: what R@k is scored on
retrieved[].page | string | title
retrieved[].id | string | of the page in the store
retrieved[].passage | string | tells passages of one title apart: the first 16 hex digits of SHA-256 over title TAB text
retrieved[].score | number | what the pages are ordered by
candidates? | integer | with --planner tfidf-hotpotqa: how many pages were ranked; a page not among them ranks after them all
error? | string | why the claim was refused; there are no chains then`))
}

// verdictFields are those of every verdict.
func verdictFields() []jsonField {
	return fieldsOf(`
predicted_label | string | the verdict, in the words of --labels: SUPPORTS, REFUTES, NOT ENOUGH INFO; of hover SUPPORTED, NOT_SUPPORTED
probabilities | object | by label; they add up to 1
probabilities.LABEL | number | a label's`)
}

// withheldFields say why a verdict is NOT ENOUGH INFO.
func withheldFields() []jsonField {
	return fieldsOf(`
reason? | string | one line that says why the label is NOT ENOUGH INFO: no page has a word of the claim; no page is about: NAMES; pages found, but nothing on: WORDS; the evidence doesn't decide it; no label reaches P of --abstain. Only the last with --oracle, --claim-only, and the labels of hover
note? | string | says that the text gets no verdict, and why: a question, not a claim; a fragment, not a claim
abstained? | boolean | true with --abstain where the best label is less probable than that; the probabilities stay as they are`)
}

func explainFields() []jsonField {
	return slices.Concat(fieldsOf(`
explain? | object | with --explain, where there is a chain: what each page and each cited element did for the verdict
explain.label | string | the most probable label, whether or not it is withheld
explain.value | number | its probability by all the evidence
explain.claim_only | number | and by the claim alone, reading no page
explain.pages | list of objects | the chain's pages; empty where too many share the verdict to be told apart
explain.pages[].page | string | title
explain.pages[].share | number | its Shapley value; the shares add up to value - claim_only
explain.pages[].bridge | boolean | whether it joins others of the chain`),
		within("explain.pages[]", withoutFields()), fieldsOf(`
explain.evidence | list of objects | the cited elements
explain.evidence[].id | string | of the element, with its page`),
		within("explain.evidence[]", withoutFields()), fieldsOf(`
explain.smallest | list of strings | ids of the smallest evidence that keeps the verdict; empty where it needs none
explain.smallest_exact | boolean | whether every smaller set was tried
explain.flip | list of strings | titles of the fewest pages whose loss changes the verdict; empty when none does
explain.shortcut | boolean | whether the claim is supported though a bridge page has no share in the verdict`))
}

func withoutFields() []jsonField {
	return fieldsOf(`
without | string | the label without it
left | number | what is left of the verdict's probability without it
changes | boolean | whether its loss changes the verdict`)
}

func verifyFields() []jsonField {
	return slices.Concat(fieldsOf(`
claim | string | the claim`), verdictFields(), withheldFields(), fieldsOf(`
evidence | list of objects | elements the verdict rests on`),
		within("evidence[]", evidenceFields()), fieldsOf(`
chain | object or null | the chain it rests on; null when none was found`),
		within("chain", chainFields()), fieldsOf(`
ms | object | milliseconds that the claim took
ms.seed | number | to find the pages it names or describes
ms.hop | number | to walk from them
ms.verify | number | to judge`), explainFields())
}

// demoFields are those of predictions that no flag adds to, and no refused claim.
func demoFields() []jsonField {
	return slices.DeleteFunc(predictionFields(), func(f jsonField) bool {
		return strings.HasPrefix(f.path, "explain") || slices.Contains([]string{"error", "note", "abstained"}, f.path)
	})
}

func predictionFields() []jsonField {
	return slices.Concat(fieldsOf(`
id | string or integer or null | of the claim, as in the input
claim | string | the claim
label? | string | gold, where the input has it, as it spells it
evidence? | list of objects | gold, in FEVEROUS's form; with its labels alone
evidence[].content | list of strings | ids of a gold set
evidence[].context | object | ids of titles, sections and headers, by the id of the element they belong to
evidence[].context.ID | list of strings | an element's`), verdictFields(), withheldFields(), fieldsOf(`
predicted_evidence | list | elements the verdict rests on, as the scorer of --labels wants them: FEVEROUS's ids (NFD), [page, sentence number] for fever (its escaped titles) and hover`),
		fieldsOf(`
chain | object or null | the chain it rests on; null when none was found, or looked for`),
		within("chain", chainFields()), explainFields(), fieldsOf(`
error? | string | why the claim was refused; the label is then that of a claim that nothing was found for`))
}
