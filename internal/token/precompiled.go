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
	p.w.marks = p.w.marks[:0]
	for i := 0; i < len(b); {
		if plain(b[i:]) {
			n.one(p, b[i:i+1], n.ascii[b[i]])
			i++
			continue
		}
		end := i + clusterLen(b[i:])
		if end-i < shortCluster {
			if r := n.find(b[i:end]); r.ok {
				n.one(p, b[i:end], r)
				i = end
				continue
			}
		}
		for i < end {
			_, size := utf8.DecodeRune(b[i:])
			n.one(p, b[i:i+size], n.find(b[i:i+size]))
			i += size
		}
	}
	for _, d := range p.w.marks {
		p.put(d.r, p.step(int(d.change)))
	}
}

// plain says whether b begins with an ASCII character that is a grapheme cluster of its own.
func plain(b []byte) bool {
	return b[0] < utf8.RuneSelf && (len(b) == 1 || b[1] < utf8.RuneSelf && !(b[0] == '\r' && b[1] == '\n'))
}

// shortCluster is the length in bytes below which the reference looks a cluster up as a whole.
const shortCluster = 6

// clusterLen gives the length of b's first grapheme cluster. Marks of Unicode 16 and 17 are added to what uniseg knows;
// longer clusters than a character and such a mark are not short.
func clusterLen(b []byte) int {
	cluster, rest, _, _ := uniseg.FirstGraphemeCluster(b, -1)
	last, _ := utf8.DecodeLastRune(cluster)
	next, size := utf8.DecodeRune(rest)
	if (next == 0x897 || next >= 0x1ACF && next <= 0x1ADD || next >= 0x1AE0 && next <= 0x1AEB) &&
		last >= ' ' && classTable().of(last)&drop == 0 {
		return len(cluster) + size
	}
	return len(cluster)
}

// one writes r in the place of old, or old itself. With spans wanted it waits, as what is removed counts with the
// character before it, and before the first one not at all.
func (n *precompiled) one(p *pen, old []byte, r replacement) {
	switch {
	case p.at == nil && r.ok:
		p.w.next.b = append(p.w.next.b, r.text...)
		return
	case p.at == nil:
		p.w.next.b = append(p.w.next.b, old...)
		return
	case !r.ok:
		c, _ := utf8.DecodeRune(old)
		p.w.marks = append(p.w.marks, decomposed{r: c})
		return
	}
	added := int32(-utf8.RuneCount(old))
	for _, c := range r.text {
		added++
		p.w.marks = append(p.w.marks, decomposed{r: c})
		if added > 0 {
			p.w.marks[len(p.w.marks)-1].change = 1
		}
	}
	if m := p.w.marks; added < 0 && len(m) > 0 {
		m[len(m)-1].change += added
	}
}
