// Package stores opens a store and its text index by an address: a folder, or neo4j://user@host:7687/database.
package stores

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/neo4j"
	"github.com/bridgehop/bridgehop/graph/neo4j/server"
	"github.com/bridgehop/bridgehop/graph/pebble"
	"github.com/bridgehop/bridgehop/graph/search"
	"github.com/bridgehop/bridgehop/graph/text"
)

// ErrAddress is returned for an address that there is no backend for, and for an environment variable of a server that
// can't be used.
var ErrAddress = errors.New("a store is a folder, or neo4j://user@host:7687/database")

// ErrIndex is every error of OpenIndex, beside what it says.
var ErrIndex = errors.New("text index")

// marked is an error that is kind, too.
type marked struct {
	error
	kind error
}

func (e marked) Unwrap() error { return e.error }

func (e marked) Is(target error) bool { return target == e.kind }

// OpenReader opens a store for reading.
func OpenReader(ctx context.Context, address string) (graph.Store, error) {
	if neo4j.IsAddress(address) {
		s, err := OpenServer(ctx, address, neo4j.Options{})
		if err != nil { // a nil *Store is no nil Store
			return nil, err
		}
		return s, nil
	}
	return openFolder(address, pebble.OpenReader)
}

// OpenServer opens the store of a database. The password is in BRIDGEHOP_NEO4J_PASSWORD, or in the file that
// BRIDGEHOP_NEO4J_PASSWORD_FILE names, or the one of the server that bridgehop neo4j up started;
// BRIDGEHOP_NEO4J_TIMEOUT bounds a query.
func OpenServer(ctx context.Context, address string, o neo4j.Options) (*neo4j.Store, error) {
	a, err := neo4j.ParseAddress(address)
	if err != nil {
		return nil, marked{err, ErrAddress}
	}
	if o.Password, err = password(a.Host); err != nil {
		return nil, err
	}
	if s := os.Getenv("BRIDGEHOP_NEO4J_TIMEOUT"); s != "" {
		if o.Timeout, err = time.ParseDuration(s); err != nil || o.Timeout <= 0 {
			return nil, marked{fmt.Errorf("BRIDGEHOP_NEO4J_TIMEOUT is %q, want a duration such as 30s", s), ErrAddress}
		}
	}
	return neo4j.Open(ctx, address, o)
}

// Open opens a store for writing, and makes it with create if there is none. Via is for a database, see openVia.
func Open(ctx context.Context, address, via string, create bool) (graph.Store, error) {
	switch {
	case neo4j.IsAddress(address):
		return openVia(ctx, address, via, create)
	case create:
		return openFolder(address, pebble.Create)
	}
	return openFolder(address, pebble.Open)
}

func openFolder(address string, open func(string) (*pebble.Store, error)) (graph.Store, error) {
	if err := checkAddress(address); err != nil {
		return nil, err
	}
	s, err := open(address)
	if err != nil {
		return nil, err
	}
	return s, nil
}

// checkAddress refuses the address of a server that there is no backend for.
func checkAddress(address string) error {
	if scheme, _, ok := strings.Cut(address, "://"); ok && !neo4j.IsAddress(address) {
		return fmt.Errorf("--store %s: there is no backend for %s://; %w", address, scheme, ErrAddress)
	}
	return nil
}

// Dir returns a folder that is kept of a store, by its name: text and search have its indexes, and pushed is the folder
// by way of which a database is written. It is in the store's folder, or for a database, which has none, in the user's
// cache under the store's id.
func Dir(ctx context.Context, s graph.Store, address, name string) (string, error) {
	remote, ok := s.(interface {
		ID(ctx context.Context) (string, error)
	})
	if !ok {
		return filepath.Join(address, name), nil
	}
	id, err := remote.ID(ctx)
	if err != nil {
		return "", err
	}
	cache, err := cacheDir()
	if err != nil {
		return "", err
	}
	dir := filepath.Join(cache, name, id)
	return dir, os.MkdirAll(filepath.Dir(dir), 0o755)
}

