package batch

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/gofrs/flock"

	"github.com/bridgehop/bridgehop/cli/internal/console"
	"github.com/bridgehop/bridgehop/loader/claims"
)

// Output is a file of answers, one JSON line a claim, from which an interrupted run is resumed. FILE.state has the
// fingerprints of everything that the answers depend on. An incomplete last line of a killed process is removed.
// Standard output ("-"), devices and named pipes can't be resumed.
type Output struct {
	io.Writer
	Name    string
	Lines   int64 // whole lines from an earlier run, without the header
	Refused int64 // of these, those with an error

	answered []string // keys of the ids of these lines; empty for a line without an id

	file   *os.File
	lock   *flock.Flock // keeps other runs from writing into the file; nil for a device or a pipe
	header string       // the first line, which answers no claim; often empty
	begun  time.Time
}

// Written is the last line of a command that answers a file with --json.
type Written struct {
	Out     string  `json:"out"`
	Lines   int64   `json:"lines"`   // answers in it, earlier runs' counted
	Rejects int64   `json:"rejects"` // records of the input that were refused
	Seconds float64 `json:"seconds"` // of this run
}

// Tell says what the file holds once the run is over; unit is what a line answers. Standard output holds answers alone.
func (o *Output) Tell(c *console.Console, unit string, lines, rejects int64) error {
	c.Warn("%s: %s in %s", c.Command, console.Count(lines, unit), o.Name)
	if o.Name == standardOutput || !c.JSON {
		return nil
	}
	return console.WriteJSON(c.Out, Written{o.Name, lines, rejects, console.Round3(time.Since(o.begun).Seconds())})
}

// Fingerprints identify everything that the answers of a run depend on. Equal fingerprints give equal answers.
type Fingerprints struct {
	Command  string `json:"command"`
	Version  string `json:"version"`
	Input    string `json:"input"`
	Store    string `json:"store,omitempty"`
	Model    string `json:"model,omitempty"`
	Settings string `json:"settings"`
}

// differs names the first thing that is not the same.
func (f Fingerprints) differs(g Fingerprints) string {
	for _, d := range []struct{ what, a, b string }{
		{"command", f.Command, g.Command}, {"version of bridgehop", f.Version, g.Version},
		{"claims file", f.Input, g.Input},
		{"store", f.Store, g.Store}, {"model", f.Model, g.Model}, {"setting", f.Settings, g.Settings},
	} {
		if d.a != d.b {
			return d.what
		}
	}
	return ""
}

const standardOutput = "standard output"

const restartHint = "use --restart to discard the old answers and start again, or name another file with --out"

// KeepInput returns an error if the output or its state file would overwrite the input.
func KeepInput(input, out string) error {
	if console.SameFile(input, out) {
		return console.Usagef("--out %s is the input file: name another file", out)
	}
	for _, beside := range []string{statePath(out), statePath(out) + console.PartSuffix} {
		if out != "-" && console.SameFile(input, beside) {
			return console.Usagef("--out %s would overwrite %s, which is the input file: name another file", out,
				beside)
		}
	}
	return nil
}

// ReadAgain refuses a file of claims or pairs that can be read only once: a run reads it to count, to know it again,
// and to answer it.
func ReadAgain(what, name string) error {
	if name == "-" {
		return console.Usagef("--%s can't be standard input, because the %s are read more than once: write them to a "+
			"file", what, what)
	}
	info, err := os.Stat(name)
	if err != nil {
		return fmt.Errorf("read %s: %w", what, err)
	}
	if !info.Mode().IsRegular() {
		return console.Usagef("--%s %s is a folder, a device or a pipe: %s are read more than once, so write them to "+
			"a file", what, name, what)
	}
	return nil
}

