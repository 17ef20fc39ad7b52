package study

// Find is a figure of a table by its measure and keys.
func (r *Report) Find(table, measure string, keys ...string) (Row, bool) {
	return r.table(table).find(measure, keys...)
}
