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

// Options sets how a database is worked with. The zero value is good but for the password.
type Options struct {
	Password string
	// Timeout bounds each query, so that a network that hangs ends in an error; two minutes when 0.
	Timeout time.Duration
	// Retry bounds how long transient errors are tried again, from the first one on; 15 seconds when 0.
	Retry time.Duration
	// BatchPages is the largest number of pages that a push writes in one transaction; 0 means 1,000.
	BatchPages int
}

func (o *Options) withDefaults() Options {
	out := *cmp.Or(o, &Options{})
	out.Timeout = cmp.Or(out.Timeout, 2*time.Minute)
	out.Retry = cmp.Or(out.Retry, 15*time.Second)
	out.BatchPages = cmp.Or(out.BatchPages, 1000)
	return out
}

// Store is a wiki in a Neo4j database. It is a graph.Store for reading; Push writes it.
type Store struct {
	addr      Address
	opts      Options
	purpose   purpose
	driver    driver.DriverWithContext
	bookmarks driver.BookmarkManager // so that a read sees what was written before it, on whichever server of a cluster
	write     sync.Mutex             // one writer
	watermark watermark
	changed   int64 // see ChangedCitations

	// Progress, if it is not nil, is called during Push: with what it does (push, link), and the pages done of all.
	Progress func(part string, done, total int64)
}

var _ graph.Store = (*Store)(nil)

// purpose is what a store is opened for.
type purpose int

const (
	reading purpose = iota
	writing
	creating // writing, also into a database without a store
	dropping // also a store of another format
)

// open connects to a server that is new enough, and opens the store of its database.
func open(ctx context.Context, address string, opts *Options, to purpose) (*Store, error) {
	addr, err := ParseAddress(address)
	if err != nil {
		return nil, err
	}
	s := &Store{addr: addr, opts: opts.withDefaults(), purpose: to,
		bookmarks: driver.NewBookmarkManager(driver.BookmarkManagerConfig{})}
	s.driver, err = driver.NewDriverWithContext(addr.scheme+"://"+addr.Host,
		driver.BasicAuth(addr.User, s.opts.Password, ""), s.configure)
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
	case s.purpose == creating && errors.Is(err, graph.ErrNoStore):
		return s.create(ctx)
	case err != nil || s.purpose == dropping:
		return err
	case s.purpose == reading && !w.readable:
		return s.unfinished(w)
	case s.purpose == reading:
		return nil
	}
	return s.makeSchema(ctx, false)
}

func (s *Store) configure(c *config.Config) {
	c.SocketConnectTimeout = 10 * time.Second // both are at most Options.Timeout
	c.ConnectionAcquisitionTimeout = 30 * time.Second
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

// Create opens a store in a database for writing. If the database has none, it creates the constraints, the indexes and
// the Wiki node. Its errors wrap graph.ErrUnreachable if the server or database can't be used, graph.ErrFormat if the
// store has another version, and ErrClash if a name of the schema is in use. Other nodes in the database are not
// changed.
func Create(ctx context.Context, address string, opts *Options) (*Store, error) {
	return open(ctx, address, opts, creating)
}

// Open opens the store of a database for reading and writing. Its errors are those of Create, and graph.ErrNoStore if
// there is no store.
func Open(ctx context.Context, address string, opts *Options) (*Store, error) {
	return open(ctx, address, opts, writing)
}

// OpenReader opens the store of a database for reading. It fails as Open does, and with graph.ErrUnfinished
// when a load was interrupted so that there is nothing to read. Push returns graph.ErrReadOnly.
func OpenReader(ctx context.Context, address string, opts *Options) (*Store, error) {
	return open(ctx, address, opts, reading)
}

// OpenToDrop opens the store of a database for Drop, also one of another format. It fails as Open does.
func OpenToDrop(ctx context.Context, address string, opts *Options) (*Store, error) {
	return open(ctx, address, opts, dropping)
}

// alone does what writes, one at a time, and says in an error what it was.
func (s *Store) alone(what string, do func() error) error {
	if s.purpose == reading {
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
