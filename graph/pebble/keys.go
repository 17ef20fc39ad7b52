package pebble

import (
	"encoding/binary"

	"github.com/bridgehop/bridgehop/graph"
)

// Records of Put, by the first byte of the key.
const (
	keyBody     = 'B'
	keyTitle    = 't'
	keyCurrent  = 'k'
	keyRedirect = 'r'
	keyMark     = 's'
	keyLoad     = 'l'
	keyGarbage  = 'Z'
)

// Records of Finish, by the first byte of the key; the generation follows.
const (
	keyNames     = 'n'
	keyAliases   = 'f'
	keyRedirects = 'R'
	keyHead      = 'h'
	keyOut       = 'o'
	keyIn        = 'i'
)

// made lists the kinds of records of Finish.
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

// place is the number of a body among all that were ever put, from firstPlace on. Bodies are stored in this order, so that pebble appends
// new ones and need not merge them into the others. 0 is no place.
type place uint64

const firstPlace place = 1 << 32

// bodyKey returns the key of a page's body.
func bodyKey(id graph.PageID, at place) []byte { return placeKey(keyBody, id, at) }

func placeKey(kind byte, id graph.PageID, at place) []byte {
	k := binary.BigEndian.AppendUint64(append(make([]byte, 0, 17), kind), uint64(at))
	return binary.BigEndian.AppendUint64(k, uint64(id))
}

// genKey returns the key of a record of Finish.
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
