package server

import (
	"archive/zip"
	"bytes"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// gdsVersion is the release of Graph Data Science that goes with Version.
const gdsVersion = "2.13.9"

// ErrGDS: the server that runs is one without Graph Data Science.
var ErrGDS = errors.New("the server that runs has no Graph Data Science")

// gdsPom names the open part of Graph Data Science, and a compiler that needs no more than a Java runtime.
const gdsPom = `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>bridgehop</groupId><artifactId>neo4j-gds</artifactId><version>1</version>
  <dependencies>
    <dependency><groupId>org.neo4j.gds</groupId><artifactId>proc</artifactId><version>` + gdsVersion + `</version></dependency>
    <dependency><groupId>org.eclipse.jdt</groupId><artifactId>ecj</artifactId><version>3.33.0</version></dependency>
  </dependencies>
</project>
`

// gdsExtension starts the open part within the server. Its makers publish the procedures, and not the few lines that
// give them to a server.
//
//go:embed Gds.java
var gdsExtension []byte

// fetchGDS brings the jars of Graph Data Science, unless they are there, and returns their folder.
func (c *Control) fetchGDS(ctx context.Context, java, lib string) (string, error) {
	dir := filepath.Join(filepath.Dir(lib), "gds-"+gdsVersion)
	if _, err := os.Stat(dir); err == nil {
		return dir, nil
	}
	mvn, err := exec.LookPath("mvn")
	if err != nil {
		return "", fmt.Errorf("%w to fetch Graph Data Science with: install it (Debian: apt-get install maven)", ErrMaven)
	}
	c.say("fetching Graph Data Science %s with Maven: about 130 jars, 35 MB, once", gdsVersion)
	part, err := os.MkdirTemp(filepath.Dir(lib), "fetching-")
	if err != nil {
		return "", fmt.Errorf("fetch Graph Data Science: %w", err)
	}
	defer os.RemoveAll(part)
	all := filepath.Join(part, "all")
	if err := c.maven(ctx, mvn, part, gdsPom, all); err != nil {
		return "", err
	}
	jars := filepath.Join(part, "gds")
	if err := chooseJars(all, lib, jars); err != nil {
		return "", fmt.Errorf("fetch Graph Data Science: %w", err)
	}
	if err := compileExtension(ctx, java, part, lib); err != nil {
		return "", fmt.Errorf("fetch Graph Data Science: %w", err)
	}
	return dir, settle(jars, dir)
}

// chooseJars moves those jars that the server hasn't got, in whatever version. Those of Graph Data Science's own are
// all taken: some are called as one of the server's.
func chooseJars(from, lib, to string) error {
	if err := os.Mkdir(to, 0o700); err != nil {
		return err
	}
	jars, err := filepath.Glob(filepath.Join(from, "*.jar"))
	if err != nil {
		return err
	}
	for _, jar := range jars {
		name := filepath.Base(jar)
		stem, _, _ := strings.Cut(name, "-"+gdsVersion)
		if stem == name {
			stem = artifact(name)
			if has, err := filepath.Glob(filepath.Join(lib, stem+"-[0-9]*.jar")); err != nil || len(has) > 0 || stem == "ecj" {
				continue
			}
		}
		if err := os.Rename(jar, filepath.Join(to, name)); err != nil {
			return err
		}
	}
	return nil
}

// artifact is a jar's name up to its version.
func artifact(name string) string {
	for i := 0; i+1 < len(name); i++ {
		if name[i] == '-' && name[i+1] >= '0' && name[i+1] <= '9' {
			return name[:i]
		}
	}
	return name
}

// compileExtension makes the jar of the extension among those of part/gds.
func compileExtension(ctx context.Context, java, part, lib string) error {
	source, classes := filepath.Join(part, "Gds.java"), filepath.Join(part, "classes")
	if err := os.WriteFile(source, gdsExtension, 0o600); err != nil {
		return err
	}
	var path []string // the compiler takes no wildcards
	for _, dir := range []string{lib, filepath.Join(part, "gds")} {
		jars, err := filepath.Glob(filepath.Join(dir, "*.jar"))
		if err != nil {
			return err
		}
		path = append(path, jars...)
	}
	compiler, err := filepath.Glob(filepath.Join(part, "all", "ecj-*.jar"))
	if err != nil || len(compiler) != 1 {
		return errors.Join(err, errors.New("no compiler among the jars"))
	}
	out, err := exec.CommandContext(ctx, java, "-jar", compiler[0], "-17", "-nowarn", "-cp", strings.Join(path, string(os.PathListSeparator)), "-d", classes, source).CombinedOutput()
	if err != nil {
		return fmt.Errorf("compile: %w: %s", err, firstLine(out))
	}
	services := filepath.Join(classes, "META-INF", "services")
	if err := os.MkdirAll(services, 0o700); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(services, "org.neo4j.kernel.extension.ExtensionFactory"), []byte("bridgehop.Gds\n"), 0o600); err != nil {
		return err
	}
	var jar bytes.Buffer
	w := zip.NewWriter(&jar)
	if err := errors.Join(w.AddFS(os.DirFS(classes)), w.Close()); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(part, "gds", "bridgehop-gds.jar"), jar.Bytes(), 0o600)
}

// plug puts the jars that hold procedures where the server looks for them, or takes them away.
func (c *Control) plug(gds string) error {
	plugins := filepath.Join(c.home(), "plugins")
	old, err := filepath.Glob(filepath.Join(plugins, "*proc*-"+gdsVersion+".jar"))
	if err != nil {
		return err
	}
	for _, name := range old {
		if err := os.Remove(name); err != nil {
			return fmt.Errorf("configure the server: %w", err)
		}
	}
	if gds == "" {
		return nil
	}
	jars, err := fs.Glob(os.DirFS(gds), "*proc*-"+gdsVersion+".jar")
	if err != nil {
		return err
	}
	for _, name := range jars {
		b, err := os.ReadFile(filepath.Join(gds, name))
		if err == nil {
			err = os.WriteFile(filepath.Join(plugins, name), b, 0o600)
		}
		if err != nil {
			return fmt.Errorf("configure the server: %w", err)
		}
	}
	return nil
}
