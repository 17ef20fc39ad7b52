package onnx

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/bridgehop/bridgehop/verify"
	"github.com/bridgehop/bridgehop/verify/label"
	"github.com/bridgehop/bridgehop/verify/onnx/internal/token"
)

// Options of Open; the zero value is right for most.
type Options struct {
	// Device is auto (CUDA when it starts, else CPU), cpu, cuda or cuda:N; empty is auto.
	Device string
	// Threads is how many cores are used on a CPU; 0 is all the program may use.
	Threads int
	// Library is the ONNX Runtime library; empty is FindLibrary's.
	Library string
}

// gpuTokens fills a GPU with a base-sized model without asking for more than a few GB.
const gpuTokens = 1 << 15

// Model is an ONNX sequence classifier with its tokenizer. It implements verify.Model and may be
// used by any number of goroutines; Close ends it.
type Model struct {
	folder *folder
	tok    *token.Tokenizer
	cut    token.Truncation
	roles  []label.Label

	pad, padKind int64
	window       int // pairs tokenised ahead
	workers      int // runs at a time
	slots        chan struct{}
	library      string
	open         opener
	running      runner
	device       device
	note         string       // why it runs on the CPU where no device was named
	batchTokens  atomic.Int64 // of a padded batch; 0 for one row. A GPU that runs out of memory lowers it

	mu     sync.RWMutex // held for reading by Predict, for writing by Close
	closed bool
}

// Open loads the model in dir: model.onnx (or onnx/model.onnx), tokenizer.json and config.json, whose id2label names
// its labels in any order and spelling. Instead of dir, another graph of the folder may be named, such as
// onnx/model_quantized.onnx.
//
// Errors are ErrModel for the folder, ErrRuntime for the library and ErrDevice for a GPU that was asked for by name and
// doesn't start; each says what is missing. With Device auto the fall back to the CPU is told by Note.
func Open(dir string, o Options) (*Model, error) { return open(dir, o, openSession) }

func open(dir string, o Options, with opener) (*Model, error) {
	d, err := parseDevice(o.Device)
	if err != nil {
		return nil, err
	}
	f, err := openFolder(dir)
	if err != nil {
		return nil, err
	}
	m, err := newModel(f)
	if err != nil {
		return nil, err
	}
	m.open, m.library = with, o.Library
	tokens := make(chan error, 1) // the tokenizer is read while the runtime starts
	go func() { tokens <- m.openTokens() }()
	err = m.start(d, o)
	if terr := <-tokens; terr != nil {
		if err == nil {
			terr = errors.Join(terr, m.Close())
		}
		return nil, terr
	}
	if err != nil {
		return nil, err
	}
	if err = m.check(); err != nil {
		m.Close()
		return nil, err
	}
	return m, nil
}

// start starts the runtime and the session on it.
func (m *Model) start(d device, o Options) (err error) {
	if !built {
		return fmt.Errorf("%w: %w", ErrRuntime, ErrNoCgo)
	}
	if m.library == "" {
		if m.library, err = FindLibrary(); err != nil {
			return err
		}
	}
	if err := start(m.library); err != nil {
		return err
	}
	return m.load(d, o.Threads)
}

// newModel reads all of the folder but the tokenizer and the weights.
func newModel(f *folder) (*Model, error) {
	roles, err := f.roles()
	if err != nil {
		return nil, err
	}
	for _, set := range []struct {
		name  string
		value *float64
	}{{"temperature", &f.config.Verifier.Temperature}, {"neutral", &f.config.Verifier.Neutral}} {
		if *set.value < 0 {
			return nil, fmt.Errorf("%w: %s: %s %g in the verifier block of config.json: want a positive number", ErrModel,
				f.dir, set.name, *set.value)
		}
		*set.value = cmp.Or(*set.value, 1)
	}
	return &Model{folder: f, cut: f.truncation(), roles: roles}, nil
}

// openTokens reads the tokenizer.
func (m *Model) openTokens() error {
	tok, err := OpenTokenizer(m.folder.dir)
	if err != nil {
		return err
	}
	m.tok = tok.Escaped()
	m.pad, m.padKind = m.tok.Pad()
	return nil
}

// Neutral returns what the model's neutral counts for among verdicts: the verifier block of its config.json says it,
// else 1.
func (m *Model) Neutral() float64 { return m.folder.config.Verifier.Neutral }

// Weighing is how verdicts on evidence that was found weigh what the model says, if its config.json has a verifier
// block with it.
func (m *Model) Weighing() *verify.Weighing { return m.folder.config.Verifier.Weighing }

