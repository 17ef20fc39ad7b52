package neo4j

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
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
	wiki  wikiState
	found map[string]int
}

// Check finds changes that were made by other means: counts by label that differ from those of the last push, and
// leftovers of deleted claims. With Data it compares the digests of every page with its record and its links, and every
// redirect with its pages. Other nodes in the database are ignored.
func (s *Store) Check(ctx context.Context, r *check.Run) error {
	w, err := s.wiki(ctx)
	c := &checking{s, ctx, r, w, map[string]int{}}
	if err == nil {
		err = c.counts()
	}
	if err == nil {
		err = c.leftovers()
	}
	if err == nil && r.Data {
		err = c.data()
	}
	if err != nil {
		return fmt.Errorf("check: %w", err)
	}
	for _, part := range slices.Sorted(maps.Keys(c.found)) {
		if n := c.found[part]; n > mostFound {
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
	if c.wiki.repairing {
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
		if want, got := *n.of(&c.wiki.stats), num(rows[0], n.property); got != want {
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
			out = append(out, leftover{strings.ToLower(n.label) + "s", "are " + where, "MATCH (x:" + mark + n.label +
				") WHERE NOT EXISTS { (x)<-[:" + has(n.label) + "]-() }", "DETACH DELETE x"})
		}
	}
	return out
}()

// leftover is a kind of what remains: the part and the words by which Check names it, and how it is found and deleted.
type leftover struct{ part, what, match, gone string }

// leftovers finds what remains. Leftovers of elements, which are many, need Data.
func (c *checking) leftovers() error {
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
	done := int64(0)
	from := source{Store: c.s, bare: true, seen: func(n int) {
		done += int64(n)
		c.run.At("pages", done, c.wiki.stats.Pages)
	}}
	for d, err := range changes(from.pages(c.ctx), c.s.digests(c.ctx)) {
		switch {
		case errors.Is(err, errRecord):
			c.note("pages", "%v", err)
		case err != nil:
			return err
		case d.gone:
			c.note("pages", "page %s has no record", d.id)
		case d.content:
			c.note("pages", "page %q: it is gone, or its record is another than the load left", d.page.Title)
		case d.links:
			c.note("links", "page %q: its links are not those of its text", d.page.Title)
		default:
			c.note("pages", "page %q: its properties were changed", d.page.Title)
		}
	}
	for r, err := range changes(from.redirects(c.ctx), c.s.redirects(c.ctx)) {
		if err != nil {
			return err
		}
		c.note("redirects", "%q leads to other pages than to those of %q", r.id, r.to)
	}
	return nil
}

// Reset has the next push write all pages again, whatever the database has. Until then the store can't be read.
func (s *Store) Reset(ctx context.Context) error {
	return s.alone("repair", func() error {
		err := s.commit(ctx, func(t *tx) error {
			return t.setWiki(params{"readable": false, "pushing": true, "repairing": true})
		})
		for _, l := range leftovers {
			if err == nil {
				err = s.deleteAll(ctx, l.match+" WITH x LIMIT $most "+l.gone, dropNodes, nil)
			}
		}
		if err == nil {
			err = s.deleteAll(ctx, "MATCH (r:BridgehopRecord) WHERE r.content IS NOT NULL WITH r LIMIT $most "+
				"SET r.content = null", dropNodes, nil)
		}
		return err
	})
}
