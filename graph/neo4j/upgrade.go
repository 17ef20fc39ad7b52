package neo4j

import (
	"context"
	"fmt"
)

// upgrade brings the schema of a store that an older version made up to this one: constraints and indexes that are new,
// and claims by their key. Those versions kept claims by their id alone, under a constraint of the same name.
func (s *Store) upgrade(ctx context.Context) error {
	const old = "SHOW CONSTRAINTS YIELD name, properties WHERE name = 'bridgehop_claim' AND properties = ['id'] RETURN name"
	rows, err := s.query(ctx, old, nil)
	if err == nil && len(rows) > 0 {
		err = s.rekeyClaims(ctx)
	}
	if err == nil {
		err = s.makeSchema(ctx)
	}
	if err != nil {
		return fmt.Errorf("bring the schema up to date: %w", err)
	}
	return nil
}

// rekeyClaims gives claims their key: their set, which those of old don't have, and their id. The constraint goes last, so
// that an upgrade that is interrupted begins anew.
func (s *Store) rekeyClaims(ctx context.Context) error {
	err := s.update(ctx, func(t *tx) error {
		return t.do("MATCH (c:Claim) WHERE c.key IS NULL SET c.key = '#' + c.id", nil)
	})
	if err == nil {
		err = s.command(ctx, "DROP CONSTRAINT bridgehop_claim IF EXISTS")
	}
	return err
}
