package pebble

// aheadBytes is about how many bytes of records are read ahead at a time.
const aheadBytes = 64 << 10

// ahead reads sorted records in a goroutine of its own, so that merging runs and using what they hold go on at the
// same time. stop ends it, read to its end or not.
type ahead struct {
	batches chan aheadBatch
	quit    chan struct{}
	cur     aheadBatch
	i       int
}

type aheadBatch struct {
	records flat
	err     error // behind the records
	last    bool
}

func newAhead(next func() ([]byte, error)) *ahead {
	a := &ahead{batches: make(chan aheadBatch, 2), quit: make(chan struct{})}
	go a.run(next)
	return a
}

func (a *ahead) run(next func() ([]byte, error)) {
	defer close(a.batches)
	for {
		b := aheadBatch{records: flat{b: make([]byte, 0, aheadBytes+aheadBytes/8), ends: make([]int, 0, aheadBytes/64)}}
		for len(b.records.b) < aheadBytes && !b.last {
			rec, err := next()
			if rec == nil || err != nil {
				b.err, b.last = err, true
				break
			}
			b.records.add(rec)
		}
		select {
		case a.batches <- b:
		case <-a.quit:
			return
		}
		if b.last {
			return
		}
	}
}

// next yields the next record, which stays valid, and nil after the last.
func (a *ahead) next() ([]byte, error) {
	for a.i == len(a.cur.records.ends) {
		if a.cur.last {
			return nil, a.cur.err
		}
		a.cur, a.i = <-a.batches, 0
	}
	rec := a.cur.records.at(a.i)
	a.i++
	return rec, nil
}

// stop waits until nothing reads any more.
func (a *ahead) stop() {
	close(a.quit)
	for range a.batches { // closed when run returns
	}
}
