package answer

import (
	"regexp"
	"slices"
	"strings"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/english"
	"github.com/bridgehop/bridgehop/hop"
	"github.com/bridgehop/bridgehop/verify"
	"github.com/bridgehop/bridgehop/verify/values"
)

// The words of comparisons.
var (
	earlier = regexp.MustCompile(`(?i)\b(older|oldest|first|earlier|earliest)\b`)
	later   = regexp.MustCompile(`(?i)\b(younger|youngest|later|latest|last|newer|newest|more recent(ly)?|most recent(ly)?)\b`)
	ofTwo   = regexp.MustCompile(`(?i)(^(out )?of|\bbetween)\b.*\b(which|who|whose)\b|\b(which|who) (one|of)\b`)
	holder  = regexp.MustCompile(`(?i)\b(director|author|writer|composer|performer|singer|founder|designer|architect|producer|painter)\b`)
	happens = map[string]string{"birth": " was born", "death": " died", "start": " was founded",
		"release": " was released"}
)

// comparatives are the words by which claims compare; in a question they may be superlatives.
var comparatives = func() map[string]string {
	out := map[string]string{"most": "more", "least": "less"}
	for w := range english.Set("older younger newer larger bigger smaller greater longer shorter higher lower taller deeper heavier more fewer") {
		out[w], out[strings.TrimSuffix(w, "r")+"st"] = w, w
	}
	return out
}()

// yesOrNo weighs yes against no: by values, and by how much of the question each page of the best chain has.
func (q *question) yesOrNo(chains []hop.Chain, pages map[graph.PageID]*graph.Page) []Answer {
	least, ref := 1.0, graph.Ref{}
	for _, c := range chains[:min(1, len(chains))] {
		for _, id := range c.Pages() {
			if p := pages[id]; p != nil && len(p.Elements()) > 0 {
				least = min(least, q.overlap(tokenize(p.PlainText())))
				if ref.Page == 0 {
					ref = graph.Ref{Page: id, Element: p.Elements()[0].Element}
				}
			}
		}
	}
	if ref.Page == 0 {
		return nil
	}
	out := []Answer{{Text: "yes", Ref: ref, Features: []feature{{"yes", 1}, {"yes: least page", least}}},
		{Text: "no", Ref: ref, Features: []feature{{"no", 1}}}}
	for _, c := range calculations(affirmed(q.text), chains, pages) {
		if c.Used {
			i, how := b2i(!c.Agrees), ": stated"
			if len(c.Operands) > 1 {
				how = ": compared"
			}
			out[i].Features = append(out[i].Features, feature{out[i].Text + how, 1})
			out[0].Calculation, out[1].Calculation = calculation(&c), calculation(&c)
			break
		}
	}
	return out
}

// between sets the two titles that stand about an "or", or about the "and" of "Of A and B, which …", as what is to
// choose between.
func (q *question) between(chains []hop.Chain, pages map[graph.PageID]*graph.Page) {
	word, words := "or", tokenize(q.text)
	if ofTwo.MatchString(q.text) {
		word = "and"
	}
	for k, w := range words {
		if w.text != word || k+1 == len(words) {
			continue
		}
		var left, right string
		for c := range chains[:min(maxChains, len(chains))] {
			for _, id := range chains[c].Pages() {
				if p := pages[id]; p != nil {
					n, after := len(tokenize(bare(p))), k+1
					if words[after].stem == "the" && !strings.HasPrefix(strings.ToLower(p.Title), "the ") {
						after++
					}
					longest(&left, q.part(words, k-n, k, p))
					longest(&right, q.part(words, after, after+n, p))
				}
			}
		}
		if left != "" && right != "" {
			q.or, q.kind = []string{left, right}, "choice"
			return
		}
	}
}

// part returns the question from one word to another if that is the page's name, else nothing.
func (q *question) part(words []token, from, to int, p *graph.Page) string {
	if from >= 0 && from < to && to <= len(words) {
		if s := q.text[words[from].start:words[to-1].end]; fold(s) == fold(bare(p)) {
			return s
		}
	}
	return ""
}

func longest(s *string, other string) {
	if len(other) > len(*s) {
		*s = other
	}
}

