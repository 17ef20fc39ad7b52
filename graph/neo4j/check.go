package neo4j

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/bridgehop/bridgehop/graph/check"
)

// mostFound is the number of findings about one part that are named; the others are counted.
const mostFound = 10

// checking is the state of one Check.
type checking struct {
	s     *Store
	ctx   context.Context
	run   *check.Run
	found map[string]int
}

// Check finds changes that were made by other means: counts by label that differ from those of the last push, and
// leftovers of deleted claims. With Data it compares the digests of every page with its record and its links, and every
// redirect with its pages. Other nodes in the database are ignored.
func (s *Store) Check(ctx context.Context, r *check.Run) error {
	c := &checking{s: s, ctx: ctx, run: r, found: map[string]int{}}
	steps := []func() error{c.counts, c.recorded}
	if r.Data {
		steps = append(steps, c.data)
	}
	for _, step := range steps {
		if err := step(); err != nil {
			return fmt.Errorf("check: %w", err)
		}
	}
	for part, n := range c.found {
		if n > mostFound {
			r.Found(part, fmt.Sprintf("and %d more", n-mostFound))
		}
	}
	return nil
}

func (c *checking) note(part, format string, args ...any) {
	if c.found[part]++; c.found[part] <= mostFound {
		c.run.Found(part, fmt.Sprintf(format, args...))
	}
}

// counts compares what the store counts with what is there.
func (c *checking) counts() error {
	w, err := c.s.wiki(c.ctx)
	if err != nil {
		return err
	}
	if w.repairing {
		c.note("repair", "it was interrupted")
	}
	var columns []string
	for _, n := range counts {
		columns = append(columns, n.counted+" AS "+n.property)
	}
	rows, err := c.s.query(c.ctx, "OPTIONAL MATCH (p:BridgehopPage) WITH coalesce(sum(p.links), 0) AS links, "+
		"coalesce(sum(p.linksUnresolved), 0) AS unresolved RETURN "+strings.Join(columns, ", "), nil)
	if err != nil {
		return err
	}
	for _, n := range counts {
		if want, got := *n.of(&w.stats), num(rows[0], n.property); got != want {
			c.note(n.part, "the load left %d, and the database has %d", want, got)
		}
	}
	return nil
}

// leftovers are what remains after queries that delete claims and pages.
var leftovers = func() []leftover {
	const chain = " WHERE x.claim IS NOT NULL AND NOT EXISTS { (:BridgehopChain {id: x.chain}) }"
	out := []leftover{
		{"reasoning", "chains are of no claim",
			"MATCH (x:BridgehopChain) WHERE NOT EXISTS { (x)<-[:HAS_CHAIN|GOLD]-() }", "DETACH DELETE x"},
		{"reasoning", "HOPs are of no chain", "MATCH (:BridgehopPage)-[x:HOP]->()" + chain, "DELETE x"},
		{"reasoning", "JOINEDs are of no chain", "MATCH (:BridgehopPage)-[x:JOINED]->()" + chain, "DELETE x"},
	}
	for _, n := range nodes {
		where := "on no page"
		if n.in != "Page" {
			where = "in no " + strings.ToLower(n.in)
		}
		if n.in != "" && n.label != "Record" {
			out = append(out, leftover{strings.ToLower(n.label) + "s", "are " + where, "MATCH (x:" + marked(n.label) +
				") WHERE NOT EXISTS { (x)<-[:" + has(n.label) + "]-() }", "DETACH DELETE x"})
		}
	}
	return out
}()

// leftover is a kind of what remains: the part and the words by which Check names it, and how it is found and deleted.
type leftover struct{ part, what, match, gone string }

// recorded finds leftovers. Leftovers of elements, which are many, need Data.
func (c *checking) recorded() error {
	for _, l := range leftovers {
		if l.part != "reasoning" && !c.run.Data {
			continue
		}
		rows, err := c.s.query(c.ctx, l.match+" RETURN count(x) AS n", nil)
		if err != nil {
			return err
		}
		if n := num(rows[0], "n"); n > 0 {
			c.note(l.part, "%d %s", n, l.what)
		}
	}
	return nil
}

// data compares the database with the digests that its last push left: a push from itself must have nothing to write.
func (c *checking) data() error {
	w, err := c.s.wiki(c.ctx)
	if err != nil {
		return err
	}
	p := &pushing{s: c.s, ctx: c.ctx, from: source{Store: c.s}, again: true}
	done := int64(0)
	p.from.seen = func(n int) {
		done += int64(n)
		c.run.At("pages", done, w.stats.Pages)
	}
	for d, err := range p.changes() {
		switch {
		case errors.Is(err, errRecord):
			c.note("pages", "%v", err)
		case err != nil:
			return err
		case d.page == nil:
			c.note("pages", "page %s has no record", d.id)
		case d.content:
			c.note("pages", "page %q: it is gone, or its record is another than the load left", d.page.page.Title)
		case d.links:
			c.note("links", "page %q: its links are not those of its text", d.page.page.Title)
		default:
			c.note("pages", "page %q: its properties were changed", d.page.page.Title)
		}
	}
	for r, err := range p.redirects() {
		if err != nil {
			return err
		}
		c.note("redirects", "%q leads to other pages than to those of %q", r.From, r.To)
	}
	return nil
}

// Reset has the next push write all pages again, whatever the database has. Until then the store can't be read.
func (s *Store) Reset(ctx context.Context) error {
	return s.alone("repair", func() error { return s.reset(ctx) })
}

func (s *Store) reset(ctx context.Context) error {
	err := s.update(ctx, func(t *tx) error {
		err := t.setWiki(params{"readable": false, "pushing": true, "repairing": true})
		if err == nil {
			err = s.watermark.move(t)
		}
		return err
	})
	for _, l := range leftovers {
		if err == nil {
			err = s.deleteAll(ctx, l.match+" WITH x LIMIT $most "+l.gone, dropNodes, func(int64) {})
		}
	}
	if err == nil {
		err = s.deleteAll(ctx, "MATCH (r:BridgehopRecord) WHERE r.content IS NOT NULL WITH r LIMIT $most "+
			"SET r.content = null", dropNodes, func(int64) {})
	}
	return err
}
