package loader

import (
	"strconv"
	"strings"

	"github.com/bridgehop/bridgehop/graph"
)

// parseFEVER parses a record of FEVER's wiki-pages (Thorne et al. 2018, section 3): {id, text, lines}, where
// lines are
//
//	0 TAB The Kell rises on Mount Kell . TAB Mount Kell TAB Mount_Kell
//	1 TAB
//	2 TAB It is fed by snow . TAB snow TAB Snow
//
// number, sentence, then pairs of anchor and target. A sentence may contain line breaks, so a line begins a sentence
// only if it has the next number. Sentences keep their numbers; empty ones are left out. Escapes like -LRB- are undone
// in titles and words. The dump's first record has neither id nor text: it has no content, and is no reject.
func parseFEVER(data []byte) (content, error) {
	var r struct {
		ID    *string `json:"id"`
		Text  string  `json:"text"`
		Lines string  `json:"lines"`
	}
	if err := decode(data, &r); err != nil {
		return content{}, err
	}
	return feverContent(r.ID, r.Text, r.Lines)
}

func feverContent(id *string, text, lines string) (content, error) {
	if id == nil {
		return content{}, errNoTitle
	}
	if *id == "" && strings.TrimSpace(text+lines) == "" {
		return content{}, nil
	}
	p, err := titled(feverEscapes.Replace(*id))
	if err != nil {
		return content{}, err
	}
	p.Sentences = feverSentences(lines)
	if lines == "" {
		p.Sentences = sentencesOf(feverEscapes.Replace(text))
	}
	return onePage(p, nil)
}

// feverEscapes undoes the escapes of FEVER's ids and words.
var feverEscapes = strings.NewReplacer("-LRB-", "(", "-RRB-", ")", "-LSB-", "[", "-RSB-", "]",
	"-LCB-", "{", "-RCB-", "}", "-COLON-", ":")

// feverSentences parses the lines of a page.
func feverSentences(lines string) (out []graph.Sentence) {
	var begins []int // of the sentences
	at := 0
	for line := range strings.Lines(lines) {
		if strings.HasPrefix(line, strconv.Itoa(len(begins))+"\t") {
			begins = append(begins, at)
		}
		at += len(line)
	}
	for n, begin := range begins {
		end := len(lines)
		if n+1 < len(begins) {
			end = begins[n+1]
		}
		_, words, _ := strings.Cut(lines[begin:end], "\t")
		if s := feverSentence(n, words); s.Text != "" {
			out = append(out, s)
		}
	}
	return out
}

// feverSentence parses a line without its number.
func feverSentence(n int, line string) graph.Sentence {
	fields := strings.Split(line, "\t")
	s := graph.Sentence{N: n, Text: feverWords(fields[0])}
	if s.Text == "" {
		return s
	}
	for i := 1; i+1 < len(fields); i += 2 {
		if target := pageTarget(feverEscapes.Replace(fields[i+1])); target != "" {
			s.Links = append(s.Links, graph.Hyperlink{Anchor: feverWords(fields[i]), Target: target})
		}
	}
	return s
}

func feverWords(s string) string {
	return graph.FoldSpace(feverEscapes.Replace(s))
}
