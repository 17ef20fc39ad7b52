package cli_test

import (
	"os"
	"path/filepath"
	"testing"
)

const (
	toldClaim = "The engineer who designed Skarn Point Light was born in Saint-Évrard."
	bornAfter = "Maud Carvel was born after Rufus Ellerby." // weighed by values
)

// commandOutputs are the lines that the commands write on the shipped wiki, by the form that tells of them.
func commandOutputs(t *testing.T) map[string][]string {
	r := &recorder{t: t, dir: t.TempDir(), written: map[string][]string{}}
	wiki := filepath.Join(repoRoot(t), "testdata", "wiki")
	r.prints("`load --json`", "load", "--json", "--store", r.at("w"), "--redirects", filepath.Join(wiki, "redirects.tsv"), filepath.Join(wiki, "pages.jsonl"))
	dump := r.file("dump.xml", `<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.10/"><page><title>Varn</title><ns>0</ns><id>1</id>`+
		`<revision><id>1</id><text>The '''Varn''' is a river.{{unheard of}} By [[Nowhere]].[[left</text></revision></page>`+"\n"+
		`<page><title>Varn</title><ns>0</ns><id>2</id><revision><id>2</id><text>Another river.</text></revision></page></mediawiki>`)
	r.prints("`load --json`", "load", "--json", "--store", r.at("dump"), dump)
	r.prints("`info --json`", "info", "--json", "--unresolved", "--store", r.at("dump"))
	notes := r.at("notes")
	if err := os.Mkdir(notes, 0o755); err != nil {
		t.Fatal(err)
	}
	r.file("notes/Kell.md", "The Kell is a river.")
	gone := r.file("notes/Tarn.md", "The Tarn is a lake.")
	run(t, 0, "load", "-q", "--store", r.at("notes.store"), notes)
	if err := os.Remove(gone); err != nil {
		t.Fatal(err)
	}
	r.prints("`load --json`", "load", "--json", "--store", r.at("notes.store"), notes)
	r.stores()
	r.claims()
	r.models()
	r.shapes(filepath.Join(wiki, "claims.jsonl"))
	return r.written
}

func (r *recorder) stores() {
	w := r.at("w")
	r.prints("`info --json`", "info", "--json", "--store", w)
	r.prints("`info --json`", "info", "--json", "--digest", "--store", w)
	for _, title := range []string{"Étienne Carvel", "Marrow (film)", "Skarn Point Light"} {
		r.prints("`page --json`, one a page of the title", "page", "--json", "--store", w, title)
	}
	r.prints("`paths --json`, one a path", "paths", "--json", "--store", w, "Étienne Carvel", "Vellmark")
	r.prints("`index --json`", "index", "--json", "--search", "--store", w)
	r.prints("`search --json`, one a page", "search", "--json", "--store", w, "granite tower")
	r.prints("`check --json`", "check", "--json", "--read-data", "--store", w)
	r.prints("`export --to neo4j-csv --json`", "export", "--json", "--store", w, "--to", "neo4j-csv", r.at("import"))
	for _, to := range []string{"graphml", "gexf"} {
		r.prints("`export --to graphml --json`, and gexf", "export", "--json", "--quiet", "--store", w, "--to", to, r.at("pictures"))
	}
	pages := r.file("plain.jsonl", `{"title": "Varn", "order": ["sentence_0"], "sentence_0": "The Varn is a river."}`,
		`{"title": "Ostby", "order": ["sentence_0", "table_0", "list_0"], "sentence_0": "Ostby is a town on the Varn.", "table_0": {"type": "table", "caption": "",`+
			`"table": [[{"id": "cell_0_0_0", "value": "the Varn", "is_header": false, "row_span": "1", "column_span": "1"}]]},`+
			`"list_0": {"type": "unordered_list", "list": [{"id": "item_0_0", "value": "the Varn", "level": 0, "type": "unordered_list"}]}}`)
	r.prints("`load --json`", "load", "--json", "--infer-links", "--format", "feverous", "--store", r.at("inferred"), pages)
	r.prints("`page --json`, one a page of the title", "page", "--json", "--store", r.at("inferred"), "Ostby")
	r.prints("`remove --json`", "remove", "--json", "--store", r.at("inferred"), "Varn")
}

