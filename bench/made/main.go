// Command made makes claims of one to four pages from the links of a wiki, to train a planner of chains with.
//
//	go run ./bench/made -store wsp.bridgehop -data $BRIDGEHOP_DATA > claims.jsonl
//
// A claim is put together from what articles say of their subjects. Titles are replaced by descriptions: of a page by its own sentences,
// or by a page that links to it ("the engineer who designed the bridge that …"). Only articles of the learning side of
// wikispeedia_claims are used (claims.Learnable), and no two pages together and no sentence of the claims that figures are measured on.
// The lines are in the multihop form of --claims: id, claim, label, hops, shape, pages, evidence, and twin_of.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/stores"
	"github.com/bridgehop/bridgehop/loader/claims"
)

// most is the number of claims about an article; about one that many facts lead to there are more.
const most = 12

// maker has the articles that claims are made of.
type maker struct {
	articles []*article
	into     map[*article][]*fact // facts with a link to an article
	born     []*article
	years    map[string][]*fact // by what was done
	kept     kept
}

// made is a claim, as it is written.
type made struct {
	ID       string      `json:"id"`
	Claim    string      `json:"claim"`
	Label    string      `json:"label"`
	Hops     int         `json:"hops"`
	Shape    string      `json:"shape"`
	Pages    []string    `json:"pages"`
	Evidence [][2]string `json:"evidence,omitempty"`
	Twin     string      `json:"twin_of,omitempty"`
}

func main() {
	store := flag.String("store", "", "store of whole articles")
	data := flag.String("data", "../shared/data", "folder of the data sets")
	own := flag.String("own", "bench/whole", "folder of our own claims")
	n := flag.Int("n", 800, "claims of each number of pages, twins not counted")
	seed := flag.Uint64("seed", 1, "of what is drawn")
	flag.Parse()
	if err := run(context.Background(), *store, *data, *own, *n, *seed); err != nil {
		fmt.Fprintln(os.Stderr, "made:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, store, data, own string, n int, seed uint64) error {
	out := bufio.NewWriter(os.Stdout)
	m := &maker{into: map[*article][]*fact{}, years: map[string][]*fact{}}
	measured := []string{filepath.Join(data, "multihop", "claims.jsonl"), filepath.Join(own, "claims.jsonl"),
		filepath.Join(own, "multihop.jsonl")}
	if err := m.kept.read(measured...); err != nil {
		return err
	}
	if err := m.read(ctx, store, data); err != nil {
		return err
	}
	r := rand.New(rand.NewPCG(seed, 36))
	seen := map[string]bool{}
	for _, s := range shapes {
		quota, count := int(s.share*float64(n)), 0
		for try := 0; count < quota && try < 1500*quota; try++ {
			a := pick(r, m.articles)
			if s.name == "comparison" && r.IntN(3) == 0 {
				a = pick(r, m.born)
			}
			d := &draft{r: r}
			claim := s.make(m, d, a, s.pages)
			if !m.accepts(d, claim, s.pages) || seen[claim] {
				continue
			}
			seen[claim] = true
			count++
			if err := d.write(out, fmt.Sprintf("%s%d-%d", s.name, s.pages, count), sentence(claim), s.name); err != nil {
				return err
			}
		}
		fmt.Fprintf(os.Stderr, "%s of %d pages: %d claims\n", s.name, s.pages, count)
	}
	return out.Flush()
}

// read reads the articles of the learning side.
func (m *maker) read(ctx context.Context, address, data string) error {
	store, err := stores.OpenReader(ctx, address)
	if err != nil {
		return err
	}
	defer store.Close()
	categories, err := readCategories(filepath.Join(data, "wikispeedia", "categories.tsv"))
	if err != nil {
		return err
	}
	by := map[string]*article{}
	pages := map[*article]*graph.Page{}
	for p, err := range store.All(ctx) {
		if err != nil {
			return err
		}
		if claims.Reported(p.Title) {
			continue
		}
		if a := read(p, categories[p.Title]); a != nil && !m.kept.sentence(p, a.lead) {
			by[p.Title], pages[a] = a, p
			m.articles = append(m.articles, a)
		}
	}
	slices.SortFunc(m.articles, func(a, b *article) int { return strings.Compare(a.title, b.title) })
	from := map[*article][]*article{}
	for _, a := range m.articles {
		for _, s := range pages[a].Sentences {
			for _, l := range s.Links {
				if to := by[l.Target]; to != nil {
					from[to] = append(from[to], a)
				}
			}
		}
	}
	facts, links, open := 0, 0, 0
	for _, a := range m.articles {
		a.findFacts(pages[a], func(title string) *article { return by[title] }, from[a])
		a.open = slices.DeleteFunc(a.open, func(f *fact) bool { return m.kept.sentence(pages[a], f.n) })
		open += len(a.open)
		a.facts = slices.DeleteFunc(a.facts, func(f *fact) bool { return m.kept.sentence(pages[a], f.n) })
		if a.born > 0 && a.person {
			m.born = append(m.born, a)
		}
		for _, f := range a.facts {
			for _, l := range f.links {
				m.into[l.page] = append(m.into[l.page], f)
				links++
			}
			if done := done(f); done != "" {
				m.years[done] = append(m.years[done], f)
			}
			facts++
		}
	}
	fmt.Fprintf(os.Stderr, "%d articles, %d facts with %d links, %d other sentences with links\n", len(m.articles), facts, links, open)
	return nil
}

// accepts reports whether a claim is of so many pages, none of which it names but those it means to, and counts what it is made of.
func (m *maker) accepts(d *draft, claim string, pages int) bool {
	words := len(strings.Fields(claim))
	if d.bad || len(d.pages) != pages || words > 18+13*pages || words < 5 || m.kept.together(d.pages) {
		return false
	}
	for _, p := range d.pages {
		last := p.bare[strings.LastIndex(p.bare, " ")+1:]
		names := strings.Contains(strings.ToLower(claim), strings.ToLower(p.bare)) || p.person && strings.Contains(claim, last)
		if names && !slices.Contains(d.named, p) || p.used >= most*(1+len(m.into[p])/4) {
			return false
		}
	}
	for _, p := range d.pages {
		p.used++
	}
	for _, f := range d.facts {
		f.used++
	}
	return true
}

// write writes a claim, and for every third one a twin.
func (d *draft) write(out *bufio.Writer, id, claim, shape string) error {
	c := made{ID: id, Claim: claim, Label: "SUPPORTS", Hops: len(d.pages), Shape: shape}
	for _, p := range d.pages {
		c.Pages = append(c.Pages, p.title)
		if !slices.ContainsFunc(d.facts, func(f *fact) bool { return f.of == p }) {
			c.Evidence = append(c.Evidence, [2]string{p.title, p.leads})
		}
	}
	for _, f := range d.facts {
		c.Evidence = append(c.Evidence, [2]string{f.of.title, f.text})
	}
	twin := d.twin(claim)
	c.Claim = d.vary(claim)
	if err := encode(out, c); err != nil || twin == "" || d.r.IntN(3) > 0 {
		return err
	}
	c.ID, c.Twin, c.Claim, c.Label = id+"-twin", id, d.vary(twin), "REFUTES"
	return encode(out, c)
}

func encode(out *bufio.Writer, c made) error {
	e := json.NewEncoder(out)
	e.SetEscapeHTML(false)
	return e.Encode(c)
}
