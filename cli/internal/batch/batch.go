// Package batch answers the claims of a file in parallel and writes the answers to a file from which an interrupted run is resumed.
package batch

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bridgehop/bridgehop/cli/internal/console"
	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/ordered"
	"github.com/bridgehop/bridgehop/hop"
	"github.com/bridgehop/bridgehop/loader/claims"
	"github.com/bridgehop/bridgehop/verify"
)

// Batch answers the claims of a file on all cores and writes the answers in the order of the claims. It keeps only a few claims for each
// core in memory.
type Batch struct {
	Console *console.Console
	What    string // "hop", "verify": for progress and messages
	Input   string
	Out     *Output // see Open
	Silent  bool    // print no progress and no summary

	// Answer returns the line of a claim. An error for which IsRefusal is true refuses the claim; any other ends the run.
	Answer func(ctx context.Context, claim *claims.Claim) (any, error)
	// Refused returns the line of a refused claim.
	Refused func(claim *claims.Claim, err error) any
	// Answered sees each claim with its line, in their order; it may be nil.
	Answered func(claim *claims.Claim, line any)
	// Emit writes one line; nil means one of JSON to Out.
	Emit func(line any) error
	// Flush writes the lines that Emit has buffered; nil if it buffers none.
	Flush func() error

	total int64 // claims of the input
	tally
}

// ErrNoGold refuses a claim that is to be judged by its gold evidence.
var ErrNoGold = errors.New("neither the file nor the store has the gold evidence")

// IsRefusal reports whether an error is due to the claim itself.
func IsRefusal(err error) bool {
	return slices.ContainsFunc([]error{hop.ErrEmptyClaim, hop.ErrLongClaim, verify.ErrEmptyClaim, verify.ErrLongClaim, ErrNoGold},
		func(is error) bool { return errors.Is(err, is) })
}

// job is a claim with its answer.
type job struct {
	claim *claims.Claim
	line  any
	err   error // why the claim was refused, or why the run ends
}

// tally counts what became of the claims of a run.
type tally struct {
	written int64 // lines in the output
	refused int64 // of these, claims that were refused
	broken  int64 // records of the input without a claim
	partly  int64 // claims that were answered without what can't be read of them
}

// Open opens the output once there is a claim to answer. Until then existing answers stay.
func (b *Batch) Open(ctx context.Context, name string, f Fingerprints, header string, restart bool) (err error) {
	ids, err := b.readIDs(ctx)
	if err != nil {
		return err
	}
	b.total = int64(len(ids))
	if err := KeepInput(b.Input, name); err != nil {
		return err
	}
	if b.Out, err = OpenOutput(name, b.Console.Out, f, header, restart); err != nil {
		return err
	}
	for i, answered := range b.Out.answered {
		if i >= len(ids) || answered != "" && answered != ids[i] {
			err := fmt.Errorf("%s: answer %d is for claim %s, not for the claim at this position: a line was removed or inserted", name,
				i+1, answered)
			return errors.Join(console.WithHint(err, restartHint), b.Out.Close())
		}
	}
	return nil
}

// Run answers the claims that have no answer yet. After an interrupt it finishes the claims that it has begun, so that the same command can
// resume the run.
func (b *Batch) Run(ctx context.Context) (err error) {
	var bar *console.Progress
	if !b.Silent {
		bar = b.Console.Progress(b.What, "claims")
	}
	defer bar.End()
	defer console.CollectLess()()
	if b.Emit == nil {
		b.Emit = func(line any) error { return console.WriteJSON(b.Out, line) }
	}
	var readErr error
	unanswered := func(yield func(*claims.Claim) bool) { readErr = b.read(ctx, yield) }
	answers := ordered.Map(context.WithoutCancel(ctx), unanswered, runtime.GOMAXPROCS(0),
		func(ctx context.Context, claim *claims.Claim) *job {
			line, err := b.Answer(ctx, claim)
			return &job{claim, line, err}
		})
	b.written, b.refused = b.Out.Lines, b.Out.Refused
	bar.From(b.written)
	bar.At(b.written, b.total)
	for j := range answers {
		if err = b.write(j); err != nil {
			break
		}
		bar.At(b.written, b.total)
	}
	bar.End()
	return b.finish(ctx, cmp.Or(err, readErr))
}

// read returns the claims after those already answered, until send refuses one or the run is interrupted.
func (b *Batch) read(ctx context.Context, send func(*claims.Claim) bool) error {
	r, err := claims.Open(b.Input, claims.Auto)
	if err != nil {
		return err
	}
	defer r.Close()
	seen := int64(0)
	for claim, err := range r.All() {
		var bad *claims.RecordError
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case errors.As(err, &bad) && bad.Claim == nil:
			b.broken++
			b.Console.Warn("%v", bad)
			continue
		case bad != nil:
			if claim = bad.Claim; !errors.Is(bad, claims.ErrNoClaim) { // which is refused when it is answered
				b.partly++
				b.Console.Warn("%v; answered without it", bad)
			}
		case err != nil:
			return err
		}
		if seen++; seen > b.Out.Lines && !send(claim) {
			return nil
		}
	}
	return nil
}

// write puts one answer out. A claim for which the model has no number is refused, too.
func (b *Batch) write(j *job) error {
	var pair *verify.PairError
	switch {
	case j.err == nil:
		if b.Answered != nil {
			b.Answered(j.claim, j.line)
		}
	case IsRefusal(j.err) || errors.As(j.err, &pair):
		b.Console.Warn("%s: claim %s: %v", j.claim.Place, j.claim.ID, j.err)
		j.line = b.Refused(j.claim, j.err)
		b.refused++
	default:
		return fmt.Errorf("%s: claim %s: %w", j.claim.Place, j.claim.ID, j.err)
	}
	if err := b.Emit(j.line); errors.Is(err, graph.ErrUnreachable) {
		return err
	} else if err != nil {
		return console.WithHint(err, "free some space and run the same command again to resume after the last complete line")
	}
	b.written++
	return nil
}

