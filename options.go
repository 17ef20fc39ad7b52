package bridgehop

import (
	"github.com/bridgehop/bridgehop/hop"
)

// Option is a setting of Open. Without options an Engine does what the command line does without flags.
type Option func(*settings)

type settings struct {
	maxPages, beam, chains int
	shape                  hop.Shape
	retriever              *hop.Rule

	rerank       bool
	rerankWeight float64
	rerankChains int

	modelDir, device string
	threads          int
	verdicts         bool
	abstain          float64
}

// WithMaxPages bounds the pages of a chain: 1 to 4, by default 4.
func WithMaxPages(pages int) Option { return func(s *settings) { s.maxPages = pages } }

// WithBeam keeps so many chains at each hop; the default is hop.DefaultBeam.
func WithBeam(chains int) Option { return func(s *settings) { s.beam = chains } }

// WithChains returns at most so many chains, by default 5.
func WithChains(n int) Option { return func(s *settings) { s.chains = n } }

// WithShape looks for reasoning graphs of one shape only (hop.ParseShape).
func WithShape(shape hop.Shape) Option { return func(s *settings) { s.shape = shape } }

// WithRetriever finds pages by words alone, as the retrievers of the papers do, and follows no link.
func WithRetriever(rule hop.Rule) Option { return func(s *settings) { s.retriever = &rule } }

// WithReranker asks the model about the best chains, and adds weight times its log odds to their scores. A 0 means the default:
// verify.DefaultRelevance and hop.DefaultRescore.
func WithReranker(weight float64, chains int) Option {
	return func(s *settings) { s.rerank, s.rerankWeight, s.rerankChains = true, weight, chains }
}

// WithModel judges by the model in a folder (model.onnx, tokenizer.json, config.json) in place of the shipped one.
func WithModel(dir string) Option { return func(s *settings) { s.modelDir = dir } }

// WithDevice runs the model on auto (a GPU where CUDA starts, else the CPU), cpu, cuda or cuda:N.
func WithDevice(device string) Option { return func(s *settings) { s.device = device } }

// WithThreads lets the model use so many cores of a CPU; by default all.
func WithThreads(n int) Option { return func(s *settings) { s.threads = n } }

// WithVerdicts opens the model beside the store, which takes less time than opening it for the first verdict.
func WithVerdicts() Option { return func(s *settings) { s.verdicts = true } }

// WithAbstain answers NOT ENOUGH INFO where no label is at least so probable.
func WithAbstain(probability float64) Option { return func(s *settings) { s.abstain = probability } }
