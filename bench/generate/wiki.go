package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
)

// wiki is a corpus of n pages.
type wiki struct {
	n    int
	seed uint64
	most int // sentences of a page, 0 for any number

	median float64 // sentences of a page; 0 is 8

	articles bool // the links and words of a page are as Wikispeedia's
}

// page is one page, with [[target|anchor]] in its sentences.
type page struct {
	title     string
	sentences []string
}

// writer draws one page.
type writer struct {
	*wiki
	*rand.Rand
	words *rand.Zipf
	p     *page
	i     int
}

const vocabulary = 400_000

// Of articles, stopWords of the words are English ones that no index has, and rareWords are names and the like, of which many stand on one
// page only; the others are of a smaller vocabulary.
const (
	stopWords          = 0.42
	rareWords          = 0.008
	commonVocabulary   = 100_000
	articleLinks       = 0.17 // of a sentence, and articleLinksWithin of a word
	articleLinksWithin = 0.001
)

// page makes page i.
func (w *wiki) page(i int) *page {
	r := rand.New(rand.NewPCG(w.seed, uint64(i)))
	most := uint64(vocabulary)
	if w.articles {
		most = commonVocabulary
	}
	d := &writer{wiki: w, Rand: r, words: rand.NewZipf(r, 1.07, 4, most-1), p: &page{title: w.title(i)}, i: i}
	longest := 400
	if w.most > 0 {
		longest = w.most
	}
	median := w.median
	if median == 0 {
		median = 8
	}
	for n := range d.logNormal(median, 1.15, longest) {
		d.p.sentences = append(d.p.sentences, d.sentence(n == 0))
	}
	return d.p
}

// logNormal draws a count of at least 1 with this median.
func (d *writer) logNormal(median, sigma float64, most int) int {
	return min(most, max(1, int(math.Round(median*math.Exp(sigma*d.NormFloat64())))))
}

func (d *writer) sentence(first bool) string {
	var parts []string
	if first {
		parts = append(parts, d.p.title, "is", "a")
	}
	n := d.logNormal(19, 0.45, 80)
	link, links, within := -1, 0.6, 0.015
	if d.articles {
		links, within = articleLinks, articleLinksWithin
	}
	if d.Float64() < links {
		link = d.IntN(n)
	}
	for i := range n {
		if i == link || d.Float64() < within {
			parts = append(parts, d.link())
		} else {
			parts = append(parts, d.word())
		}
	}
	s := strings.Join(parts, " ")
	return strings.ToUpper(s[:1]) + s[1:] + "."
}

func (d *writer) word() string {
	if d.articles {
		switch u := d.Float64(); {
		case u < stopWords:
			return [...]string{"the", "of", "and", "in", "a", "to", "is", "was", "as", "by"}[d.IntN(10)]
		case u < stopWords+rareWords:
			return word(vocabulary + d.Uint64N(10*vocabulary))
		}
	}
	return word(d.words.Uint64())
}

// link draws a link: a fifth of them lead nowhere, and a third show other words than the title.
func (d *writer) link() string {
	target := d.title(d.target())
	if d.Float64() < 0.2 {
		target += " " + word(d.Uint64N(vocabulary))
	}
	if d.Float64() < 0.33 {
		return "[[" + strings.ReplaceAll(target, " ", "_") + "|" + word(d.words.Uint64()) + "]]"
	}
	return "[[" + strings.ReplaceAll(target, " ", "_") + "|" + target + "]]"
}

// target draws the page a link leads to.
func (d *writer) target() int {
	n := float64(d.n)
	if d.Float64() < 0.6 {
		rank := uint64(powerLaw(d.Float64(), 1.05, n)) - 1
		return int((rank*0x9e3779b97f4a7c15 ^ d.seed) % uint64(d.n))
	}
	distance := int(powerLaw(d.Float64(), 1.2, n/2+1))
	if d.IntN(2) == 0 {
		distance = -distance
	}
	return ((d.i+distance)%d.n + d.n) % d.n
}

// powerLaw turns a number from 0 to 1 into one from 1 to most with density x^-a.
func powerLaw(u, a, most float64) float64 {
	return math.Pow(1+u*(math.Pow(most, 1-a)-1), 1/(1-a))
}

var syllables = strings.Fields("ka lo mi ne ru sa ti vo be du fa gi ho ja ke lu ma no pi ra se tu va wi zo ar en il os un el an")

// word returns the word of this rank: the frequent ones are short. Two ranks never share one.
func word(rank uint64) string {
	var b strings.Builder
	for rank++; ; rank = (rank - 1) / uint64(len(syllables)) {
		b.WriteString(syllables[(rank-1)%uint64(len(syllables))])
		if rank <= uint64(len(syllables)) {
			return b.String()
		}
	}
}

// title is page i's, in one of the shapes titles have; no two pages share one.
func (w *wiki) title(i int) string {
	name := capital(word(uint64(i) + 1000))
	r := (uint64(i) + w.seed) * 0xbf58476d1ce4e5b9 >> 33
	other := capital(word(r % 5000))
	switch r % 20 {
	case 0, 1, 2, 3:
		return name
	case 4, 5, 6, 7, 8, 9, 10, 11:
		return other + " " + name
	case 12, 13:
		return name + " of " + other
	case 14, 15, 16:
		return name + " (" + strings.ToLower(other) + ")"
	case 17:
		return "List of " + name + " in " + other
	case 18:
		return fmt.Sprint(1800+r%220) + " " + name
	}
	return other + " and the " + name
}

func capital(s string) string { return strings.ToUpper(s[:1]) + s[1:] }
