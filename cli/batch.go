package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"

	urfave "github.com/urfave/cli/v2"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/internal/claims"
	"github.com/bridgehop/bridgehop/internal/ordered"
)

// batch answers the claims of a file, as many at once as there are cores, and writes the answers in the order
// of the claims. It holds a few claims for each core, however long the file is.
type batch struct {
	c     *urfave.Context
	what  string // "hop", "verify": for progress and messages
	input string
	total int64   // claims of the input
	out   *output // where answers go, and how many are there from an earlier run; see open

	// answer makes the line of one claim. An error of isRefusal refuses the claim; any other ends the run.
	answer func(ctx context.Context, claim *claims.Claim) (any, error)
	// refused makes the line of a claim that was refused.
	refused func(claim *claims.Claim, err error) any
	// answered sees each claim with its line, in their order; nil means that nobody wants to.
	answered func(claim *claims.Claim, line any)

	emit  func(line any) error // writes one line; nil means one of JSON to out
	flush func() error         // writes the lines that emit has kept back; nil means that it keeps none
	bar   progress             // nil means the one the flags ask for
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
	faults
}

// faults counts the records of the input that could not be read.
type faults struct {
	broken int64 // hold no claim
	partly int64 // were answered without what can't be read of them
}

// open opens where answers go, once it is known that there are claims to answer: until then the answers that are there stay.
func (b *batch) open(name string, f fingerprints, header string, restart bool) (err error) {
	if b.total, err = countClaims(b.c.Context, b.input); err != nil {
		return err
	}
	if err := keepInput(b.input, name); err != nil {
		return err
	}
	b.out, err = openOutput(name, b.c.App.Writer, f, header, restart)
	return err
}

// run answers the claims that have no answer yet. Interrupted, it ends what it has begun, so that the same
// command goes on after it.
func (b *batch) run() (err error) {
	bar := b.bar
	if bar == nil {
		bar = newProgress(b.c, b.what, "claims")
	}
	defer bar.end()
	defer ampleRoom()()
	if b.emit == nil {
		b.emit = func(line any) error { return printJSON(b.out, line) }
	}
	work := context.WithoutCancel(b.c.Context)
	var found faults
	var readErr error
	unanswered := func(yield func(*claims.Claim) bool) { found, readErr = b.read(yield) }
	answers := ordered.Map(work, unanswered, runtime.GOMAXPROCS(0), func(ctx context.Context, claim *claims.Claim) *job {
		line, err := b.answer(ctx, claim)
		return &job{claim, line, err}
	})
	n := tally{written: b.out.lines, refused: b.out.refused}
	bar.from(n.written)
	bar.at(n.written, b.total)
	for j := range answers {
		if err = b.write(j, &n); err != nil {
			break
		}
		bar.at(n.written, b.total)
	}
	bar.end()
	n.faults = found
	return b.finish(n, cmp.Or(err, readErr))
}

// read gives the claims after those already answered, until send refuses one or the run is interrupted.
func (b *batch) read(send func(*claims.Claim) bool) (n faults, err error) {
	r, err := claims.Open(b.input, claims.Auto)
	if err != nil {
		return n, err
	}
	defer r.Close()
	seen := int64(0)
	for claim, err := range r.All() {
		var bad *claims.RecordError
		switch {
		case b.c.Context.Err() != nil:
			return n, b.c.Context.Err()
		case errors.As(err, &bad) && bad.Claim == nil:
			n.broken++
			warn(b.c, "%v", bad)
			continue
		case bad != nil:
			if claim = bad.Claim; !errors.Is(bad, claims.ErrNoClaim) { // which is refused when it is answered
				n.partly++
				warn(b.c, "%v; answered without it", bad)
			}
		case err != nil:
			return n, err
		}
		if seen++; seen <= b.out.lines {
			continue
		}
		if !send(claim) {
			return n, nil
		}
	}
	return n, nil
}

// write puts one answer out.
func (b *batch) write(j *job, n *tally) error {
	if j.err != nil {
		if !costsOneLine(j.err) {
			return fmt.Errorf("%s: claim %s: %w", j.claim.Place, j.claim.ID, j.err)
		}
		warn(b.c, "%s: claim %s: %v", j.claim.Place, j.claim.ID, j.err)
		j.line = b.refused(j.claim, j.err)
		n.refused++
	} else if b.answered != nil {
		b.answered(j.claim, j.line)
	}
	if err := b.emit(j.line); errors.Is(err, graph.ErrUnreachable) {
		return err
	} else if err != nil {
		return withHint(err, "free some space and run the same command again: it goes on after the last whole line")
	}
	n.written++
	return nil
}

// finish says how the run ended.
func (b *batch) finish(n tally, err error) error {
	if b.flush != nil && (err == nil || errors.Is(err, context.Canceled)) {
		if ferr := b.flush(); ferr != nil {
			err = ferr
		}
	}
	if cerr := b.out.Close(); err == nil {
		err = cerr
	}
	if err != nil {
		if errors.Is(err, context.Canceled) && b.c.Context.Err() != nil {
			hint := fmt.Sprintf("%d of %d claims are in %s; the same command goes on from there", n.written, b.total, b.out.name)
			return withCode(fmt.Errorf("%s: interrupted", b.what), exitInterrupted, hint)
		}
		return err
	}
	bad := n.refused + n.broken + n.partly
	if b.bar == nil {
		if err := b.out.tell(b.c, b.what, "claims", n.written, bad); err != nil {
			return err
		}
	}
	if bad > 0 {
		what := "refused"
		if n.partly > 0 {
			what += " or read in part"
		}
		return withCode(fmt.Errorf("%s: %d of %d records were %s", b.what, bad, n.written+n.broken, what), exitRejects, "")
	}
	return nil
}

const claimFilesHint = "claims are HoVer, FEVER, FEVEROUS or HotpotQA files, JSON lines {id, claim}, a table with a column claim, or one claim a line"

// countClaims reads the file once, to tell how long the work will take and that its format is known.
func countClaims(ctx context.Context, path string) (int64, error) {
	r, err := claims.Open(path, claims.Auto)
	if err != nil {
		return 0, withHint(fmt.Errorf("read claims: %w", err), claimFilesHint)
	}
	defer r.Close()
	n, records, words := int64(0), 0, false
	var first error // what is wrong with the first record that can't be read
	for {
		_, err := r.Next()
		var bad *claims.RecordError
		if errors.As(err, &bad) && first == nil {
			first = bad
		}
		switch {
		case ctx.Err() != nil:
			return 0, ctx.Err()
		case errors.Is(err, io.EOF) && !words:
			err = fmt.Errorf("%s: no claims in %d records", path, records)
			if first != nil {
				err = fmt.Errorf("%w; the first: %w", err, first)
			}
			return 0, withCode(err, exitRejects, claimFilesHint)
		case errors.Is(err, io.EOF):
			return n, nil
		case err != nil && !errors.As(err, &bad):
			return 0, fmt.Errorf("read claims: %w", err)
		case err == nil || bad.Claim != nil:
			n++
			words = words || err == nil || bad.Claim.Text != ""
		}
		records++
	}
}
