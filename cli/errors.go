package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/neo4j"
	"github.com/bridgehop/bridgehop/internal/server"
	"github.com/bridgehop/bridgehop/verify/onnx"
)

// The exit codes.
const (
	exitDone        = 0
	exitFailure     = 1
	exitUsage       = 2
	exitRejects     = 3
	exitStore       = 4
	exitBackend     = 5
	exitModel       = 6
	exitInterrupted = 130
)

// exitCodes stands in every command's help.
const exitCodes = `   0 done · 1 failure · 2 usage · 3 finished with rejects · 4 store missing or of another format
   5 backend unreachable · 6 model or runtime missing · 130 interrupted
`

// coded is an error with the exit code it ends the process with, and the next step to take.
type coded struct {
	error
	code int
	hint string
}

func (e *coded) Unwrap() error { return e.error }

// withCode marks err; nil stays nil. hint may be empty.
func withCode(err error, code int, hint string) error {
	if err == nil {
		return nil
	}
	return &coded{error: err, code: code, hint: hint}
}

// withHint names the next step after err, and leaves its exit code to report.
func withHint(err error, hint string) error { return withCode(err, -1, hint) }

func usage(err error) error { return withCode(err, exitUsage, "") }

func usagef(format string, args ...any) error { return usage(fmt.Errorf(format, args...)) }

// known are the errors of the libraries that have an exit code of their own, with the next step.
var known = []struct {
	is   error
	code int
	hint string
}{
	{context.Canceled, exitInterrupted, ""},
	{graph.ErrNoStore, exitStore, "make one with `bridgehop load --store STORE PATH`, or name another with --store"},
	{graph.ErrFormat, exitStore, "load the wiki again into a new folder with `bridgehop load --store NEW PATH`"},
	{graph.ErrLocked, exitFailure, "wait until the other process is done, or end it"},
	{graph.ErrUnfinished, exitFailure, "run the same `bridgehop load` again: it goes on where it stopped"},
	{onnx.ErrRuntime, exitModel, "`bridgehop setup` fetches the runtime and says what is there"},
	{onnx.ErrModel, exitModel, "leave --model out to use the shipped model; `bridgehop setup` says what is there"},
	{onnx.ErrDeviceName, exitUsage, ""},
	{onnx.ErrDevice, exitModel, "--device cpu runs everywhere; `bridgehop setup` says what is there"},
	{neo4j.ErrReadOnlyQuery, exitFailure, "--write allows it"},
	{server.ErrJava, exitBackend, ""},
	{server.ErrMaven, exitBackend, ""},
	{server.ErrStart, exitBackend, ""},
	{server.ErrDown, exitBackend, "`bridgehop neo4j up` starts one"},
	{graph.ErrUnreachable, exitBackend, "see that the server runs and that --store names it"},
}

// report prints an error for people, and returns the exit code; command is the words that name the one that ended with it.
func report(w io.Writer, err error, command []string) int {
	if err == nil || isHelp(err) {
		return exitDone
	}
	code, hint := classify(err)
	if code == exitUsage && hint == "" {
		hint = usageHint(command)
	}
	message := strings.ReplaceAll(strings.TrimSpace(err.Error()), "\n", " ")
	if cut, ok := strings.CutSuffix(message, context.Canceled.Error()); ok {
		message = strings.TrimSuffix(cut, ": ")
		if !strings.Contains(message, "interrupted") { // there was no work to tell of yet
			message = strings.Join(append(slices.Clone(command), "interrupted"), ": ")
		}
	}
	fmt.Fprintf(w, "bridgehop: %s\n", visible(message))
	if hint != "" {
		fmt.Fprintf(w, "bridgehop: %s\n", hint)
	}
	return code
}

func classify(err error) (int, string) {
	code, hint := exitFailure, ""
	for _, k := range known {
		if errors.Is(err, k.is) {
			code, hint = k.code, k.hint
			break
		}
	}
	var c *coded
	if errors.As(err, &c) {
		if c.code >= 0 {
			code = c.code
		}
		if c.hint != "" {
			hint = c.hint
		}
	}
	return code, hint
}
