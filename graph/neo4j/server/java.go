package server

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// edition returns what depends on the line of the server's version: the class where it begins and the oldest Java that
// it runs on. Versions that are named by their year follow Neo4j 5.
func (c *Control) edition() (mainClass string, leastJava int) {
	if major, _, _ := strings.Cut(c.version(), "."); len(major) == 4 {
		return "org.neo4j.server.Neo4jCommunity", 21
	}
	return "org.neo4j.server.CommunityEntryPoint", 17
}

var javaVersion = regexp.MustCompile(`version "(\d+)`)

// java finds a Java that runs the server: that of JAVA_HOME, else the first on the path.
func (c *Control) java(ctx context.Context) (string, error) {
	var tried []string
	if home := os.Getenv("JAVA_HOME"); home != "" {
		tried = append(tried, filepath.Join(home, "bin", "java"))
	}
	if path, err := exec.LookPath("java"); err == nil {
		tried = append(tried, path)
	}
	_, least := c.edition()
	for _, path := range tried {
		out, err := exec.CommandContext(ctx, path, "-version").CombinedOutput()
		if m := javaVersion.FindSubmatch(out); err == nil && m != nil {
			if v, err := strconv.Atoi(string(m[1])); err == nil && v >= least {
				return path, nil
			}
		}
	}
	return "", fmt.Errorf("%w: Neo4j %s needs Java %d or newer: install one (Debian: apt-get install "+
		"openjdk-%d-jre-headless) or set JAVA_HOME", ErrJava, c.version(), least, least)
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
	if err := c.fetchInto(ctx, lib, mvn); err != nil {
		return "", fmt.Errorf("fetch Neo4j: %w", err)
	}
	return lib, nil
}

// fetchInto makes the folder of the jars, all of them or none.
func (c *Control) fetchInto(ctx context.Context, lib, mvn string) error {
	if err := os.MkdirAll(filepath.Dir(lib), 0o700); err != nil {
		return err
	}
	part, err := os.MkdirTemp(filepath.Dir(lib), "fetching-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(part)
	file, jars := filepath.Join(part, "pom.xml"), filepath.Join(part, "jars")
	if err := os.WriteFile(file, []byte(pom(c.version())), 0o600); err != nil {
		return err
	}
	cmd := exec.CommandContext(ctx, mvn, "-q", "-B", "-f", file, plugin, "-DoutputDirectory="+jars)
	out, err := cmd.CombinedOutput()
	if err != nil {
		line, _, _ := bytes.Cut(bytes.TrimSpace(out), []byte("\n"))
		return fmt.Errorf("%w: %s", err, line)
	}
	err = os.Rename(jars, lib)
	if _, there := os.Stat(lib); there == nil { // another process may have been quicker
		return nil
	}
	return err
}

// opens are the parts of Java that Neo4j reaches into.
var opens = []string{"java.nio", "java.io", "sun.nio.ch", "java.util.concurrent", "java.lang"}

// start runs the server on its own, so that it outlives this process; lib is the folder of the jars.
func (c *Control) start(java, lib string, own conf) (int, error) {
	log, err := os.OpenFile(c.logFile(), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		return 0, fmt.Errorf("open the server's log: %w", err)
	}
	defer log.Close()
	args := []string{"-Xmx" + cmp.Or(own["server.memory.heap.max_size"], c.heap()), "-XX:+UseParallelGC",
		"--enable-native-access=ALL-UNNAMED", "-Dfile.encoding=UTF-8"}
	for _, p := range opens {
		args = append(args, "--add-opens=java.base/"+p+"=ALL-UNNAMED")
	}
	jars := filepath.Join(lib, "*")
	if c.Plugins != "" { // which extend the server itself
		jars += string(filepath.ListSeparator) + filepath.Join(c.Plugins, "*")
	}
	mainClass, _ := c.edition()
	args = append(args, "-cp", jars, mainClass, "--home-dir="+c.home(), "--config-dir="+filepath.Join(c.home(), "conf"))
	cmd := exec.Command(java, args...) // no context: it is to outlive this one
	cmd.Stdout, cmd.Stderr, cmd.Dir = log, log, c.home()
	detach(cmd)
	if err := cmd.Start(); err != nil {
		return 0, fmt.Errorf("start the server: %w", err)
	}
	go func() { _ = cmd.Wait() }() // so that a server that ends while we run isn't left as a zombie
	return cmd.Process.Pid, nil
}
