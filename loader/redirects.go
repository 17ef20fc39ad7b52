package loader

import (
	"strings"

	"github.com/bridgehop/bridgehop/graph"
)

// parseRedirect parses a line of alias TAB title. A line that begins with # is a comment and has no content.
func parseRedirect(data []byte) (content, error) {
	line := string(data)
	if strings.HasPrefix(line, "#") {
		return content{}, nil
	}
	alias, title, ok := strings.Cut(line, "\t")
	r := graph.Redirect{From: graph.CleanTitle(alias), To: graph.LinkTitle(title)}
	if !ok || r.From == "" || r.To == "" {
		return content{}, errRedirect
	}
	return content{Redirects: []graph.Redirect{r}}, nil
}
