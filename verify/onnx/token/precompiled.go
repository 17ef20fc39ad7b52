package token

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"unicode/utf8"

	"github.com/rivo/uniseg"
)

// precompiled is SentencePiece's normalisation table: a double-array trie (Darts) from characters to the place of their
// replacement in a list of strings that end in NUL.
type precompiled struct {
	units   []uint32
	strings string
	ascii   [utf8.RuneSelf]replacement
}

type replacement struct {
	text string
	ok   bool
}

func readPrecompiled(raw json.RawMessage) (stage, error) {
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
	for c := range n.ascii {
		n.ascii[c] = n.find([]byte{byte(c)})
	}
	return n, nil
}

// find gives the replacement of the shortest prefix of b that has one; the reference replaces all of b by it.
func (n *precompiled) find(b []byte) replacement {
	offset := func(u uint32) uint32 { return u >> 10 << (u & (1 << 9) >> 6) }
	if len(n.units) == 0 {
		return replacement{}
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
			return n.text(n.units[at] & (1<<31 - 1))
		}
	}
	return replacement{}
}

func (n *precompiled) text(from uint32) replacement {
	if uint64(from) >= uint64(len(n.strings)) {
		return replacement{ok: true}
	}
	s := n.strings[from:]
	for i := range len(s) {
		if s[i] == 0 {
			return replacement{s[:i], true}
		}
	}
	return replacement{s, true}
}

func (n *precompiled) run(w *work) { w.rewrite(n.normalize) }

// normalize goes by grapheme clusters: a short one is looked up as a whole, a long one by its characters.
func (n *precompiled) normalize(b []byte, p *pen) {
	for i := 0; i < len(b); {
		if plain(b[i:]) {
			if r := n.ascii[b[i]]; r.ok {
				p.replace(i, i+1, r.text)
			} else {
				p.keep(i, i+1)
			}
			i++
			continue
		}
		cluster, _, _, _ := uniseg.FirstGraphemeCluster(b[i:], -1)
		n.cluster(p, i, i+len(cluster))
		i += len(cluster)
	}
}

// plain says whether b begins with an ASCII character that is a grapheme cluster of its own.
func plain(b []byte) bool {
	return b[0] < utf8.RuneSelf && (len(b) == 1 || b[1] < utf8.RuneSelf && !(b[0] == '\r' && b[1] == '\n'))
}

// shortCluster is the length in bytes below which the reference looks a cluster up as a whole.
const shortCluster = 6

func (n *precompiled) cluster(p *pen, lo, hi int) {
	if hi-lo < shortCluster {
		if r := n.find(p.src[lo:hi]); r.ok {
			p.replace(lo, hi, r.text)
			return
		}
	}
	for lo < hi {
		_, size := utf8.DecodeRune(p.src[lo:])
		if r := n.find(p.src[lo : lo+size]); r.ok {
			p.replace(lo, lo+size, r.text)
		} else {
			p.keep(lo, lo+size)
		}
		lo += size
	}
}

// replace writes text in the place of the old bytes lo to hi, character by character; those left over stand for the last.
func (p *pen) replace(lo, hi int, text string) {
	if p.at == nil {
		p.w.next.b = append(p.w.next.b, text...)
		return
	}
	k := lo
	for _, r := range text {
		p.put(r, k)
		if _, n := utf8.DecodeRune(p.src[k:]); k+n < hi {
			k += n
		}
	}
}
