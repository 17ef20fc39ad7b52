package neo4j

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	driver "github.com/neo4j/neo4j-go-driver/v5/neo4j"
	"github.com/neo4j/neo4j-go-driver/v5/neo4j/config"
	"github.com/neo4j/neo4j-go-driver/v5/neo4j/notifications"

	"github.com/bridgehop/bridgehop/graph"
)

// Options sets how a database is worked with. The zero value is good for reading but for the password.
type Options struct {
	Password string
	// Write opens a store for writing, Create also makes one in a database without a store, and Drop also opens one of
	// another format, for Store.Drop alone.
	Write, Create, Drop bool
	// Timeout bounds each query, so that a network that hangs ends in an error; two minutes when 0.
	Timeout time.Duration
	// Retry bounds how long transient errors are tried again, from the first one on; 15 seconds when 0.
	Retry time.Duration
	// BatchPages is the largest number of pages that a push writes in one transaction; 0 means 1,000.
	BatchPages int
}

// Store is a wiki in a Neo4j database. It is a graph.Store for reading; Push writes it.
type Store struct {
	addr      Address
	opts      Options
	driver    driver.DriverWithContext
	bookmarks driver.BookmarkManager // so that a read sees what was written before it, on whichever server of a cluster
	write     sync.Mutex             // one writer
	watermark watermark
	changed   int64 // see ChangedCitations

	// Progress, if it is not nil, is called during Push: with what it does (push, link), and the pages done of all.
	Progress func(part string, done, total int64)
}

var _ graph.Store = (*Store)(nil)

// Open opens the store of a database. With Create, if the database has none, it creates the constraints, the indexes and
// the Wiki node. Its errors wrap graph.ErrUnreachable if the server or database can't be used, graph.ErrNoStore if there
// is no store, graph.ErrFormat if it has another version, ErrClash if a name of the schema is in use and, for reading,
// graph.ErrUnfinished if a load was interrupted so that there is nothing to read. Other nodes in the database are not
// changed.
func Open(ctx context.Context, address string, o Options) (*Store, error) {
	addr, err := ParseAddress(address)
	if err != nil {
		return nil, err
	}
	o.Write = o.Write || o.Create || o.Drop
	o.Timeout = cmp.Or(o.Timeout, 2*time.Minute)
	o.Retry = cmp.Or(o.Retry, 15*time.Second)
	o.BatchPages = cmp.Or(o.BatchPages, 1000)
	s := &Store{addr: addr, opts: o, bookmarks: driver.NewBookmarkManager(driver.BookmarkManagerConfig{})}
	s.driver, err = driver.NewDriverWithContext(addr.scheme+"://"+addr.Host,
		driver.BasicAuth(addr.User, o.Password, ""), s.configure)
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", addr, err)
	}
	if err = s.checkServer(ctx); err == nil {
		err = s.begin(ctx)
	}
	if err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// begin reads the Wiki node, and prepares the database for what the store is opened for.
func (s *Store) begin(ctx context.Context) error {
	w, err := s.wiki(ctx)
	s.watermark = watermark{opened: w.watermark, token: strings.ToLower(rand.Text()) + " "}
	switch {
	case s.opts.Create && errors.Is(err, graph.ErrNoStore):
		return s.create(ctx)
	case err != nil || s.opts.Drop:
		return err
	case s.opts.Write:
		return s.makeSchema(ctx, false)
	case !w.readable:
		return s.unfinished(w)
	}
	return nil
}

func (s *Store) configure(c *config.Config) {
	c.MaxConnectionPoolSize = 16
	c.MaxTransactionRetryTime = s.opts.Retry
	c.FetchSize = 2000
	c.TelemetryDisabled = true
	c.NotificationsMinSeverity = notifications.DisabledLevel
	c.UserAgent = "bridgehop"
}

// oldest is the first version that has all the Cypher used here.
var oldest = [2]int{5, 23}

// checkServer asks for the server's version.
func (s *Store) checkServer(ctx context.Context) error {
	rows, err := s.query(ctx, "CALL dbms.components() YIELD name, versions WHERE name = 'Neo4j Kernel' "+
		"RETURN head(collect(versions[0])) AS version", nil)
	if err != nil {
		return err
	}
	version := str(rows[0], "version")
	var v [2]int
	if n, _ := fmt.Sscanf(version, "%d.%d", &v[0], &v[1]); n < 2 || slices.Compare(v[:], oldest[:]) < 0 {
		return &unusable{why: fmt.Sprintf("%s: the server is Neo4j %s, and %d.%d or newer is needed", s.addr, version,
			oldest[0], oldest[1])}
	}
	return nil
}

