package serve

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/bridgehop/bridgehop"
	"github.com/bridgehop/bridgehop/cli/internal/console"
	"github.com/bridgehop/bridgehop/cli/internal/draw"
	"github.com/bridgehop/bridgehop/cli/internal/record"
	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/loader/claims"
)

// Tools returns the tools that agents call (Model Context Protocol). All of them only read.
func (s *Server) Tools() *mcp.Server {
	m := mcp.NewServer(&mcp.Implementation{Name: "bridgehop", Title: "bridgehop", Version: s.Version},
		&mcp.ServerOptions{
			Instructions: "Verifies claims by the pages of a wiki. verify_claim says SUPPORTS, REFUTES or NOT ENOUGH " +
				"INFO and cites sentences and table cells; ask_question answers a question; find_chains lists chains of " +
				"linked pages for a claim or question; search_pages, read_page and link_paths explore the wiki.",
		})
	tool(m, s.verdicts, "verify_claim", "Verify a claim by the wiki's pages: a label with its probability, and the "+
		"sentences and cells that were read.", s.verifyClaim)
	tool(m, s.hops, "find_chains", "Find the chains of 1 to 4 linked pages that a claim or question may be answered "+
		"by, with the evidence in them.", s.findChains)
	tool(m, s.hops, "ask_question", "Answer a question by the wiki's pages: the answer with its probability, the "+
		"chain and the sentence that has it.", s.askQuestion)
	tool(m, s.hops, "search_pages",
		"Search pages by words. The best pages come first, with the elements that have the words.", s.searchPages)
	tool(m, s.hops, "read_page", "Read a page by its title: its sentences, table cells and list items with their "+
		"addresses, and the titles it links to.", s.readPage)
	tool(m, s.hops, "link_paths", "Find the shortest ways along hyperlinks from one page to another.", s.linkPaths)
	if s.Cypher != nil {
		tool(m, s.hops, "read_cypher", "Run a Cypher query that only reads on the wiki's graph: (:Page "+
			"{title})-[:LINKS_TO {anchor}]->(:Page).", s.readCypher)
	}
	m.AddReceivingMiddleware(s.checkedCall)
	m.AddResourceTemplate(&mcp.ResourceTemplate{Name: "element", URITemplate: elements + "{address}",
		MIMEType: "text/plain", Description: "A sentence, cell or item by its address in FEVEROUS's notation, such " +
			"as Oslo_sentence_3; a whole page as Oslo_title."}, s.readElement)
	return m
}

// tool adds a tool, which runs when the gate lets it.
func tool[In, Out any](m *mcp.Server, g *gate, name, about string, do func(context.Context, In) (Out, string, error)) {
	closed := false
	mcp.AddTool(m, &mcp.Tool{Name: name, Description: about, Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true,
		IdempotentHint: true, OpenWorldHint: &closed}},
		func(ctx context.Context, _ *mcp.CallToolRequest, in In) (*mcp.CallToolResult, Out, error) {
			var out Out
			text, err := through(ctx, g, func() (text string, err error) {
				out, text, err = do(ctx, in)
				return text, err
			})
			if err != nil {
				return nil, out, remedied(err)
			}
			return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: text}}}, out, nil
		})
}

