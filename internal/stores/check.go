package stores

import (
	"context"
	"errors"
	"fmt"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/neo4j"
	"github.com/bridgehop/bridgehop/graph/pebble"
	"github.com/bridgehop/bridgehop/graph/text"
	"github.com/bridgehop/bridgehop/internal/check"
)

// CheckAll checks a store and its text index. Damage is noted in the run and is no error.
func CheckAll(ctx context.Context, address string, r *check.Run) error {
	var err error
	if neo4j.IsAddress(address) {
		err = checkServer(ctx, address, r)
	} else if err = Check(address); err == nil {
		err = pebble.Check(ctx, address, r)
	}
	if err != nil || !r.Sound() { // an index can't be compared with a store that can't be read
		return err
	}
	open := OpenReader
	if r.Repair {
		open = Open
	}
	s, err := open(ctx, address)
	if err != nil {
		return err
	}
	return errors.Join(checkIndex(ctx, s, address, r), s.Close())
}

// checkServer checks a store on a server by its method Check, if it has one.
func checkServer(ctx context.Context, address string, r *check.Run) error {
	open := OpenReader
	if r.Repair {
		open = Open
	}
	s, err := open(ctx, address)
	if err != nil {
		return err
	}
	if r.Stats, err = s.Stats(ctx); err == nil {
		if c, ok := s.(interface {
			Check(ctx context.Context, r *check.Run) error
		}); ok {
			err = c.Check(ctx, r)
		}
	}
	return errors.Join(err, s.Close())
}

// checkIndex checks the text index, and makes it anew if the run says so.
func checkIndex(ctx context.Context, s graph.Store, address string, r *check.Run) error {
	damage := examineIndex(ctx, s, address, r)
	if damage == nil {
		return nil
	}
	r.Found("text index", damage.Error())
	if !r.Repair {
		return nil
	}
	dir, err := TextDir(ctx, s, address)
	if err != nil {
		return err
	}
	if err := text.Build(ctx, dir, s, text.Options{Force: true, Progress: func(done, total int64) { r.At("index", done, total) }}); err != nil {
		return err
	}
	if err := examineIndex(ctx, s, address, r); err != nil {
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
