package server

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// opens are the parts of Java that Neo4j reaches into.
var opens = []string{"java.nio", "java.io", "sun.nio.ch", "java.util.concurrent", "java.lang"}

// java finds a Java that runs the server: that of JAVA_HOME, else the first on the path.
func (c *Control) java(ctx context.Context) (string, error) {
	var tried []string
	if home := os.Getenv("JAVA_HOME"); home != "" {
		tried = append(tried, filepath.Join(home, "bin", "java"))
	}
	if path, err := exec.LookPath("java"); err == nil {
		tried = append(tried, path)
	}
	for _, path := range tried {
		if v, err := javaVersion(ctx, path); err == nil && v >= c.leastJava() {
			return path, nil
		}
	}
	return "", fmt.Errorf("%w: Neo4j %s needs Java %d or newer: install one (Debian: apt-get install "+
		"openjdk-%d-jre-headless) or set JAVA_HOME", ErrJava, c.version(), c.leastJava(), c.leastJava())
}

// leastJava returns the oldest Java that a version runs on: 17, and 21 for those that are named by their year.
func (c *Control) leastJava() int {
	if c.byYear() {
		return 21
	}
	return 17
}

// byYear reports whether the version is of the line that followed Neo4j 5.
func (c *Control) byYear() bool {
	major, _, _ := strings.Cut(c.version(), ".")
	return len(major) == 4
}

// mainClass is where the server begins.
func (c *Control) mainClass() string {
	if c.byYear() {
		return "org.neo4j.server.Neo4jCommunity"
	}
	return "org.neo4j.server.CommunityEntryPoint"
}

var versionText = regexp.MustCompile(`version "(\d+)`)

func javaVersion(ctx context.Context, java string) (int, error) {
	out, err := exec.CommandContext(ctx, java, "-version").CombinedOutput()
	m := versionText.FindSubmatch(out)
	if err != nil || m == nil {
		return 0, fmt.Errorf("%s -version: %w", java, ErrJava)
	}
	return strconv.Atoi(string(m[1]))
}

// pom names what brings the whole server of a version, Bolt and neo4j-admin.
func pom(version string) string {
	return `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>bridgehop</groupId><artifactId>neo4j-server</artifactId><version>1</version>
  <dependencies>
    <dependency><groupId>org.neo4j</groupId><artifactId>neo4j-import-tool</artifactId><version>` + version + `</version></dependency>
    <dependency><groupId>org.neo4j.test</groupId><artifactId>neo4j-harness</artifactId><version>` + version + `</version></dependency>
  </dependencies>
</project>
`
}

// plugin is the Maven plugin that copies jars, pinned as they are.
const plugin = "org.apache.maven.plugins:maven-dependency-plugin:2.8:copy-dependencies"

// fetch brings the jars, unless they are there, and returns their folder.
func (c *Control) fetch(ctx context.Context) (string, error) {
	lib := cmp.Or(c.Lib, filepath.Join(c.Dir, "lib-"+c.version()))
	if _, err := os.Stat(lib); err == nil {
		return lib, nil
	}
	mvn, err := exec.LookPath("mvn")
	if err != nil {
		return "", fmt.Errorf("%w to fetch the Neo4j server with: install it (Debian: apt-get install maven)", ErrMaven)
	}
	c.say("fetching Neo4j %s with Maven: about 260 jars, 130 MB, once", c.version())
	if err := os.MkdirAll(filepath.Dir(lib), 0o700); err != nil {
		return "", fmt.Errorf("fetch Neo4j: %w", err)
	}
	part, err := os.MkdirTemp(filepath.Dir(lib), "fetching-")
	if err != nil {
		return "", fmt.Errorf("fetch Neo4j: %w", err)
	}
	defer os.RemoveAll(part)
	file, jars := filepath.Join(part, "pom.xml"), filepath.Join(part, "jars")
	if err := os.WriteFile(file, []byte(pom(c.version())), 0o600); err != nil {
		return "", fmt.Errorf("fetch Neo4j: %w", err)
	}
	cmd := exec.CommandContext(ctx, mvn, "-q", "-B", "-f", file, plugin, "-DoutputDirectory="+jars)
	out, err := cmd.CombinedOutput()
	if err != nil {
		line, _, _ := bytes.Cut(bytes.TrimSpace(out), []byte("\n"))
		return "", fmt.Errorf("fetch with Maven: %w: %s", err, line)
	}
	if err := os.Rename(jars, lib); err != nil { // half a set of jars is never used
		if _, there := os.Stat(lib); there != nil { // and no other process was quicker
			return "", fmt.Errorf("keep the jars: %w", err)
		}
	}
	return lib, nil
}