// FileFingerprint returns the SHA-256 of a file of claims or pairs.
func FileFingerprint(what, name string) (string, error) {
	if err := ReadAgain(what, name); err != nil {
		return "", err
	}
	h := sha256.New()
	if err := console.HashFile(h, name); err != nil {
		return "", fmt.Errorf("read %s: %w", what, err)
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// OpenOutput opens a file of answers, to resume or to begin a run. The caller closes it.
func OpenOutput(name string, stdout io.Writer, f Fingerprints, header string, restart bool) (*Output, error) {
	o := &Output{Name: name, header: header, begun: time.Now()}
	if name == "-" {
		o.Writer, o.Name = stdout, standardOutput
		return o, o.begin()
	}
	flags := os.O_RDWR | os.O_CREATE
	info, err := os.Stat(name)
	stream := err == nil && !info.Mode().IsRegular() // a device or a pipe
	if stream {
		flags = os.O_WRONLY
	}
	file, err := os.OpenFile(name, flags, 0o644)
	if err != nil {
		return nil, fmt.Errorf("open output: %w", err)
	}
	o.Writer, o.file = file, file
	if stream {
		err = o.begin()
	} else {
		o.lock = flock.New(name)
		err = o.takeUp(f, restart)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("open output %s: %w", name, err), o.Close())
	}
	return o, nil
}

// takeUp locks the file, and seeks to the end of the last complete line if the file is of the same run.
func (o *Output) takeUp(f Fingerprints, restart bool) error {
	if locked, err := o.lock.TryLock(); err != nil {
		return err
	} else if !locked {
		return console.WithHint(errors.New("another run is writing to it"),
			"wait until that run ends, or name another file with --out")
	}
	info, err := o.file.Stat()
	if err != nil {
		return err
	}
	if restart || info.Size() == 0 {
		if err := errors.Join(o.file.Truncate(0), writeState(o.Name, f)); err != nil {
			return err
		}
		return o.begin()
	}
	old, err := readState(o.Name)
	if err != nil {
		return console.WithHint(fmt.Errorf("the file already has answers, and the input they were made from is "+
			"unknown: %w", err), restartHint)
	}
	if what := old.differs(f); what != "" {
		return console.WithHint(fmt.Errorf("the file already has answers, made with another %s", what), restartHint)
	}
	end, err := o.count()
	if err != nil {
		return console.WithHint(err, restartHint)
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
func (o *Output) begin() error {
	if _, err := io.WriteString(o.Writer, o.header); err != nil {
		return fmt.Errorf("write output: %w", err)
	}
	return nil
}

// count counts the complete lines and returns their end.
func (o *Output) count() (end int64, err error) {
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
			ID    json.RawMessage
			Error string
		}
		if json.Unmarshal(line, &record) != nil {
			return end, fmt.Errorf("line %d is not a line of ours", o.Lines+1)
		}
		if end == 0 && o.header != "" {
			end = int64(len(line))
			continue
		}
		end += int64(len(line))
		o.Lines++
		var id claims.ID
		_ = json.Unmarshal(record.ID, &id) // pairs have ids of any kind, or none
		o.answered = append(o.answered, id.Key())
		if record.Error != "" {
			o.Refused++
		}
	}
}

// Close makes the answers durable.
func (o *Output) Close() error {
	if o.file == nil {
		return nil
	}
	var err error
	if o.lock != nil {
		err = errors.Join(o.file.Sync(), o.lock.Close())
	}
	err = errors.Join(err, o.file.Close())
	o.file = nil
	return err
}

func statePath(name string) string { return name + ".state" }

func readState(name string) (f Fingerprints, err error) {
	b, err := os.ReadFile(statePath(name))
	if err != nil {
		return f, err
	}
	if err := json.Unmarshal(b, &f); err != nil {
		return f, fmt.Errorf("%s: %w", statePath(name), err)
	}
	return f, nil
}

// writeState writes the state file atomically, before the first answer is written.
func writeState(name string, f Fingerprints) error {
	return console.WriteWhole(statePath(name), func(w io.Writer) error { return console.WriteJSON(w, f) })
}
