// Package batch answers the claims of a file in parallel and writes the answers to a file from which an interrupted run
// is resumed.
package batch

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"

	"github.com/bridgehop/bridgehop/cli/internal/console"
	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/ordered"
	"github.com/bridgehop/bridgehop/hop"
	"github.com/bridgehop/bridgehop/loader/claims"
	"github.com/bridgehop/bridgehop/verify"
)

// Batch answers the claims of a file on all cores and writes the answers in the order of the claims.
type Batch struct {
	Console  *console.Console
	Input    string
	Out      *Output // see Open
	Readable bool    // print the answers for people, instead of writing JSON to Out
	Header   string  // the first line of Out, which answers no claim

	// Answer returns the answer to a claim. An error for which IsRefusal is true refuses the claim; any other ends the
	// run.
	Answer func(ctx context.Context, claim *claims.Claim) (Answer, error)
	// Refused returns the record of a refused claim.
	Refused func(claim *claims.Claim, err error) any
	// Keep records reasonings, and the answers are written once these are kept: what is in the output is in the store,
	// so that a run that was broken off goes on with nothing missing. It may be nil.
	Keep func(ctx context.Context, all []graph.Reasoning) error

	claims  []*claims.Claim // of the input
	pending []*job          // to be kept and written
	written int64           // lines in the output
	refused int64           // of these, claims that were refused
	broken  int64           // records of the input without a claim
	partly  int64           // claims that were answered without what can't be read of them
}

// Answer is the answer to a claim.
type Answer struct {
	Record    any                 // a line of the output
	Print     func(*console.Text) // prints it for people; nil for a claim that was refused
	Reasoning *graph.Reasoning    // what is kept of it; often nil
	Warning   string              // about the claim; often empty
}

// AtOnce is the number of answers that are kept in one transaction.
const AtOnce = 64

// ErrNoGold refuses a claim that is to be judged by its gold evidence.
var ErrNoGold = errors.New("neither the file nor the store has the gold evidence")

// IsRefusal reports whether an error is due to the claim itself.
func IsRefusal(err error) bool {
	return slices.ContainsFunc([]error{hop.ErrEmptyClaim, hop.ErrLongClaim, verify.ErrLongClaim,
		ErrNoGold}, func(is error) bool { return errors.Is(err, is) })
}

// job is a claim with its answer.
type job struct {
	claim  *claims.Claim
	answer Answer
	err    error // why the claim was refused, or why the run ends
}

// Open opens the output once there is a claim to answer. Until then existing answers stay.
func (b *Batch) Open(ctx context.Context, name string, f Fingerprints, restart bool) error {
	bad, err := b.read(ctx)
	if err != nil {
		return err
	}
	if err := KeepInput(b.Input, name); err != nil {
		return err
	}
	header := b.Header
	if b.Readable {
		header = ""
	}
	if b.Out, err = OpenOutput(name, b.Console.Out, f, header, restart); err != nil {
		return err
	}
	for i, answered := range b.Out.answered {
		if i >= len(b.claims) || answered != "" && answered != b.claims[i].ID.Key() {
			err := fmt.Errorf("%s: answer %d is for claim %s, not for the claim at this position: a line was removed "+
				"or inserted", name, i+1, answered)
			return errors.Join(console.WithHint(err, restartHint), b.Out.Close())
		}
	}
	for _, r := range bad {
		if r.Claim == nil {
			b.broken++
			b.Console.Warn("%v", r)
		} else if !errors.Is(r, claims.ErrNoClaim) { // which is refused when it is answered
			b.partly++
			b.Console.Warn("%v; answered without it", r)
		}
	}
	return nil
}

// Run answers the claims that have no answer yet. After an interrupt it finishes the claims that it has begun, so that
// the same command can resume the run.
func (b *Batch) Run(ctx context.Context) (err error) {
	var bar *console.Progress
	if !b.Readable {
		bar = b.Console.Progress(b.Console.Command, "claims")
	}
	defer bar.End()
	total := int64(len(b.claims))
	unanswered := func(yield func(*claims.Claim) bool) {
		for _, claim := range b.claims[b.Out.Lines:] {
			if ctx.Err() != nil || !yield(claim) {
				return
			}
		}
	}
	answers := ordered.Map(context.WithoutCancel(ctx), unanswered, runtime.GOMAXPROCS(0),
		func(ctx context.Context, claim *claims.Claim) *job {
			a, err := b.Answer(ctx, claim)
			return &job{claim, a, err}
		})
	b.written, b.refused = b.Out.Lines, b.Out.Refused
	bar.From(b.written)
	bar.At(b.written, total)
	for j := range answers {
		if err = b.take(context.WithoutCancel(ctx), j); err != nil {
			break
		}
		bar.At(b.written, total)
	}
	bar.End()
	if err == nil && b.written < total {
		err = ctx.Err()
	}
	return b.finish(ctx, err)
}

