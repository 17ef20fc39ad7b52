package token

// trie holds the entries of a vocabulary byte by byte. Its edges lie in one hash table with open addressing, so that
// building it is one pass and a step is one look-up. The root is node 0.
type trie struct {
	edges []edge
	mask  uint32
	nodes int32
}

type edge struct {
	key   uint32 // from<<8 | byte
	to    int32  // 0: the slot is free, as no edge leads to the root
	value int32  // entry that ends in to, or -1
}

// nodeLimit keeps an edge's key within 32 bits.
const nodeLimit = 1 << 24

func newTrie() *trie {
	return &trie{edges: make([]edge, 1024), mask: 1023, nodes: 1}
}

func (t *trie) slot(key uint32) uint32 {
	h := key * 0x9E3779B1
	for i := (h ^ h>>15) & t.mask; ; i = (i + 1) & t.mask {
		if e := &t.edges[i]; e.to == 0 || e.key == key {
			return i
		}
	}
}

// step follows byte c from node n. It gives the next node, 0 when there is none, and the entry that ends there, or -1.
func (t *trie) step(n int32, c byte) (next, value int32) {
	key := uint32(n)<<8 | uint32(c)
	h := key * 0x9E3779B1
	for i := (h ^ h>>15) & t.mask; ; i = (i + 1) & t.mask {
		e := &t.edges[i]
		if e.to == 0 {
			return 0, -1
		}
		if e.key == key {
			return e.to, e.value
		}
	}
}

// add enters s with its value. It says no when the trie is full.
func (t *trie) add(s string, value int32) bool {
	n := int32(0)
	for i := range len(s) {
		if t.nodes >= nodeLimit {
			return false
		}
		if int(t.nodes)*2 > len(t.edges) {
			t.grow()
		}
		key := uint32(n)<<8 | uint32(s[i])
		e := &t.edges[t.slot(key)]
		if e.to == 0 {
			*e = edge{key: key, to: t.nodes, value: -1}
			t.nodes++
		}
		if i == len(s)-1 {
			e.value = value
		}
		n = e.to
	}
	return true
}

func (t *trie) grow() {
	old := t.edges
	t.edges = make([]edge, 2*len(old))
	t.mask = uint32(len(t.edges) - 1)
	for _, e := range old {
		if e.to != 0 {
			t.edges[t.slot(e.key)] = e
		}
	}
}

// walk follows s from the root and gives the node it ends in, 0 when it falls off.
func (t *trie) walk(s string) int32 {
	n := int32(0)
	for i := range len(s) {
		if n, _ = t.step(n, s[i]); n == 0 {
			return 0
		}
	}
	return n
}
