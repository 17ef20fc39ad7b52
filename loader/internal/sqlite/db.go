package sqlite

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
)

// Magic is the beginning of every database.
const Magic = "SQLite format 3\x00"

// Errors of this package.
var (
	ErrNone    = errors.New("there is no such table, or it lacks a column")
	ErrCorrupt = errors.New("the database is malformed")
	ErrPending = errors.New("the database has changes that are not in its file yet; close the program that writes it, or run " +
		"`sqlite3 FILE 'PRAGMA journal_mode=DELETE'`")
)

// DB is a database that is open for reading, by one goroutine at a time.
type DB struct {
	file   *os.File
	size   int // bytes of a page
	usable int // bytes of a page without the reserved ones at its end
	pages  uint32
	utf16  binary.ByteOrder // nil for UTF-8

	ahead []byte // pages that were read at once, because the next one is asked for next most often
	first uint32 // of them
}

// aheadSize is the number of bytes that are read at once, if a page has no more.
const aheadSize = 1 << 16

// headerSize is the number of bytes before the first page's b-tree.
const headerSize = 100

// Open opens a database. It refuses one with a write-ahead log or a journal that holds changes.
func Open(path string) (*DB, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	db := &DB{file: f}
	if err := db.readHeader(path); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return db, nil
}

// Close closes the file.
func (db *DB) Close() error { return db.file.Close() }

func (db *DB) readHeader(path string) error {
	head := make([]byte, headerSize)
	if _, err := io.ReadFull(db.file, head); err != nil || string(head[:len(Magic)]) != Magic {
		return fmt.Errorf("%w: it has no header", ErrCorrupt)
	}
	if db.size = int(binary.BigEndian.Uint16(head[16:])); db.size == 1 {
		db.size = 1 << 16
	}
	db.usable = db.size - int(head[20])
	if db.size < 512 || db.size&(db.size-1) != 0 || db.usable < 480 {
		return fmt.Errorf("%w: pages of %d bytes", ErrCorrupt, db.size)
	}
	switch binary.BigEndian.Uint32(head[56:]) {
	case 2:
		db.utf16 = binary.LittleEndian
	case 3:
		db.utf16 = binary.BigEndian
	}
	info, err := db.file.Stat()
	if err != nil {
		return err
	}
	db.pages = uint32(info.Size() / int64(db.size))
	return pending(path)
}

// journalMagic is the beginning of a journal that must be played back.
const journalMagic = "\xd9\xd5\x05\xf9\x20\xa1\x63\xd7"

// pending reports whether changes to the database lie in other files.
func pending(path string) error {
	if info, err := os.Stat(path + "-wal"); err == nil && info.Size() > 0 {
		return ErrPending
	}
	journal, err := os.Open(path + "-journal")
	if err != nil {
		return nil // there is none
	}
	head := make([]byte, len(journalMagic))
	_, err = io.ReadFull(journal, head)
	if err == nil && string(head) == journalMagic {
		err = ErrPending
	} else {
		err = nil // a journal without a header is done with
	}
	return errors.Join(err, journal.Close())
}

// page reads a page into b, which it grows if it has no room. Pages are counted from 1.
func (db *DB) page(n uint32, b []byte) ([]byte, error) {
	if n == 0 || n > db.pages {
		return nil, fmt.Errorf("%w: page %d of %d", ErrCorrupt, n, db.pages)
	}
	if have := uint32(len(db.ahead) / db.size); n < db.first || n >= db.first+have {
		count := min(max(1, aheadSize/db.size), int(db.pages-n+1))
		db.ahead, db.first = slices.Grow(db.ahead[:0], count*db.size)[:count*db.size], n
		if _, err := db.file.ReadAt(db.ahead, int64(n-1)*int64(db.size)); err != nil {
			db.ahead = nil
			return nil, fmt.Errorf("page %d: %w", n, err)
		}
	}
	return append(b[:0], db.ahead[int(n-db.first)*db.size:][:db.size]...), nil
}

// Table is a table with the columns that are read.
type Table struct {
	db      *DB
	root    uint32
	columns []int // the places of the columns in a record; -1 for the one that is the row's number
}

// Table finds a table and its columns by their names, in any case. It fails with ErrNone if there are none such.
func (db *DB) Table(name string, columns ...string) (*Table, error) {
	schema := &Table{db: db, root: 1, columns: []int{0, 1, 3, 4}} // type, name, rootpage, sql
	for row, err := range schema.Rows(0, db.size*64) {
		if err != nil {
			return nil, err
		}
		if row[0].Text != "table" || !strings.EqualFold(row[1].Text, name) {
			continue
		}
		t := &Table{db: db}
		if _, err := fmt.Sscan(row[2].Text, &t.root); err != nil {
			return nil, fmt.Errorf("%w: the root page of %s: %w", ErrCorrupt, name, err)
		}
		places := recordPlaces(row[3].Text)
		for _, c := range columns {
			at, ok := places[strings.ToLower(c)]
			if !ok {
				return nil, fmt.Errorf("%w: %s(%s)", ErrNone, name, c)
			}
			t.columns = append(t.columns, at)
		}
		return t, nil
	}
	return nil, fmt.Errorf("%w: %s", ErrNone, name)
}
