package graph

import (
	"context"
	"iter"
	"slices"
)

// Reader reads a store. All methods are safe for concurrent use, read only what has been finished, and
// return what they were asked for in one round trip, however many ids are given.
type Reader interface {
	// Pages returns whole pages, aligned with ids; nil where the store has no such page. Pages are shared:
	// callers must not change them.
	Pages(ctx context.Context, ids []PageID) ([]*Page, error)
	// Heads returns titles and degrees, aligned with ids; a zero Head where the store has no such page.
	Heads(ctx context.Context, ids []PageID) ([]Head, error)
	// Lookup finds the pages of titles, aligned with titles: under FoldTitle's normal form, redirects
	// followed, all pages of a title, ordered by ordinal. A page whose own title folds to it wins over a
	// redirect; where several titles share one normal form, the one written exactly so (CleanTitle) is
	// taken alone when there is one, else all, ordered by title and ordinal. The same choice is made among
	// redirects that share a normal form, and for the titles they lead to, from redirect to redirect
	// however many there are; a circle of redirects leads nowhere. Empty where there is none.
	Lookup(ctx context.Context, titles []string) ([][]PageID, error)
	// Neighbors returns the links of pages: leaving them (Out) or arriving (In), grouped in the order of
	// from, within it ordered by the other page's id, then by element, then by place in the element. With
	// limit > 0 no more than limit links are returned for one page of from, the first in that order.
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
	// Mark returns how far a source was read, the zero Mark when it never was.
	Mark(ctx context.Context, source string) (Mark, error)
	// Put stores the batch's pages, redirects, inferred links and mark together or not at all. It leaves the
	// batch as it is, and brings titles to NFC.
	//
	// Put gives pages their ordinals, whatever they came with. Within one load (Batch.Load), in the order of
	// the input: a page with the Passage of one the store holds under its title takes that one's ordinal. It is
	// a duplicate and dropped when this load has used the ordinal, or when the two differ in inferred links at
	// most; else, with other hyperlinks, headings or numbers than an earlier load's, it replaces that one. A page
	// with another Passage takes the lowest ordinal of its title that this load has not yet used, and replaces
	// what an earlier load left there. Links go with the page that is replaced, inferred ones too. So putting
	// the same batch twice changes nothing.
	//
	// A redirect replaces the one of the same From. Inferred links are set last, on pages of the store or of
	// the batch, behind the other links of their element (Page.SetInferred); they change neither ordinal nor
	// Passage. It fails with ErrNoTitle for a page without a title and a redirect without From or To, with
	// ErrNoPage and ErrNoElement for inferred links that have no place.
	//
	// Removed titles are taken as they are written, in NFC; one that the store doesn't have is passed over. With
	// a page go its elements, its links and its ordinal; hyperlinks of other pages to it stay, unresolved.
	Put(ctx context.Context, b *Batch) (PutCounts, error)
	// Finish resolves links to pages that came later, and builds what reading needs. After an interruption
	// it is run again; without new pages it does nothing.
	Finish(ctx context.Context) error
}

// Store is a store opened for reading and writing.
type Store interface {
	Reader
	Writer
	// Identity changes whenever a Finish changed the store; an index or an output made from it keeps it.
	Identity(ctx context.Context) (string, error)
	// Marks are the marks of all sources, by their names. A backend may cut long names short.
	Marks(ctx context.Context) (map[string]Mark, error)
	// Readable returns ErrUnfinished, wrapped, when no Finish ever came to its end: the store reads as empty,
	// though there may be pages in it.
	Readable(ctx context.Context) error
	Close() error
}

// Gathered are pages with what else came in the same call.
type Gathered struct {
	Pages []*Page // as of Reader.Pages
	Heads []Head  // as of Reader.Heads
	// Out and In are, as of Reader.Neighbors, all links of those pages that have fewer than Linked, both directions together.
	Out, In []Link
	Linked  int
}

// Gather returns pages and heads and, where a round trip is saved by it, the links of pages that have no more than few. A
// Reader may have this as a method, as it may have Around and Ends; it is called in place of Pages and Heads then.
func Gather(ctx context.Context, r interface {
	Pages(context.Context, []PageID) ([]*Page, error)
	Heads(context.Context, []PageID) ([]Head, error)
}, ids []PageID, few int) (g Gathered, err error) {
	if r, ok := r.(interface {
		Gather(context.Context, []PageID, int) (Gathered, error)
	}); ok {
		return r.Gather(ctx, ids, few)
	}
	if g.Pages, err = r.Pages(ctx, ids); err == nil {
		g.Heads, err = r.Heads(ctx, ids)
	}
	return g, err
}

// neighborer is what links are read from.
type neighborer interface {
	Neighbors(ctx context.Context, from []PageID, dir Direction, limit int) ([]Link, error)
}

// Around returns what Reader.Neighbors returns for Out and for In. A Reader may have it as a method.
func Around(ctx context.Context, r neighborer, from []PageID, limit int) (out, in []Link, err error) {
	if r, ok := r.(interface {
		Around(context.Context, []PageID, int) (out, in []Link, err error)
	}); ok {
		return r.Around(ctx, from, limit)
	}
	if out, err = r.Neighbors(ctx, from, Out, limit); err == nil {
		in, err = r.Neighbors(ctx, from, In, limit)
	}
	return out, in, err
}

// LinkEnds returns the pages at the other ends of all links of pages, ordered by id, each once for each page of from: those of
// from[i] are counts[i] of ends, after those of the pages before it. A Reader may have it as a method, Ends.
func LinkEnds(ctx context.Context, r neighborer, from []PageID, dir Direction) (ends []PageID, counts []int, err error) {
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

// Head is what is known of a page without reading it.
type Head struct {
	ID             PageID
	Title          string
	Ordinal        int
	Disambiguation bool
	Out, In        int // number of links leaving and arriving
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
	Element  Element // where it stands in From
	Anchor   string
	Inferred bool
}

// Batch is what a source gives at once.
type Batch struct {
	Load      string // names this run of loading: pages of one load never replace one another
	Source    string // whose mark this is; with none, no mark is stored
	Mark      Mark
	Pages     []*Page
	Redirects []Redirect
	Inferred  []Inference
	// Removed are titles that go before the pages come: all pages of each, and the redirect of this From.
	Removed []string
}

// Inference is all inferred links of one page that is in the store already; it replaces those the page had.
type Inference struct {
	Page  PageID
	Links []InferredLink
}

// InferredLink is one mention of a page's title taken for a link.
type InferredLink struct {
	Element Element // where the mention stands
	Anchor  string  // its words
	Target  string  // the title mentioned
}

// Redirect is a title that leads to another.
type Redirect struct{ From, To string }

// Mark is how far a source has been read. It is stored with the data, so that the two can't disagree.
type Mark struct {
	Fingerprint string // of the source when it was read
	Load        string // the load that read it
	Records     int64  // records taken so far; reading goes on after them
	Rejects     int64  // of these, how many were refused
	Done        bool   // the source was read to its end
}

// PutCounts says what became of a batch's pages.
type PutCounts struct {
	Added, Replaced, Duplicates int
	Removed                     int
}

// Stats counts a store's content. Links are occurrences (hyperlinks in an element) whose target is a page
// of the store, LinksUnresolved the others; one to a title with two pages counts once here, and twice in
// Head.Out, which counts what Neighbors returns.
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
