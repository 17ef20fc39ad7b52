package pebble

// ordinals choose the ordinals of the pages of one title, as graph.Writer.Put says.
type ordinals struct {
	passages map[string]int // the lowest ordinal of each
	unused   int            // the load has used all that are lower
}

func newOrdinals(held titleRecord) *ordinals {
	o := &ordinals{passages: make(map[string]int, len(held))}
	for i := len(held) - 1; i >= 0; i-- {
		o.passages[held[i].passage] = i
	}
	return o
}

// choose returns the ordinal of a page: the ordinal of the page of its title with the same passage, else the lowest one
// that its load has not used, else the next one. Set must be called with what it returns.
func (o *ordinals) choose(held titleRecord, passage string, load uint64) (ordinal int, same bool) {
	if i, ok := o.passages[passage]; ok {
		return i, true
	}
	for o.unused < len(held) && held[o.unused].load == load {
		o.unused++
	}
	return o.unused, false
}

// set notes that an ordinal has a passage in place of an earlier one, which is empty for a new ordinal.
func (o *ordinals) set(ordinal int, earlier, passage string) {
	if i, ok := o.passages[earlier]; ok && i == ordinal {
		delete(o.passages, earlier)
	}
	if i, ok := o.passages[passage]; !ok || i > ordinal {
		o.passages[passage] = ordinal
	}
}