// Inputs and outputs of the tools. Their schemas are made from these types.
type (
	claimIn struct {
		Claim string `json:"claim" jsonschema:"one sentence that is true or false"`
	}
	chainsIn struct {
		Claim string `json:"claim" jsonschema:"a claim or a question"`
		Most  int    `json:"most,omitempty" jsonschema:"how many chains, by default 5"`
	}
	questionIn struct {
		Question string `json:"question" jsonschema:"a question"`
		Most     int    `json:"most,omitempty" jsonschema:"how many answers, by default 1"`
	}
	searchIn struct {
		Query string `json:"query" jsonschema:"words, or a query as +must -not \"a phrase\" title:word table:word misspelt~ begin*"`
		Most  int    `json:"most,omitempty" jsonschema:"how many pages, by default 10, at most 100"`
	}
	pageIn struct {
		Title string `json:"title" jsonschema:"the title of a page, or another name of it"`
		From  int    `json:"from,omitempty" jsonschema:"the number of elements to skip, to continue in a long page"`
		Most  int    `json:"most,omitempty" jsonschema:"how many elements, by default 100"`
	}
	pathsIn struct {
		From string `json:"from" jsonschema:"the title of the first page"`
		To   string `json:"to" jsonschema:"the title of the last page"`
		Most int    `json:"most,omitempty" jsonschema:"how many ways, by default 5"`
	}
	cypherIn struct {
		Query string `json:"query" jsonschema:"a Cypher query that only reads"`
	}

	elementOut struct {
		Address string `json:"address"`
		URI     string `json:"uri"`
		Text    string `json:"text"`
	}
	chainOut struct {
		Pages    []string     `json:"pages"`
		Chain    string       `json:"chain"`
		Shape    string       `json:"shape"`
		Answers  []string     `json:"answers,omitempty" jsonschema:"the part of the claim that each page answers; the words that none does"`
		Score    float64      `json:"score"`
		Evidence []elementOut `json:"evidence"`
	}
	verdictOut struct {
		Label         string             `json:"label"`
		Certainty     string             `json:"certainty,omitempty" jsonschema:"low, fair or high"`
		Probabilities map[string]float64 `json:"probabilities"`
		Reason        string             `json:"reason,omitempty"`
		Bridge        string             `json:"bridge,omitempty" jsonschema:"the page that the claim describes, and the claim as judged"`
		Parts         []string           `json:"parts,omitempty" jsonschema:"what the claim says of each of several things, with labels"`
		Calculations  []string           `json:"calculations,omitempty" jsonschema:"what dates and numbers of the evidence came to"`
		Chain         *chainOut          `json:"chain,omitempty"`
	}
	answersOut struct {
		Answers []record.AnswerAt `json:"answers"`
		Reason  string            `json:"reason,omitempty" jsonschema:"why there is no answer"`
		Chain   *chainOut         `json:"chain,omitempty"`
	}
	chainsOut struct {
		Chains []*chainOut `json:"chains"`
	}
	pageOut struct {
		Title    string       `json:"title"`
		Elements []elementOut `json:"elements"`
		Total    int          `json:"total"`
		Links    []string     `json:"links"`
	}
	pathsOut struct {
		Paths [][]string `json:"paths"`
	}
	rowsOut struct {
		Rows []map[string]any `json:"rows"`
		Note string           `json:"note,omitempty" jsonschema:"that the query gave more rows than these"`
	}
)

// elements is how the address of an element begins as a resource.
const elements = "bridgehop://element/"

func newElementOut(a graph.Address, text string) elementOut {
	return elementOut{a.String(), elements + url.PathEscape(a.String()), text}
}

func newChainOut(c *bridgehop.Chain, evidence []bridgehop.Evidence) *chainOut {
	out := &chainOut{Pages: []string{}, Chain: draw.Chain(c).Line(), Shape: c.Shape(), Answers: record.PartLines(c),
		Score: c.Score, Evidence: []elementOut{}}
	for _, s := range c.Steps {
		out.Pages = append(out.Pages, c.Title(s.Page))
	}
	for _, e := range evidence {
		out.Evidence = append(out.Evidence, newElementOut(e.Address(), e.Text))
	}
	return out
}

func (s *Server) verifyClaim(ctx context.Context, in claimIn) (out verdictOut, text string, err error) {
	a, _, err := s.answer(ctx, in.Claim, false, nil)
	if err != nil {
		return out, "", err
	}
	out = verdictOut{Label: a.String(), Certainty: a.Certainty(),
		Probabilities: record.Probabilities(a.Labels, a.Probabilities), Reason: strings.TrimSpace(a.Reason + " " + note(a)), Calculations: calculations(a)}
	judged := a.JudgedAs()
	if len(a.Parts) > 0 {
		out.Parts = judged
	} else if a.Bridge != nil {
		out.Bridge = strings.Join(judged, "; ")
	}
	if a.Chain != nil {
		out.Chain = newChainOut(a.Chain, a.Read())
	}
	return out, printed(func(t *console.Text) { record.NewVerdict(a, nil).Print(t, a, "", false) }), nil
}

// printed returns what a command prints for people.
func printed(print func(*console.Text)) string {
	var b strings.Builder
	print(&console.Text{W: &b})
	return b.String()
}

func (s *Server) findChains(ctx context.Context, in chainsIn) (out chainsOut, text string, err error) {
	found, err := s.Engine.Chains(ctx, in.Claim)
	if err != nil {
		return out, "", err
	}
	out.Chains = []*chainOut{}
	found.Chains = found.Chains[:min(len(found.Chains), cmp.Or(max(in.Most, 0), 5))]
	for i := range found.Chains {
		c := &found.Chains[i]
		out.Chains = append(out.Chains, newChainOut(c, c.Cited(c.Evidence)))
	}
	r := record.NewHop(&claims.Claim{Text: in.Claim}, found, false)
	return out, printed(func(t *console.Text) { r.Print(t, found) }), nil
}

func (s *Server) askQuestion(ctx context.Context, in questionIn) (out answersOut, text string, err error) {
	a, err := s.Engine.Ask(ctx, in.Question)
	if err != nil {
		return out, "", err
	}
	r := record.NewAsked(&claims.Claim{Text: in.Question}, a, max(in.Most, 1))
	out = answersOut{Answers: r.Answers, Reason: r.Reason}
	if c := a.Chain(); c != nil {
		out.Chain = newChainOut(c, c.Cited(c.Evidence))
	}
	return out, printed(func(t *console.Text) { r.Print(t, a) }), nil
}