func (r *recorder) claims() {
	w, hop, verify := r.at("w"), "`hop --json` and, one a line, `hop --out`", "`verify --out`, one a line"
	few := r.file("few.jsonl", r.firstClaims(4)...)
	r.prints(hop, "hop", "--json", "--store", w, toldClaim)
	r.prints(hop, "hop", "--json", "--explain", "--store", w, toldClaim)
	r.prints(hop, "hop", "--json", "--planner", "tfidf", "--store", w, toldClaim)
	r.prints(hop, "hop", "--json", "--store", w, "xyzzy plugh")
	ask := "`ask --json` and, one a line, `ask --out`"
	r.prints(ask, "ask", "--json", "-k", "2", "--store", w, "Where was the engineer who designed Skarn Point Light born?")
	r.prints(ask, "ask", "--json", "--store", w, "Which is older, Skarn Point Light or Old Skarn Point Light?")
	r.prints(ask, "ask", "--json", "--store", w, "How tall is Skarn Point Light?")
	r.prints(ask, "ask", "--json", "--store", w, "xyzzy plugh")
	r.prints("`ask --claims --json`, at the end", "ask", "--json", "--store", w, "--claims", few, "--out", r.at("answers.jsonl"))
	r.prints("`hop --claims --json`, at the end", "hop", "--json", "--store", w, "--claims", few, "--out", r.at("hops.jsonl"))
	r.holds(hop, "hops.jsonl")
	r.prints("`verify --json`", "verify", "--json", "--explain", "--store", w, toldClaim)
	r.prints("`verify --json`", "verify", "--json", "--store", w, "xyzzy plugh")
	r.prints("`verify --json`", "verify", "--json", "--store", w, bornAfter)
	// A link that runs against its chain.
	r.prints("`verify --json`", "verify", "--json", "--store", w,
		"The lighthouse that replaced the Old Skarn Point Light was designed by an engineer born in Saint-Évrard.")
	r.prints("`verify --json`", "verify", "--json", "--store", w, "The architect of the Lantern Hall was born in Łomna and trained crocodiles.")
	described := []string{"Étienne Carvel is the architect of the Lantern Hall.",
		"Edmund Lavasse and the director of the film Wolf Ledge were both born in 1939.",
		"The grandfather of the director of the film Wolf Ledge was born in 1950."}
	for _, claim := range described {
		r.prints("`verify --json`", "verify", "--json", "--store", w, claim)
	}
	r.prints("`verify --json`", "verify", "--json", "--store", w, "Who designed Skarn Point Light?")
	r.prints("`verify --json`", "verify", "--json", "--abstain", "0.9999", "--store", w, toldClaim)
	r.must("verify", "--quiet", "--abstain", "0.9999", "--store", w, "--claims", r.file("withheld.txt", toldClaim, "The engineer"), "--out", r.at("withheld.jsonl"))
	r.holds(verify, "withheld.jsonl")
	r.evals(few)
	end := "`verify --claims --json` and `verify --pairs --json`, at the end"
	r.prints(end, "verify", "--json", "--store", w, "--claims", few, "--out", r.at("pred.jsonl"))
	r.holds(verify, "pred.jsonl")
	r.must("verify", "--quiet", "--claim-only", "--claims", few, "--out", r.at("alone.jsonl"))
	r.holds(verify, "alone.jsonl")
	r.must("verify", "--quiet", "--explain", "--labels", "hover", "--store", w, "--claims", r.file("plain.txt", append(described, toldClaim, bornAfter)...),
		"--out", r.at("hover.jsonl"))
	r.holds(verify, "hover.jsonl")
	pairs := r.file("pairs.jsonl", `{"id": 1, "premise": "a", "hypothesis": "b"}`, `{"id": "x", "premise": "a"}`, `{"premise": "a", "hypothesis": "b"}`)
	r.prints(end, "verify", "--json", "--pairs", pairs, "--out", r.at("labels.jsonl"))
	r.holds("`verify --pairs --out`, one a line", "labels.jsonl")
	for _, line := range r.last("demo", "--json") {
		r.keep("`demo --json`, one a claim", line)
	}
}

