package server

import (
	"bufio"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// conf are settings of neo4j.conf by their names.
type conf map[string]string

// readConf reads a file of lines name=value; an empty name is no file.
func readConf(name string) (conf, error) {
	if name == "" {
		return nil, nil
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, fmt.Errorf("read the server's settings: %w", err)
	}
	defer f.Close()
	out := conf{}
	lines := bufio.NewScanner(f)
	for n := 1; lines.Scan(); n++ {
		line := strings.TrimSpace(lines.Text())
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		name0, value, ok := strings.Cut(line, "=")
		if !ok || strings.TrimSpace(name0) == "" {
			return nil, fmt.Errorf("%s:%d: want NAME=VALUE", name, n)
		}
		out[strings.TrimSpace(name0)] = strings.TrimSpace(value)
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("read the server's settings: %w", err)
	}
	return out, nil
}

// over returns lines without those whose setting c has, then c's own: Neo4j refuses a setting that stands twice.
func (c conf) over(lines []string) []string {
	out := slices.DeleteFunc(slices.Clone(lines), func(line string) bool {
		name, _, _ := strings.Cut(line, "=")
		_, has := c[name]
		return has
	})
	for _, name := range slices.Sorted(maps.Keys(c)) {
		out = append(out, name+"="+c[name])
	}
	return out
}

// port returns the port of an address setting, or the one that is usual.
func (c conf) port(setting string, usual int) int {
	address := c[setting]
	if n, err := strconv.Atoi(address[strings.LastIndexByte(address, ':')+1:]); err == nil {
		return n
	}
	return usual
}

// logTail is how much of the end of a log is read.
const logTail = 1 << 16

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
		b = b[max(0, len(b)-logTail):]
		why := ""
		for line := range strings.Lines(string(b)) {
			line = strings.TrimSpace(line)
			if _, text, ok := strings.Cut(line, " ERROR "); ok {
				why = strings.TrimSpace(text)
			} else if text, ok := strings.CutPrefix(line, "Caused by: "); ok && why != "" {
				why = text
			} else if strings.HasPrefix(line, "Error: ") || strings.HasPrefix(line, "Exception in ") {
				why = line
			}
		}
		if why != "" {
			return why
		}
	}
	return ""
}
