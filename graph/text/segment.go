package text

import (
	"cmp"
	"path/filepath"
	"runtime"
	"slices"
	"sync"

	"github.com/blevesearch/bleve/v2/index/scorch"
	index "github.com/blevesearch/bleve_index_api"
	segment "github.com/blevesearch/scorch_segment_api/v2"
	zap "github.com/blevesearch/zapx/v17"
)

// segmentType names our segments: bleve's own, with documents in the order of their ids. bleve keeps a batch
// in a map, so that its document numbers differ from run to run; ours are the places of the pages in the
// store's order, which makes a page's number a binary search away and an index the same wherever it is built.
const segmentType = "zap-by-id"

var segments = &orderedSegments{making: map[string]chan error{}, slots: make(chan struct{}, runtime.GOMAXPROCS(0))}

func init() { scorch.RegisterSegmentPlugin(segments, false) }

// orderedSegments makes segments in goroutines of their own, as many at a time as there are processors, while bleve's
// builder, which does one thing at a time, goes on gathering pages. What went wrong is told when a segment is opened.
type orderedSegments struct {
	zap.ZapPlugin
	slots  chan struct{}
	mu     sync.Mutex
	making map[string]chan error // by the path of the segment
}

func (*orderedSegments) Type() string { return segmentType }

// New is a segment of a batch, which is made when it is persisted.
func (o *orderedSegments) New(docs []index.Document) (segment.Segment, uint64, error) {
	return &laterSegment{plugin: o, docs: docs}, 0, nil
}

// NewUsing is New.
func (o *orderedSegments) NewUsing(docs []index.Document, _ map[string]interface{}) (segment.Segment, uint64, error) {
	return o.New(docs)
}

// Open waits until the segment is made.
func (o *orderedSegments) Open(path string) (segment.Segment, error) {
	if err := o.made(path); err != nil {
		return nil, err
	}
	return o.ZapPlugin.Open(path)
}

// made waits until the segment is made, and tells why it couldn't be.
func (o *orderedSegments) made(path string) error {
	o.mu.Lock()
	done := o.making[path]
	delete(o.making, path)
	o.mu.Unlock()
	if done == nil {
		return nil
	}
	return <-done
}

// drop waits until nothing is made in the folder any more.
func (o *orderedSegments) drop(folder string) {
	o.mu.Lock()
	var in []string
	for path := range o.making {
		if filepath.Dir(path) == folder {
			in = append(in, path)
		}
	}
	o.mu.Unlock()
	for _, path := range in {
		_ = o.made(path) // of no use to anybody
	}
}

// laterSegment is a batch that bleve's builder takes for a segment in memory. It only ever persists it.
type laterSegment struct {
	segment.Segment
	plugin *orderedSegments
	docs   []index.Document
}

// firstSegment is what the builder calls the first segment's file. When there is no other, it moves the file away
// without opening it.
const firstSegment = "000000000000.zap"

// Persist begins to make the segment, sorted by id, and its file; the first it makes at once.
func (s *laterSegment) Persist(path string) error {
	if filepath.Base(path) == firstSegment {
		return s.write(path)
	}
	done := make(chan error, 1)
	s.plugin.mu.Lock()
	s.plugin.making[path] = done
	s.plugin.mu.Unlock()
	s.plugin.slots <- struct{}{}
	go func() {
		defer func() { <-s.plugin.slots }()
		done <- s.write(path)
	}()
	return nil
}

func (s *laterSegment) write(path string) error {
	slices.SortFunc(s.docs, func(a, b index.Document) int { return cmp.Compare(a.ID(), b.ID()) })
	made, _, err := s.plugin.ZapPlugin.New(s.docs)
	if err != nil {
		return err
	}
	return made.(segment.UnpersistedSegment).Persist(path)
}