// Close waits for what is running and frees the model; Predict fails after it. The library stays loaded.
func (m *Model) Close() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.closed {
		return nil
	}
	m.closed = true
	if err := m.running.close(); err != nil {
		return fmt.Errorf("close model: %w", err)
	}
	return nil
}

// Note returns one line on why the model runs on the CPU where no device was named; empty where one was, or there is a
// GPU.
func (m *Model) Note() string { return m.note }

// Device returns where the model runs: cpu or cuda:N.
func (m *Model) Device() string { return m.device.String() }

// Budget returns how many tokens of premise fit beside the hypothesis; 0 or less when the hypothesis leaves no room.
func (m *Model) Budget(hypothesis string) int {
	// A token takes at least a byte of text, but for the few that stand for a start of text: longer ones need no count.
	if len(hypothesis) > m.cut.Max*longestToken {
		return 0
	}
	return m.cut.Max - m.tok.Added(true) - m.tok.Count(hypothesis)
}

// longestToken is more bytes than a token of any vocabulary stands for.
const longestToken = 1 << 10

// Tokens returns how many tokens a text takes.
func (m *Model) Tokens(text string) int { return m.tok.Count(text) }

var _ interface {
	verify.Model
	Budget(hypothesis string) int // which verify asks for, too
	Tokens(text string) int
} = (*Model)(nil)

// Errors of opening a model; all mean that the run can't start, and that nothing was read or written.
var (
	// ErrRuntime: the ONNX Runtime library is missing, is no library, or is too old.
	ErrRuntime = errors.New("ONNX Runtime can't be used")
	// ErrModel: the model's folder lacks a part, or a part doesn't fit the others.
	ErrModel = errors.New("model can't be used")
	// ErrDevice: the device asked for isn't there or doesn't start.
	ErrDevice = errors.New("device can't be used")
	// ErrDeviceName: there is no device of that name anywhere. It comes with ErrDevice.
	ErrDeviceName = errors.New("no such device")
)

// ErrClosed: the model was closed.
var ErrClosed = errors.New("model is closed")

// Tokenizer turns texts into the ids that a model reads, as Hugging Face's tokenizers does.
type Tokenizer = token.Tokenizer

// ErrNoCgo is the error of a program that was built without cgo.
var ErrNoCgo = errors.New("this bridgehop was built without cgo, so it has no ONNX Runtime")

// OpenTokenizer reads the tokenizer.json of a model folder. The error wraps ErrModel.
func OpenTokenizer(dir string) (*Tokenizer, error) {
	t, err := token.Open(filepath.Join(folderOf(dir), "tokenizer.json"))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrModel, err)
	}
	return t, nil
}

// runner gives the logits of rows: a session, or what a test puts in its place.
type runner interface {
	run(r *rows, stop *stopper) ([]float32, error)
	close() error
}

// opener loads a graph on a device. It returns how many logits a row gives, 0 when the graph leaves it open.
type opener func(g *graphFile, d device) (r runner, logits int, err error)

// load starts the session on the device, or on the CPU where that may be taken instead; then it leaves why as a note.
func (m *Model) load(d device, threads int) error {
	path := m.folder.graph.path
	s, logits, err := m.open(m.folder.graph, d)
	if err != nil && d.auto && !errors.Is(err, ErrModel) {
		m.note = "running on the CPU: " + noCUDA(err, m.library)
		d = device{}
		s, logits, err = m.open(m.folder.graph, d)
	}
	switch {
	case err == nil:
	case errors.Is(err, ErrModel):
		return err
	case d.cuda:
		return fmt.Errorf("%w: %s: %s", ErrDevice, d, noCUDA(err, m.library))
	default:
		return fmt.Errorf("%w: %s: %s", ErrModel, path, oneLine(err.Error()))
	}
	// A graph may leave open how many it gives; then the first run tells.
	if logits > 0 && logits != len(m.roles) {
		err := fmt.Errorf("%w: %s gives %d logits, but config.json names %d labels in id2label", ErrModel, path,
			logits, len(m.roles))
		return errors.Join(err, s.close())
	}
	m.running, m.device = s, d
	m.schedule(threads)
	return nil
}

// schedule decides what is run together: on a CPU one pair a run, as many runs at a time as there are threads; on a GPU
// padded batches.
func (m *Model) schedule(threads int) {
	if threads <= 0 {
		threads = runtime.GOMAXPROCS(0)
	}
	m.window, m.workers = 64, threads
	if m.device.cuda && !m.folder.graph.dynamic {
		m.batchTokens.Store(gpuTokens)
		m.window, m.workers = 2048, 2 // one runs, one is made ready
	}
	m.slots = make(chan struct{}, m.workers)
}
