package graph

import (
	"context"
	"errors"
	"iter"
	"slices"
)

// Reader reads a store. All methods are safe for concurrent use, read only finished data, and
// take one round trip, however many ids are given.
type Reader interface {
	// Pages returns whole pages, aligned with ids; nil for an id that the store doesn't have. Pages are shared:
	// callers must not change them.
	Pages(ctx context.Context, ids []PageID) ([]*Page, error)
	// Heads returns titles and degrees, aligned with ids; a zero Head for an id that the store doesn't have.
	Heads(ctx context.Context, ids []PageID) ([]Head, error)
	// Lookup finds the pages of titles, aligned with titles. It compares titles in FoldTitle's normal form, follows
	// redirects, and returns all pages of a title, ordered by ordinal. A page with this normal form wins over a
	// redirect. If several titles share the normal form, Lookup takes only the title that is spelled exactly so
	// (CleanTitle), if there is one, or else all of them, ordered by title and ordinal. It chooses among redirects that
	// share a normal form in the same way, and so for each title that a redirect leads to, however many redirects
	// follow one another. A cycle of redirects leads to no page. The result for a title may be empty.
	Lookup(ctx context.Context, titles []string) ([][]PageID, error)
	// Neighbors returns the links from pages (Out) or to pages (In). They are grouped in the order of from, and within
	// a group ordered by the id of the other page, then by element, then by position in the element. If limit > 0,
	// Neighbors returns at most limit links for each page of from, the first in this order.
	Neighbors(ctx context.Context, from []PageID, dir Direction, limit int) ([]Link, error)
	// All yields every page once, ordered by id. The sequence stops after the first error.
	All(ctx context.Context) iter.Seq2[*Page, error]
	// Redirects yields every redirect once, ordered by its title.
	Redirects(ctx context.Context) iter.Seq2[Redirect, error]
	// Stats counts what is in the store, as of the last Finish.
	Stats(ctx context.Context) (Stats, error)
}

// Writer fills a store. A store has one writer at a time; Put is called from one goroutine.
type Writer interface {
	// Mark returns how far a source has been read, or the zero Mark if it was never read.
	Mark(ctx context.Context, source string) (Mark, error)
	// Put stores the batch's pages, redirects, inferred links and mark together or not at all. It stores titles in NFC,
	// and doesn't change the batch.
	//
	// Put chooses the ordinals of pages, within one load (Batch.Load) in the order of the input. If the store has a
	// page of the same title with the same Passage, the new page gets its ordinal. The new page is a duplicate and is
	// dropped if this load has used the ordinal, or if the two pages differ at most in inferred links. Otherwise the
	// new page has other hyperlinks, headings or numbers, and replaces the page of the earlier load. A page with a new
	// Passage gets the lowest ordinal of its title that this load has not used yet, and replaces the page that an
	// earlier load stored there. The links of a replaced page are removed, also inferred links. So putting the same
	// batch twice changes nothing.
	//
	// A redirect replaces the redirect of the same From. Inferred links are set last, on pages of the store or of
	// the batch, after the other links of their element (Page.SetInferred); they change neither ordinal nor
	// Passage. Put fails with ErrNoTitle for a page without a title or a redirect without From or To, and with
	// ErrNoElement for inferred links whose page or element doesn't exist.
	//
	// Removed titles are compared exactly, in NFC; a title that the store doesn't have is ignored. Removing
	// a page removes its elements, its links and its ordinal; hyperlinks of other pages to it stay, unresolved.
	Put(ctx context.Context, b *Batch) (PutCounts, error)
	// Finish resolves links to pages that came later, and builds the data that readers need. After an interruption,
	// run it again. Without new pages it does nothing.
	Finish(ctx context.Context) error
}

// Store is a store opened for reading and writing.
type Store interface {
	Reader
	Writer
	// Identity returns a string that changes whenever a Finish changes the store. An index or an output made from the
	// store records it.
	Identity(ctx context.Context) (string, error)
	// Marks returns the marks of all sources, by name. A backend may shorten long names.
	Marks(ctx context.Context) (map[string]Mark, error)
	// Loads returns the names of the loads that used the ordinals of pages last, aligned with ids.
	Loads(ctx context.Context, ids []PageID) ([]string, error)
	// Readable returns ErrUnfinished, wrapped, if no Finish was ever completed: then readers see an empty store,
	// although pages may have been put.
	Readable(ctx context.Context) error
	Close() error
}

// neighborer is the part of a Reader that reads links.
type neighborer interface {
	Neighbors(ctx context.Context, from []PageID, dir Direction, limit int) ([]Link, error)
}

