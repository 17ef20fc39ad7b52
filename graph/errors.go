package graph

import "errors"

// Errors of addresses.
var (
	// ErrAddress: not an evidence id in FEVEROUS's notation.
	ErrAddress = errors.New("not an evidence id (want Title_sentence_3, Title_cell_0_1_2, …)")
	// ErrNoElement: the page has no element at this address.
	ErrNoElement = errors.New("no such element")
)

// Errors of opening a store.
var (
	// ErrNoStore: there is no store at this place.
	ErrNoStore = errors.New("no store here")
	// ErrFormat: the store was written in a format this version can't read.
	ErrFormat = errors.New("store has another format")
	// ErrDamaged: files of the store or of its text index are missing, or have changed since they were written.
	ErrDamaged = errors.New("damaged")
	// ErrLocked: another process is writing to the store.
	ErrLocked = errors.New("store is in use by another process")
	// ErrUnfinished: a load was interrupted; the store can be read after it is resumed.
	ErrUnfinished = errors.New("a load into this store was interrupted")
	// ErrUnreachable: the backend's server can't be reached.
	ErrUnreachable = errors.New("backend unreachable")
)

// Errors of writing.
var (
	// ErrReadOnly: the store was opened for reading.
	ErrReadOnly = errors.New("store was opened for reading only")
	// ErrNoTitle: a page or redirect without a title.
	ErrNoTitle = errors.New("page has no title")
	// ErrNoPage: inferred links for a page that the store doesn't have.
	ErrNoPage = errors.New("no such page")
)
