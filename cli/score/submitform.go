package score

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/bridgehop/bridgehop/loader/claims"
)

// feverSubmitted is [page, line] as it stands there.
func feverSubmitted(raw json.RawMessage) any {
	pair, ok := pairOf(raw)
	if !ok {
		return nil
	}
	return pair
}

// feverousSubmitted is [page, type, id] as it stands there, or an id taken apart.
func feverousSubmitted(raw json.RawMessage) any {
	if id, ok := jsonText(raw); ok {
		triple, ok := splitID(id)
		if !ok {
			return nil
		}
		return triple
	}
	triple, ok := tripleOf(raw)
	if !ok {
		return nil
	}
	return triple
}

// hoverSubmitted is [title, sentence], its number as JSON has it.
func hoverSubmitted(raw json.RawMessage) any {
	f, err := newHoverFact(raw)
	if err != nil {
		return nil
	}
	if _, number, _ := pythonNumber(json.RawMessage(f.n)); number && json.Valid([]byte(f.n)) {
		return []any{f.title, json.RawMessage(f.n)}
	}
	return []any{f.title, f.n}
}

// compact returns a value as JSON on one line, without escaping what HTML would want escaped.
func compact(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return bytes.TrimSuffix(b.Bytes(), []byte{'\n'}), err
}

// writeFactLines writes FEVER's and FEVEROUS's form.
func writeFactLines(w *bufio.Writer, rows []submitRow) error {
	for _, r := range rows {
		line, err := compact(struct {
			ID       claims.ID `json:"id"`
			Label    string    `json:"predicted_label"`
			Evidence []any     `json:"predicted_evidence"`
		}{r.id, r.label, append([]any{}, r.evidence...)})
		if err != nil {
			return err
		}
		fmt.Fprintf(w, "%s\n", line)
	}
	return nil
}

// writeHover writes HoVer's form, one claim a line.
func writeHover(w *bufio.Writer, rows []submitRow) error {
	var lines [][]byte
	for _, r := range rows {
		line, err := compact(struct {
			UID   claims.ID `json:"uid"`
			Facts []any     `json:"supporting_facts"`
			Label string    `json:"label"`
		}{r.id, append([]any{}, r.evidence...), r.label})
		if err != nil {
			return err
		}
		lines = append(lines, line)
	}
	fmt.Fprintf(w, "[%s]\n", bytes.Join(lines, []byte(",\n ")))
	return nil
}

// writeHotpot writes HotpotQA's form, one question a line in each of its parts.
func writeHotpot(w *bufio.Writer, rows []submitRow) error { return writeAnswers(w, rows, "") }

// writeTwoWiki writes 2WikiMultihopQA's form: HotpotQA's with evidence, which is empty.
func writeTwoWiki(w *bufio.Writer, rows []submitRow) error {
	none := map[string][]string{}
	for _, r := range rows {
		none[r.id.Key()] = []string{}
	}
	evidence, err := compact(none)
	if err != nil {
		return err
	}
	return writeAnswers(w, rows, ",\n\"evidence\": "+string(evidence))
}

// writeMuSiQue writes MuSiQue's form. Paragraphs are numbered in its files alone, so that none are named.
func writeMuSiQue(w *bufio.Writer, rows []submitRow) error {
	for _, r := range rows {
		answer, _ := jsonText(r.answer)
		line, err := compact(struct {
			ID         claims.ID `json:"id"`
			Answer     string    `json:"predicted_answer"`
			Paragraphs []int     `json:"predicted_support_idxs"`
			Answerable bool      `json:"predicted_answerable"`
		}{r.id, answer, []int{}, answer != ""})
		if err != nil {
			return err
		}
		fmt.Fprintf(w, "%s\n", line)
	}
	return nil
}

// writeAnswers writes answers and supporting facts, and what stands behind them.
func writeAnswers(w *bufio.Writer, rows []submitRow, behind string) error {
	var answers, facts [][]byte
	for _, r := range rows {
		for _, part := range []struct {
			into  *[][]byte
			has   bool
			value any
		}{{&answers, r.answer != nil, r.answer}, {&facts, r.evidence != nil, r.evidence}} {
			if !part.has {
				continue
			}
			key, err := compact(r.id.Key())
			if err != nil {
				return err
			}
			value, err := compact(part.value)
			if err != nil {
				return err
			}
			*part.into = append(*part.into, fmt.Appendf([]byte{'\n'}, "%s: %s", key, value))
		}
	}
	fmt.Fprintf(w, "{\"answer\": {%s},\n\"sp\": {%s}%s}\n", bytes.Join(answers, []byte{','}), bytes.Join(facts, []byte{','}), behind)
	return nil
}