// finish closes the output, prints the summary of the run, and returns the error of the run.
func (b *Batch) finish(ctx context.Context, err error) error {
	if b.Flush != nil && (err == nil || errors.Is(err, context.Canceled)) {
		if ferr := b.Flush(); ferr != nil {
			err = ferr
		}
	}
	if cerr := b.Out.Close(); err == nil {
		err = cerr
	}
	if errors.Is(err, context.Canceled) && ctx.Err() != nil {
		hint := fmt.Sprintf("%d of %d claims are in %s; run the same command again to resume", b.written, b.total, b.Out.Name)
		return console.WithCode(fmt.Errorf("%s: interrupted", b.What), console.ExitInterrupted, hint)
	}
	if err != nil {
		return err
	}
	bad := b.refused + b.broken + b.partly
	if !b.Silent {
		if err := b.Out.Tell(b.Console, b.What, "claim", b.written, bad); err != nil {
			return err
		}
	}
	if bad == 0 {
		return nil
	}
	what := "refused"
	if b.partly > 0 {
		what += " or read in part"
	}
	return console.WithCode(fmt.Errorf("%s: %d of %s %s %s", b.What, bad, console.Count(b.written+b.broken, "record"),
		console.Agree(bad, "was", "were"), what), console.ExitRejects, "")
}

const claimFilesHint = "a claims file is a file of HoVer, FEVER, FEVEROUS or HotpotQA, JSON lines {id, claim}, a table with a column " +
	"claim, or one claim a line"

// readIDs reads the file once, to know how many claims there are, that its format is known, and which ids several claims share.
func (b *Batch) readIDs(ctx context.Context) (ids []string, err error) {
	r, err := claims.Open(b.Input, claims.Auto)
	if err != nil {
		return nil, NotClaims(fmt.Errorf("read claims: %w", err))
	}
	defer r.Close()
	var known repeats
	var text prose
	records, words := 0, false
	var first error // what is wrong with the first record that can't be read
	for claim, err := range r.All() {
		var bad *claims.RecordError
		if errors.As(err, &bad) {
			claim, first = bad.Claim, cmp.Or[error](first, bad)
		} else if err != nil {
			return nil, fmt.Errorf("read claims: %w", err)
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if records++; claim != nil {
			ids = append(ids, claim.ID.Key())
			known.see(claim)
			if r.Format() == claims.Lines {
				text.see(claim)
			}
			words = words || err == nil || claim.Text != ""
		}
	}
	if words {
		known.warn(b.Console)
		text.warn(b.Console)
		return ids, nil
	}
	err = fmt.Errorf("%s: no claims in %s", b.Input, console.Count(records, "record"))
	if first != nil {
		err = fmt.Errorf("%w; the first: %w", err, first)
	}
	return nil, console.WithCode(err, console.ExitRejects, claimFilesHint)
}

// NotClaims adds a description of claims files to the error for a file that is none.
func NotClaims(err error) error {
	if errors.Is(err, claims.ErrOtherKind) || errors.Is(err, claims.ErrUTF8) {
		return console.WithCode(err, console.ExitRejects, claimFilesHint)
	}
	return console.WithHint(err, claimFilesHint)
}

// repeats counts the claims with the id of an earlier claim.
type repeats struct {
	seen  map[string]bool
	count int
	first *claims.Claim
}

func (r *repeats) see(c *claims.Claim) {
	if r.seen == nil {
		r.seen = map[string]bool{}
	}
	key := c.ID.Key()
	if r.seen[key] {
		if r.count++; r.count == 1 {
			r.first = c
		}
	}
	r.seen[key] = true
}

func (r *repeats) warn(c *console.Console) {
	if r.count > 0 {
		c.Warn("%s %s the id of an earlier claim, the first at %s: %s; all are answered, and eval scores the first of each id",
			console.Count(r.count, "claim"), console.Agree(r.count, "has", "have"), r.first.Place, r.first.ID)
	}
}

// prose distinguishes a text that is wrapped within sentences from a file with one claim a line.
type prose struct {
	lines, begun, ended int
	continued           int           // lines that continue the sentence of the line before
	first               *claims.Claim // of these
	open                bool          // the last line doesn't end a sentence
}

// see counts a line.
func (p *prose) see(c *claims.Claim) {
	first, _ := utf8.DecodeRuneInString(c.Text)
	if p.open && unicode.IsLower(first) {
		if p.continued++; p.first == nil {
			p.first = c
		}
	}
	if unicode.IsUpper(first) {
		p.begun++
	}
	p.open = !strings.ContainsAny(lastOf(strings.TrimRight(c.Text, `"'”’)] `)), ".!?…:;")
	if !p.open {
		p.ended++
	}
	p.lines++
}

func lastOf(s string) string {
	_, n := utf8.DecodeLastRuneInString(s)
	return s[len(s)-n:]
}

// wrapped reports whether a quarter of the lines continue a sentence and fewer than half end one. Where hardly any line begins in upper
// case, lines in lower case are claims.
func (p *prose) wrapped() bool {
	return p.lines >= 6 && p.continued*4 >= p.lines && p.begun*10 >= p.lines && p.ended*2 < p.lines
}

func (p *prose) warn(c *console.Console) {
	if p.wrapped() {
		c.Warn("%s continues the sentence of the line before it, as %d of %d lines do: each line is read as one claim", p.first.Place,
			p.continued, p.lines)
	}
}
