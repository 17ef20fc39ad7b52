package cli

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	urfave "github.com/urfave/cli/v2"
)

// output is a file of answers, one JSON line a claim, that an interrupted run can be taken up in. Beside FILE
// stands FILE.state with the fingerprints of all that the answers depend on. A line counts when it is whole:
// what a killed process left of a line is cut off. "-" is standard output, which can't be taken up; neither can
// a device or a named pipe, which are written as they are.
type output struct {
	io.Writer
	name    string
	file    *os.File
	stream  bool   // the file is a device or a pipe
	header  string // the first line, which answers no claim; often empty
	lines   int64  // whole lines from an earlier run, without the header
	refused int64  // of these, those with an error
	begun   time.Time
}

// writtenRecord is what a command that answers a file prints last with --json.
type writtenRecord struct {
	Out     string  `json:"out"`
	Lines   int64   `json:"lines"`   // answers in it, those of earlier runs counted
	Rejects int64   `json:"rejects"` // records of the input that were refused
	Seconds float64 `json:"seconds"` // of this run
}

// tell says what the file holds once the run is over; unit is what a line answers. Standard output holds answers alone.
func (o *output) tell(c *urfave.Context, command, unit string, lines, rejects int64) error {
	warn(c, "%s: %d %s in %s", command, lines, unit, o.name)
	if o.name == standardOutput || !c.Bool("json") {
		return nil
	}
	return printJSON(c.App.Writer, writtenRecord{o.name, lines, rejects, round3(time.Since(o.begun).Seconds())})
}

// fingerprints are what the answers of a run depend on: the same ones give the same bytes.
type fingerprints struct {
	Command  string `json:"command"`
	Version  string `json:"version"`
	Input    string `json:"input"`
	Store    string `json:"store,omitempty"`
	Model    string `json:"model,omitempty"`
	Settings string `json:"settings"`
}

// differs names the first thing that is not the same.
func (f fingerprints) differs(g fingerprints) string {
	for _, d := range []struct{ what, a, b string }{
		{"command", f.Command, g.Command}, {"version of bridgehop", f.Version, g.Version}, {"claims file", f.Input, g.Input},
		{"store", f.Store, g.Store}, {"model", f.Model, g.Model}, {"setting", f.Settings, g.Settings},
	} {
		if d.a != d.b {
			return d.what
		}
	}
	return ""
}

const standardOutput = "standard output"

const restartHint = "--restart throws the old answers away and begins again; or name another --out"

// keepInput refuses to write answers, or what stands beside them, over what they answer.
func keepInput(input, out string) error {
	if sameFile(input, out) {
		return usagef("--out %s is the file that is read: name another", out)
	}
	for _, beside := range []string{statePath(out), statePath(out) + partial} {
		if out != "-" && sameFile(input, beside) {
			return usagef("--out %s would write over %s, which is the file that is read: name another", out, beside)
		}
	}
	return nil
}

// readAgain refuses claims that can be read only once: a run reads them to count them, to know them again, and to answer them.
func readAgain(name string) error {
	if name == "-" {
		return usagef("--claims is a file, and can't be standard input, which is read only once: write the claims into one")
	}
	info, err := os.Stat(name)
	if err != nil {
		return fmt.Errorf("read claims: %w", err)
	}
	if !info.Mode().IsRegular() {
		return usagef("--claims %s is a folder, a device or a pipe: claims are read more than once, so write them into a file", name)
	}
	return nil
}

// sameFile tells two names of one file; a file that is not there is none.
func sameFile(a, b string) bool {
	at, aerr := os.Stat(a)
	bt, berr := os.Stat(b)
	return aerr == nil && berr == nil && os.SameFile(at, bt)
}

