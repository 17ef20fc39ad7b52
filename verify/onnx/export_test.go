package onnx

// Fault is asked before a graph is loaded (tokens is 0) and before each run of so many padded tokens on a device; what it
// returns is what ONNX Runtime would have answered. It may be asked by several goroutines.
type Fault func(device string, tokens int) error

// OpenFaulty opens a model whose GPU is this machine's CPU, but for the faults: what a GPU does when it fails can be tested
// without one.
func OpenFaulty(dir string, o Options, fault Fault) (*Model, error) {
	return open(dir, o, func(g *graphFile, d device) (runner, int, error) {
		if err := fault(d.String(), 0); err != nil {
			return nil, 0, err
		}
		s, found, err := openSession(g, device{})
		return &faulty{s, d, fault}, found, err
	})
}

type faulty struct {
	runner
	device device
	fault  Fault
}

func (f *faulty) run(r *rows, stop *stopper) ([]float32, error) {
	if err := f.fault(f.device.String(), r.count*r.length); err != nil {
		return nil, err
	}
	return f.runner.run(r, stop)
}

// NoCUDA is what is said of an error of ONNX Runtime, for a library, and a machine with or without NVIDIA's driver.
func NoCUDA(err error, library string, driver bool) string { return whyNoCUDA(err, library, driver) }

// FolderOf returns the folder of a model.
var FolderOf = folderOf

// Dynamic reports whether the model quantises its activations as it runs, and so reads one pair a run.
func (m *Model) Dynamic() bool { return m.folder.graph.dynamic }
