package serve_test

import (
	"context"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/bridgehop/bridgehop/cli/serve"
)

// pictures, where it is set, is the folder that screenshots go to: docs/img.
var pictures = os.Getenv("BRIDGEHOP_PICTURES")

// The pages in a real browser: typed, seen, walked by keyboard alone, on a phone and in the dark; no error in its console, and no
// barrier that axe-core finds.
func TestBrowser(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a browser; leave -short out")
	}
	browser := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			browser = path
		}
	}
	if browser == "" {
		if os.Getenv("CI") != "" {
			t.Fatal("no Chromium: apt-get install chromium")
		}
		t.Skip("no Chromium here: apt-get install chromium")
	}
	s := start(t, serve.Config{})
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(browser), chromedp.NoSandbox, chromedp.WindowSize(1100, 900))
	ctx, cancel := chromedp.NewExecAllocator(t.Context(), options...)
	defer cancel()
	ctx, cancel = chromedp.NewContext(ctx)
	defer cancel()
	ctx, cancel = context.WithTimeout(ctx, 4*time.Minute)
	defer cancel()
	b := &browserTest{T: t, ctx: ctx, root: s.URL}
	chromedp.ListenTarget(ctx, b.listen)
	b.run(log.Enable(), runtime.Enable())

	b.typed()
	b.keyboard()
	b.expands()
	b.cell()
	b.misspelt()
	b.clicks()
	b.others()
	b.small()
	for _, e := range b.errors {
		t.Errorf("console: %s", e)
	}
}

type browserTest struct {
	*testing.T
	ctx    context.Context
	root   string
	errors []string
}

func (b *browserTest) listen(e any) {
	switch e := e.(type) {
	case *runtime.EventExceptionThrown:
		b.errors = append(b.errors, e.ExceptionDetails.Error())
	case *log.EventEntryAdded:
		if e.Entry.Level == log.LevelError && !strings.HasSuffix(e.Entry.URL, "/favicon.ico") {
			b.errors = append(b.errors, e.Entry.Text+" "+e.Entry.URL)
		}
	case *runtime.EventConsoleAPICalled:
		if e.Type == runtime.APITypeError {
			b.errors = append(b.errors, string(e.Args[0].Value))
		}
	}
}

func (b *browserTest) run(actions ...chromedp.Action) {
	b.Helper()
	if err := chromedp.Run(b.ctx, actions...); err != nil {
		b.Fatal(err)
	}
}

// done looks at the page that is open: picture and barriers.
func (b *browserTest) done(name string) {
	b.Helper()
	if pictures != "" {
		var png []byte
		b.run(chromedp.FullScreenshot(&png, 100))
		if err := os.WriteFile(filepath.Join(pictures, name+".png"), png, 0o644); err != nil {
			b.Fatal(err)
		}
	}
	axe, err := os.ReadFile(filepath.Join("..", "..", ".tools", "node_modules", "axe-core", "axe.min.js"))
	if err != nil {
		if os.Getenv("CI") != "" {
			b.Fatal(err)
		}
		b.Log("axe-core is not there: make browser")
		return
	}
	var found string
	b.run(chromedp.Evaluate(string(axe)+";0", nil), chromedp.Evaluate(`axe.run().then(r => r.violations.map(v => v.id + ": " + v.nodes.map(n => n.html).join(" ")).join("\n"))`, &found,
		func(p *runtime.EvaluateParams) *runtime.EvaluateParams { return p.WithAwaitPromise(true) }))
	if found != "" {
		b.Errorf("%s: axe-core finds:\n%s", name, found)
	}
}

// typed verifies a claim that is typed.
func (b *browserTest) typed() {
	var stages, verdict, lit, drawn string
	b.run(chromedp.Navigate(b.root), chromedp.SendKeys("#claim", carvel), chromedp.Click("form.ask button"), chromedp.WaitVisible("section.verdict"),
		chromedp.Text(".stagelist", &stages), chromedp.Text("section.verdict h2", &verdict), chromedp.Text("mark", &lit), chromedp.TextContent(".drawing svg", &drawn))
	if !strings.Contains(stages, "Seeds") || !strings.Contains(stages, "Hop 3") || !strings.HasPrefix(verdict, "SUPPORTS") || lit == "" || !strings.Contains(drawn, "bridge entity") {
		b.Errorf("stages %q, verdict %q, lit %q, drawn %q", stages, verdict, lit, drawn)
	}
	b.done("verify")
	var kept string
	b.run(chromedp.Navigate(b.root), chromedp.WaitVisible("#recent a"), chromedp.Text("#recent a", &kept))
	if kept != carvel {
		b.Errorf("this browser keeps %q", kept)
	}
	b.done("home")
}

