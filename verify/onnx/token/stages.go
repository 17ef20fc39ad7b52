package token

import (
	"encoding/json"
	"fmt"
)

// read reads a stage of type kind.
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
	return err
}

func (t *Tokenizer) normalizer(kind string, raw json.RawMessage) (stage, error) {
	switch kind {
	case "BertNormalizer":
		return t.bertNormalizer(raw)
	}
	return nil, errUnsupported
}

func (t *Tokenizer) bertNormalizer(raw json.RawMessage) (stage, error) {
	f := struct {
		Clean      bool  `json:"clean_text"`
		Ideographs bool  `json:"handle_chinese_chars"`
		Accents    *bool `json:"strip_accents"`
		Lower      bool  `json:"lowercase"`
	}{true, true, nil, true}
	if err := json.Unmarshal(raw, &f); err != nil {
		return nil, err
	}
	n := &bertNormalizer{clean: f.Clean, ideographs: f.Ideographs, lower: f.Lower, accents: f.Lower, class: t.class}
	if f.Accents != nil {
		n.accents = *f.Accents
	}
	return n, nil
}

func (t *Tokenizer) preTokenizer(kind string, raw json.RawMessage) (stage, error) {
	switch kind {
	case "BertPreTokenizer":
		return bertSplit{t.class}, nil
	}
	return nil, errUnsupported
}
