package token

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
)

const (
	idLimit    = 1 << 22 // ids lie below it
	depthLimit = 16      // sequences in sequences
)

type file struct {
	Padding       *paddingFile    `json:"padding"`
	Added         []addedToken    `json:"added_tokens"`
	Normalizer    json.RawMessage `json:"normalizer"`
	PreTokenizer  json.RawMessage `json:"pre_tokenizer"`
	PostProcessor json.RawMessage `json:"post_processor"`
	Model         json.RawMessage `json:"model"`
}

type paddingFile struct {
	ID   int64 `json:"pad_id"`
	Kind int64 `json:"pad_type_id"`
}

// Errors of files.
var (
	errNested      = errors.New("sequences are nested too deep")
	errUnsupported = errors.New("not supported")
)

func absent(raw json.RawMessage) bool { return len(raw) == 0 || string(raw) == "null" }

// Open reads the tokenizer.json at path. The truncation and the padding that the file asks for are ignored. A part that
// this package does not know is an error which names the file and the part.
func Open(path string) (*Tokenizer, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("open tokenizer: %w", err)
	}
	defer f.Close()
	t, err := Read(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return t, nil
}

// Read is [Open] for a reader, such as that of an embedded file.
func Read(r io.Reader) (*Tokenizer, error) {
	loadClasses()
	data, err := io.ReadAll(r)
	if err != nil {
		return nil, fmt.Errorf("read tokenizer: %w", err)
	}
	var f file
	if err := json.Unmarshal(data, &f); err != nil {
		return nil, fmt.Errorf("read tokenizer: %w", err)
	}
	t := &Tokenizer{}
	for _, part := range []struct {
		name string
		read func(*file) error
	}{
		{"model", t.readModel},
		{"normalizer", t.readNormalizer},
		{"pre_tokenizer", t.readPreTokenizer},
		{"added_tokens", t.readAdded},
		{"post_processor", t.readTemplate},
	} {
		if err := part.read(&f); err != nil {
			return nil, fmt.Errorf("read tokenizer: %s: %w", part.name, err)
		}
	}
	t.findPad(&f)
	return t, nil
}

func (t *Tokenizer) readModel(f *file) error {
	var head struct {
		Type   string          `json:"type"`
		Merges json.RawMessage `json:"merges"`
	}
	if absent(f.Model) {
		return errors.New("missing")
	}
	if err := json.Unmarshal(f.Model, &head); err != nil {
		return err
	}
	if head.Type == "" && !absent(head.Merges) {
		head.Type = "BPE" // files of old do not say
	}
	readers := map[string]func(json.RawMessage) (model, vocabulary, error){"WordPiece": readWordPiece, "BPE": readBPE,
		"Unigram": readUnigram}
	read, ok := readers[head.Type]
	if !ok {
		return fmt.Errorf("type %q is not supported", head.Type)
	}
	m, vocab, err := read(f.Model)
	if err == nil {
		err = vocab.check()
	}
	if err != nil {
		return fmt.Errorf("%s: %w", head.Type, err)
	}
	t.kind, t.model, t.ids = head.Type, m, vocab
	for _, id := range t.ids {
		t.size = max(t.size, int(id)+1)
	}
	return nil
}

func (t *Tokenizer) readNormalizer(f *file) (err error) {
	t.normalizers, err = readStages(f.Normalizer, "normalizers", readNormalizer, 0)
	return err
}

func (t *Tokenizer) readPreTokenizer(f *file) (err error) {
	bytes := 0
	t.splits, err = readStages(f.PreTokenizer, "pretokenizers",
		func(kind string, raw json.RawMessage) ([]stage, error) {
			if bytes > 0 {
				return nil, errors.New("not supported behind ByteLevel, which has to be the last split")
			}
			if kind == "ByteLevel" {
				bytes++
			}
			return readPreTokenizer(kind, raw)
		}, 0)
	if isBPE := t.kind == "BPE"; err == nil && isBPE != (bytes > 0) {
		return errors.New("ByteLevel and BPE are only supported together")
	}
	return err
}

// readStages reads a normalizer or pre-tokenizer, which may be a sequence of them; list is the name of the sequence's
// field.
func readStages(
	raw json.RawMessage, list string, read func(kind string, raw json.RawMessage) ([]stage, error), depth int,
) (all []stage, err error) {
	if absent(raw) {
		return nil, nil
	}
	var f map[string]json.RawMessage
	if err := json.Unmarshal(raw, &f); err != nil {
		return nil, err
	}
	var kind string
	if err := json.Unmarshal(f["type"], &kind); err != nil {
		return nil, fmt.Errorf("type: %w", err)
	}
	if kind != "Sequence" {
		if all, err = read(kind, raw); err != nil {
			return nil, fmt.Errorf("%s: %w", kind, err)
		}
		return all, nil
	}
	if depth > depthLimit {
		return nil, errNested
	}
	var items []json.RawMessage
	if err := json.Unmarshal(f[list], &items); err != nil {
		return nil, fmt.Errorf("%s: %w", list, err)
	}
	for i, item := range items {
		s, err := readStages(item, list, read, depth+1)
		if err != nil {
			return nil, fmt.Errorf("%s[%d]: %w", list, i, err)
		}
		all = append(all, s...)
	}
	return all, nil
}

func (t *Tokenizer) readAdded(f *file) error {
	t.ids = maps.Clone(t.ids) // the model's own vocabulary stays as it is: text doesn't merge into what was added
	if t.ids == nil {
		t.ids = vocabulary{}
	}
	next := int32(len(t.ids))
	var raw, normal []addedToken
	for i, a := range f.Added {
		if a.Content == "" {
			continue
		}
		// The reference does not believe the file's ids: a token has the model's own id or the next free one.
		id, ok := t.ids[a.Content]
		if !ok {
			id, next = next, next+1
		}
		a.id, t.ids[a.Content], t.size = id, id, max(t.size, int(id)+1)
		if a.Special {
			t.special = append(t.special, id)
		}
		if a.Normalized {
			w := new(work)
			w.load(a.Content)
			if err := t.normalize(w); err != nil {
				return fmt.Errorf("[%d]: %w", i, err)
			}
			a.Content = string(w.text)
			normal = append(normal, a)
		} else {
			raw = append(raw, a)
		}
	}
	t.raw, t.normal = newFinder(raw), newFinder(normal)
	return nil
}

func (t *Tokenizer) readTemplate(f *file) (err error) {
	if t.template, err = readTemplate(f.PostProcessor); err != nil {
		return err
	}
	return t.template.check(t.size)
}

func (t *Tokenizer) findPad(f *file) {
	for _, s := range []string{"[PAD]", "<pad>", "<|pad|>"} {
		if id, ok := t.ids[s]; ok {
			t.pad = int64(id)
			break
		}
	}
	if p := f.Padding; p != nil && p.ID >= 0 && p.ID < int64(t.size) {
		t.pad, t.padKind = p.ID, p.Kind
	}
}
