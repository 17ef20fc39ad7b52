package server

import (
	"cmp"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// Version is the release of Neo4j that is fetched if no other is asked for: the community edition of a long-term line,
// on Java 17.
const Version = "5.26.0"

// User and Database are the only ones the community edition makes by itself.
const (
	user     = "neo4j"
	database = "neo4j"
)

// The ports asked for first; a free one is taken where another process has them.
const (
	boltPort = 7687
	httpPort = 7474
)

// Errors of starting and stopping.
var (
	// ErrJava: there is no Java that runs the server.
	ErrJava = errors.New("no fitting Java")
	// ErrMaven: the server isn't in the cache and there is no Maven to fetch it with.
	ErrMaven = errors.New("no Maven")
	// ErrDown: no server runs from this folder.
	ErrDown = errors.New("no server is running")
	// ErrStart: the server ended, or didn't answer in time.
	ErrStart = errors.New("the server did not start")
)

// Control starts and stops the server of one folder.
type Control struct {
	// Dir is the server's folder; it is made if it isn't there.
	Dir string
	// Version is the release of Neo4j, such as 2025.10.1; the constant Version when empty. Each has a folder of its
	// own.
	Version string
	// Lib holds the jars; lib-VERSION in Dir when empty.
	Lib string
	// Heap and PageCache are Java sizes: 512m when empty.
	Heap, PageCache string
	// Say is told what takes long, in one line each; may be nil.
	Say func(string)
	// Bolt and HTTP are the ports to take; 0 takes the usual ones, or free ones, and -1 free ones.
	Bolt, HTTP int
	// Conf is a file with lines of neo4j.conf, which win over ours; empty for none.
	Conf string
	// Plugins is a folder with jars of plugins; empty for none.
	Plugins string
	// Unrestricted are the names of procedures that may use the server's inside, such as apoc.meta.*.
	Unrestricted []string
}

// State is a server that runs or ran.
type State struct {
	PID     int    `json:"pid"`
	Bolt    int    `json:"bolt"`
	HTTP    int    `json:"http"`
	Version string `json:"version"`
	Home    string `json:"home"`
	Log     string `json:"log"`
}

// URL returns what --store takes.
func (s State) URL() string {
	return "neo4j://" + user + "@127.0.0.1:" + strconv.Itoa(s.Bolt) + "/" + database
}

func (c *Control) version() string   { return cmp.Or(c.Version, Version) }
func (c *Control) home() string      { return filepath.Join(c.Dir, "home") }
func (c *Control) stateFile() string { return filepath.Join(c.Dir, "server.json") }
func (c *Control) logFile() string   { return filepath.Join(c.Dir, "server.log") }

func (c *Control) say(format string, args ...any) {
	if c.Say != nil {
		c.Say(fmt.Sprintf(format, args...))
	}
}

// Up starts the server, or finds it running, and returns when it answers.
func (c *Control) Up(ctx context.Context) (State, error) {
	last, err := c.Last()
	switch {
	case errors.Is(err, ErrDown): // there was none
	case err != nil || c.alive(last) && answers(last):
		return last, err
	}
	java, err := c.java(ctx)
	if err != nil {
		return State{}, err
	}
	lib, err := c.fetch(ctx)
	if err != nil {
		return State{}, err
	}
	own, err := readConf(c.Conf)
	if err != nil {
		return State{}, err
	}
	s := State{Version: c.version(), Home: c.home(), Log: c.logFile()}
	if s.Bolt, err = port(c.Bolt, cmp.Or(last.Bolt, boltPort)); err != nil {
		return State{}, err
	}
	if s.HTTP, err = port(c.HTTP, cmp.Or(last.HTTP, httpPort)); err != nil {
		return State{}, err
	}
	if last.Bolt != 0 && s.Bolt != last.Bolt {
		c.say("port %d is taken, so the server gets port %d, and its stores another address", last.Bolt, s.Bolt)
	}
	s.Bolt, s.HTTP = own.port("server.bolt.listen_address", s.Bolt), own.port("server.http.listen_address", s.HTTP)
	if err := c.configure(s, own); err != nil {
		return State{}, err
	}
	begun := time.Now()
	if s.PID, err = c.start(java, lib, own); err != nil {
		return State{}, err
	}
	j, err := json.Marshal(s)
	if err == nil {
		err = os.WriteFile(c.stateFile(), append(j, '\n'), 0o600)
	}
	if err != nil {
		return State{}, fmt.Errorf("keep the server's state: %w", err)
	}
	c.say("starting Neo4j %s; its log is %s", c.version(), s.Log)
	return s, c.wait(ctx, s, begun)
}

// wait asks the server until it answers, for up to five minutes.
func (c *Control) wait(ctx context.Context, s State, begun time.Time) error {
	up := false
	err := until(ctx, 5*time.Minute, func() bool {
		up = answers(s)
		return up || !c.alive(s)
	})
	switch {
	case err != nil:
		return fmt.Errorf("%w in time: %w; see %s", ErrStart, err, s.Log)
	case !up:
		return fmt.Errorf("%w: %s; see %s", ErrStart, cmp.Or(c.ended(begun), "it ended at once"), s.Log)
	}
	return nil
}

// until calls done again and again until it is true. If that takes longer than limit or ctx ends, it returns the
// context's error.
func until(ctx context.Context, limit time.Duration, done func() bool) error {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	for !done() {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(100 * time.Millisecond):
		}
	}
	return nil
}

