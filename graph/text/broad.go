package text

import (
	"bufio"
	"encoding/binary"
	"errors"
	"io"
	"os"
)

// A broad list is that of a term on very many pages. It is merged in pieces, each of the pages of one span, and what was made of
// them waits in files, so that merging takes no more memory for the commonest term of many pages than for that of few.
type broadList struct {
	term            []byte
	begin           []byte // up to the heads of the windows
	postings, overs *spool
}

// encodeBroad makes the blocks of a term's list, which these runs have: n postings.
func (w *blockWriter) encodeBroad(of []*postingReader, n int) (b *broadList, err error) {
	b = &broadList{term: append([]byte(nil), of[0].term...)}
	if b.postings, err = newSpool(w.folder); err == nil {
		b.overs, err = newSpool(w.folder)
	}
	if err != nil {
		return nil, errors.Join(err, b.close())
	}
	w.out = w.out[:0]
	l, done := newLists(), 0
	defer usedLists.Put(l)
	for base := 0; done < n; base += denseSpan {
		if base >= w.total {
			return nil, errors.Join(ErrCorrupt, b.close())
		}
		l.docs, l.codes, l.overs = l.docs[:0], l.codes[:0], l.overs[:0]
		for _, p := range of {
			if err := p.read(l, uint32(base)+denseSpan); err != nil {
				return nil, errors.Join(err, b.close())
			}
		}
		w.docs, w.codes = w.layOut(base, l.docs, l.codes)
		w.overs = l.overs
		sortOvers(w.overs)
		w.encodeSpan(b, done)
		done += len(w.docs)
	}
	b.begin = binary.AppendUvarint(nil, uint64(n))
	b.begin = binary.LittleEndian.AppendUint32(b.begin, uint32(len(w.out)/8))
	b.begin = binary.LittleEndian.AppendUint32(b.begin, uint32(b.overs.size/12))
	b.begin = append(b.begin, w.out...)
	return b, nil
}

// encodeSpan appends what the postings at hand give, which come behind some of the list.
func (w *blockWriter) encodeSpan(b *broadList, before int) {
	for lo := 0; lo < len(w.docs); {
		lo = w.encodeWindow(lo)
	}
	var room [12]byte
	overs := w.overs
	for i, doc := range w.docs {
		binary.LittleEndian.PutUint16(room[:], packed(doc, w.codes[i]))
		b.postings.write(room[:2])
		if w.codes[i] == overflow {
			binary.LittleEndian.PutUint32(room[:], uint32(before+i))
			binary.LittleEndian.PutUint32(room[4:], overs[0].all)
			binary.LittleEndian.PutUint32(room[8:], overs[0].title)
			b.overs.write(room[:])
			overs = overs[1:]
		}
	}
}

// copyTo writes the list, once, and tells how long it is.
func (b *broadList) copyTo(to *bufio.Writer) (int64, error) {
	_, err := to.Write(b.begin)
	err = errors.Join(err, b.postings.copyTo(to), b.overs.copyTo(to))
	return int64(len(b.begin)) + b.postings.size + b.overs.size, errors.Join(err, b.close())
}

func (b *broadList) close() error { return errors.Join(b.postings.close(), b.overs.close()) }

// spool is bytes on their way through a file.
type spool struct {
	f    *os.File
	w    *bufio.Writer
	size int64
}

func newSpool(folder string) (*spool, error) {
	f, err := os.CreateTemp(folder, "list-*.tmp")
	if err != nil {
		return nil, err
	}
	return &spool{f: f, w: bufio.NewWriterSize(f, 1<<16)}, nil
}

// write appends bytes; an error stays until copyTo.
func (s *spool) write(b []byte) {
	n, _ := s.w.Write(b)
	s.size += int64(n)
}

func (s *spool) copyTo(to io.Writer) error {
	if err := s.w.Flush(); err != nil {
		return err
	}
	if _, err := s.f.Seek(0, io.SeekStart); err != nil {
		return err
	}
	_, err := io.Copy(to, s.f)
	return err
}

// each flushes what was written and gives it back in records of this many bytes.
func (s *spool) each(size int, yield func([]byte)) error {
	if err := s.w.Flush(); err != nil {
		return err
	}
	if _, err := s.f.Seek(0, io.SeekStart); err != nil {
		return err
	}
	r, b := bufio.NewReaderSize(s.f, 1<<16), make([]byte, size)
	for {
		if _, err := io.ReadFull(r, b); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
		yield(b)
	}
}

func (s *spool) close() error {
	if s == nil {
		return nil
	}
	return errors.Join(s.f.Close(), os.Remove(s.f.Name()))
}
