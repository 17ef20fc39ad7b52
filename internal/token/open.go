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

// vocabulary maps tokens, as the file writes them, to ids.
type vocabulary map[string]int32

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

// Read is [Open] for a tokenizer.json that is not a file, such as an embedded one.
func Read(r io.Reader) (*Tokenizer, error) {
	data, err := io.ReadAll(r)
	if err != nil {
		return nil, fmt.Errorf("read tokenizer: %w", err)
	}
	var f file
	if err := json.Unmarshal(data, &f); err != nil {
		return nil, fmt.Errorf("read tokenizer: %w", err)
	}
	t := &Tokenizer{class: classTable()}
	for _, part := range []struct {
		name string
		read func(*file) error
	}{
		{"model", t.readModel},
		{"normalizer", t.readNormalizer},
		{"pre_tokenizer", t.readPreTokenizer},
		{"added_tokens", t.readAdded},
		{"post_processor", t.readProcessor},
	} {
		if err := part.read(&f); err != nil {
			return nil, fmt.Errorf("read tokenizer: %s: %w", part.name, err)
		}
	}
	t.findPad(&f)
	t.findShortWay()
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
	var vocab vocabulary
	var err error
	switch head.Type {
	case "WordPiece":
		t.model, vocab, err = readWordPiece(f.Model)
	case "BPE":
		t.model, vocab, err = readBPE(f.Model, byteLevelIn(f.PreTokenizer, 0))
	case "Unigram":
		t.model, vocab, err = readUnigram(f.Model)
	default:
		return fmt.Errorf("type %q is not supported", head.Type)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", head.Type, err)
	}
	t.ids, t.kind = vocab, head.Type
	if t.ids == nil {
		t.ids = vocabulary{}
	}
	return t.name()
}

// name fills tokens, the way back from ids.
func (t *Tokenizer) name() error {
	size := int32(0)
	for s, id := range t.ids {
		if id < 0 || id >= idLimit {
			return fmt.Errorf("id %d of %q is out of range", id, s)
		}
		size = max(size, id+1)
	}
	t.tokens = make([]string, size)
	for s, id := range t.ids {
		if s > t.tokens[id] { // of two tokens with one id, always the same
			t.tokens[id] = s
		}
	}
	return nil
}

func (t *Tokenizer) readAdded(f *file) error {
	t.raw, t.normal = newFinder(t.class), newFinder(t.class)
	t.added = make(map[int32]bool, len(f.Added))
	t.ids = maps.Clone(t.ids) // the model's own vocabulary stays as it is: text doesn't merge into what was added
	next := int32(len(t.ids))
	for i, a := range f.Added {
		if a.Content == "" {
			continue
		}
		// The reference does not believe the file's ids: a token has the model's own id or the next free one.
		id, ok := t.ids[a.Content]
		if !ok {
			id, next = next, next+1
		}
		a.ID, t.ids[a.Content], t.added[id] = id, id, true
		find, pattern := t.raw, a.Content
		if a.Normalized {
			find, pattern = t.normal, t.normalized(a.Content)
		}
		if !find.add(pattern, a) {
			return fmt.Errorf("[%d] %q: too many added tokens", i, a.Content)
		}
		if a.Special {
			t.special = append(t.special, a.ID)
		}
	}
	return t.name()
}

// normalized is what the normalizer makes of s.
func (t *Tokenizer) normalized(s string) string {
	w := new(work)
	w.load([]byte(s), 0)
	for _, st := range t.normalizers {
		st.run(w)
	}
	if len(w.segs) == 0 {
		return ""
	}
	return string(w.cur.b[w.segs[0].lo:w.segs[0].hi])
}

func (t *Tokenizer) readProcessor(f *file) (err error) {
	if t.template, err = readTemplate(f.PostProcessor); err != nil {
		return err
	}
	return t.template.check(len(t.tokens))
}

func (t *Tokenizer) findPad(f *file) {
	for _, s := range []string{"[PAD]", "<pad>", "<|pad|>"} {
		if id, ok := t.ids[s]; ok {
			t.pad = int64(id)
			break
		}
	}
	if p := f.Padding; p != nil && p.ID >= 0 && p.ID < int64(len(t.tokens)) {
		t.pad, t.padKind = p.ID, p.Kind
	}
}

// findShortWay takes BERT's short way where the file is BERT's.
func (t *Tokenizer) findShortWay() {
	if len(t.normalizers) != 1 || len(t.splits) != 1 || len(t.normal.tokens) > 0 {
		return
	}
	n, isBert := t.normalizers[0].(*bertNormalizer)
	_, splits := t.splits[0].(bertSplit)
	if m, ok := t.model.(*wordPiece); ok && isBert && splits && n.clean {
		t.fast = newBertFast(n, append(t.normalizers[:1:1], t.splits...), m)
	}
}