// alone does what writes, one at a time, and says in an error what it was.
func (s *Store) alone(what string, do func() error) error {
	if !s.opts.Write {
		return graph.ErrReadOnly
	}
	s.write.Lock()
	defer s.write.Unlock()
	if err := do(); err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	return nil
}

// Close ends all connections. Closing again does nothing.
func (s *Store) Close() error {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	if err := s.driver.Close(ctx); err != nil {
		return fmt.Errorf("close %s: %w", s.addr, err)
	}
	return nil
}

// Address is the address of a database: neo4j://user@host:7687/database. It has no password.
type Address struct {
	scheme   string
	Host     string // host and port
	User     string
	Database string
}

// schemes are the URL schemes of the driver; +s verifies certificates, +ssc accepts any.
var schemes = []string{"neo4j", "neo4j+s", "neo4j+ssc", "bolt", "bolt+s", "bolt+ssc"}

// IsAddress reports whether a store's name is the address of a Neo4j server and not a folder.
func IsAddress(s string) bool {
	scheme, _, ok := strings.Cut(s, "://")
	return ok && slices.Contains(schemes, scheme)
}

// ParseAddress reads an address; user and database default to neo4j, the port to 7687. It refuses a password,
// which would be seen in lists of processes, and never repeats one in an error.
func ParseAddress(s string) (Address, error) {
	u, err := url.Parse(s)
	if err != nil {
		return Address{}, fmt.Errorf("store address: not a URL like neo4j://user@host:7687/database")
	}
	if u.User != nil {
		if _, has := u.User.Password(); has {
			return Address{}, fmt.Errorf("store address: a password doesn't belong there, where lists of processes show " +
				"it; put it into BRIDGEHOP_NEO4J_PASSWORD")
		}
	}
	if !slices.Contains(schemes, u.Scheme) || u.Hostname() == "" || u.RawQuery != "" {
		return Address{}, fmt.Errorf("store address %q: want neo4j://user@host:7687/database", s)
	}
	a := Address{scheme: u.Scheme, Host: u.Host, User: cmp.Or(u.User.Username(), "neo4j"),
		Database: cmp.Or(strings.Trim(u.Path, "/"), "neo4j")}
	if u.Port() == "" {
		a.Host = u.Host + ":7687"
	}
	return a, nil
}

// String returns the address without what it defaults to left out.
func (a Address) String() string {
	return a.scheme + "://" + url.PathEscape(a.User) + "@" + a.Host + "/" + a.Database
}

// Marks returns the marks of all sources, by their names.
func (s *Store) Marks(ctx context.Context) (map[string]graph.Mark, error) {
	rows, err := s.query(ctx, "MATCH (m:BridgehopSource) RETURN coalesce(m.fullName, m.name) AS name, "+
		"m.fingerprint AS fingerprint, m.load AS load, m.records AS records, m.rejects AS rejects, m.done AS done", nil)
	if err != nil {
		return nil, err
	}
	out := make(map[string]graph.Mark, len(rows))
	for _, r := range rows {
		out[unescape(str(r, "name"))] = graph.Mark{Fingerprint: unescape(str(r, "fingerprint")),
			Load: unescape(str(r, "load")), Records: num(r, "records"), Rejects: num(r, "rejects"),
			Done: flag(r, "done")}
	}
	return out, nil
}

// Mark returns how far a source was read.
func (s *Store) Mark(ctx context.Context, source string) (graph.Mark, error) {
	all, err := s.Marks(ctx)
	return all[source], err
}

// Put and Finish fail with graph.ErrReadOnly: a database is written by Push alone.
func (s *Store) Put(context.Context, *graph.Batch) (graph.PutCounts, error) {
	return graph.PutCounts{}, graph.ErrReadOnly
}

// Finish fails, see Put.
func (s *Store) Finish(context.Context) error { return graph.ErrReadOnly }

// Whole reports whether the database has all pages of the store that was pushed last, and no push has begun since.
func (s *Store) Whole(ctx context.Context) (bool, error) {
	w, err := s.wiki(ctx)
	if err != nil {
		return false, err
	}
	rows, err := s.query(ctx, "RETURN COUNT { (:BridgehopRecord) } AS n", nil)
	return err == nil && !w.pushing && num(rows[0], "n") == w.stats.Pages, err
}

// Readable returns graph.ErrUnfinished, wrapped, when no load into the store was ever finished, or one is being
// finished: there is nothing to read.
func (s *Store) Readable(ctx context.Context) error {
	w, err := s.wiki(ctx)
	if err == nil && !w.readable {
		err = s.unfinished(w)
	}
	return err
}
