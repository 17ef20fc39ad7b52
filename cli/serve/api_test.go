package serve_test

import (
	"bufio"
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/bridgehop/bridgehop/cli/serve"
)

func TestVerifyAPI(t *testing.T) {
	s := start(t, serve.Config{})
	body, _ := json.Marshal(map[string]any{"claim": carvel, "explain": true})
	code, out, h := post(t, s.URL+"/api/v1/verify", string(body))
	var v struct {
		Label    string `json:"predicted_label"`
		Evidence []struct{ ID, Text string }
		Explain  *struct{ Pages []any }
	}
	if err := json.Unmarshal([]byte(out), &v); err != nil || code != 200 || v.Label != "SUPPORTS" || len(v.Evidence) == 0 || v.Explain == nil || h.Get("X-Request-Id") == "" {
		t.Errorf("status %d, %v: %.300s", code, err, out)
	}
}

func TestAPIErrors(t *testing.T) {
	s := start(t, serve.Config{})
	for _, test := range []struct {
		path, body string
		want       int
	}{
		{"hop", `{"claim": ""}`, 422},
		{"hop", `{"claim": " "}`, 400},
		{"hop", `{"claim": "` + strings.Repeat("a ", 1500) + `"}`, 422},
		{"hop", `{`, 400},
		{"hop", `{"claim": "` + strings.Repeat("a", 70<<10) + `"}`, 413},
		{"page?title=No+such+page", "", 404},
		{"paths?from=Vellmark&to=No+such+page", "", 404},
		{"search?q=%22", "", 400},
		{"search?q=granite+tower&k=0", "", 422},
	} {
		code, out, h := get(t, s.URL+"/api/v1/"+test.path)
		if test.body != "" {
			code, out, h = post(t, s.URL+"/api/v1/"+test.path, test.body)
		}
		if code != test.want || h.Get("Content-Type") != "application/problem+json" {
			t.Errorf("%s %.40s: status %d, want %d; %s: %.200s", test.path, test.body, code, test.want, h.Get("Content-Type"), out)
		}
	}
}

func TestAPIAsk(t *testing.T) {
	s := start(t, serve.Config{})
	code, out, _ := post(t, s.URL+"/api/v1/ask", `{"question": "Who was born first, Étienne Carvel or Maud Carvel?"}`)
	if code != 200 || !strings.Contains(out, `"answer":"Étienne Carvel"`) || !strings.Contains(out, `"calculation":"born: `) {
		t.Errorf("status %d: %s", code, out)
	}
}

// A batch is refused with what stands in for it, whatever it holds.
func TestBatchIsGone(t *testing.T) {
	s := start(t, serve.Config{})
	for _, body := range []string{`{"id": 7, "claim": "` + carvel + `"}` + "\n", "", "\xff"} {
		code, out, h := post(t, s.URL+"/api/v1/verify/batch", body, "Content-Type", "application/x-ndjson")
		if code != 410 || h.Get("Content-Type") != "application/problem+json" || !strings.Contains(out, "bridgehop verify --claims FILE") {
			t.Errorf("%q: status %d, %s: %s", body, code, h.Get("Content-Type"), out)
		}
	}
	if _, out, _ := get(t, s.URL+"/openapi.json"); strings.Contains(out, "batch") {
		t.Error("openapi.json describes batches")
	}
}

func TestStages(t *testing.T) {
	s := start(t, serve.Config{})
	res, err := http.Get(s.URL + "/api/v1/verify/stages?claim=" + url.QueryEscape(carvel))
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	var events []string
	for l := bufio.NewScanner(res.Body); l.Scan(); {
		if name, ok := strings.CutPrefix(l.Text(), "event: "); ok {
			events = append(events, name)
		}
	}
	if got := strings.Join(events, " "); got != "stage stage stage stage verdict" {
		t.Errorf("events %q", got)
	}
}
