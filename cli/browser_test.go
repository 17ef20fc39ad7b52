package cli_test

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/bridgehop/bridgehop/cli"
)

// fetching are the attributes and rules by which a page asks for something; none stands in a page.
var fetching = regexp.MustCompile(`(?i)<(script|link|iframe|object|embed|img|base|form)\b|\b(src|srcset|href|action|poster|background)\s*=|@import|url\(`)

// arrowhead is a reference to a part of the page itself.
var arrowhead = regexp.MustCompile(`url\(#[a-z0-9-]+\)`)

// The page of hop --html opens without a network and shows the graph, also where the texts are markup.
func TestSavedPage(t *testing.T) {
	dir := t.TempDir()
	pages, store, page := filepath.Join(dir, "pages.jsonl"), filepath.Join(dir, "w"), filepath.Join(dir, "chains.html")
	text := `{"title": "Ostby <script>alert(1)</script>", "text": "Ostby is on the [[Kell|Kell <i onload=alert(2)>]]."}
{"title": "Kell", "text": "The Kell is a river."}
`
	if err := os.WriteFile(pages, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"load", "-q", "--store", store, pages}, {"hop", "--store", store, "--html", page, "The river of Ostby is the Kell."}} {
		var stdout, stderr bytes.Buffer
		if code := cli.Run(context.Background(), args, strings.NewReader(""), &stdout, &stderr); code != 0 {
			t.Fatalf("%v exits %d: %s", args, code, stderr.String())
		}
	}
	b, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	if found := fetching.Find(arrowhead.ReplaceAll(b, nil)); found != nil || !bytes.Contains(b, []byte("&lt;script&gt;")) {
		t.Errorf("the page fetches: %s", found)
	}
	browser := findBrowser()
	if browser == "" {
		t.Log("no Chromium here (apt-get install chromium): the page was read, not opened")
		return
	}
	if dom := string(open(t, browser, "--dump-dom", page)); !strings.Contains(dom, "<svg") || !strings.Contains(dom, "<details open") {
		t.Errorf("the browser's page lacks the graph or the chains: %.300s", dom)
	}
}

func findBrowser() string {
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return ""
}

// open lets a browser without a window do one thing with a page; it may use no network.
func open(t *testing.T, browser, what, page string) []byte {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	c := exec.CommandContext(ctx, browser, "--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking",
		"--user-data-dir="+t.TempDir(), "--host-resolver-rules=MAP * ~NOTFOUND", what, "file://"+page)
	out, err := c.Output()
	if err != nil {
		t.Fatalf("%s %s: %v", browser, what, err)
	}
	return out
}
