package pebble

import (
	"encoding/json"
	"fmt"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/cockroachdb/pebble/v2"
)

// finished is the state after the last Finish. Readers see only this state.
type finished struct {
	Generation uint32      `json:"generation"`
	Identity   string      `json:"identity"` // writing.Chain as of that Finish
	Stats      graph.Stats `json:"stats"`
	Bodies     place       `json:"bodies,omitempty"` // writing.Next as of that Finish
	Places     uint32      `json:"places"`           // mapped.File.Sum of the file of places
	Digest     uint64      `json:"digest"`           // of the bodies and of the records of Finish
}

// writing is the state after the last Put.
type writing struct {
	// Chain is a hash chained over all changes; 64 hex digits.
	Chain string `json:"chain"`
	// Loads counts the loads that have put pages.
	Loads uint64 `json:"loads"`
	// Next is the place of the next body, 0 for the first.
	Next place `json:"next,omitempty"`
}

// emptyChain is the chain of an empty store.
const emptyChain = "0000000000000000000000000000000000000000000000000000000000000000"

// readState reads a JSON record into v and reports whether there is one.
func readState(db pebble.Reader, key []byte, v any) (bool, error) {
	return use(db, key, func(b []byte) error {
		if err := json.Unmarshal(b, v); err != nil {
			return fmt.Errorf("read state: %w", err)
		}
		return nil
	})
}

// setState writes a JSON record into a batch.
func setState(b *pebble.Batch, key []byte, v any) error {
	j, err := json.Marshal(v)
	if err != nil {
		return fmt.Errorf("write state: %w", err)
	}
	return b.Set(key, j, nil)
}
