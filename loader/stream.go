package loader

import (
	"context"
	"io"
	"os"
)

// isStream says that a path gives what it holds once, as it comes, and may keep its reader waiting: standard input, a pipe, a
// terminal. It is no file that can be looked at before it is read, resumed, or compared with what was read earlier.
func isStream(path string) bool {
	if path == "-" {
		return true
	}
	info, err := os.Stat(path)
	return err == nil && !info.IsDir() && !info.Mode().IsRegular()
}

// openStream opens a stream; ctx ends the wait for whoever is to write to it.
func openStream(ctx context.Context, path string) (io.Reader, func(), error) {
	if path == "-" {
		return &patient{ctx: ctx, r: os.Stdin}, func() {}, nil
	}
	type opened struct {
		f   *os.File
		err error
	}
	done := make(chan opened, 1)
	go func() {
		f, err := os.Open(path)
		done <- opened{f, err}
	}()
	select {
	case o := <-done:
		if o.err != nil {
			return nil, nil, o.err
		}
		return &patient{ctx: ctx, r: o.f}, func() { _ = o.f.Close() }, nil
	case <-ctx.Done():
		go func() {
			if o := <-done; o.err == nil {
				_ = o.f.Close()
			}
		}()
		return nil, nil, ctx.Err()
	}
}

// patient reads from a stream until ctx ends. The read that is under way then is left to end by itself, with what it gives.
type patient struct {
	ctx  context.Context
	r    io.Reader
	room []byte // of the read under way, then of what it gave
	rest []byte // of that, not yet taken
	done chan result
	err  error
}

type result struct {
	n   int
	err error
}

// Read implements io.Reader.
func (p *patient) Read(to []byte) (int, error) {
	if len(to) == 0 {
		return 0, nil
	}
	for len(p.rest) == 0 {
		if p.err != nil {
			return 0, p.err
		}
		if p.done == nil {
			p.begin()
		}
		select {
		case got := <-p.done:
			p.done, p.rest, p.err = nil, p.room[:got.n], got.err
		case <-p.ctx.Done():
			return 0, p.ctx.Err()
		}
	}
	n := copy(to, p.rest)
	p.rest = p.rest[n:]
	return n, nil
}

func (p *patient) begin() {
	if p.room == nil {
		p.room = make([]byte, 1<<16)
	}
	room, done := p.room, make(chan result, 1)
	p.done = done
	go func() {
		n, err := p.r.Read(room)
		done <- result{n, err}
	}()
}

// sticky gives the first error of a reader again and again: a bufio.Reader forgets it once it has told it, and reads on.
type sticky struct {
	r   io.Reader
	err error
}

// Read implements io.Reader.
func (s *sticky) Read(p []byte) (int, error) {
	if s.err != nil {
		return 0, s.err
	}
	n, err := s.r.Read(p)
	s.err = err
	return n, err
}
