package cli

import (
	"context"
	"errors"

	urfave "github.com/urfave/cli/v2"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/pebble"
	"github.com/bridgehop/bridgehop/hop"
	"github.com/bridgehop/bridgehop/loader"
)

// headersOf is empty until graph lays tables out.
func headersOf(*graph.Table, *graph.Cell) headersRecord {
	return headersRecord{Row: []string{}, Column: []string{}}
}

func infer(*urfave.Context, *pebble.Store, loader.Options) (int64, error) {
	return 0, errors.New("--infer-links is not built in yet")
}

func cite(context.Context, *hop.Planner, string, []graph.PageID) ([]hop.Evidence, error) {
	return nil, errors.New("--oracle pages is not built in yet")
}

func storeDigest(context.Context, graph.Store) (sum [32]byte, err error) {
	return sum, errors.New("--digest is not built in yet")
}
