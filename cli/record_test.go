package cli_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Data sets spell a label each in its own way, HoVer has one word for two of the others', and a file without shapes says how
// many pages there are.
func TestRecordOfOtherDataSets(t *testing.T) {
	if !hasRuntime(t) {
		t.Skip("no ONNX Runtime; `bridgehop setup` fetches it")
	}
	s := onServer(t)
	loadWiki(t, s.URL)
	titles := []string{"Skarn Point Light", "Étienne Carvel", "Old Skarn Point Light", "Petrel (ship)"}
	var lines []string
	for i, label := range []string{"SUPPORTED", "SUPPORT", "true", "REFUTE", "NOT_SUPPORTED"} {
		var facts []string
		for _, title := range titles[:i%len(titles)+1] {
			facts = append(facts, fmt.Sprintf("[%q, 0]", title))
		}
		lines = append(lines, fmt.Sprintf(`{"uid": "%d", "claim": "Skarn Point Light was designed by an engineer born in Saint-Évrard.", "supporting_facts": [%s], "label": %q, "num_hops": 2}`,
			i, strings.Join(facts, ", "), label))
	}
	dir := t.TempDir()
	file := filepath.Join(dir, "claims.jsonl")
	if err := os.WriteFile(file, []byte(strings.Join(lines, "\n")+"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	run(t, 0, "verify", "--quiet", "--record", "--labels", "fever", "--claims", file, "--out", filepath.Join(dir, "out.jsonl"))
	const wrong = `MATCH (c:Claim) WHERE c.correct IS NULL OR c.correct <> CASE c.label
  WHEN 'REFUTE' THEN c.verdict = 'REFUTES' WHEN 'NOT_SUPPORTED' THEN c.verdict <> 'SUPPORTS' ELSE c.verdict = 'SUPPORTS' END
RETURN c.label AS label, c.verdict AS verdict, c.correct AS correct ORDER BY label`
	if out, _ := run(t, 0, "cypher", "--json", wrong); out != "" {
		t.Errorf("claims whose verdict is not what their label says:\n%s", out)
	}
	out, _ := run(t, 0, "cypher", "--json", "MATCH (c:Claim)-[:GOLD]->(g:Chain)-[:STEP]->() RETURN c.id AS id, g.shape AS shape, count(*) AS pages ORDER BY id")
	want := `{"id":"0","pages":1,"shape":"single"}
{"id":"1","pages":2,"shape":"2"}
{"id":"2","pages":3,"shape":"3"}
{"id":"3","pages":4,"shape":""}
{"id":"4","pages":1,"shape":"single"}
`
	if out != want {
		t.Errorf("gold: got\n%swant\n%s", out, want)
	}
}
