package onnx

import (
	"os"
	"path/filepath"
	"strconv"

	mmap "github.com/blevesearch/mmap-go"
	"google.golang.org/protobuf/encoding/protowire"
)

// Values of TensorProto.data_location, and what it takes to be left in the file.
const (
	tensorLocation = 14
	locationBeside = 1
	placeFile      = "location"
	placeOffset    = "offset"
	placeLength    = "length"
	leastLeft      = 1 << 12 // bytes of weights; places of smaller ones aren't worth telling
)

// mostHeld is the size of an outline beyond which a model is left to the runtime to read.
const mostHeld = 1 << 29

// modelFile is a model's file while it is being read.
type modelFile struct {
	path    string
	dir     string // that places of weights are named from
	name    string // of the file in it; empty where no weights may be left in the file
	content []byte // nil where the file can't be read: who loads it says why
	release func()
}

// openModelFile maps the file at path. ONNX Runtime follows no link out of the folder that weights are named from, so that a
// link, as Hugging Face's cache is made of, is followed here; but where the graph names files beside it, they stand beside the link.
func openModelFile(path string) *modelFile {
	m := &modelFile{path: path, dir: filepath.Dir(path), release: func() {}}
	content, release, err := mapped(path)
	if err == nil {
		m.content, m.release = content, release
	}
	real, err := filepath.EvalSymlinks(path)
	switch {
	case err != nil:
	case !m.namesFiles():
		m.dir, m.name = filepath.Dir(real), filepath.Base(real)
	case filepath.Base(real) == filepath.Base(path) && sameFolder(real, path):
		m.name = filepath.Base(path)
	}
	return m
}

// namesFiles tells whether some of the graph's weights lie in files beside it.
func (m *modelFile) namesFiles() (found bool) {
	each(only(m.content, modelGraph), func(f protoField) {
		found = found || f.number == graphInitializer && only(f.content, tensorExternal) != nil
	})
	return found
}

func sameFolder(a, b string) bool {
	x, xerr := os.Stat(filepath.Dir(a))
	y, yerr := os.Stat(filepath.Dir(b))
	return xerr == nil && yerr == nil && os.SameFile(x, y)
}

// outline is the model without the most of its weights: an int8 matrix stays where it lies, and the outline says where, as a graph
// does of weights in files beside it (TensorProto.external_data). So a graph can be rewritten and loaded without a copy of
// its weights; of the 34 MB of a model of 12 layers 0.9 MB remain, and the runtime maps the rest. Weights of more than a byte a
// number stay in the graph, since the runtime reads them where they lie and nothing makes them lie on a multiple of their size.
// It is nil where that leaves more than mostHeld.
func (m *modelFile) outline() []byte {
	var pieces [][]byte
	size := 0
	ok := each(only(m.content, modelGraph), func(f protoField) {
		piece := f.raw
		if f.number == graphInitializer {
			if t := m.leftBehind(f.content); t != nil {
				piece = appendBytes(nil, graphInitializer, t)
			}
		}
		pieces, size = append(pieces, piece), size+len(piece)
	})
	if !ok || size == 0 || size > mostHeld {
		return nil
	}
	return replaced(m.content, modelGraph, pieces...)
}

// leftBehind is a tensor of the file whose numbers are said to lie there; nil for one that is to keep them.
func (m *modelFile) leftBehind(tensor []byte) (out []byte) {
	kind := number(tensor, tensorType)
	raw := only(tensor, tensorRaw)
	if m.name == "" || len(raw) < leastLeft || kind != protoInt8 && kind != protoUint8 {
		return nil
	}
	each(tensor, func(f protoField) {
		if f.number != tensorRaw {
			out = append(out, f.raw...)
		}
	})
	at := len(m.content) - cap(raw) // a part of a slice reaches to the end of the whole, which tells where it begins
	for _, e := range [][2]string{{placeFile, m.name}, {placeOffset, strconv.Itoa(at)}, {placeLength, strconv.Itoa(len(raw))}} {
		out = appendBytes(out, tensorExternal, appendBytes(appendBytes(nil, entryKey, e[0]), entryValue, e[1]))
	}
	return protowire.AppendVarint(protowire.AppendTag(out, tensorLocation, protowire.VarintType), locationBeside)
}

// mapped is a file's content, as the system reads it when it is asked for, until it is released. Nothing of it may be kept.
func mapped(path string) (content []byte, release func(), err error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, nil, err
	}
	if info.Size() == 0 { // which no system maps
		return nil, func() {}, nil
	}
	m, err := mmap.Map(f, mmap.RDONLY, 0)
	if err != nil {
		return nil, nil, err
	}
	return m[:len(m):len(m)], func() { _ = m.Unmap() }, nil // nothing was written
}
