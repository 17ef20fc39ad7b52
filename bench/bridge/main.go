// Command bridge measures claims that describe a page instead of naming it: "The director of Devotion was born in Milan." They are
// made of the triples of 2WikiMultihopQA's compositional questions, the true one and one with another question's answer; and claims that
// only say who is described, of the triples of all questions but comparisons.
//
//	bridgehop load --infer-links --store 2wiki.bridgehop $BRIDGEHOP_DATA/2wikimultihopqa/context_corpus.jsonl
//	go run ./bench/bridge -store 2wiki.bridgehop
package main

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bridgehop/bridgehop"
	"github.com/bridgehop/bridgehop/bench/gold"
	"github.com/bridgehop/bridgehop/hop"
	"github.com/bridgehop/bridgehop/verify/label"
)

// claim is a claim with its label and the titles of the pages that it needs.
type claim struct {
	text   string
	label  label.Label
	titles []string
}

var subjects = map[string]string{"director": "The director of ", "performer": "The performer of ", "composer": "The composer of ",
	"father": "The father of ",
	"mother": "The mother of ", "spouse": "The spouse of ", "founded by": "The founder of ", "publisher": "The publisher of "}

var predicates = map[string]string{"place of birth": " was born in ", "date of birth": " was born on ", "date of death": " died on ",
	"place of death":         " died in ",
	"country of citizenship": " was a citizen of ", "educated at": " studied at ", "spouse": " was married to ",
	"child": " is a parent of ", "cause of death": " died of ", "employer": " worked for ", "award received": " received the ",
	"mother": " is a child of ", "father": " is a child of "}

func main() {
	store := flag.String("store", "", "store of the paragraphs")
	flag.Parse()
	gold.Main("bridge", func(ctx context.Context) error { return run(ctx, *store) })
}

func run(ctx context.Context, store string) error {
	questions, err := gold.Records[gold.Question](filepath.Join(gold.Data(), "2wikimultihopqa", "dev_subset.json"))
	if err != nil {
		return err
	}
	for _, all := range [][]claim{claims(questions), identities(questions)} {
		if err := measure(ctx, store, all); err != nil {
			return err
		}
	}
	return nil
}

func claims(questions []gold.Question) (out []claim) {
	answers := map[string][]string{}
	for _, q := range questions {
		if q.Type == "compositional" && len(q.Evidences) == 2 {
			answers[q.Evidences[1][1]] = append(answers[q.Evidences[1][1]], q.Evidences[1][2])
		}
	}
	r := rand.New(rand.NewPCG(1, 1))
	for _, q := range questions {
		if q.Type != "compositional" || len(q.Evidences) != 2 || subjects[q.Evidences[0][1]] == "" || predicates[q.Evidences[1][1]] == "" {
			continue
		}
		answer := q.Evidences[1][2]
		others := slices.DeleteFunc(slices.Clone(answers[q.Evidences[1][1]]), func(a string) bool { return a == answer })
		if len(others) == 0 {
			continue
		}
		var titles []string
		for _, s := range q.Supporting {
			titles = append(titles, s[0].(string))
		}
		start := subjects[q.Evidences[0][1]] + bare(q.Evidences[0][0]) + predicates[q.Evidences[1][1]]
		out = append(out, claim{start + answer + ".", label.Supported, titles},
			claim{start + others[r.IntN(len(others))] + ".", label.Refuted, titles})
	}
	return out
}

// identities are claims that only say who is described: "The director of Devotion is Guido Brignone.", and the director of another film.
func identities(questions []gold.Question) (out []claim) {
	type triple struct{ work, relation, person string }
	var all []triple
	people := map[string][]string{}
	for _, q := range questions {
		for _, e := range q.Evidences {
			t := triple{e[0], e[1], e[2]}
			if q.Type != "comparison" && e[1] != "spouse" && subjects[e[1]] != "" && !slices.Contains(all, t) {
				all, people[e[1]] = append(all, t), append(people[e[1]], e[2])
			}
		}
	}
	r := rand.New(rand.NewPCG(1, 1))
	for _, t := range all {
		others := slices.DeleteFunc(slices.Clone(people[t.relation]), func(p string) bool { return p == t.person })
		if len(others) > 0 {
			start := subjects[t.relation] + bare(t.work) + " is "
			out = append(out, claim{start + bare(t.person) + ".", label.Supported, []string{t.person}},
				claim{start + bare(others[r.IntN(len(others))]) + ".", label.Refuted, []string{t.person}})
		}
	}
	return out
}

func bare(title string) string {
	title, _, _ = strings.Cut(title, " (")
	return title
}

// measure judges claims by the best chain, and as Engine.Verify does, by the page that is described.
func measure(ctx context.Context, store string, all []claim) error {
	e, err := bridgehop.Open(ctx, store, bridgehop.Options{Verdicts: true})
	if err != nil {
		return err
	}
	defer e.Close()
	var bridges, right int
	var by [2]tally // the best chain, the bridge
	for _, c := range all {
		found, err := e.Chains(ctx, c.text)
		if err != nil {
			return err
		}
		var best hop.Chain
		if len(found.Chains) > 0 {
			best = found.Chains[0].Chain
		}
		plain, err := e.Judge(ctx, c.text, &best, e.Store(), label.FEVER)
		if err != nil {
			return err
		}
		a, err := e.Verify(ctx, c.text)
		if err != nil {
			return err
		}
		by[0].add(plain.Label == c.label)
		by[1].add(a.Label == c.label)
		if a.Bridge != nil {
			bridges++
			if slices.ContainsFunc(c.titles, func(t string) bool { return bare(t) == a.Bridge.Title }) {
				right++
			}
		}
	}
	fmt.Printf("%d claims; a bridge for %d, right for %d\nby the best chain %v\nby the bridge %v\n", len(all), bridges, right, by[0], by[1])
	return nil
}

// tally counts right labels, and pairs of a true claim and a false one.
type tally struct {
	n, right, both int
	last           bool
}

func (t *tally) add(right bool) {
	if right {
		t.right++
		if t.n%2 == 1 && t.last {
			t.both++
		}
	}
	t.n, t.last = t.n+1, right
}

func (t tally) String() string {
	return fmt.Sprintf("labels right %.3f, both of a pair %d of %d", float64(t.right)/float64(t.n), t.both, t.n/2)
}
