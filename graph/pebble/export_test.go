package pebble

// CreateSmall is Create with small sort buffers, so that few pages are sorted in several runs.
func CreateSmall(dir string) (*Store, error) { return create(dir, options{16 << 10, usual.fs}) }
