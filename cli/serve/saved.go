package serve

import (
	"html/template"
	"io"

	"github.com/bridgehop/bridgehop"
	"github.com/bridgehop/bridgehop/cli/internal/record"
)

// Saved is a claim's answer as one page that opens without a server and asks for nothing.
type Saved struct {
	Claim, Command, Store string
	Found                 *bridgehop.Chains
	Answer                *bridgehop.Answer // nil for chains without a verdict
	Blame                 *record.Blame     // nil where nothing was explained
}

// nowhere is the address of pages where there is no server.
func nowhere(string, ...string) string { return "" }

// Write writes the page.
func (s *Saved) Write(w io.Writer) error {
	style, err := ui.ReadFile("ui/app.css")
	if err != nil {
		return err
	}
	view := &verdictView{}
	switch {
	case s.Answer != nil:
		view = newVerdictView(s.Answer, s.Found, s.Blame, nowhere)
		view.ExplainURL = ""
	case len(s.Found.Chains) > 0:
		c := &s.Found.Chains[0]
		view.chain(c, c.Cited(c.Evidence), nil, nowhere)
		view.all(s.Found, 0)
	}
	return templates.ExecuteTemplate(w, "saved", map[string]any{"Claim": s.Claim,
		"Command": commandLine(s.Command, s.Store, s.Claim), "Style": template.CSS(style), "View": view})
}
