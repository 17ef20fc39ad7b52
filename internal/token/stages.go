package token

import (
	"encoding/json"
	"errors"
	"fmt"
)

// stageReader reads a stage of type kind.
type stageReader func(kind string, raw json.RawMessage) (stage, error)

// readStages reads a normalizer or pre-tokenizer; list is the name of the sequence's field.
func readStages(raw json.RawMessage, list string, read stageReader, depth int) ([]stage, error) {
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
		s, err := read(kind, raw)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", kind, err)
		}
		return []stage{s}, nil
	}
	if depth > depthLimit {
		return nil, errNested
	}
	var items []json.RawMessage
	if err := json.Unmarshal(f[list], &items); err != nil {
		return nil, fmt.Errorf("%s: %w", list, err)
	}
	var all []stage
	for i, item := range items {
		s, err := readStages(item, list, read, depth+1)
		if err != nil {
			return nil, fmt.Errorf("%s[%d]: %w", list, i, err)
		}
		all = append(all, s...)
	}
	return all, nil
}

func (t *Tokenizer) readNormalizer(f *file) (err error) {
	t.normalizers, err = readStages(f.Normalizer, "normalizers", t.normalizer, 0)
	return err
}

func (t *Tokenizer) readPreTokenizer(f *file) (err error) {
	t.splits, err = readStages(f.PreTokenizer, "pretokenizers", t.preTokenizer, 0)
	for i, s := range t.splits {
		if _, ok := s.(byteLevel); ok && i < len(t.splits)-1 && err == nil {
			return errors.New("ByteLevel: only supported as the last split")
		}
	}
	return err
}

// byteLevelIn says whether a pre-tokenizer has a ByteLevel in it; the model is read accordingly.
func byteLevelIn(raw json.RawMessage, depth int) bool {
	var f struct {
		Type  string            `json:"type"`
		Items []json.RawMessage `json:"pretokenizers"`
	}
	if absent(raw) || depth > depthLimit || json.Unmarshal(raw, &f) != nil {
		return false
	}
	for _, item := range f.Items {
		if byteLevelIn(item, depth+1) {
			return true
		}
	}
	return f.Type == "ByteLevel"
}
