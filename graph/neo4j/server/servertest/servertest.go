// Package servertest gives tests a real Neo4j server: that of BRIDGEHOP_NEO4J, else one of their own, started
// when the first test asks for it.
//
//	func TestMain(m *testing.M) { os.Exit(servertest.Main(m)) }
//
//	func TestStore(t *testing.T) {
//		s := servertest.Start(t)
//		s.Clear(t)
//		…
//	}
//
// BRIDGEHOP_NEO4J is a store's address, with its password in BRIDGEHOP_NEO4J_PASSWORD: the database is
// emptied by the tests, so name one that holds nothing else. Without it, and without Java 17 and Maven, tests
// skip, and with CI=true they fail. With -short they skip, too. BRIDGEHOP_NEO4J_VERSION names another version to fetch.
package servertest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	driver "github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"github.com/bridgehop/bridgehop/graph/neo4j/server"
)

// Server is a server that answers.
type Server struct {
	URL      string // of its database, as --store takes it
	Password string
	// Control starts and stops it; nil for that of BRIDGEHOP_NEO4J.
	Control *server.Control
}

var (
	once    sync.Once
	running *Server
	failure error
	folder  string
)

// Main runs the tests and stops the server after them.
func Main(m *testing.M) int {
	code := m.Run()
	if running != nil && running.Control != nil {
		if err := running.Control.Down(context.Background()); err != nil && !errors.Is(err, server.ErrDown) {
			fmt.Fprintln(os.Stderr, "servertest:", err)
		}
	}
	if folder != "" {
		_ = os.RemoveAll(folder) // the system's temporary folder is cleared in any case
	}
	return code
}

// Start finds or starts the server of this test binary.
func Start(t testing.TB) *Server {
	t.Helper()
	if testing.Short() {
		t.Skip("needs a Neo4j server: make test-all")
	}
	once.Do(func() { running, failure = start() })
	if failure == nil {
		return running
	}
	if os.Getenv("CI") != "true" && (errors.Is(failure, server.ErrJava) || errors.Is(failure, server.ErrMaven)) {
		t.Skipf("no Neo4j server: %v; or name a database that tests may empty in BRIDGEHOP_NEO4J, its password in "+
			"BRIDGEHOP_NEO4J_PASSWORD", failure)
	}
	t.Fatalf("start Neo4j: %v", failure)
	return nil
}

func start() (*Server, error) {
	if url := os.Getenv("BRIDGEHOP_NEO4J"); url != "" {
		return &Server{URL: url, Password: os.Getenv("BRIDGEHOP_NEO4J_PASSWORD")}, nil
	}
	c, err := newControl()
	if err != nil {
		return nil, err
	}
	folder = c.Dir
	s, err := c.Up(context.Background())
	if err != nil {
		return nil, err
	}
	password, err := c.Password()
	return &Server{URL: s.URL(), Password: password, Control: c}, err
}

// newControl returns a server that isn't started, in a temporary folder, with the jars of the user's cache.
func newControl() (*server.Control, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "bridgehop-neo4j-")
	if err != nil {
		return nil, err
	}
	version := cmp.Or(os.Getenv("BRIDGEHOP_NEO4J_VERSION"), server.Version)
	lib := filepath.Join(cache, "bridgehop", "neo4j", "lib-"+version)
	return &server.Control{Dir: dir, Version: version, Lib: lib, PageCache: "128m", Bolt: -1, HTTP: -1}, nil
}

// Clear removes all nodes of the database; constraints and indexes stay.
func (s *Server) Clear(t testing.TB) {
	t.Helper()
	s.Cypher(t, "MATCH (n) CALL (n) { DETACH DELETE n } IN TRANSACTIONS OF 5000 ROWS")
}

// Strangers adds nodes of somebody else's under labels of ours: some twice, some with our ids, joined as ours are.
func (s *Server) Strangers(t testing.TB) {
	t.Helper()
	s.Cypher(t, `UNWIND range(1, 2) AS i
CREATE (p:Page {id: 'theirs', title: 'Page 1', name: 'page 1', removed: true})-[:LINKS_TO {count: 3}]->(:Page {id: 7}),
  (p)-[:HAS_SENTENCE]->(:Sentence {id: 'theirs', text: 'Page 1'}),
  (:Redirect {title: 'Page 2', name: 'page 2', to: 'Page 1', order: ''})-[:REDIRECTS_TO]->(p),
  (:Missing {title: 'page 3'}), (:Claim {key: 1, id: '1'})-[:HAS_CHAIN]->(:Chain {id: 1}),
  (:Source {name: 'theirs'}), (:Wiki {key: 'theirs'}),
  (:Draft {id: 1}),
  (:Table {id: 1}), (:Cell {id: 1}), (:List {id: 1}), (:Item {id: 1}), (:Section {id: 1})`)
}

// Cypher runs a query over the plain driver, and returns its rows.
func (s *Server) Cypher(t testing.TB, query string) (rows []map[string]any) {
	t.Helper()
	ctx := context.Background()
	u, err := url.Parse(s.URL)
	if err != nil {
		t.Fatal(err)
	}
	d, err := driver.NewDriverWithContext(u.Scheme+"://"+u.Host, driver.BasicAuth(u.User.Username(), s.Password, ""))
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close(ctx)
	session := d.NewSession(ctx, driver.SessionConfig{DatabaseName: strings.Trim(u.Path, "/")})
	defer session.Close(ctx)
	res, err := session.Run(ctx, query, nil)
	records, err := driver.CollectWithContext(ctx, res, err)
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	for _, r := range records {
		rows = append(rows, r.AsMap())
	}
	return rows
}

// Restart stops the server (hard, when kill is set), calls between, and starts it again on the same ports. It
// skips the test when the server isn't the test binary's own.
func (s *Server) Restart(t testing.TB, kill bool, between func()) {
	t.Helper()
	if s.Control == nil {
		t.Skip("the server of BRIDGEHOP_NEO4J is not ours to stop; leave the variable out to run this test")
	}
	ctx := context.Background()
	last, err := s.Control.Last()
	if err != nil {
		t.Fatalf("restart: %v", err)
	}
	stop := s.Control.Down
	if kill {
		stop = s.Control.Kill
	}
	if err := stop(ctx); err != nil {
		t.Fatalf("restart: %v", err)
	}
	s.Control.Bolt, s.Control.HTTP = last.Bolt, last.HTTP
	defer func() { // even when between ends the test
		if _, err := s.Control.Up(ctx); err != nil {
			t.Errorf("restart: %v", err)
		}
	}()
	if between != nil {
		between()
	}
}
