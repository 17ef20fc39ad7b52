package serve

import (
	"html/template"
	"io"

	"github.com/bridgehop/bridgehop"
	"github.com/bridgehop/bridgehop/cli/internal/draw"
	"github.com/bridgehop/bridgehop/cli/internal/record"
)

// Saved is a claim's answer as one page that opens without a server and asks for nothing.
type Saved struct {
	Claim, Command, Store string
	Found                 *bridgehop.Chains
	Answer                *bridgehop.Answer // nil for chains without a verdict
	Blame                 *record.Blame     // nil where nothing was explained
}

// Write writes the page.
func (s *Saved) Write(w io.Writer) error {
	style, err := ui.ReadFile("ui/app.css")
	if err != nil {
		return err
	}
	view := &verdictView{}
	switch {
	case s.Answer != nil:
		view = newVerdictView(s.Answer, s.Found, s.Blame)
	case len(s.Found.Chains) > 0:
		c := &s.Found.Chains[0]
		view.chain(c, c.Cited(c.Evidence))
		view.all(s.Found, 0)
	}
	s.alone(view)
	return templates.ExecuteTemplate(w, "saved", map[string]any{"Claim": s.Claim, "Command": commandLine(s.Store, s.Command, "", s.Claim),
		"Style": template.CSS(style), "View": view})
}

// alone takes the links out that only a server answers.
func (s *Saved) alone(v *verdictView) {
	v.ExplainURL = ""
	for i := range v.Evidence {
		v.Evidence[i].Address = ""
		for j := range v.Evidence[i].Lines {
			v.Evidence[i].Lines[j].Link = ""
		}
	}
	var c *bridgehop.Chain
	switch {
	case s.Answer != nil:
		c = s.Answer.Chain
	case len(s.Found.Chains) > 0:
		c = &s.Found.Chains[0]
	}
	if c != nil {
		v.Drawing = pictures(draw.Chain(&c.Chain, c.Title), "Reasoning graph", nil)
	}
}