// keyboard does the same without a mouse: the text is focused when the page opens, and Enter sends it.
func (b *browserTest) keyboard() {
	var verdict, focused string
	b.run(chromedp.Navigate(b.root), chromedp.WaitVisible("#claim:focus"), chromedp.KeyEvent("The engineer who designed Skarn Point Light was born in Kestle."), chromedp.KeyEvent(kb.Enter),
		chromedp.WaitVisible("section.verdict"), chromedp.Text("section.verdict h2", &verdict),
		chromedp.Focus(".skip"), chromedp.KeyEvent(kb.Tab), chromedp.KeyEvent(kb.Tab), chromedp.KeyEvent(kb.Tab), chromedp.KeyEvent(kb.Enter), chromedp.WaitVisible("#q"),
		chromedp.Evaluate("location.pathname", &focused))
	if !strings.HasPrefix(verdict, "REFUTES") || focused != "/search" {
		b.Errorf("verdict %q, then at %s", verdict, focused)
	}
}

// expands shows a page's neighbours in the graph and hides them, zooms, and drags.
func (b *browserTest) expands() {
	const boxes, view = "document.querySelectorAll('.drawing .node').length", "document.querySelector('.drawing svg').getAttribute('viewBox')"
	var before, expanded, after int
	var whole, zoomed, dragged string
	b.run(chromedp.Navigate(b.root+"/verify?claim="+url.QueryEscape(carvel)), chromedp.WaitVisible(".drawing .plus"), chromedp.Evaluate(boxes, &before),
		chromedp.Click(".drawing .plus"), chromedp.WaitVisible(".drawing .plus[aria-expanded=true]"), chromedp.Evaluate(boxes, &expanded), chromedp.Evaluate(view, &whole))
	b.done("graph")
	b.run(chromedp.Click(".drawing [aria-label='Zoom in']"), chromedp.Evaluate(view, &zoomed),
		chromedp.Evaluate(`(() => { const s = document.querySelector(".drawing svg"), at = (x, y) => ({ bubbles: true, clientX: x, clientY: y });
			s.dispatchEvent(new PointerEvent("pointerdown", at(200, 200))); s.dispatchEvent(new PointerEvent("pointermove", at(260, 240)));
			s.dispatchEvent(new PointerEvent("pointerup", at(260, 240))); return `+view+` })()`, &dragged),
		chromedp.Click(".drawing .plus"), chromedp.Evaluate(boxes, &after))
	if expanded <= before || after != before || zoomed == whole || dragged == zoomed {
		b.Errorf("%d boxes, expanded %d, then %d; the view is %s, zoomed %s, dragged %s", before, expanded, after, whole, zoomed, dragged)
	}
}

// cell sees a cell of a table lit, in its page and as evidence.
func (b *browserTest) cell() {
	var lit, shown string
	b.run(chromedp.Navigate(b.root+"/browse?title=Skarn+Point+Light&lit=cell_0_2_1#cell_0_2_1"), chromedp.Text("td.lit", &lit))
	b.done("page")
	var titles int
	b.run(chromedp.Navigate(b.root+"/browse"), chromedp.SendKeys("#title", "Skarn Po"), chromedp.WaitReady("#titles option"),
		chromedp.Evaluate("document.querySelectorAll('#titles option').length", &titles))
	if titles == 0 {
		b.Error("no title is completed")
	}
	b.run(chromedp.Navigate(b.root+"/verify?claim="+url.QueryEscape("Skarn Point Light was automated in 1981.")), chromedp.WaitVisible("section.verdict"), chromedp.Text("article.evidence", &shown))
	if lit == "" || shown == "" {
		b.Errorf("lit %q, evidence %q", lit, shown)
	}
}

