package console

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"syscall"
	"unicode"

	"github.com/xrash/smetrics"
	"golang.org/x/text/unicode/norm"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/neo4j"
	"github.com/bridgehop/bridgehop/graph/neo4j/server"
	"github.com/bridgehop/bridgehop/graph/stores"
	"github.com/bridgehop/bridgehop/verify/onnx"
)

// The exit codes.
const (
	ExitDone        = 0
	ExitFailure     = 1
	ExitUsage       = 2
	ExitRejects     = 3
	ExitStore       = 4
	ExitBackend     = 5
	ExitModel       = 6
	ExitInterrupted = 130
)

// ExitCodes is part of every command's help.
const ExitCodes = `   0 done · 1 failure · 2 usage · 3 finished with rejects · 4 store missing, damaged or of another format
   5 backend unreachable · 6 model or runtime missing · 130 interrupted
`

// coded is an error with the exit code it ends the process with, and the next step to take.
type coded struct {
	error
	code int
	hint string
}

func (e *coded) Unwrap() error { return e.error }

// WithCode marks err; nil stays nil. hint may be empty.
func WithCode(err error, code int, hint string) error {
	if err == nil {
		return nil
	}
	return &coded{error: err, code: code, hint: hint}
}

// WithHint names the next step after err, and leaves its exit code to Report.
func WithHint(err error, hint string) error { return WithCode(err, -1, hint) }

// Usage marks an error as wrong usage.
func Usage(err error) error { return WithCode(err, ExitUsage, "") }

// Usagef returns an error of wrong usage.
func Usagef(format string, args ...any) error { return Usage(fmt.Errorf(format, args...)) }

// known are the errors of the libraries that have an exit code of their own, with the next step.
var known = []struct {
	is   error
	code int
	hint string
}{
	{context.Canceled, ExitInterrupted, ""},
	{graph.ErrNoStore, ExitStore, "make one with `bridgehop load --store STORE PATH`, or name another with --store"},
	{graph.ErrFormat, ExitStore, "load the wiki again into a new folder with `bridgehop load --store NEW PATH`, or " +
		"name another store with --store"},
	{graph.ErrDamaged, ExitStore,
		"`bridgehop check --repair --store STORE` repairs what can be repaired, and names what is lost"},
	{graph.ErrLocked, ExitFailure, "wait until the other process ends, or stop it"},
	{graph.ErrUnfinished, ExitFailure, "run the same `bridgehop load` again to resume"},
	{onnx.ErrNoCgo, ExitModel,
		"load, hop, search and other commands work; for verdicts build bridgehop with a C compiler and CGO_ENABLED=1"},
	{onnx.ErrRuntime, ExitModel, "`bridgehop setup` fetches the runtime and prints what is installed"},
	{onnx.ErrModel, ExitModel,
		"run without --model to use the shipped model; `bridgehop setup` prints what is installed"},
	{onnx.ErrDeviceName, ExitUsage, ""},
	{onnx.ErrDevice, ExitModel, "--device cpu works on every machine; `bridgehop setup` prints what is installed"},
	{neo4j.ErrClash, ExitStore,
		"drop or rename it, or name another database with --store neo4j://user@host:7687/database"},
	{neo4j.ErrPassword, ExitBackend, "put the password into BRIDGEHOP_NEO4J_PASSWORD, or the name of a file with it " +
		"into BRIDGEHOP_NEO4J_PASSWORD_FILE"},
	{stores.ErrAddress, ExitUsage, ""},
	{neo4j.ErrReadOnlyQuery, ExitFailure, "use --write to allow this"},
	{server.ErrJava, ExitBackend, ""},
	{server.ErrMaven, ExitBackend, ""},
	{server.ErrStart, ExitBackend, ""},
	{server.ErrDown, ExitBackend, "`bridgehop neo4j up` starts one"},
	{graph.ErrUnreachable, ExitBackend, "check that the server is running and that --store is its address"},
	{fs.ErrNotExist, ExitFailure,
		"check the path; one that is not absolute begins in the folder where the command runs"},
	{fs.ErrPermission, ExitFailure, "name a place where you may read and write, or change its permissions"},
	{syscall.ENOSPC, ExitFailure, "free some space and run the same command again to resume"},
	{syscall.EROFS, ExitFailure, "name a place where you may write"},
	{syscall.EADDRINUSE, ExitFailure,
		"another program listens there; name another port with --addr HOST:PORT, port 0 for any free one"},
}

// longest is the number of characters of an error that are printed.
const longest = 2000

// Report prints an error for people, and returns the exit code; command is the words that name the one that ended with
// it.
func Report(w io.Writer, err error, command []string) int {
	if err == nil || errors.Is(err, flag.ErrHelp) {
		return ExitDone
	}
	code, hint := classify(err)
	if code == ExitUsage && hint == "" {
		hint = "see `" + strings.Join(append(append([]string{"bridgehop"}, command...), "--help"), " ") +
			"`; put -- before an argument that begins with -"
	}
	message := strings.ReplaceAll(strings.TrimSpace(err.Error()), "\n", " ")
	if cut, ok := strings.CutSuffix(message, context.Canceled.Error()); ok {
		message = strings.TrimSuffix(cut, ": ")
		if !strings.Contains(message, "interrupted") { // there was no work to tell of yet
			message = strings.Join(append(slices.Clone(command), "interrupted"), ": ")
		}
	}
	if len(message) > longest { // which quotes what was given
		message = Clip(message, longest)
	}
	fmt.Fprintf(w, "bridgehop: %s\n", Visible(message))
	if hint != "" {
		fmt.Fprintf(w, "bridgehop: %s\n", Visible(hint))
	}
	return code
}

// Unavailable reports whether an error is of the store, its server or the model, which no other request mends, with the
// next step to take.
func Unavailable(err error) (hint string, ok bool) {
	code, hint := classify(err)
	return hint, code == ExitStore || code == ExitBackend || code == ExitModel
}

func classify(err error) (int, string) {
	code, hint := ExitFailure, ""
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

// likeness is the least Jaro-Winkler similarity of a word to a name that is proposed for it.
const likeness = 0.86

// Nearest returns the names that are spelt most like a word, ignoring case and accents: at most n, the nearest first.
func Nearest(word string, names []string, n int) []string {
	like := map[string]float64{}
	word = PlainLetters(word)
	for _, name := range names {
		if l := smetrics.JaroWinkler(word, PlainLetters(name), 0.7, 4); word != "" && l >= likeness {
			like[name] = l
		}
	}
	near := slices.SortedFunc(maps.Keys(like), func(a, b string) int {
		return cmp.Or(cmp.Compare(like[b], like[a]), strings.Compare(a, b))
	})
	return near[:min(n, len(near))]
}

// PlainLetters returns a text in lower case without accents and other marks.
func PlainLetters(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return unicode.ToLower(r)
	}, norm.NFKD.String(s))
}

// DidYouMean returns a suggestion of the nearest names for an error; empty if none is near.
func DidYouMean(word string, names []string) string {
	if near := Nearest(word, names, 1); len(near) > 0 {
		return "; did you mean " + near[0] + "?"
	}
	return ""
}
