package neo4j

import (
	"context"

	"github.com/bridgehop/bridgehop/graph"
)

const markColumns = "m.fingerprint AS fingerprint, m.load AS load, m.records AS records, m.rejects AS rejects, m.done AS done"

// Mark returns how far a source was read.
func (s *Store) Mark(ctx context.Context, source string) (graph.Mark, error) {
	rows, err := s.query(ctx, "MATCH (m:BridgehopSource {name: $name}) RETURN "+markColumns, params{"name": key(source)})
	if err != nil || len(rows) == 0 {
		return graph.Mark{}, err
	}
	return markOf(rows[0]), nil
}

// Marks returns the marks of all sources, by their names; a long name is cut short.
func (s *Store) Marks(ctx context.Context) (map[string]graph.Mark, error) {
	rows, err := s.query(ctx, "MATCH (m:BridgehopSource) RETURN m.name AS name, "+markColumns, nil)
	if err != nil {
		return nil, err
	}
	out := make(map[string]graph.Mark, len(rows))
	for _, r := range rows {
		out[unescape(str(r, "name"))] = markOf(r)
	}
	return out, nil
}

func markOf(r record) graph.Mark {
	return graph.Mark{Fingerprint: unescape(str(r, "fingerprint")), Load: unescape(str(r, "load")), Records: num(r, "records"),
		Rejects: num(r, "rejects"), Done: flag(r, "done")}
}

// Readable returns graph.ErrUnfinished, wrapped, when no load into the store was ever finished, or one is being finished:
// there is nothing to read.
func (s *Store) Readable(ctx context.Context) error {
	w, err := s.wiki(ctx)
	if err == nil && !w.readable {
		err = s.unfinished(w)
	}
	return err
}