// openOutput opens a file of answers to go on with, or to begin. The caller closes it.
func openOutput(name string, stdout io.Writer, f fingerprints, header string, restart bool) (*output, error) {
	if name == "-" {
		o := &output{Writer: stdout, name: standardOutput, header: header}
		return o, o.begin()
	}
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() {
		return openStream(name, header)
	}
	file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, fmt.Errorf("open output: %w", err)
	}
	o := &output{Writer: file, name: name, file: file, header: header, begun: time.Now()}
	if err = lockFile(file); err == nil {
		err = o.takeUp(f, restart)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("open output %s: %w", name, err), file.Close())
	}
	return o, nil
}

// openStream opens a device or a named pipe to write to.
func openStream(name, header string) (*output, error) {
	file, err := os.OpenFile(name, os.O_WRONLY, 0)
	if err != nil {
		return nil, fmt.Errorf("open output: %w", err)
	}
	o := &output{Writer: file, name: name, file: file, stream: true, header: header, begun: time.Now()}
	if err := o.begin(); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return o, nil
}

// takeUp goes to the end of the last whole line, when the file belongs to the same run.
func (o *output) takeUp(f fingerprints, restart bool) error {
	info, err := o.file.Stat()
	if err != nil {
		return err
	}
	if restart || info.Size() == 0 {
		if err := o.file.Truncate(0); err != nil {
			return err
		}
		if err := writeState(o.name, f); err != nil {
			return err
		}
		return o.begin()
	}
	old, err := readState(o.name)
	if err != nil {
		return withHint(fmt.Errorf("there are answers already, and what they were made from is not known: %w", err), restartHint)
	}
	if what := old.differs(f); what != "" {
		return withHint(fmt.Errorf("there are answers already, made with another %s", what), restartHint)
	}
	end, err := o.count()
	if err != nil {
		return withHint(err, restartHint)
	}
	if err := o.file.Truncate(end); err != nil {
		return err
	}
	if _, err = o.file.Seek(end, io.SeekStart); err == nil && end == 0 {
		err = o.begin()
	}
	return err
}

// begin writes the header.
func (o *output) begin() error {
	if _, err := io.WriteString(o.Writer, o.header); err != nil {
		return fmt.Errorf("write output: %w", err)
	}
	return nil
}

// count counts the whole lines and returns where they end.
func (o *output) count() (end int64, err error) {
	r := bufio.NewReaderSize(o.file, 1<<16)
	for {
		line, err := r.ReadBytes('\n')
		if err == io.EOF {
			return end, nil
		}
		if err != nil {
			return end, err
		}
		var record struct {
			Error string `json:"error"`
		}
		if json.Unmarshal(line, &record) != nil {
			return end, fmt.Errorf("line %d is not a line of ours", o.lines+1)
		}
		end += int64(len(line))
		if o.header != "" && end == int64(len(line)) {
			continue
		}
		o.lines++
		if record.Error != "" {
			o.refused++
		}
	}
}

// Close makes the answers durable.
func (o *output) Close() error {
	if o.file == nil {
		return nil
	}
	var err error
	if !o.stream {
		err = o.file.Sync()
	}
	err = errors.Join(err, o.file.Close())
	o.file = nil
	return err
}

func statePath(name string) string { return name + ".state" }

// partial ends the name of a state that is being written.
const partial = ".part"

func readState(name string) (f fingerprints, err error) {
	b, err := os.ReadFile(statePath(name))
	if err != nil {
		return f, err
	}
	if err := json.Unmarshal(bytes.TrimSpace(b), &f); err != nil {
		return f, fmt.Errorf("%s: %w", statePath(name), err)
	}
	return f, nil
}

// writeState puts the state beside the output in one step, before the first answer is written.
func writeState(name string, f fingerprints) error {
	b, err := json.Marshal(f)
	if err != nil {
		return err
	}
	part := statePath(name) + partial
	if err := os.WriteFile(part, append(b, '\n'), 0o644); err != nil {
		return err
	}
	return os.Rename(part, statePath(name))
}

// fileFingerprint is the SHA-256 of a file.
func fileFingerprint(name string) (string, error) {
	if err := readAgain(name); err != nil {
		return "", err
	}
	h := sha256.New()
	if err := hashFile(h, name); err != nil {
		return "", fmt.Errorf("read claims: %w", err)
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}