// evals scores what hop found, twice.
func (r *recorder) evals(gold string) {
	args := []string{"eval", "--json", "--quiet", "--resamples", "0", "--gold", gold, "--pred", r.at("hops.jsonl"), "--task"}
	r.prints("`eval --compare --json`", append(args, "retrieval", "--compare", r.at("hops.jsonl"))...)
	blind := r.file("blind.jsonl", `{"_id": "101", "question": "Which?", "context": []}`)
	args = []string{"eval", "--json", "--quiet", "--task", "hotpotqa", "--gold", blind, "--pred", r.at("hops.jsonl"), "--submission", r.at("facts.json")}
	r.prints("`eval --submission --json`, before the report", args...)
}

// last are the lines that a command prints.
func (r *recorder) last(args ...string) []string {
	r.prints("last", args...)
	lines := r.written["last"]
	delete(r.written, "last")
	return lines
}

func (r *recorder) models() {
	r.prints("`model check --json`", "model", "check", "--json")
	rows := r.file("rows.jsonl", `{"text": "Étienne Carvel"}`, `{"premise": "a", "hypothesis": "b"}`, `{"premise": "a"}`)
	r.prints("`model tokens`, one a row", "model", "tokens", "--quiet", rows)
	r.prints("`setup --json`", "setup", "--json")
	r.prints("`version --json`", "version", "--json")
}

func (r *recorder) shapes(claims string) {
	w, graphs := r.at("w"), "`shapes --out`, one a claim"
	r.must("shapes", "--claims", claims, "--out", r.at("graphs.jsonl"))
	r.holds(graphs, "graphs.jsonl")
	family := r.file("family.json", `[{"uid": "a", "claim": "A and B.", "supporting_facts": [["Varn", 0], ["Ostby", 0]], "label": "SUPPORTED", "num_hops": 2, "hpqa_id": "h"},`,
		`{"uid": "b", "claim": "A, B and C.", "supporting_facts": [["Varn", 0], ["Ostby", 0], ["Kell", 0]], "label": "SUPPORTED", "num_hops": 3, "hpqa_id": "h"},`,
		`{"uid": "c", "claim": "A to D.", "supporting_facts": [["Varn", 0], ["Ostby", 0], ["Kell", 0], ["Holm", 0]], "label": "SUPPORTED", "num_hops": 4, "hpqa_id": "h"}]`)
	r.must("shapes", "--claims", family, "--out", r.at("grown.jsonl"))
	r.holds(graphs, "grown.jsonl")
	musique := r.file("musique.jsonl", `{"id": "2hop__1_2", "question": "Who?", "answer": "x", "paragraphs": [{"idx": 0, "title": "Varn", "paragraph_text": "The Varn flows past Ostby.", "is_supporting": true}, {"idx": 1, "title": "Varn", "paragraph_text": "The Varn is a film.", "is_supporting": true}], "question_decomposition": [{"question": "q", "answer": "a", "paragraph_support_idx": 0}, {"question": "#1", "answer": "b", "paragraph_support_idx": 1}]}`)
	r.must("shapes", "--claims", musique, "--out", r.at("musique.graphs"))
	r.holds(graphs, "musique.graphs")
	r.prints("`shapes generate --json`, at the end", "shapes", "generate", "--json", "--store", w, "--n", "3", "--out", r.at("queries.jsonl"))
	r.holds("`shapes generate --out`, one a query", "queries.jsonl")
	r.must("shapes", "--claims", r.at("queries.jsonl"), "--out", r.at("queries.graphs"))
	r.holds(graphs, "queries.graphs")
	cycle := r.file("cycle.jsonl", `{"id": 1, "claim": "c", "label": "SUPPORTS", "supporting_facts": [["Varn", 0], ["Ostby", 0], ["Kell", 0]], "edges": [["Varn", "Ostby"], ["Ostby", "Kell"], ["Kell", "Varn"]]}`)
	r.must("shapes", "--claims", cycle, "--out", r.at("cycle.graphs"))
	r.holds(graphs, "cycle.graphs")
	r.prints("`shapes report --json`, one a figure", "shapes", "report", "--json", "--quiet", "--set", "few="+r.at("few.jsonl")+","+w, "--out", r.at("study"))
}
