package servertest

import (
	"errors"
	"io"
	"net"
	"net/url"
	"sync"
	"sync/atomic"
	"testing"
)

// Proxy stands between a client and a server, for what may happen on the way.
type Proxy struct {
	// Hang, once it is set, keeps connections open and lets nothing through.
	Hang atomic.Bool
	// Lose, if it is not nil, is told each piece the client sends, before it goes on to the server. When it says so, the
	// connection breaks before the answer comes back. It is set before the first connection.
	Lose func(piece []byte) bool

	listener net.Listener
	conns    sync.Map
}

// Proxy forwards a port of its own to the server.
func (s *Server) Proxy(t testing.TB) *Proxy {
	t.Helper()
	u, err := url.Parse(s.URL)
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &Proxy{listener: l}
	go p.accept(u.Host)
	return p
}

// Addr returns the host and port to connect to.
func (p *Proxy) Addr() string { return p.listener.Addr().String() }

// Stop closes all connections.
func (p *Proxy) Stop() {
	p.listener.Close()
	p.conns.Range(func(c, _ any) bool { c.(net.Conn).Close(); return true })
}

func (p *Proxy) accept(to string) {
	for {
		in, err := p.listener.Accept()
		if err != nil {
			return
		}
		out, err := net.Dial("tcp", to)
		if err != nil {
			in.Close()
			continue
		}
		p.conns.Store(in, true)
		p.conns.Store(out, true)
		lost := &atomic.Bool{}
		go p.forward(in, out, func(piece []byte) {
			if p.Lose != nil && p.Lose(piece) {
				lost.Store(true)
			}
		})
		go p.forward(out, in, func([]byte) {
			if lost.Load() {
				in.Close()
			}
		})
	}
}

func (p *Proxy) forward(from, to net.Conn, before func(piece []byte)) {
	buf := make([]byte, 4096)
	for {
		n, err := from.Read(buf)
		if err != nil {
			to.Close()
			return
		}
		if p.Hang.Load() {
			continue
		}
		before(buf[:n])
		if _, err := to.Write(buf[:n]); err != nil && !errors.Is(err, io.EOF) {
			from.Close()
			return
		}
	}
}