// OpenIndex opens the text index of a store. One that was made of another state of the store is text.ErrStale: reading
// doesn't write.
func OpenIndex(ctx context.Context, s graph.Store, address string) (*text.Index, error) {
	identity, err := s.Identity(ctx)
	if err != nil {
		return nil, fmt.Errorf("identity of the store: %w", err)
	}
	dir, err := Dir(ctx, s, address, "text")
	if err != nil {
		return nil, err
	}
	index, err := text.Open(dir)
	if err == nil {
		if err = index.Check(identity); err != nil {
			err = errors.Join(err, index.Close())
		}
	}
	if err != nil {
		return nil, marked{err, ErrIndex}
	}
	return index, nil
}

// OpenSearch opens the search index of a store. It fails with search.ErrNone if there is none, with search.ErrStale and
// search.ErrCorrupt.
func OpenSearch(ctx context.Context, s graph.Store, address string) (*search.Index, error) {
	dir, err := Dir(ctx, s, address, "search")
	if err != nil {
		return nil, err
	}
	return search.Open(ctx, dir, s)
}

// cacheDir is bridgehop's folder in the user's cache.
func cacheDir() (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("find the user's cache: %w", err)
	}
	return filepath.Join(cache, "bridgehop"), nil
}

// password returns the password of the server at a host and port.
func password(at string) (string, error) {
	if p := os.Getenv("BRIDGEHOP_NEO4J_PASSWORD"); p != "" {
		return p, nil
	}
	if file := os.Getenv("BRIDGEHOP_NEO4J_PASSWORD_FILE"); file != "" {
		b, err := os.ReadFile(file)
		if err != nil {
			return "", marked{fmt.Errorf("BRIDGEHOP_NEO4J_PASSWORD_FILE: %w", err), ErrAddress}
		}
		return strings.TrimRight(string(b), "\r\n"), nil
	}
	ctl, err := Server(server.Version)
	if err != nil {
		return "", err
	}
	others, err := filepath.Glob(filepath.Join(ctl.Dir, "*", "server.json")) // of other versions
	if err != nil {
		return "", err
	}
	for _, dir := range append([]string{ctl.Dir}, others...) {
		of := &server.Control{Dir: strings.TrimSuffix(dir, string(filepath.Separator)+"server.json")}
		last, err := of.Last()
		if err != nil { // no server of ours: there is no password to find
			continue
		}
		for _, host := range []string{"127.0.0.1", "localhost"} {
			if at == host+":"+strconv.Itoa(last.Bolt) {
				return of.Password()
			}
		}
	}
	return "", nil
}

// versionText is how a version of Neo4j is written.
var versionText = regexp.MustCompile(`^\d+\.\d+\.\d+$`)

// Server returns the Neo4j server of this user, which bridgehop neo4j starts and stops; an empty version is that of
// BRIDGEHOP_NEO4J_VERSION, else the usual one. Another version than that has a folder of its own. BRIDGEHOP_NEO4J_BOLT
// and BRIDGEHOP_NEO4J_HTTP are its ports.
func Server(version string) (*server.Control, error) {
	cache, err := cacheDir()
	if err != nil {
		return nil, err
	}
	dir := filepath.Join(cache, "neo4j")
	c := &server.Control{Dir: dir, Version: cmp.Or(version, os.Getenv("BRIDGEHOP_NEO4J_VERSION"), server.Version),
		Heap: os.Getenv("BRIDGEHOP_NEO4J_HEAP")}
	if !versionText.MatchString(c.Version) {
		return nil, marked{fmt.Errorf("there is no Neo4j %q; want a version like %s or 2025.10.1", c.Version,
			server.Version), ErrAddress}
	}
	c.Lib = filepath.Join(dir, "lib-"+c.Version)
	if c.Version != server.Version {
		c.Dir = filepath.Join(dir, c.Version)
	}
	for name, port := range map[string]*int{"BRIDGEHOP_NEO4J_BOLT": &c.Bolt, "BRIDGEHOP_NEO4J_HTTP": &c.HTTP} {
		s := os.Getenv(name)
		if s == "" {
			continue
		}
		if *port, err = strconv.Atoi(s); err != nil || *port < 1 || *port > 65535 {
			return nil, marked{fmt.Errorf("%s is %q, want a port such as 17687", name, s), ErrAddress}
		}
	}
	return c, nil
}
