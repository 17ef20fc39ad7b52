package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/graphtest"
	"github.com/bridgehop/bridgehop/graph/neo4j"
	"github.com/bridgehop/bridgehop/graph/pebble"
)

// bulk exports a made-up wiki and imports it, and imports hand-made files of the same nodes and relationships.
func (b *bench) bulk() error {
	dir := filepath.Join(b.dir, "bulk")
	b.say(fmt.Sprintf("filling an embedded store with %d pages of %d links", b.pages, b.links))
	store, err := b.fill(dir)
	if err != nil {
		return err
	}
	defer store.Close()
	var export, ours, write, theirs spread
	var exported neo4j.Exported
	for range b.runs {
		files := filepath.Join(b.dir, "csv")
		start := time.Now()
		if exported, err = neo4j.Export(b.ctx, store, files, nil); err != nil {
			return err
		}
		export.took(time.Since(start))
		b.say(fmt.Sprintf("exported in %v", time.Since(start)))
		if err := b.timeImport(&ours, files, exported.Command); err != nil {
			return err
		}
		start = time.Now()
		command, err := writeByHand(files, b.pages, b.links)
		if err != nil {
			return err
		}
		write.took(time.Since(start))
		if err := b.timeImport(&theirs, files, command); err != nil {
			return err
		}
	}
	stats, err := store.Stats(b.ctx)
	if err != nil {
		return err
	}
	fmt.Fprintf(b.out, bulkPage, stats.Pages, stats.Links, exported.Nodes, exported.Links, b.runs,
		export.print("%.1f", 1), ours.print("%.1f", 1), write.print("%.1f", 1), theirs.print("%.1f", 1),
		100*theirs.median()/ours.median(), 100*(theirs.median()+write.median())/(ours.median()+export.median()), 100*theirs.median()/(ours.median()+export.median()))
	return nil
}

const bulkPage = `
## Bulk route

A store of %d pages and %d links, made by graphtest.WikiPage: %d nodes and %d relationships in Neo4j. By hand: the same nodes and
relationships from five CSV files with what a user would keep (page: id, title; sentence: id, n, text; links: anchor, count), and
not the record, passage and degrees that bridgehop reads pages by. %d runs. Goal: 70%% of neo4j-admin's own speed.

| what | bridgehop, s | by hand, s |
|---|---|---|
| write the files | %s | %[8]s |
| neo4j-admin database import full | %[7]s | %[9]s |

Speed against by hand: the import alone %.0f%%, files and import %.0f%%; export and import together against the import by hand alone %.0f%%.
`

// timeImport imports the files of a folder, and removes them.
func (b *bench) timeImport(s *spread, dir, command string) error {
	took, err := b.imports(dir, command)
	if err != nil {
		return err
	}
	s.took(took)
	b.say(fmt.Sprintf("imported in %v", took))
	return os.RemoveAll(dir)
}

// fill makes an embedded store without a text index, and opens it anew, as export does.
func (b *bench) fill(dir string) (*pebble.Store, error) {
	store, err := pebble.Create(dir, nil)
	if err != nil {
		return nil, err
	}
	const most = 2000
	for i := 0; i < b.pages; i += most {
		batch := &graph.Batch{Load: "1"}
		for k := i; k < min(i+most, b.pages); k++ {
			batch.Pages = append(batch.Pages, graphtest.WikiPage(k, b.pages, b.links))
		}
		if _, err := store.Put(b.ctx, batch); err != nil {
			return nil, err
		}
	}
	if err := errors.Join(store.Finish(b.ctx), store.Close()); err != nil {
		return nil, err
	}
	return pebble.OpenReader(dir, nil)
}