// take takes one answer. A claim for which the model has no number is refused, too.
func (b *Batch) take(ctx context.Context, j *job) (err error) {
	var pair *verify.PairError
	switch {
	case j.err == nil && j.answer.Warning != "":
		b.Console.Warn("%s: claim %s is %s", j.claim.Place, j.claim.ID, j.answer.Warning)
	case j.err == nil:
	case IsRefusal(j.err) || errors.As(j.err, &pair):
		b.Console.Warn("%s: claim %s: %v", j.claim.Place, j.claim.ID, j.err)
		j.answer = Answer{Record: b.Refused(j.claim, j.err)}
		b.refused++
	default:
		return fmt.Errorf("%s: claim %s: %w", j.claim.Place, j.claim.ID, j.err)
	}
	if b.pending = append(b.pending, j); b.Keep == nil || len(b.pending) == AtOnce {
		err = b.flush(ctx)
	}
	if err == nil {
		b.written++
	}
	return err
}

// flush keeps and writes what is pending.
func (b *Batch) flush(ctx context.Context) error {
	var all []graph.Reasoning
	for _, j := range b.pending {
		if j.answer.Reasoning != nil {
			all = append(all, *j.answer.Reasoning)
		}
	}
	if len(all) > 0 {
		if err := b.Keep(ctx, all); err != nil {
			return err
		}
	}
	for _, j := range b.pending {
		if err := b.write(j); err != nil {
			return err
		}
	}
	b.pending = nil
	return nil
}

func (b *Batch) write(j *job) error {
	switch {
	case !b.Readable:
		return console.WriteJSON(b.Out, j.answer.Record)
	case j.answer.Print == nil: // it was refused, with a warning
		return nil
	}
	return b.Console.Print(nil, func(out *console.Text) {
		out.Printf("%s\n", j.claim.Text)
		j.answer.Print(out)
		out.Printf("\n")
	})
}

// finish closes the output, prints the summary of the run, and returns the error of the run.
func (b *Batch) finish(ctx context.Context, err error) error {
	if err == nil || errors.Is(err, context.Canceled) {
		err = cmp.Or(b.flush(context.WithoutCancel(ctx)), err)
	}
	if cerr := b.Out.Close(); err == nil {
		err = cerr
	}
	if errors.Is(err, context.Canceled) && ctx.Err() != nil {
		hint := fmt.Sprintf("%d of %d claims are in %s; run the same command again to resume", b.written, len(b.claims),
			b.Out.Name)
		return console.WithCode(fmt.Errorf("%s: interrupted", b.Console.Command), console.ExitInterrupted, hint)
	}
	if err != nil {
		return err
	}
	bad := b.refused + b.broken + b.partly
	if !b.Readable {
		if err := b.Out.Tell(b.Console, "claim", b.written, bad); err != nil {
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
	return console.WithCode(fmt.Errorf("%s: %d of %s %s %s", b.Console.Command, bad,
		console.Count(b.written+b.broken, "record"), console.Agree(bad, "was", "were"), what), console.ExitRejects, "")
}

const claimFilesHint = "a claims file is a file of HoVer, FEVER, FEVEROUS or HotpotQA, JSON lines {id, claim}, a " +
	"table with a column claim, or one claim a line"

// read reads the claims, and returns the errors of records that can't be read, or only in part.
func (b *Batch) read(ctx context.Context) (bad []*claims.RecordError, err error) {
	r, err := claims.Open(b.Input)
	if err != nil {
		return nil, NotClaims(fmt.Errorf("read claims: %w", err))
	}
	defer r.Close()
	records, words := 0, false
	for claim, err := range r.All() {
		var broken *claims.RecordError
		switch {
		case errors.As(err, &broken):
			claim, bad = broken.Claim, append(bad, broken)
		case err != nil:
			return nil, fmt.Errorf("read claims: %w", err)
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if records++; claim != nil {
			b.claims = append(b.claims, claim)
			words = words || err == nil || claim.Text != ""
		}
	}
	if words {
		return bad, nil
	}
	err = fmt.Errorf("%s: no claims in %s", b.Input, console.Count(records, "record"))
	if len(bad) > 0 {
		err = fmt.Errorf("%w; the first: %w", err, bad[0])
	}
	return nil, console.WithCode(err, console.ExitRejects, claimFilesHint)
}

// NotClaims adds a description of claims files to the error for a file that is none.
func NotClaims(err error) error {
	if errors.Is(err, claims.ErrUTF8) {
		return console.WithCode(err, console.ExitRejects, claimFilesHint)
	}
	return console.WithHint(err, claimFilesHint)
}
