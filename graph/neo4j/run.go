package neo4j

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/bridgehop/bridgehop/graph"
)

// CheckRun returns graph.ErrRun, wrapped, if there is a run of this name with other settings.
func (s *Store) CheckRun(ctx context.Context, run *graph.Run) error {
	if _, err := s.wiki(ctx); err != nil {
		return fmt.Errorf("record: %w", err)
	}
	rows, err := s.query(ctx, "MATCH (r:BridgehopRun {name: $name}) RETURN r.settings AS settings",
		params{"name": key(run.Name)})
	if err != nil || len(rows) == 0 {
		return err
	}
	return sameSettings(rows[0], run)
}

// beginRun creates (:Run {name, claims, model, planner, version, startedAt, settings}) if there is none of this name.
func beginRun(t *tx, run *graph.Run) error {
	set := params{"name": key(run.Name), "version": run.Version, "startedAt": run.Started}
	setTexts(set, map[string]string{"claims": run.Claims, "model": run.Model, "planner": run.Planner})
	if run.Settings != nil {
		set["settings"] = escapedAll(run.Settings)
	}
	rows, err := t.run("MERGE (r:BridgehopRun {name: $name}) ON CREATE SET r = $set, r:Run "+
		"RETURN r.settings AS settings", params{"name": set["name"], "set": set})
	if err != nil {
		return err
	}
	return sameSettings(rows[0], run)
}

func sameSettings(r record, run *graph.Run) error {
	kept := unescaped(list(r, "settings"))
	if slices.Equal(kept, run.Settings) {
		return nil
	}
	return fmt.Errorf("%w %q has other settings: %s", graph.ErrRun, run.Name, differing(kept, run.Settings))
}

// differing names the settings that two runs don't share.
func differing(kept, asked []string) string {
	var out []string
	for _, s := range asked {
		name, value, _ := strings.Cut(s, "=")
		at := slices.IndexFunc(kept, func(k string) bool { return strings.HasPrefix(k, name+"=") })
		switch {
		case at < 0:
			out = append(out, s+" is new")
		case kept[at] != s:
			out = append(out, short(kept[at])+", not "+short(name + "=" + value)[len(name)+1:])
		}
	}
	for _, k := range kept {
		name, _, _ := strings.Cut(k, "=")
		if !slices.ContainsFunc(asked, func(s string) bool { return strings.HasPrefix(s, name+"=") }) {
			out = append(out, short(k)+" is missing")
		}
	}
	return strings.Join(out, "; ")
}

// short returns a setting with the first digits of a digest.
func short(setting string) string {
	name, value, _ := strings.Cut(setting, "=")
	if len(value) == 64 {
		value = value[:8] + "…"
	}
	return name + "=" + value
}

func escapedAll(all []string) []string {
	out := make([]string, len(all))
	for i := range all {
		out[i] = escape(all[i])
	}
	return out
}

func unescaped(all []any) (out []string) {
	for _, v := range all {
		out = append(out, unescape(as[string](v)))
	}
	return out
}

// Runs returns all runs, the oldest first.
func (s *Store) Runs(ctx context.Context) ([]graph.Run, error) {
	rows, err := s.query(ctx, `MATCH (r:BridgehopRun)
RETURN r.name AS name, r.claims AS claims, r.model AS model, r.planner AS planner, r.version AS version,
  r.startedAt AS started, r.settings AS settings, COUNT { (r)-[:RECORDED]->() } AS recorded,
  COUNT { (r)-[:RECORDED]->(c) WHERE c.correct IS NOT NULL } AS known,
  COUNT { (r)-[:RECORDED]->(c) WHERE c.correct } AS right
ORDER BY started, name`, nil)
	if err != nil {
		return nil, fmt.Errorf("runs: %w", err)
	}
	var out []graph.Run
	for _, r := range rows {
		out = append(out, graph.Run{Name: unescape(str(r, "name")), Claims: unescape(str(r, "claims")),
			Model: unescape(str(r, "model")), Planner: str(r, "planner"), Version: str(r, "version"),
			Started: get[time.Time](r, "started"), Settings: unescaped(list(r, "settings")),
			Recorded: num(r, "recorded"), Known: num(r, "known"), Right: num(r, "right")})
	}
	return out, nil
}

// dropClaims is the number of claims that DropRun deletes in one transaction.
const dropClaims = 200

// DropRun deletes a run: its claims with their chains, HOPs and JOINEDs, in many transactions, and the Run itself last;
// after an interruption, it deletes the rest. Done is called with the claims deleted and all claims of the run; it may
// be nil. It returns graph.ErrRun if there is no such run.
func (s *Store) DropRun(ctx context.Context, name string, done func(gone, all int64)) error {
	return s.alone("drop", func() error { return s.dropRun(ctx, name, done) })
}

func (s *Store) dropRun(ctx context.Context, name string, done func(gone, all int64)) error {
	p := params{"name": key(name)}
	rows, err := s.query(ctx, "MATCH (r:BridgehopRun {name: $name}) "+
		"RETURN COLLECT { MATCH (r)-[:RECORDED]->(c:BridgehopClaim) RETURN {key: c.key} } AS claims", p)
	if err != nil {
		return err
	}
	if len(rows) == 0 {
		return fmt.Errorf("no %w is named %q", graph.ErrRun, name)
	}
	claims, gone := list(rows[0], "claims"), 0
	for some := range slices.Chunk(claims, dropClaims) {
		writes := append(emptied(some), write{"MATCH (c:BridgehopClaim {key: r.key}) DETACH DELETE c", some})
		if err := s.update(ctx, func(t *tx) error { return t.write(writes) }); err != nil {
			return err
		}
		if gone += len(some); done != nil {
			done(int64(gone), int64(len(claims)))
		}
	}
	return s.update(ctx, func(t *tx) error { return t.do("MATCH (r:BridgehopRun {name: $name}) DETACH DELETE r", p) })
}
