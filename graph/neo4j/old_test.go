package neo4j_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"net"
	"strings"
	"testing"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/neo4j"
)

// Messages of Bolt 5, and what PackStream begins its values with.
const (
	boltHello, boltGoodbye, boltReset, boltRun, boltPull = 0x01, 0x02, 0x0F, 0x10, 0x3F
	boltSuccess, boltRecord                              = 0x70, 0x71
	tinyStruct, tinyMap, tinyList, shortString           = 0xB0, 0xA0, 0x90, 0xD0
)

// refuse is for a server that speaks none of the driver's versions of Bolt.
const refuse = 0xFF

// fakeServer speaks as much Bolt 5.minor as it takes to be asked for a version, and answers this one.
func fakeServer(t *testing.T, version string, minor byte) (host string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go serveBolt(c, version, minor)
		}
	}()
	return l.Addr().String()
}

func serveBolt(c net.Conn, version string, minor byte) {
	defer c.Close()
	hello := make([]byte, 20) // magic and four versions
	if _, err := io.ReadFull(c, hello); err != nil {
		return
	}
	if minor == refuse {
		c.Write([]byte{0, 0, 0, 0})
		return
	}
	c.Write([]byte{0, 0, minor, 5})
	text := func(s string) []byte { return append([]byte{shortString, byte(len(s))}, s...) }
	send := func(signature byte, value ...[]byte) {
		message := append([]byte{tinyStruct + 1, signature}, bytes.Join(value, nil)...)
		c.Write(append(append(binary.BigEndian.AppendUint16(nil, uint16(len(message))), message...), 0, 0))
	}
	for {
		signature, err := readBolt(c)
		switch {
		case err != nil || signature == boltGoodbye:
			return
		case signature == boltHello:
			send(boltSuccess, []byte{tinyMap + 2}, text("server"), text("Neo4j/"+version), text("connection_id"), text("bolt-1"))
		case signature == boltRun:
			send(boltSuccess, []byte{tinyMap + 1}, text("fields"), []byte{tinyList + 1}, text("version"))
		case signature == boltPull:
			send(boltRecord, []byte{tinyList + 1}, text(version))
			send(boltSuccess, []byte{tinyMap})
		default:
			send(boltSuccess, []byte{tinyMap})
		}
	}
}

// readBolt reads a message and returns what it is.
func readBolt(c net.Conn) (byte, error) {
	var message []byte
	for {
		var size uint16
		if err := binary.Read(c, binary.BigEndian, &size); err != nil {
			return 0, err
		}
		if size == 0 && len(message) > 1 {
			return message[1], nil
		}
		chunk := make([]byte, size)
		if _, err := io.ReadFull(c, chunk); err != nil {
			return 0, err
		}
		message = append(message, chunk...)
	}
}

func TestServerThatIsTooOld(t *testing.T) {
	ctx := context.Background()
	for _, c := range []struct {
		version string
		minor   byte
		want    string
	}{
		{"3.5.35", refuse, "too old"}, {"5.5.0", 0, "too old"}, {"5.9.0", 4, "5.9.0"}, {"5.22.0", 4, "5.22.0"}, {"", 4, "5.23"}, {"future", 4, "future"},
	} {
		t.Run(c.version, func(t *testing.T) {
			_, err := neo4j.Open(ctx, "bolt://neo4j@"+fakeServer(t, c.version, c.minor)+"/neo4j", neo4j.Options{Password: "secret"})
			if !errors.Is(err, graph.ErrUnreachable) || !strings.Contains(err.Error(), "5.23 or newer") || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want one that says %q and 5.23 or newer", err, c.want)
			}
		})
	}
	// One that is new enough is asked on: here it has no store.
	for _, version := range []string{"5.23.0", "5.26.1", "2025.01.0"} {
		_, err := neo4j.Open(ctx, "bolt://neo4j@"+fakeServer(t, version, 4)+"/neo4j", neo4j.Options{Password: "secret"})
		if err == nil || strings.Contains(err.Error(), "or newer") {
			t.Errorf("version %s: got %v, want that it is not refused", version, err)
		}
	}
}
