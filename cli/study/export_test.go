package study

// Find is a figure by its keys and measure.
func (t *Table) Find(measure string, keys ...string) (Row, bool) { return t.find(measure, keys...) }