// choose weighs the alternatives that a question gives: by their values where it asks for the earlier, the larger or
// the like, and by the words of the question on their pages.
func (q *question) choose(chains []hop.Chain, pages map[graph.PageID]*graph.Page) (out []Answer) {
	var first [2]*values.Value // the first dates of the pages
	chains = chains[:min(maxChains, len(chains))]
	for i, name := range q.or {
		a, most := Answer{Text: strings.Trim(name, ` "“”'`)}, 0 // most: of the longest title in the name
		for c := range chains {
			for _, id := range chains[c].Pages() {
				p := pages[id]
				if p == nil || len(fold(bare(p))) <= most || !strings.Contains(" "+fold(name), " "+fold(bare(p))) {
					continue
				}
				a.Chain, a.Ref, most = c, graph.Ref{Page: id, Element: graph.Element{Kind: graph.KindPage}},
					len(fold(bare(p)))
				a.Features = []feature{{"choice: page", 1}, {"choice: share", q.overlap(tokenize(p.PlainText()))}}
				first[i] = firstDate(p)
			}
		}
		out = append(out, a)
	}
	var computed []verify.Calculation
	if said := q.ordered(out[0].Text, out[1].Text); said != "" {
		computed = calculations(said, chains, pages)
	}
	for _, c := range computed {
		if c.Used && len(c.Operands) > 1 && c.Result != "the same" {
			out[b2i(!c.Agrees)].Features = append(out[b2i(!c.Agrees)].Features, feature{"choice: computed", 1})
			for i := range out {
				out[i].Calculation = calculation(&c)
				if at := chainOf(chains, c.Operands[i].Element.Page); at >= 0 {
					out[i].Chain, out[i].Ref = at, c.Operands[i].Element
				}
			}
			return out
		}
	}
	if first[0] == nil || first[1] == nil || !earlier.MatchString(q.text) && !later.MatchString(q.text) {
		return out
	}
	if c, ok := first[0].Compare(first[1]); ok && c != 0 {
		i := b2i((c > 0) != later.MatchString(q.text))
		out[i].Features = append(out[i].Features, feature{"choice: first date", 1})
		for k := range out {
			out[k].Calculation = "first dates of the pages: " + out[0].Text + " " + first[0].Said + ", " +
				out[1].Text + " " + first[1].Said
		}
	}
	return out
}

// ordered returns the claim that the first of two alternatives is what the question asks for: "Ada Holm was born before
// Per Dal." of "Who was born first, Ada Holm or Per Dal?"; empty if it asks for no order.
func (q *question) ordered(a, b string) string {
	rest := strings.NewReplacer(q.or[0], " ", q.or[1], " ").Replace(q.text)
	if role := holder.FindString(rest); role != "" {
		a, b = "The "+strings.ToLower(role)+" of "+a, "the "+strings.ToLower(role)+" of "+b
	}
	if happened := happens[q.event]; happened != "" && later.MatchString(rest) {
		return a + happened + " after " + b + "."
	} else if happened != "" && earlier.MatchString(rest) {
		return a + happened + " before " + b + "."
	}
	words := strings.Fields(strings.ToLower(rest))
	for i, w := range words {
		if by := comparatives[strings.Trim(w, ",;:?")]; by != "" {
			if i+1 < len(words) && !stop[words[i+1]] { // more seats
				by += " " + strings.Trim(words[i+1], ",;:?")
			}
			return a + " is " + by + " than " + b + "."
		}
	}
	return ""
}

// calculations returns what values say of a claim by all pages of some chains.
func calculations(claim string, chains []hop.Chain, pages map[graph.PageID]*graph.Page) []verify.Calculation {
	var all hop.Chain
	for _, c := range chains[:min(maxChains, len(chains))] {
		for _, s := range c.Steps {
			if pages[s.Page] != nil && !slices.Contains(all.Pages(), s.Page) {
				all.Steps = append(all.Steps, s)
			}
		}
	}
	return verify.Memory(pages).Calculate(claim, &all)
}

// calculation says what was compared, and with what result.
func calculation(c *verify.Calculation) string {
	var of []string
	for _, o := range c.Operands {
		of = append(of, o.Subject+" "+o.Value)
	}
	return strings.TrimPrefix(c.Attribute+": ", ": ") + strings.Join(of, ", ") + "; " + c.Result
}

// chainOf returns the first chain that has a page, -1 if none has it.
func chainOf(chains []hop.Chain, page graph.PageID) int {
	return slices.IndexFunc(chains, func(c hop.Chain) bool { return slices.Contains(c.Pages(), page) })
}

// firstDate returns the first date of a page, with its year.
func firstDate(p *graph.Page) *values.Value {
	for _, e := range p.Elements() {
		for _, v := range values.Read(e.Text) {
			if v.IsDate() {
				return &v
			}
		}
	}
	return nil
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}