// misspelt searches for a word with a typo, and opens the page that is found.
func (b *browserTest) misspelt() {
	var lit, title string
	b.run(chromedp.Navigate(b.root+"/search"), chromedp.WaitVisible("#q:focus"), chromedp.KeyEvent("granit tower"), chromedp.KeyEvent(kb.Enter), chromedp.WaitVisible("article mark"))
	b.run(chromedp.Navigate(b.root+"/search"), chromedp.WaitVisible("#q:focus"), chromedp.KeyEvent("lihgthouse~2"), chromedp.KeyEvent(kb.Enter), chromedp.WaitVisible("article mark"), chromedp.Text("article mark", &lit))
	b.done("search")
	b.run(chromedp.Click("article h2 a"), chromedp.WaitVisible("article.wikipage"), chromedp.Text("h1", &title))
	if !strings.HasPrefix(strings.ToLower(lit), "lighthouse") || title == "" {
		b.Errorf("lit %q, then %q", lit, title)
	}
}

// clicks picks an example, opens the pages that a stage counts, a title of the list by letter, and a random page.
func (b *browserTest) clicks() {
	var picked, asked, verdict, more, letter, title, opened, random string
	const pick = "section[aria-labelledby=picks] a"
	b.run(chromedp.Navigate(b.root), chromedp.Text(pick, &picked), chromedp.Click(pick), chromedp.WaitVisible("section.verdict"),
		chromedp.Value("#claim", &asked), chromedp.Text("section.verdict h2", &verdict),
		chromedp.Click("details.more summary"), chromedp.WaitVisible("details.more[open] .titles a"), chromedp.Text("details.more[open] .titles a", &more))
	if picked == "" || asked != picked || verdict == "" || more == "" {
		b.Errorf("picked %q, asked %q, verdict %q, one more page %q", picked, asked, verdict, more)
	}
	const first = "nav.letters ~ ul li a"
	b.run(chromedp.Navigate(b.root+"/browse"), chromedp.Click("nav.letters a:nth-of-type(3)"), chromedp.WaitVisible("nav.letters a:nth-of-type(3)[aria-current=page]"),
		chromedp.Text("nav.letters a[aria-current]", &letter), chromedp.Text(first, &title), chromedp.Click(first), chromedp.WaitVisible("article.wikipage"), chromedp.Text("h1", &opened),
		chromedp.Navigate(b.root+"/browse"), chromedp.Click("a[href='/random']"), chromedp.WaitVisible("article.wikipage"), chromedp.Text("h1", &random))
	if letter == "" || !strings.HasPrefix(title, letter) || opened != title || random == "" || random == "Pages" {
		b.Errorf("letter %q, title %q, opened %q, random %q", letter, title, opened, random)
	}
}

// others opens the other views and the explanation.
func (b *browserTest) others() {
	for _, view := range []struct{ name, path, sees string }{
		{"paths", "/paths?from=" + url.QueryEscape("Étienne Carvel") + "&to=Vellmark", ".drawing svg"},
		{"titles", "/browse?letter=S", ".letters a"},
		{"shapes", "/shapes", "section svg"},
		{"api", "/docs", "table"},
		{"explain", "/verify?explain=1&claim=" + url.QueryEscape(carvel), "#worth"},
	} {
		b.run(chromedp.Navigate(b.root+view.path), chromedp.WaitReady(view.sees))
		b.done(view.name)
	}
}

// small is a phone in the dark: nothing is wider than its screen.
func (b *browserTest) small() {
	var wide int
	var dark string
	b.run(chromedp.EmulateViewport(360, 740, chromedp.EmulateMobile), emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: "dark"}}),
		chromedp.Navigate(b.root+"/verify?claim="+url.QueryEscape(carvel)), chromedp.WaitVisible("section.verdict"),
		chromedp.Evaluate("document.documentElement.scrollWidth", &wide), chromedp.Evaluate("getComputedStyle(document.body).backgroundColor", &dark))
	if wide > 360 || dark == "rgb(255, 255, 255)" {
		b.Errorf("%d pixels wide, background %s", wide, dark)
	}
	b.done("phone-dark")
}
