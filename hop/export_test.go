package hop

// SetOf is the number that stands for a chain's pages and one more.
func SetOf(chain []int32, n int32) uint64 {
	s := state{n: len(chain)}
	copy(s.node[:], chain)
	return s.set(n)
}
