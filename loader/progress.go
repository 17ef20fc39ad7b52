package loader

import "time"

// Progress is the progress of a load.
type Progress struct {
	Bytes, Total int64 // bytes read so far and in all; Total is 0 if it is not known
	Pages        int64 // pages put in this run
	Rejects      int64
	Rate         float64       // pages a second
	Left         time.Duration // estimated time left; 0 if unknown
	Finishing    bool          // all sources are read, and the store is being finished
}

// meter measures the progress of a load.
type meter struct {
	begin          time.Time
	earlier, total int64 // bytes of the sources before the current one, and of all sources
}

func (l *load) since() time.Duration { return l.Now().Sub(l.meter.begin) }

// reportProgress calls Options.Progress; position is the number of bytes read of the current source.
func (l *load) reportProgress(position int64, finishing bool) {
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
