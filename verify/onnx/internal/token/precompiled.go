package token

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"strings"
	"unicode/utf8"

	"github.com/rivo/uniseg"
)

// precompiled is SentencePiece's normalisation table: a double-array trie (Darts) from characters to the place of their
// replacement in a list of strings that end in NUL.
type precompiled struct {
	units   []uint32
	strings string
}

func readPrecompiled(raw json.RawMessage) ([]stage, error) {
	var f struct {
		Map []byte `json:"precompiled_charsmap"`
	}
	if err := json.Unmarshal(raw, &f); err != nil {
		return nil, err
	}
	if len(f.Map) < 4 {
		return nil, errors.New("precompiled_charsmap is too short")
	}
	size, rest := binary.LittleEndian.Uint32(f.Map), f.Map[4:]
	if uint64(size) > uint64(len(rest)) {
		return nil, errors.New("precompiled_charsmap is shorter than it says")
	}
	n := &precompiled{strings: string(rest[size:])}
	if !utf8.ValidString(n.strings) {
		return nil, errors.New("precompiled_charsmap has text that is no UTF-8")
	}
	for trie := rest[:size]; len(trie) >= 4; trie = trie[4:] {
		n.units = append(n.units, binary.LittleEndian.Uint32(trie))
	}
	return []stage{rewriter(n.write)}, nil
}

// find returns the replacement of the shortest prefix of b that has one; the reference replaces all of b by it.
func (n *precompiled) find(b []byte) (text string, ok bool) {
	offset := func(u uint32) uint32 { return u >> 10 << (u & (1 << 9) >> 6) }
	if len(n.units) == 0 {
		return "", false
	}
	at := offset(n.units[0])
	for _, c := range b {
		if c == 0 {
			break
		}
		at ^= uint32(c)
		if uint64(at) >= uint64(len(n.units)) {
			break
		}
		u := n.units[at]
		if u&(1<<31|0xFF) != uint32(c) {
			break
		}
		at ^= offset(u)
		if u>>8&1 == 1 && uint64(at) < uint64(len(n.units)) {
			from := min(uint64(n.units[at]&(1<<31-1)), uint64(len(n.strings)))
			text, _, _ = strings.Cut(n.strings[from:], "\x00")
			return text, true
		}
	}
	return "", false
}

// shortCluster is the length in bytes below which the reference looks a cluster up as a whole.
const shortCluster = 6

// write replaces grapheme clusters: a short one is looked up as a whole, a long one by its characters.
func (n *precompiled) write(dst, b []byte) []byte {
	for len(b) > 0 {
		end := clusterLen(b)
		if end < shortCluster {
			if text, ok := n.find(b[:end]); ok {
				dst, b = append(dst, text...), b[end:]
				continue
			}
		}
		for cluster := b[:end]; len(cluster) > 0; {
			_, size := utf8.DecodeRune(cluster)
			if text, ok := n.find(cluster[:size]); ok {
				dst = append(dst, text...)
			} else {
				dst = append(dst, cluster[:size]...)
			}
			cluster = cluster[size:]
		}
		b = b[end:]
	}
	return dst
}

// clusterLen returns the length of b's first grapheme cluster. Marks of Unicode 16 and 17 are added to what uniseg
// knows; longer clusters than a character and such a mark are not short.
func clusterLen(b []byte) int {
	if b[0] < utf8.RuneSelf && (len(b) == 1 || b[1] < utf8.RuneSelf && !(b[0] == '\r' && b[1] == '\n')) { // as most are
		return 1
	}
	cluster, rest, _, _ := uniseg.FirstGraphemeCluster(b, -1)
	last, _ := utf8.DecodeLastRune(cluster)
	next, size := utf8.DecodeRune(rest)
	if (next == 0x897 || next >= 0x1ACF && next <= 0x1ADD || next >= 0x1AE0 && next <= 0x1AEB) && last >= ' ' &&
		classOf(last)&drop == 0 {
		return len(cluster) + size
	}
	return len(cluster)
}