func (s *Server) searchPages(ctx context.Context, in searchIn) (out searchOut, text string, err error) {
	if out, err = s.search(ctx, in.Query, 0, min(cmp.Or(max(in.Most, 0), 10), 100)); err != nil {
		return out, "", err
	}
	var b strings.Builder
	for _, p := range out.Pages {
		fmt.Fprintln(&b, p.Title)
		for _, f := range p.Fragments {
			fmt.Fprintf(&b, "[%s] %s\n", f.ID, f.Text)
		}
	}
	if out.Note != "" {
		fmt.Fprintln(&b, out.Note)
	}
	return out, b.String(), nil
}

func (s *Server) readPage(ctx context.Context, in pageIn) (out pageOut, text string, err error) {
	pages, err := s.Engine.Page(ctx, in.Title)
	if err != nil {
		return out, "", err
	}
	p := pages[0]
	out = pageOut{Title: p.Title, Elements: []elementOut{}, Links: []string{}}
	elements := p.Elements()
	out.Total = len(elements)
	elements = elements[min(max(in.From, 0), len(elements)):]
	var b strings.Builder
	for _, e := range elements[:min(len(elements), cmp.Or(max(in.Most, 0), 100))] {
		a := graph.Address{Title: p.Title, Element: e.Element}
		out.Elements = append(out.Elements, newElementOut(a, e.Text))
		fmt.Fprintf(&b, "[%s] %s\n", a.Element, e.Text)
	}
	links, err := record.PageLinks(ctx, s.Engine.Store(), p.ID(), graph.Out)
	for _, l := range links {
		out.Links = append(out.Links, l.Title)
	}
	return out, b.String(), err
}

func (s *Server) linkPaths(ctx context.Context, in pathsIn) (out pathsOut, text string, err error) {
	found, err := bridgehop.Paths(ctx, s.Engine.Store(), in.From, in.To, pathLinks,
		min(cmp.Or(max(in.Most, 0), pathCount), 100))
	if err != nil {
		return out, "", err
	}
	out.Paths = [][]string{}
	var b strings.Builder
	for _, p := range found {
		out.Paths = append(out.Paths, record.NewPath(p).Pages)
		fmt.Fprintln(&b, draw.Path(&p).Line())
	}
	return out, b.String(), nil
}

// What a query of an agent gives back at most.
const maxRows, maxRowBytes = 1000, 256 << 10

func (s *Server) readCypher(ctx context.Context, in cypherIn) (out rowsOut, text string, err error) {
	out.Rows = []map[string]any{}
	var b strings.Builder
	for r, err := range s.Cypher.Cypher(ctx, in.Query, nil, false) {
		if err != nil {
			return out, "", err
		}
		row := record.Row(r)
		line, err := json.Marshal(row)
		if err != nil {
			return out, "", err
		}
		if len(line) > maxRowBytes {
			return out, "", fmt.Errorf("row %d has %d bytes, and an answer at most %d: return less of it, such as "+
				"left(text, 1000)", len(out.Rows)+1, len(line), maxRowBytes)
		}
		if len(out.Rows) == maxRows || b.Len()+len(line) > maxRowBytes {
			out.Note = fmt.Sprintf("There are more rows than these %d. LIMIT and SKIP give the others.", len(out.Rows))
			fmt.Fprintln(&b, out.Note)
			break
		}
		out.Rows = append(out.Rows, row)
		fmt.Fprintf(&b, "%s\n", line)
	}
	return out, b.String(), nil
}

// readElement reads evidence by its address.
func (s *Server) readElement(ctx context.Context, r *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
	id, err := url.PathUnescape(strings.TrimPrefix(r.Params.URI, elements))
	a, bad := graph.ParseAddress(id)
	if err != nil || bad != nil {
		return nil, mcp.ResourceNotFoundError(r.Params.URI)
	}
	pages, err := s.Engine.Page(ctx, a.Title)
	if errors.Is(err, bridgehop.ErrNoPage) {
		return nil, mcp.ResourceNotFoundError(r.Params.URI)
	}
	if err != nil {
		return nil, err
	}
	text := pages[0].PlainText()
	if a.Element != (graph.Element{}) {
		t, ok := pages[0].Text(a.Element)
		if !ok {
			return nil, mcp.ResourceNotFoundError(r.Params.URI)
		}
		text = t.Text
	}
	return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{{URI: r.Params.URI, MIMEType: "text/plain",
		Text: text}}}, nil
}
