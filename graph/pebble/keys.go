package pebble

import (
	"encoding/binary"

	"github.com/bridgehop/bridgehop/graph"
)

// What Put writes, by the first byte of the key.
const (
	keyBody     = 'b'
	keyTitle    = 't'
	keyCurrent  = 'k'
	keyRedirect = 'r'
	keyMark     = 's'
	keyLoad     = 'l'
	keyGarbage  = 'z'
)

// What Finish makes, by the first byte of the key; the generation follows.
const (
	keyNames     = 'n'
	keyAliases   = 'f'
	keyRedirects = 'R'
	keyHead      = 'h'
	keyOut       = 'o'
	keyIn        = 'i'
)

// made lists the kinds of records that Finish makes.
var made = [...]byte{keyNames, keyAliases, keyRedirects, keyHead, keyOut, keyIn}

var (
	keyFinished = []byte("mfinished")
	keyWriting  = []byte("mwriting")
)

func stringKey(kind byte, s string) []byte {
	return append(append(make([]byte, 0, 1+len(s)), kind), s...)
}

func idKey(kind byte, id graph.PageID) []byte {
	return binary.BigEndian.AppendUint64([]byte{kind}, uint64(id))
}

// bodyKey is the key of a page's body as one generation wrote it, or of that body as garbage.
func bodyKey(kind byte, id graph.PageID, gen uint32) []byte {
	k := make([]byte, 0, 13)
	k = binary.BigEndian.AppendUint64(append(k, kind), uint64(id))
	return binary.BigEndian.AppendUint32(k, gen)
}

// genKey is the key of something Finish made for a generation.
func genKey(kind byte, gen uint32, rest ...byte) []byte {
	k := make([]byte, 0, 5+len(rest)+4)
	return append(binary.BigEndian.AppendUint32(append(k, kind), gen), rest...)
}

func genIDKey(kind byte, gen uint32, id graph.PageID) []byte {
	k := make([]byte, 0, 17)
	k = binary.BigEndian.AppendUint32(append(k, kind), gen)
	return binary.BigEndian.AppendUint64(k, uint64(id))
}

func genStringKey(kind byte, gen uint32, s string) []byte {
	k := make([]byte, 0, 5+len(s))
	return append(binary.BigEndian.AppendUint32(append(k, kind), gen), s...)
}
