package server

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// conf are settings of neo4j.conf by their names.
type conf map[string]string

// readConf reads a file of lines name=value; an empty name is no file.
func readConf(file string) (conf, error) {
	if file == "" {
		return nil, nil
	}
	b, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("read the server's settings: %w", err)
	}
	out := conf{}
	for i, line := range strings.Split(string(b), "\n") {
		name, value, ok := strings.Cut(line, "=")
		name = strings.TrimSpace(name)
		switch {
		case name == "" && !ok || strings.HasPrefix(name, "#"):
		case name == "" || !ok:
			return nil, fmt.Errorf("%s:%d: want NAME=VALUE", file, i+1)
		default:
			out[name] = strings.TrimSpace(value)
		}
	}
	return out, nil
}

// port returns the port of an address setting, or the one that is usual.
func (c conf) port(setting string, usual int) int {
	address := c[setting]
	if n, err := strconv.Atoi(address[strings.LastIndexByte(address, ':')+1:]); err == nil {
		return n
	}
	return usual
}

// configure writes neo4j.conf, with a user's own settings in place of ours, and for a new home the password's hash.
func (c *Control) configure(s State, own conf) error {
	for _, dir := range []string{"conf", "data/dbms", "logs", "import", "plugins", "run"} {
		if err := os.MkdirAll(filepath.Join(c.home(), dir), 0o700); err != nil {
			return fmt.Errorf("make the server's home: %w", err)
		}
	}
	all := conf{
		"server.default_listen_address":  "127.0.0.1",
		"server.bolt.listen_address":     fmt.Sprintf("127.0.0.1:%d", s.Bolt),
		"server.bolt.advertised_address": fmt.Sprintf("127.0.0.1:%d", s.Bolt),
		"server.http.listen_address":     fmt.Sprintf("127.0.0.1:%d", s.HTTP),
		"server.https.enabled":           "false",
		"dbms.usage_report.enabled":      "false",
		"dbms.security.auth_enabled":     "true",
		// By these two, LOAD CSV reads no file, not even of this folder.
		"server.directories.import":                     "import",
		"dbms.security.allow_csv_import_from_file_urls": "false",
		"server.memory.heap.max_size":                   c.heap(),
		"server.memory.pagecache.size":                  cmp.Or(c.PageCache, "512m"),
		"db.tx_log.rotation.retention_policy":           "2 files",
		"server.bolt.thread_pool_max_size":              "64",
	}
	if c.Plugins != "" {
		dir, err := filepath.Abs(c.Plugins)
		if err != nil {
			return fmt.Errorf("configure the server: %w", err)
		}
		all["server.directories.plugins"] = dir
	}
	if len(c.Unrestricted) > 0 {
		all["dbms.security.procedures.unrestricted"] = strings.Join(c.Unrestricted, ",")
	}
	maps.Copy(all, own)
	text := "# written by bridgehop at every start\n"
	for _, name := range slices.Sorted(maps.Keys(all)) {
		text += name + "=" + all[name] + "\n"
	}
	err := os.WriteFile(filepath.Join(c.home(), "conf", "neo4j.conf"), []byte(text), 0o600)
	if err == nil {
		err = c.authorize()
	}
	if err != nil {
		return fmt.Errorf("configure the server: %w", err)
	}
	return nil
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
	return os.WriteFile(filepath.Join(c.home(), "data", "dbms", "auth.ini"), []byte(credential(user, password)), 0o600)
}

func (c *Control) heap() string { return cmp.Or(c.Heap, "512m") }

// logTail is how much of the end of a log is read.
const logTail = 1 << 16

// failure matches a line of a log that says what ended a server, or the cause of that.
var failure = regexp.MustCompile(`(?m)^\s*(?:.* ERROR |Caused by: )\s*(.+)$|^\s*((?:Error: |Exception in ).+)$`)

// ended returns what the server's own log says of its end since it was started: the last error, or its cause; empty if
// it says nothing.
func (c *Control) ended(begun time.Time) string {
	for _, name := range []string{filepath.Join(c.home(), "logs", "neo4j.log"), c.logFile()} {
		info, err := os.Stat(name)
		if err != nil || info.ModTime().Before(begun) {
			continue
		}
		b, err := os.ReadFile(name)
		if err != nil {
			continue
		}
		found := failure.FindAllStringSubmatch(string(b[max(0, len(b)-logTail):]), -1)
		if len(found) > 0 {
			last := found[len(found)-1]
			return strings.TrimSpace(last[1] + last[2])
		}
	}
	return ""
}
