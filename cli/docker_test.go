package cli_test

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/bridgehop/bridgehop/cli"
)

// What the container runs starts, wants the token, and is the same in Dockerfile and compose.yaml. There is no container engine here.
func TestDocker(t *testing.T) {
	b, err := os.ReadFile(filepath.Join(repoRoot(t), "Dockerfile"))
	if err != nil {
		t.Fatal(err)
	}
	var args []string
	m := regexp.MustCompile(`(?m)^CMD (.*)$`).FindSubmatch(b)
	if m == nil || json.Unmarshal(m[1], &args) != nil {
		t.Fatalf("Dockerfile has no CMD in JSON: %s", b)
	}
	composed(t, strings.Join(args, " "))

	store := filepath.Join(t.TempDir(), "wiki")
	pages := filepath.Join(repoRoot(t), "testdata", "wiki", "pages.jsonl")
	if code := cli.Run(t.Context(), []string{"load", "-q", "--store", store, "--limit", "20", pages}, nil, io.Discard, t.Output()); code != 0 {
		t.Fatalf("load ended with %d", code)
	}
	for i, a := range args {
		args[i] = strings.Replace(a, ":8080", ":0", 1)
	}
	args = append(args, "--store", store, "--json")
	t.Setenv("BRIDGEHOP_TOKEN", "")
	if code := cli.Run(t.Context(), args, nil, io.Discard, io.Discard); code != 2 {
		t.Errorf("without a token it ended with %d", code)
	}
	t.Setenv("BRIDGEHOP_TOKEN", "0123456789abcdef")
	ctx, stop := context.WithCancel(t.Context())
	out, in := io.Pipe()
	ended := make(chan int, 1)
	go func() { ended <- cli.Run(ctx, args, nil, in, t.Output()) }()
	line, err := bufio.NewReader(out).ReadString('\n')
	var at struct{ Address string }
	if err != nil || json.Unmarshal([]byte(line), &at) != nil {
		t.Fatalf("it said %q, %v", line, err)
	}
	root := "http://127.0.0.1" + at.Address[strings.LastIndex(at.Address, ":"):]
	for token, want := range map[string]int{"": 401, "Bearer 0123456789abcdef": 200} {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, root+"api/v1/info", nil)
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Authorization", token)
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		_ = res.Body.Close()
		if res.StatusCode != want {
			t.Errorf("with %q: status %d, want %d", token, res.StatusCode, want)
		}
	}
	stop()
	if code := <-ended; code != 0 {
		t.Errorf("it ended with %d", code)
	}
}

// composed checks the service of compose.yaml that runs the same command: it is published on this machine alone, and has a token.
func composed(t *testing.T, command string) {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(repoRoot(t), "compose.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Services map[string]struct {
			Environment map[string]string
			Ports       []string
			Entrypoint  []string
		}
	}
	if err := yaml.Unmarshal(b, &file); err != nil {
		t.Fatal(err)
	}
	s := file.Services["serve"]
	if !strings.HasSuffix(strings.Join(s.Entrypoint, " "), "bridgehop "+command) || s.Environment["BRIDGEHOP_TOKEN"] == "" || len(s.Ports) != 1 ||
		!strings.HasPrefix(s.Ports[0], "127.0.0.1:") {
		t.Errorf("the service runs %q with %v on %v, want %q", s.Entrypoint, s.Environment, s.Ports, command)
	}
}
