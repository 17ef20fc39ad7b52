package bridgehop

import (
	"github.com/bridgehop/bridgehop/hop"
)

// Option is a setting of Open. An Engine without options works like the command line without flags.
type Option func(*settings)

type settings struct {
	maxPages, beam, chains int
	shape                  hop.Shape
	tfidf                  bool

	modelDir, device string
	threads          int
	verdicts         bool
	abstain          float64
}

// WithMaxPages limits the number of pages of a chain: 1 to 4, by default 4.
func WithMaxPages(pages int) Option { return func(s *settings) { s.maxPages = pages } }

// WithBeam sets how many chains are kept at each hop; the default is hop.DefaultBeam.
func WithBeam(chains int) Option { return func(s *settings) { s.beam = chains } }

// WithChains sets the most chains that are returned; the default is 5.
func WithChains(n int) Option { return func(s *settings) { s.chains = n } }

// WithShape finds only reasoning graphs of one shape (hop.ParseShape).
func WithShape(shape hop.Shape) Option { return func(s *settings) { s.shape = shape } }

// WithTFIDF finds pages by their words alone, as the baseline of the papers does (hop.TFIDF), and follows no links.
func WithTFIDF() Option { return func(s *settings) { s.tfidf = true } }

// WithModel uses the model in a folder (model.onnx, tokenizer.json, config.json) instead of the shipped model.
func WithModel(dir string) Option { return func(s *settings) { s.modelDir = dir } }

// WithDevice sets the device of the model: auto (a GPU if CUDA starts, else the CPU), cpu, cuda or cuda:N.
func WithDevice(device string) Option { return func(s *settings) { s.device = device } }

// WithThreads sets how many cores of a CPU the model uses; the default is all.
func WithThreads(n int) Option { return func(s *settings) { s.threads = n } }

// WithVerdicts opens the model at the same time as the store, so that the first verdict doesn't wait for it.
func WithVerdicts() Option { return func(s *settings) { s.verdicts = true } }

// WithAbstain sets the probability that a label needs; if no label has it, the answer is NOT ENOUGH INFO.
func WithAbstain(probability float64) Option { return func(s *settings) { s.abstain = probability } }
