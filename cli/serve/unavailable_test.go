package serve_test

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bridgehop/bridgehop"
	"github.com/bridgehop/bridgehop/cli/serve"
	"github.com/bridgehop/bridgehop/verify/onnx"
)

const asked = `{"claim": "` + carvel + `"}`

// A server whose model can't be used finds chains and says of verdicts what is missing.
func TestNoModel(t *testing.T) {
	s := unusable(t, made(t), bridgehop.Options{Model: t.TempDir()})
	if code, out, _ := post(t, s.URL+"/api/v1/hop", asked); code != 200 {
		t.Errorf("hop: status %d: %.200s", code, out)
	}
	wants503(t, "verify", "without --model")(post(t, s.URL+"/api/v1/verify", asked))
	if _, page, _ := get(t, s.URL+"/verify?claim=Vellmark+is+a+province."); !strings.Contains(page, "without --model") {
		t.Errorf("the page says nothing of the model: %.500s", page)
	}
}

// A server that was started without ONNX Runtime says how to get it, in every answer, and verifies once it is there.
func TestRuntimeInstalledLater(t *testing.T) {
	library, err := onnx.FindLibrary()
	if err != nil {
		t.Skip("no ONNX Runtime: `bridgehop setup` fetches it")
	}
	t.Setenv(onnx.LibraryVariable, filepath.Join(t.TempDir(), "none.so"))
	s := unusable(t, made(t), bridgehop.Options{})
	wants503(t, "verify", "bridgehop setup")(post(t, s.URL+"/api/v1/verify", asked))
	for _, path := range []string{"/api/v1/verify/stages?claim=Vellmark+is+a+province", "/verify?claim=Vellmark+is+a+province"} {
		if _, out, _ := get(t, s.URL+path); !strings.Contains(out, "bridgehop setup") {
			t.Errorf("%s: no remedy: %.500s", path, out)
		}
	}
	for _, path := range []string{"page?title=Vellmark", "paths?from=Vellmark&to=Marrow", "search?q=granite", "info"} {
		if code, out, _ := get(t, s.URL+"/api/v1/"+path); code != http.StatusOK {
			t.Errorf("%s: status %d: %.200s", path, code, out)
		}
	}
	t.Setenv(onnx.LibraryVariable, library)
	if code, out, _ := post(t, s.URL+"/api/v1/verify", asked); code != http.StatusOK {
		t.Errorf("with the runtime: status %d: %.200s", code, out)
	}
}

// The answer for a damaged store names the damage and the remedy.
func TestDamagedStore(t *testing.T) {
	store := made(t)
	s := unusable(t, store, bridgehop.Options{})
	tables, err := filepath.Glob(filepath.Join(store, "graph", "*.sst"))
	if err != nil || len(tables) == 0 {
		t.Fatalf("no tables: %v", err)
	}
	for _, name := range tables {
		b, err := os.ReadFile(name)
		for i := 100; i < len(b); i += 500 {
			b[i] ^= 1
		}
		if err = errors.Join(err, os.WriteFile(name, b, 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	wants503(t, "page", "bridgehop check --repair")(get(t, s.URL+"/api/v1/page?title=Skarn+Point+Light"))
	wants503(t, "hop", "bridgehop check --repair")(post(t, s.URL+"/api/v1/hop", asked))
	if code, out, _ := get(t, s.URL+"/readyz"); code != 503 || !strings.Contains(out, "bridgehop check --repair") {
		t.Errorf("ready with a damaged store: status %d: %.200s", code, out)
	}
}

// A server whose store's folder is another one is not ready.
func TestReplacedStore(t *testing.T) {
	store := made(t)
	s := unusable(t, store, bridgehop.Options{})
	if code, out, _ := get(t, s.URL+"/readyz"); code != 200 {
		t.Fatalf("status %d: %.200s", code, out)
	}
	if err := errors.Join(os.Rename(store, store+".old"), os.Mkdir(store, 0o755)); err != nil {
		t.Fatal(err)
	}
	if code, out, _ := get(t, s.URL+"/readyz"); code != 503 || !strings.Contains(out, "was replaced") {
		t.Errorf("status %d: %.200s", code, out)
	}
}

// A request whose client has left is no error of the server.
func TestClientsThatLeave(t *testing.T) {
	var log strings.Builder
	s := serve.New(serve.Config{Engine: engine, Store: "wiki.bridgehop", Log: slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelError}))})
	ctx, leave := context.WithCancel(t.Context())
	leave()
	for _, path := range []string{"/api/v1/page?title=Vellmark", "/api/v1/search?q=granite", "/page/Vellmark", "/search?q=granite"} {
		s.ServeHTTP(httptest.NewRecorder(), httptest.NewRequestWithContext(ctx, http.MethodGet, path, nil))
	}
	if log.Len() > 0 {
		t.Errorf("logged: %s", log.String())
	}
}

// made is a store that nothing has open.
func made(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	e, err := open(dir)
	if err == nil {
		err = e.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return filepath.Join(dir, "wiki.bridgehop")
}

func unusable(t *testing.T, store string, o bridgehop.Options) *httptest.Server {
	t.Helper()
	e, err := bridgehop.Open(t.Context(), store, o)
	if err != nil {
		t.Fatal(err)
	}
	s := httptest.NewServer(serve.New(serve.Config{Engine: e, Store: store}))
	t.Cleanup(func() {
		s.Close()
		_ = e.Close() // of a store that is damaged
	})
	return s
}

func wants503(t *testing.T, what, remedy string) func(code int, out string, h http.Header) {
	return func(code int, out string, h http.Header) {
		t.Helper()
		if code != 503 || h.Get("Content-Type") != "application/problem+json" || !strings.Contains(out, remedy) {
			t.Errorf("%s: status %d, %s: %.300s", what, code, h["Content-Type"], out)
		}
	}
}
