package cli_test

import (
	"encoding/xml"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// someClaims writes the claims of the shipped file with these ids to claims.jsonl in a folder named set, and returns the file.
func someClaims(t *testing.T, set string, ids ...string) string {
	t.Helper()
	all, err := os.ReadFile(filepath.Join(repoRoot(t), "testdata", "wiki", "claims.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(string(all), "\n")
	out := lines[0]
	for _, line := range lines[1:] {
		for _, id := range ids {
			if strings.HasPrefix(line, `{"id": `+id+",") {
				out += line
			}
		}
	}
	file := filepath.Join(t.TempDir(), set, "claims.jsonl")
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(out), 0o644); err != nil {
		t.Fatal(err)
	}
	return file
}

// Three runs, of one file by two planners and of another file of the same name, lie side by side with all they had alone; a fourth of the
// same name with another setting is refused before anything is planned.
func TestRuns(t *testing.T) {
	s := onServer(t)
	loadWiki(t, s.URL)
	one, other := someClaims(t, "set", "101", "102", "103"), someClaims(t, "set", "101", "201")
	record := func(code int, claims string, args ...string) string {
		_, stderr := run(t, code, append([]string{"hop", "--quiet", "--record", "--claims", claims, "--out", filepath.Join(t.TempDir(), "out.jsonl")}, args...)...)
		return stderr
	}
	contents := func(name string) string {
		out, _ := run(t, 0, "cypher", "--json", "--param", "run="+name, `MATCH (:Run {name: $run})-[:RECORDED]->(c:Claim)
OPTIONAL MATCH (c)-[:HAS_CHAIN]->(x:Chain) OPTIONAL MATCH (x)-[r:STEP|CITES]->(e)
RETURN c.id AS id, c.number AS number, c.text AS claim, x.id AS chain, x.shape AS shape, x.used AS used, type(r) AS type, r.order AS step, r.kind AS kind, r.text AS cited, coalesce(e.title, e.address) AS what
ORDER BY id, chain, type, step, what`)
		return out
	}
	record(0, one)
	record(0, one, "--planner", "tfidf")
	record(0, other)
	out, _ := run(t, 0, "neo4j", "runs", "--json")
	if n := strings.Count(out, "\n"); n != 3 {
		t.Fatalf("runs: got %d\n%s", n, out)
	}
	for _, want := range []string{`"name":"set/claims.jsonl walk `, `"name":"set/claims.jsonl tfidf `, `"claims":3,`, `"claims":2,`, `"planner":"tfidf"`} {
		if !strings.Contains(out, want) {
			t.Errorf("runs: want %s in\n%s", want, out)
		}
	}
	all := strings.Split(strings.TrimSpace(out), "\n")
	var names []string
	for _, line := range all {
		_, after, _ := strings.Cut(line, `"name":"`)
		n, _, _ := strings.Cut(after, `"`)
		names = append(names, n)
	}
	var before []string
	for _, n := range names {
		if before = append(before, contents(n)); !strings.Contains(before[len(before)-1], `"kind":"out-link"`) && strings.Contains(n, "walk") {
			t.Errorf("%s: got no links in\n%s", n, before[len(before)-1])
		}
	}
	if strings.Contains(before[0], `"id":"201"`) || !strings.Contains(before[2], `"id":"201"`) || before[0] == before[1] {
		t.Error("runs have claims or chains of one another")
	}
	stderr := record(1, one, "--run", names[1]) // by another planner than that run
	if !strings.Contains(stderr, "planner=tfidf, not walk") || !strings.Contains(stderr, "--run") || !strings.Contains(stderr, "neo4j drop --run '"+names[1]+"' --yes") {
		t.Errorf("a fourth run: got %q", stderr)
	}
	record(1, other, "--run", names[0])
	record(1, one, "--run", names[0], "--beam", "3")
	record(0, one, "--run", names[0]) // the same again
	for i, n := range names {
		if got := contents(n); got != before[i] {
			t.Errorf("%s has changed: got\n%s\nwant\n%s", n, got, before[i])
		}
	}
	if newest, _ := run(t, 0, "cypher", "RETURN $run AS run"); newest != "run\n"+names[2]+"\n" {
		t.Errorf("$run: got %q, want %s", newest, names[2])
	}
	run(t, 0, "hop", "--record", claimOfBridges)
	run(t, 0, "hop", "--record", claimOfBridges)
	if out, _ := run(t, 0, "cypher", "--json", "MATCH (:Run {name: 'single'})-[:RECORDED]->(c) RETURN c.text AS text, c.planner AS planner"); out != `{"planner":"walk","text":"`+claimOfBridges+"\"}\n" {
		t.Errorf("the run single: got %s", out)
	}
	run(t, 1, "neo4j", "drop", "--run", "none", "--yes")
	run(t, 0, "neo4j", "drop", "--run", names[0], "--yes")
	if got := contents(names[0]); got != "" {
		t.Errorf("a dropped run: got %s", got)
	}
	if got := contents(names[1]); got != before[1] {
		t.Error("dropping a run changed another")
	}
	run(t, 0, "check")
}

// A database of another format is named as such, and can only be dropped.
func TestDropOfAnotherFormat(t *testing.T) {
	s := onServer(t)
	loadWiki(t, s.URL)
	s.Cypher(t, "MATCH (w:Wiki) SET w.format = 2")
	if _, stderr := run(t, 4, "info"); !strings.Contains(stderr, "format 2") || !strings.Contains(stderr, "neo4j drop --store") || !strings.Contains(stderr, "load again") {
		t.Errorf("info: got %q", stderr)
	}
	run(t, 4, "load", "--quiet", filepath.Join(repoRoot(t), "testdata", "wiki", "pages.jsonl"))
	run(t, 0, "neo4j", "drop", "--yes", "--quiet")
	if rows := s.Cypher(t, "MATCH (n) RETURN count(n) AS n"); rows[0]["n"] != int64(0) {
		t.Errorf("after the drop: got %v nodes", rows[0]["n"])
	}
	loadWiki(t, s.URL)
}

// What another system predicted is a run like any other: its pages are joined by the links of the store, and what it says comes back from
// the export as it was given.
func TestRunOfAnotherSystem(t *testing.T) {
	s := onServer(t)
	loadWiki(t, s.URL)
	claims, dir := someClaims(t, "set", "101", "102", "103"), t.TempDir()
	preds := filepath.Join(dir, "preds.jsonl")
	lines := `{"id": "101", "predicted_label": "SUPPORTS", "probabilities": {"SUPPORTS": 0.9, "REFUTES": 0.04, "NOT ENOUGH INFO": 0.06}, "predicted_evidence": [["Skarn_Point_Light", 2], ["Étienne Carvel", 1], ["No such page", 0]]}
{"id": 102, "predicted_label": "REFUTES", "predicted_evidence": ["Old Skarn Point Light_sentence_1"], "chain": {"pages": ["Lantern Hall", "SS Maud Carvel", "Skarn Point Light", "Salt & Lantern"], "links": [{"from": "SS Maud Carvel", "to": "Lantern Hall"}, {"from": "Skarn Point Light", "to": "Salt & Lantern"}]}}
{"id": 9, "predicted_label": "REFUTES", "predicted_evidence": []}
`
	if err := os.WriteFile(preds, []byte(lines), 0o644); err != nil {
		t.Fatal(err)
	}
	from := []string{"verify", "--json", "--record", "--claims", claims, "--from", preds, "--run", "theirs"}
	out, stderr := run(t, 0, from...)
	if out != `{"run":"theirs","recorded":2,"missing":1,"strangers":1}`+"\n" || !strings.Contains(stderr, "1 prediction for no claim") {
		t.Errorf("got %q, %q", out, stderr)
	}
	run(t, 0, from...)                                                   // the same again
	run(t, 2, "verify", "--record", "--claims", claims, "--from", preds) // without a name
	out, _ = run(t, 0, "cypher", "--json", `MATCH (:Run {name: $run})-[:RECORDED]->(c:Claim) OPTIONAL MATCH (a)-[h:HOP|JOINED WHERE h.claim = c.key AND NOT h.chain CONTAINS '/gold/']->(b)
RETURN c.number AS id, c.verdict AS verdict, c.correct AS correct, c.supports AS supports, a.title AS a, b.title AS b, type(h) AS type, h.kind AS kind, h.reversed AS reversed, h.inferred AS inferred ORDER BY id, a, b`)
	want := `{"a":"Skarn Point Light","b":"Étienne Carvel","correct":true,"id":101,"inferred":true,"kind":"out-link","reversed":false,"supports":0.9,"type":"HOP","verdict":"SUPPORTS"}
{"a":"Lantern Hall","b":"SS Maud Carvel","correct":false,"id":102,"inferred":null,"kind":"in-link","reversed":true,"supports":null,"type":"HOP","verdict":"REFUTES"}
{"a":"Skarn Point Light","b":"Salt & Lantern","correct":false,"id":102,"inferred":null,"kind":"claim","reversed":null,"supports":null,"type":"JOINED","verdict":"REFUTES"}
`
	if out != want {
		t.Errorf("recorded: got\n%swant\n%s", out, want)
	}
	for _, task := range []string{"labels", "feverous", "retrieval"} {
		report, _ := run(t, 0, "eval", "--quiet", "--task", task, "--gold", claims, "--run", "theirs", "--resamples", "0")
		if want := map[string]string{"labels": "accuracy", "feverous": "feverous", "retrieval": "recall"}[task]; !strings.Contains(strings.ToLower(report), want) {
			t.Errorf("eval --task %s: got\n%s", task, report)
		}
	}
	run(t, 2, "eval", "--task", "labels", "--gold", claims, "--run", "theirs", "--pred", preds)
	run(t, 1, "eval", "--task", "labels", "--gold", claims, "--run", "none")
	run(t, 1, append(from[:len(from)-2], "--run", "words", "--quiet", "--from", claims)...) // whose lines are no predictions
	for _, format := range []string{"jsonl", "graphml", "gexf"} {
		run(t, 0, "export", "--quiet", "--to", format, "--run", "theirs", dir)
		b, err := os.ReadFile(filepath.Join(dir, "run."+format))
		if err != nil {
			t.Fatal(err)
		}
		text := string(b)
		for _, want := range []string{"Old Skarn Point Light_sentence_1", "The granite tower was designed by Étienne Carvel", "in-link", "Salt &"} {
			if !strings.Contains(text, want) {
				t.Errorf("%s: want %q in\n%.500s", format, want, text)
			}
		}
		if format == "jsonl" {
			if want := `"predicted_label":"SUPPORTS","correct":true,"predicted_evidence":[["Skarn Point Light",2],["Étienne Carvel",1]],"probabilities":{"NOT ENOUGH INFO":0.06,"REFUTES":0.04,"SUPPORTS":0.9},"chain":{`; !strings.Contains(text, want) {
				t.Errorf("jsonl: want %s in\n%.2000s", want, text)
			}
			continue
		}
		for d := xml.NewDecoder(strings.NewReader(text)); ; {
			if _, err := d.Token(); err == io.EOF {
				break
			} else if err != nil {
				t.Errorf("%s: %v", format, err)
				break
			}
		}
	}
	run(t, 1, "export", "--to", "jsonl", "--run", "none", dir)
	run(t, 2, "export", "--to", "dot", "--run", "theirs", dir)
	run(t, 2, "export", "--to", "jsonl", dir)
}
