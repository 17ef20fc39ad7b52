package server

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// configure writes neo4j.conf, and for a new home the password's hash.
func (c *Control) configure(s State) error {
	for _, dir := range []string{"conf", "data/dbms", "logs", "import", "plugins", "run"} {
		if err := os.MkdirAll(filepath.Join(c.home(), dir), 0o700); err != nil {
			return fmt.Errorf("make the server's home: %w", err)
		}
	}
	lines := []string{
		"# written by bridgehop at every start",
		"server.default_listen_address=127.0.0.1",
		fmt.Sprintf("server.bolt.listen_address=127.0.0.1:%d", s.Bolt),
		fmt.Sprintf("server.bolt.advertised_address=127.0.0.1:%d", s.Bolt),
		fmt.Sprintf("server.http.listen_address=127.0.0.1:%d", s.HTTP),
		"server.https.enabled=false",
		"dbms.usage_report.enabled=false",
		"dbms.security.auth_enabled=true",
		"server.directories.import=import", // with the next line, LOAD CSV reads no file, not even of this folder
		"dbms.security.allow_csv_import_from_file_urls=false",
		"server.memory.heap.max_size=" + c.heap(),
		"server.memory.pagecache.size=" + c.pageCache(),
		"db.tx_log.rotation.retention_policy=2 files",
		"server.bolt.thread_pool_max_size=64",
	}
	conf := strings.Join(lines, "\n") + "\n"
	if err := os.WriteFile(filepath.Join(c.home(), "conf", "neo4j.conf"), []byte(conf), 0o600); err != nil {
		return fmt.Errorf("configure the server: %w", err)
	}
	return c.authorize()
}

// authorize gives a server that has no users yet its password.
func (c *Control) authorize() error {
	password, err := c.Password()
	if err != nil {
		return err
	}
	if _, err := os.Stat(filepath.Join(c.home(), "data", "databases", "system")); !errors.Is(err, os.ErrNotExist) {
		return err
	}
	file := filepath.Join(c.home(), "data", "dbms", "auth.ini")
	if err := os.WriteFile(file, []byte(credential(user, password)), 0o600); err != nil {
		return fmt.Errorf("configure the server: %w", err)
	}
	return nil
}

func (c *Control) heap() string { return orDefault(c.Heap, "512m") }

func (c *Control) pageCache() string { return orDefault(c.PageCache, "512m") }

func orDefault(s, or string) string {
	if s == "" {
		return or
	}
	return s
}
