package server

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func write(t *testing.T, name, text string) string {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return name
}

// A user's own settings stand in place of ours, each once, since Neo4j refuses a setting that stands twice; ports are read from them.
func TestOwnSettings(t *testing.T) {
	file := write(t, filepath.Join(t.TempDir(), "own.conf"), "# mine\n\nserver.memory.heap.max_size = 1g\nserver.http.listen_address=:17474\ndb.logs.query.enabled=OFF\n")
	own, err := readConf(file)
	if err != nil {
		t.Fatal(err)
	}
	c := &Control{Dir: t.TempDir(), Plugins: "plugins", Unrestricted: []string{"apoc.meta.*", "apoc.util.*"}}
	if err := c.configure(State{Bolt: 17687, HTTP: own.port("server.http.listen_address", 7474)}, own); err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(filepath.Join(c.home(), "conf", "neo4j.conf"))
	if err != nil {
		t.Fatal(err)
	}
	text := string(b)
	for _, want := range []string{"server.bolt.listen_address=127.0.0.1:17687\n", "server.memory.heap.max_size=1g\n", "server.http.listen_address=:17474\n", "db.logs.query.enabled=OFF\n",
		"dbms.security.procedures.unrestricted=apoc.meta.*,apoc.util.*\n", "server.directories.plugins=/"} {
		if strings.Count(text, want) != 1 {
			t.Errorf("want %q once in\n%s", want, text)
		}
	}
	if strings.Contains(text, "heap.max_size=512m") || own.port("server.http.listen_address", 7474) != 17474 || own.port("server.bolt.listen_address", 7687) != 7687 {
		t.Errorf("got\n%s", text)
	}
	bad := write(t, filepath.Join(t.TempDir(), "bad.conf"), "a=b\nno setting\n")
	if _, err := readConf(bad); err == nil || !strings.Contains(err.Error(), "bad.conf:2: ") {
		t.Errorf("a line that is no setting: got %v", err)
	}
}

// What ended a server is the cause of the last error of its log, if the log was written since it was started.
func TestWhyItEnded(t *testing.T) {
	c := &Control{Dir: t.TempDir()}
	begun := time.Now().Add(-time.Second)
	log := write(t, filepath.Join(c.home(), "logs", "neo4j.log"), `2026-01-01 00:00:00.000+0000 INFO  Starting...
2026-01-01 00:00:01.000+0000 ERROR Failed to start Neo4j on dbms at localhost.
java.lang.RuntimeException: Error starting Neo4j database server
	at org.neo4j.x
Caused by: org.neo4j.kernel.lifecycle.LifecycleException: a component
Caused by: java.lang.IllegalStateException: the store is locked
	at org.neo4j.y
2026-01-01 00:00:02.000+0000 INFO  Stopped.
`)
	if got, want := c.ended(begun), "java.lang.IllegalStateException: the store is locked"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if err := os.Chtimes(log, begun.Add(-time.Hour), begun.Add(-time.Hour)); err != nil {
		t.Fatal(err)
	}
	if got := c.ended(begun); got != "" {
		t.Errorf("of an earlier start: got %q", got)
	}
}

// The Java of a version is looked for before anything is fetched, and the error names it.
func TestJavaOfAVersion(t *testing.T) {
	dir := t.TempDir()
	java := write(t, filepath.Join(dir, "bin", "java"), "#!/bin/sh\necho 'openjdk version \"17.0.15\"' >&2\n")
	if err := os.Chmod(java, 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("JAVA_HOME", dir)
	t.Setenv("PATH", "/usr/bin:/bin")
	if got, err := (&Control{Version: "5.26.0"}).java(t.Context()); err != nil || got != java {
		t.Errorf("5.26: got %s, %v", got, err)
	}
	t.Setenv("PATH", t.TempDir())
	c := &Control{Dir: t.TempDir(), Version: "2025.10.1"}
	if _, err := c.Up(t.Context()); !errors.Is(err, ErrJava) || !strings.Contains(err.Error(), "Neo4j 2025.10.1 needs Java 21 or newer") {
		t.Errorf("2025.10.1 with Java 17: got %v", err)
	}
}
