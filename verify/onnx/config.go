package onnx

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/bridgehop/bridgehop/verify/onnx/token"
)

// config is what is read of a Hugging Face config.json.
type config struct {
	Type      string            `json:"model_type"`
	Labels    map[string]string `json:"id2label"`
	Numbers   map[string]int    `json:"label2id"` // the same, read where that is missing
	Positions int               `json:"max_position_embeddings"`
	PadID     *int64            `json:"pad_token_id"`
	// Verifier says what the export itself can't: it is our own addition to the file, and wins.
	Verifier struct {
		MaxLength  int      `json:"max_length"`
		Truncation string   `json:"truncation"` // only_first
		Labels     []string `json:"labels"`     // in the order of the logits, when id2label says LABEL_0
		// Temperature divides the logits (Guo et al. 2017, On Calibration of Modern Neural Networks, section 4.2); fitted on
		// claims that the model was not trained on. 0 and 1 leave them as they are.
		Temperature float64 `json:"temperature"`
		// Neutral is what the model's neutral counts for among verdicts, against 1 for the other labels (verify.Weigher). 0
		// stands for 1.
		Neutral float64 `json:"neutral"`
	} `json:"verifier"`
}

// defaultLength is BERT's, for a config that gives no other.
const defaultLength = 512

// truncation is how pairs are cut: the premise only, at the length asked for, else at the length the model was trained
// with (the verifier block), else at what the positions and the tokenizer allow. No length goes beyond the positions.
func (f *folder) truncation(length int) (token.Truncation, error) {
	if s := f.config.Verifier.Truncation; s != "" && s != token.OnlyFirst.String() {
		return token.Truncation{}, fmt.Errorf("%w: %s: truncation %q in the verifier block of config.json: only %q keeps the claim whole",
			ErrModel, f.dir, s, token.OnlyFirst)
	}
	most := f.positions()
	n := most
	if f.length > 0 {
		n = min(n, f.length)
	}
	if v := f.config.Verifier.MaxLength; v > 0 {
		n = v
	}
	if length > 0 {
		n = length
	}
	return token.Truncation{Strategy: token.OnlyFirst, Max: min(n, most)}, nil
}

// positive is a number of the verifier block: 1 where it isn't given.
func (f *folder) positive(name string, x float64) (float64, error) {
	if x < 0 {
		return 0, fmt.Errorf("%w: %s: %s %g in the verifier block of config.json: want a positive number", ErrModel, f.dir, name, x)
	}
	if x == 0 {
		return 1, nil
	}
	return x, nil
}

// positions is the length the model's position embeddings allow.
func (f *folder) positions() int {
	n := f.config.Positions
	switch f.config.Type {
	case "roberta", "xlm-roberta", "camembert", "mpnet", "longformer":
		n -= 2 // positions start after the padding id
	}
	if n <= 0 {
		n = defaultLength
	}
	return n
}

// role is what a logit speaks for.
type role uint8

const (
	unnamed role = iota // LABEL_0 and the like
	supported
	refuted
	notEnough
	notSupported // refuted or not enough, of two labels
)

// roleNames are the spellings in use, letters only and in lower case.
var roleNames = map[string]role{
	"entailment": supported, "entail": supported, "entailed": supported, "entails": supported,
	"supported": supported, "supports": supported, "support": supported, "true": supported, "yes": supported,
	"consistent": supported, "factual": supported,
	"contradiction": refuted, "contradict": refuted, "contradicts": refuted, "contradictory": refuted,
	"contradicted": refuted, "refuted": refuted, "refutes": refuted, "refute": refuted,
	"neutral": notEnough, "notenoughinfo": notEnough, "notenoughinformation": notEnough, "notenough": notEnough,
	"notenoughevidence": notEnough, "insufficientevidence": notEnough, "nei": notEnough, "unknown": notEnough, "unverified": notEnough,
	"notentailment": notSupported, "notentailed": notSupported, "nonentailment": notSupported,
	"notsupported": notSupported, "unsupported": notSupported, "false": notSupported, "no": notSupported,
	"inconsistent": notSupported, "notfactual": notSupported,
}

func roleOf(name string) (role, bool) {
	letters := strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z':
			return r
		case r >= 'A' && r <= 'Z':
			return r - 'A' + 'a'
		}
		return -1
	}, name)
	if letters == "label" || letters == "" { // LABEL_0, or 0
		return unnamed, true
	}
	r, ok := roleNames[letters]
	return r, ok
}

// roles gives each logit its role, in the order of the logits. A config without id2label stands for two unnamed labels,
// as exporters leave it out then; all labels are unnamed or none is.
func (f *folder) roles() ([]role, error) {
	names, err := f.labels()
	if err != nil {
		return nil, f.labelError(err.Error())
	}
	if len(names) == 0 {
		return []role{unnamed, unnamed}, nil
	}
	out := make([]role, len(names))
	seen := map[role]int{}
	for i, name := range names {
		r, ok := roleOf(name)
		if !ok && len(names) > 1 {
			return nil, f.labelError(fmt.Sprintf("label %q is unknown", name))
		}
		out[i] = r
		seen[r]++
	}
	switch {
	case len(out) == 1: // one score: how well the claim is supported
		return []role{supported}, nil
	case seen[unnamed] == len(out) && len(out) <= 3:
		return out, nil
	case len(out) == 2 && seen[supported] == 1 && seen[notSupported]+seen[refuted] == 1:
		return out, nil
	case len(out) == 3 && seen[supported] == 1 && seen[refuted]+seen[notSupported] == 1 && seen[notEnough] == 1:
		return out, nil
	}
	return nil, f.labelError(fmt.Sprintf("labels %q are no verdicts", names))
}

// labels are the names that the config gives, in the order of the logits; none where it gives none.
func (f *folder) labels() ([]string, error) {
	if names := f.config.Verifier.Labels; len(names) > 0 {
		return names, nil
	}
	if len(f.config.Labels) > 0 {
		return ordered(f.config.Labels)
	}
	labels := map[string]string{}
	for name, n := range f.config.Numbers {
		labels[strconv.Itoa(n)] = name
	}
	return ordered(labels)
}

func (f *folder) labelError(why string) error {
	return fmt.Errorf("%w: %s: config.json: %s; want id2label with entailment, neutral and contradiction, with two labels, or with one score",
		ErrModel, f.dir, why)
}

// ordered lists the labels by their number.
func ordered(labels map[string]string) ([]string, error) {
	out := make([]string, len(labels))
	for key, name := range labels {
		var n int
		if _, err := fmt.Sscanf(key, "%d", &n); err != nil || n < 0 || n >= len(out) || out[n] != "" {
			return nil, fmt.Errorf("id2label has the key %q, want 0 to %d", key, len(out)-1)
		}
		out[n] = name
	}
	return out, nil
}
