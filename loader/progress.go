package loader

import "time"

// Progress says how far a load is.
type Progress struct {
	Bytes, Total int64 // read so far and in all; Total is 0 when it is not known
	Pages        int64 // put in this run
	Rejects      int64
	Rate         float64       // pages a second
	Left         time.Duration // estimated; 0 when it can't be
	Finishing    bool          // all is read, and the store is being finished
}

// meter measures a load.
type meter struct {
	begin          time.Time
	earlier, total int64 // bytes of the sources read before this one, of all
}

func (l *load) since() time.Duration { return l.Now().Sub(l.meter.begin) }

// tell reports progress; position is how far the present source is read.
func (l *load) tell(position int64, finishing bool) {
	read := l.meter.earlier + position
	l.report.Bytes = read
	if l.Progress == nil {
		return
	}
	p := Progress{Bytes: read, Total: l.meter.total, Rejects: l.report.Rejects, Finishing: finishing}
	p.Pages = l.report.Added + l.report.Replaced + l.report.Duplicates
	if s := l.since().Seconds(); s > 0 {
		p.Rate = float64(p.Pages) / s
		if read > 0 && p.Total > read {
			p.Left = time.Duration(s * float64(p.Total-read) / float64(read) * float64(time.Second))
		}
	}
	l.Progress(p)
}