// LinkEnds returns the pages at the other ends of all links of pages, ordered by id, each once for each page of from:
// those of from[i] are counts[i] of ends, after those of the pages before it. A Reader may have it as a method, Ends.
func LinkEnds(
	ctx context.Context, r neighborer, from []PageID, dir Direction,
) (ends []PageID, counts []int, err error) {
	if r, ok := r.(interface {
		Ends(context.Context, []PageID, Direction) ([]PageID, []int, error)
	}); ok {
		return r.Ends(ctx, from, dir)
	}
	links, err := r.Neighbors(ctx, from, dir, 0)
	if err != nil {
		return nil, nil, err
	}
	of := map[PageID][]PageID{}
	for _, l := range links {
		if dir == In {
			l.From, l.To = l.To, l.From
		}
		of[l.From] = append(of[l.From], l.To)
	}
	counts = make([]int, len(from))
	for i, id := range from {
		slices.Sort(of[id]) // a page that from has twice has its links twice
		of[id] = slices.Compact(of[id])
		ends, counts[i] = append(ends, of[id]...), len(of[id])
	}
	return ends, counts, nil
}

// Head is the title and the degrees of a page, which can be read without the page.
type Head struct {
	ID             PageID
	Title          string
	Ordinal        int
	Disambiguation bool
	Out, In        int // number of links from the page and to the page
}

// Direction of a link as seen from a page.
type Direction uint8

// The directions of Neighbors.
const (
	Out Direction = iota
	In
)

// Link is a hyperlink whose target is a page of the store: one occurrence in an element of From. A
// hyperlink to a title with several pages is one Link to each.
type Link struct {
	From, To PageID
	Element  Element // the element of From that has the link
	Anchor   string
	Inferred bool
}

// Batch is a number of pages and redirects from one source, stored together.
type Batch struct {
	Load      string // name of this load: pages of one load never replace one another
	Source    string // name of the source of the mark; if it is empty, no mark is stored
	Mark      Mark
	Pages     []*Page
	Redirects []Redirect
	Inferred  []Inference
	// Removed are titles to remove before the pages are stored: all pages of each title, and the redirect with this
	// From.
	Removed []string
}

// Inference is all inferred links of one page of the store; they replace the inferred links that the page had.
type Inference struct {
	Page  PageID
	Links []InferredLink
}

// InferredLink is a link made from a mention of a page's title.
type InferredLink struct {
	Element Element // the element with the mention
	Anchor  string  // the words of the mention
	Target  string  // the title that it mentions
}

// Redirect is a title that leads to another title.
type Redirect struct{ From, To string }

// Mark says how far a source has been read. It is stored together with the data, so that the two can't disagree.
type Mark struct {
	Fingerprint string // of the source when it was read
	Load        string // the load that read it
	Records     int64  // records read so far; reading continues after them
	Rejects     int64  // how many of these were refused
	Done        bool   // the source was read to its end
}

// PutCounts counts what Put did with a batch's pages.
type PutCounts struct {
	Added, Replaced, Duplicates int
	Removed                     int
	// From counts replaced pages of loads that didn't read Batch.Source, by the sources that these loads read, or "" if
	// the store doesn't know them. It is nil for a batch without a source.
	From map[string]int
}

// Stats counts a store's content. Links counts hyperlinks whose target is a page of the store, and LinksUnresolved
// counts all others. A hyperlink to a title with two pages counts once in Links, and twice in Head.Out, which counts
// the links that Neighbors returns.
type Stats struct {
	Pages           int64 `json:"pages"`
	Sentences       int64 `json:"sentences"`
	Tables          int64 `json:"tables"`
	Cells           int64 `json:"cells"`
	Items           int64 `json:"items"`
	Links           int64 `json:"links"`
	LinksUnresolved int64 `json:"links_unresolved"`
	Redirects       int64 `json:"redirects"`
}

// Count adds what a page holds, but for its links.
func (s *Stats) Count(p *Page) {
	s.Pages++
	s.Sentences += int64(len(p.Sentences))
	s.Tables += int64(len(p.Tables))
	for i := range p.Tables {
		for _, row := range p.Tables[i].Rows {
			s.Cells += int64(len(row))
		}
	}
	for i := range p.Lists {
		s.Items += int64(len(p.Lists[i].Items))
	}
}

// Errors of addresses.
var (
	// errAddress: not an evidence id in FEVEROUS's notation.
	errAddress = errors.New("not an evidence id (want Title_sentence_3, Title_cell_0_1_2, …)")
	// ErrNoElement: the page has no element at this address, or there is no such page.
	ErrNoElement = errors.New("no such page or element")
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
)