// arguments returns Java's own arguments, up to the main class; lib is the folder of the jars.
func (c *Control) arguments(lib, heap string) []string {
	args := []string{"-Xmx" + heap, "-XX:+UseParallelGC", "--enable-native-access=ALL-UNNAMED", "-Dfile.encoding=UTF-8"}
	for _, p := range opens {
		args = append(args, "--add-opens=java.base/"+p+"=ALL-UNNAMED")
	}
	jars := filepath.Join(lib, "*")
	if c.Plugins != "" { // which extend the server itself
		jars += string(filepath.ListSeparator) + filepath.Join(c.Plugins, "*")
	}
	return append(args, "-cp", jars)
}

// start runs the server on its own, so that it outlives this process.
func (c *Control) start(java, lib string, own conf) (int, error) {
	log, err := os.OpenFile(c.logFile(), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		return 0, fmt.Errorf("open the server's log: %w", err)
	}
	defer log.Close()
	args := append(c.arguments(lib, cmp.Or(own["server.memory.heap.max_size"], c.heap())), c.mainClass(),
		"--home-dir="+c.home(), "--config-dir="+filepath.Join(c.home(), "conf"))
	cmd := exec.Command(java, args...) // no context: it is to outlive this one
	cmd.Stdout, cmd.Stderr, cmd.Dir = log, log, c.home()
	detach(cmd)
	if err := cmd.Start(); err != nil {
		return 0, fmt.Errorf("start the server: %w", err)
	}
	go func() { _ = cmd.Wait() }() // so that a server that ends while we run isn't left as a zombie
	return cmd.Process.Pid, nil
}

// Admin runs neo4j-admin in dir on the server's home, which must not be running, and returns what it printed.
func (c *Control) Admin(ctx context.Context, dir string, args ...string) ([]byte, error) {
	java, err := c.java(ctx)
	if err != nil {
		return nil, err
	}
	lib, err := c.fetch(ctx)
	if err != nil {
		return nil, err
	}
	if err := c.configure(State{Bolt: boltPort, HTTP: httpPort}, nil); err != nil {
		return nil, err
	}
	tool := append(c.arguments(lib, c.heap()), "org.neo4j.cli.AdminTool")
	cmd := exec.CommandContext(ctx, java, append(tool, args...)...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "NEO4J_HOME="+c.home(), "NEO4J_CONF="+filepath.Join(c.home(), "conf"))
	out, err := cmd.CombinedOutput()
	if err != nil {
		return out, fmt.Errorf("neo4j-admin %s: %w", args[0], err)
	}
	return out, nil
}

// Down stops the server and waits until it has ended. It fails with ErrDown when none runs.
func (c *Control) Down(ctx context.Context) error { return c.end(ctx, os.Interrupt) }

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
	if err != nil {
		return fmt.Errorf("stop the server: %w", err)
	}
	if err := p.Signal(how); err != nil {
		return fmt.Errorf("stop the server: %w", err)
	}
	for deadline := time.Now().Add(time.Minute); c.alive(s); time.Sleep(100 * time.Millisecond) {
		if err := ctx.Err(); err != nil {
			return err
		}
		if time.Now().After(deadline) {
			return fmt.Errorf("stop the server: process %d is still running", s.PID)
		}
	}
	return nil
}

// configure writes neo4j.conf, with a user's own lines in place of ours, and for a new home the password's hash.
func (c *Control) configure(s State, own conf) error {
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
		"server.memory.pagecache.size=" + cmp.Or(c.PageCache, "512m"),
		"db.tx_log.rotation.retention_policy=2 files",
		"server.bolt.thread_pool_max_size=64",
	}
	if c.Plugins != "" {
		dir, err := filepath.Abs(c.Plugins)
		if err != nil {
			return fmt.Errorf("configure the server: %w", err)
		}
		lines = append(lines, "server.directories.plugins="+dir)
	}
	if len(c.Unrestricted) > 0 {
		lines = append(lines, "dbms.security.procedures.unrestricted="+strings.Join(c.Unrestricted, ","))
	}
	conf := strings.Join(own.over(lines), "\n") + "\n"
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

func (c *Control) heap() string { return cmp.Or(c.Heap, "512m") }
