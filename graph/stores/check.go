package stores

import (
	"context"
	"errors"
	"fmt"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/check"
	"github.com/bridgehop/bridgehop/graph/neo4j"
	"github.com/bridgehop/bridgehop/graph/pebble"
	"github.com/bridgehop/bridgehop/graph/search"
	"github.com/bridgehop/bridgehop/graph/text"
)

// CheckAll checks a store and its indexes. Damage is noted in the run and is no error.
func CheckAll(ctx context.Context, address string, r *check.Run) error {
	var err error
	if neo4j.IsAddress(address) {
		err = checkServer(ctx, address, r)
	} else if err = checkAddress(address); err == nil {
		err = pebble.Check(ctx, address, r)
	}
	if err != nil || !r.Sound() { // an index can't be compared with a store that can't be read
		return err
	}
	s, err := OpenReader(ctx, address)
	if err != nil {
		return err
	}
	return errors.Join(checkIndexes(ctx, s, address, r), s.Close())
}

// checkServer checks the store of a database. A repair pushes all of it again, from the folder by way of which it is
// written.
func checkServer(ctx context.Context, address string, r *check.Run) error {
	server, err := OpenServer(ctx, address, neo4j.Options{Write: r.Repair})
	if err != nil {
		return err
	}
	if r.Stats, err = server.Stats(ctx); err == nil || r.Repair && errors.Is(err, graph.ErrDamaged) {
		err = server.Check(ctx, r)
	}
	if err != nil || !r.Repair || r.Sound() {
		return errors.Join(err, server.Close())
	}
	s, err := viaFolder(ctx, server, "")
	if err != nil {
		return err
	}
	if err = server.Reset(ctx); err == nil {
		err = s.push(ctx)
	}
	if err == nil {
		r.Mended()
		r.Stats, err = server.Stats(ctx)
	}
	return errors.Join(err, s.Close())
}

// checkIndexes checks the text index and the search index, if there is one, and makes them anew if the run says so.
func checkIndexes(ctx context.Context, s graph.Store, address string, r *check.Run) error {
	words, err := Dir(ctx, s, address, "text")
	if err != nil {
		return err
	}
	searched, err := Dir(ctx, s, address, "search")
	if err != nil {
		return err
	}
	progress := func(done, total int64) { r.At("index", done, total) }
	err = checkIndex(r, "text index",
		func() error { return examineIndex(ctx, s, address, r) },
		func() error { return text.Build(ctx, words, s, text.Options{Force: true, Progress: progress}) })
	if err != nil {
		return err
	}
	return checkIndex(r, "search index",
		func() error { return examineSearch(ctx, s, address) },
		func() error { return search.Build(ctx, searched, s, progress) })
}

// checkIndex notes what is wrong with an index, and makes it anew if the run says so.
func checkIndex(r *check.Run, part string, examine, build func() error) error {
	damage := examine()
	if damage == nil {
		return nil
	}
	r.Found(part, damage.Error())
	if !r.Repair {
		return nil
	}
	if err := build(); err != nil {
		return err
	}
	if err := examine(); err != nil {
		return err
	}
	r.Mended()
	return nil
}

func examineIndex(ctx context.Context, s graph.Store, address string, r *check.Run) error {
	index, err := OpenIndex(ctx, s, address)
	if err != nil {
		return err
	}
	if n := int64(index.NumPages()); n != r.Stats.Pages {
		err = fmt.Errorf("it has %d pages, and the store %d: %w", n, r.Stats.Pages, graph.ErrDamaged)
	}
	if r.Data {
		err = errors.Join(err, index.Verify())
	}
	return errors.Join(err, index.Close())
}

// examineSearch reads all of the search index. A store may have none, or one that search says is old.
func examineSearch(ctx context.Context, s graph.Store, address string) error {
	index, err := OpenSearch(ctx, s, address)
	switch {
	case err == nil:
		return index.Close()
	case errors.Is(err, search.ErrNone), errors.Is(err, search.ErrStale):
		return nil
	}
	return err
}