// Last returns the server that was started last, running or not; ErrDown where there was none.
func (c *Control) Last() (State, error) {
	b, err := os.ReadFile(c.stateFile())
	if errors.Is(err, os.ErrNotExist) {
		return State{}, ErrDown
	}
	var s State
	if err == nil {
		err = json.Unmarshal(b, &s)
	}
	if err != nil {
		return State{}, fmt.Errorf("read the server's state: %w", err)
	}
	return s, nil
}

// Down stops the server and waits until it has ended. It fails with ErrDown when none runs. A server that was started in
// the background of a script ignores an interrupt, as its shell told it to.
func (c *Control) Down(ctx context.Context) error { return c.end(ctx, syscall.SIGTERM) }

// Kill ends the server without giving it time to clean up, as a power cut would. Tests use it.
func (c *Control) Kill(ctx context.Context) error { return c.end(ctx, os.Kill) }

func (c *Control) end(ctx context.Context, how os.Signal) error {
	s, err := c.Last()
	if err != nil {
		return err
	}
	if !c.alive(s) {
		return ErrDown
	}
	p, err := os.FindProcess(s.PID)
	if err == nil {
		err = p.Signal(how)
	}
	if err == nil {
		err = until(ctx, time.Minute, func() bool { return !c.alive(s) })
	}
	if err != nil {
		return fmt.Errorf("stop the server, process %d: %w", s.PID, err)
	}
	return nil
}

// answers reports whether the server's HTTP port, which opens before Bolt but answers last, answers.
func answers(s State) bool {
	client := http.Client{Timeout: 2 * time.Second, Transport: &http.Transport{DisableKeepAlives: true}}
	resp, err := client.Get("http://127.0.0.1:" + strconv.Itoa(s.HTTP) + "/")
	if err != nil {
		return false
	}
	_ = resp.Body.Close() // nothing is read from it
	return resp.StatusCode == http.StatusOK
}

// port returns the port asked for, or the usual one, or a free one.
func port(asked, usual int) (int, error) {
	if asked > 0 {
		return asked, nil
	}
	if asked < 0 {
		usual = 0
	}
	l, err := net.Listen("tcp", "127.0.0.1:"+strconv.Itoa(usual))
	if err != nil {
		l, err = net.Listen("tcp", "127.0.0.1:0")
	}
	if err != nil {
		return 0, fmt.Errorf("find a free port: %w", err)
	}
	n := l.Addr().(*net.TCPAddr).Port
	return n, l.Close()
}

// Password returns the server's password, made on first use and kept in a file that only the user can read.
func (c *Control) Password() (string, error) {
	file := filepath.Join(c.Dir, "password")
	b, err := os.ReadFile(file)
	if err == nil {
		return strings.TrimSpace(string(b)), nil
	}
	if !errors.Is(err, os.ErrNotExist) {
		return "", fmt.Errorf("read the server's password: %w", err)
	}
	password := strings.ToLower(rand.Text())
	if err := os.WriteFile(file, []byte(password+"\n"), 0o600); err != nil {
		return "", fmt.Errorf("keep the server's password: %w", err)
	}
	return password, nil
}

// hashRounds is how often neo4j-admin hashes a password.
const hashRounds = 1024

// credential returns the line of auth.ini that gives the user this password, as `neo4j-admin dbms
// set-initial-password` writes it; that command would show the password in the list of processes.
func credential(user, password string) string {
	salt := make([]byte, 32)
	_, _ = rand.Read(salt) // never fails
	h := sha256.Sum256(append(append([]byte{}, salt...), password...))
	for range hashRounds - 1 {
		h = sha256.Sum256(h[:])
	}
	return fmt.Sprintf("%s:SHA-256,%s,%s,%d:\n", user, strings.ToUpper(hex.EncodeToString(h[:])),
		strings.ToUpper(hex.EncodeToString(salt)), hashRounds)
}
