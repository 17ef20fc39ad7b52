package stores

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/bridgehop/bridgehop/graph/neo4j"
	"github.com/bridgehop/bridgehop/graph/neo4j/server"
)

// neo4jOptions returns how a server is talked to: the password is that of BRIDGEHOP_NEO4J_PASSWORD, or of the file that
// BRIDGEHOP_NEO4J_PASSWORD_FILE names, or the one of the server that bridgehop neo4j up started; BRIDGEHOP_NEO4J_TIMEOUT bounds a query.
func neo4jOptions(address string) (*neo4j.Options, error) {
	a, err := neo4j.ParseAddress(address)
	if err != nil {
		return nil, marked{err, ErrAddress}
	}
	o := &neo4j.Options{}
	if o.Password, err = password(a); err != nil {
		return nil, err
	}
	if s := os.Getenv("BRIDGEHOP_NEO4J_TIMEOUT"); s != "" {
		if o.Timeout, err = time.ParseDuration(s); err != nil || o.Timeout <= 0 {
			return nil, marked{fmt.Errorf("BRIDGEHOP_NEO4J_TIMEOUT is %q, want a duration such as 30s", s), ErrSetting}
		}
	}
	return o, nil
}

func password(a neo4j.Address) (string, error) {
	if p := os.Getenv("BRIDGEHOP_NEO4J_PASSWORD"); p != "" {
		return p, nil
	}
	if file := os.Getenv("BRIDGEHOP_NEO4J_PASSWORD_FILE"); file != "" {
		b, err := os.ReadFile(file)
		if err != nil {
			return "", marked{fmt.Errorf("BRIDGEHOP_NEO4J_PASSWORD_FILE: %w", err), ErrSetting}
		}
		return strings.TrimRight(string(b), "\r\n"), nil
	}
	ctl, err := Server()
	if err != nil {
		return "", err
	}
	last, err := ctl.Last()
	if err != nil {
		return "", nil //nolint:nilerr // no server of ours: there is no password to find
	}
	for _, host := range []string{"127.0.0.1", "localhost"} {
		if a.Host == host+":"+strconv.Itoa(last.Bolt) {
			return ctl.Password()
		}
	}
	return "", nil
}

// Server returns the Neo4j server of this user, which bridgehop neo4j starts and stops.
func Server() (*server.Control, error) {
	cache, err := cacheDir()
	if err != nil {
		return nil, err
	}
	return &server.Control{Dir: filepath.Join(cache, "neo4j"), Heap: os.Getenv("BRIDGEHOP_NEO4J_HEAP"), Docker: "docker"}, nil
}
