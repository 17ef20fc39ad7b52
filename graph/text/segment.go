package text

import (
	"cmp"
	"slices"

	"github.com/blevesearch/bleve/v2/index/scorch"
	index "github.com/blevesearch/bleve_index_api"
	segment "github.com/blevesearch/scorch_segment_api/v2"
	zap "github.com/blevesearch/zapx/v17"
)

// segmentType names our segments: bleve's own, with documents in the order of their ids. bleve keeps a batch
// in a map, so that its document numbers differ from run to run; ours are the places of the pages in the
// store's order, which makes a page's number a binary search away and an index the same wherever it is built.
const segmentType = "zap-by-id"

func init() { scorch.RegisterSegmentPlugin(&orderedSegments{}, false) }

type orderedSegments struct{ zap.ZapPlugin }

func (*orderedSegments) Type() string { return segmentType }

// New makes a segment of a batch, sorted by id.
func (o *orderedSegments) New(docs []index.Document) (segment.Segment, uint64, error) {
	sortDocuments(docs)
	return o.ZapPlugin.New(docs)
}

// NewUsing makes a segment of a batch, sorted by id.
func (o *orderedSegments) NewUsing(docs []index.Document, config map[string]interface{}) (segment.Segment, uint64, error) {
	sortDocuments(docs)
	return o.ZapPlugin.NewUsing(docs, config)
}

func sortDocuments(docs []index.Document) {
	slices.SortFunc(docs, func(a, b index.Document) int { return cmp.Compare(a.ID(), b.ID()) })
}
