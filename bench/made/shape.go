package main

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// shapes are the forms of claims in the order in which they are made, the rarest first, each with its number of pages and its share of
// the claims of that number.
var shapes = []struct {
	name  string
	pages int
	share float64
	make  func(*maker, *draft, *article, int) string
}{
	{"path", 4, .5, (*maker).path}, {"star", 4, .25, (*maker).star}, {"comparison", 4, .25, (*maker).comparison},
	{"path", 3, .5, (*maker).path}, {"star", 3, .25, (*maker).star}, {"comparison", 3, .25, (*maker).comparison},
	{"path", 2, .75, (*maker).path}, {"comparison", 2, .25, (*maker).comparison},
	{"one", 1, 1, (*maker).one},
}

// one makes a claim of one page.
func (m *maker) one(d *draft, a *article, _ int) string {
	switch d.r.IntN(5) {
	case 0:
		return d.describe(a) + " " + d.says(a)
	case 1:
		return d.name(a) + " " + d.says(a) + " and " + d.says(a)
	case 2: // a sentence as it is
		f := d.fact(a, func(f *fact) bool { return f.named })
		if f == nil {
			return d.fail()
		}
		d.use(f)
		d.named = append(d.named, a)
		return plain(f.text)
	}
	return d.name(a) + " " + d.says(a)
}

// path makes a claim that leads from an article over n-1 links.
func (m *maker) path(d *draft, a *article, n int) string {
	f, l := m.step(d, a)
	open := d.chance(.4)
	if open {
		var all []link
		f, all = m.open(d, a)
		l = all[0]
	}
	first := func(phrase func() string) string {
		if open {
			return d.states(f, []link{l}, phrase)
		}
		return d.subject(a) + " " + d.object(f, l, phrase)
	}
	switch {
	case d.chance(.25):
		return m.back(d, a, n) + " " + d.says(a)
	case d.chance(.33):
		return first(func() string { return m.chain(d, l.page, n-1) })
	case d.chance(.5) || open:
		return first(func() string { return d.some(l.page) }) + ". " + d.again(l.page) + " " + m.onward(d, l.page, n-1)
	}
	return d.clause(f, l, func() string { return d.subject(a) }) + " " + m.onward(d, l.page, n-1)
}

// chain describes an article's subject by a path of n articles that begins with it.
func (m *maker) chain(d *draft, a *article, n int) string {
	if n == 1 {
		return d.describe(a)
	}
	noun, who := article1(d, d.noun(a)), d.who(a)
	return noun + " " + who + " " + m.onward(d, a, n)
}

// onward says something of an article's subject that leads on to n-1 articles.
func (m *maker) onward(d *draft, a *article, n int) string {
	if n == 1 {
		return d.says(a)
	}
	f, l := m.step(d, a)
	return d.object(f, l, func() string { return m.chain(d, l.page, n-1) })
}

// star makes a claim about n articles, all but one of which lead to that one, or it to them.
func (m *maker) star(d *draft, a *article, n int) string {
	far := d.describe // describes one of them, by a fourth article if need be
	if n == 4 {
		far = func(b *article) string { return m.back(d, b, 2) }
	}
	f, l := m.step(d, a)
	switch d.r.IntN(5) {
	case 0: // two that meet in a third
		g, k := m.meet(d, f, l)
		there := func() string { return d.clause(f, l, func() string { return far(a) }) }
		return d.describe(g.of) + " " + d.object(g, k, there) + ". " + d.again(l.page) + " " + d.says(l.page)
	case 1:
		g, k := m.meet(d, f, l)
		return d.clause(f, l, func() string { return far(a) }) + ", and " +
			strings.TrimPrefix(d.clause(g, k, func() string { return d.describe(g.of) }), "the "+l.page.head+" ") + ", " + d.says(l.page)
	case 2: // one that leads to two
		d.facts = append(d.facts, f)
		g, k := m.step(d, a)
		to := func(b *article) func() string { return func() string { return d.describe(b) } }
		return far(a) + " " + d.object(f, l, to(l.page)) + " and " + d.object(g, k, to(k.page))
	}
	f, all := m.open(d, a)
	if n == 3 && d.chance(.5) { // one of which two speak
		return d.states(f, all[:1], func() string { return m.back(d, all[0].page, 2) })
	}
	if n == 4 && d.chance(.5) {
		b := all[0].page
		return d.states(f, all[:1], func() string { return m.back(d, b, 2) }) + ". " + d.again(b) + " " + m.onward(d, b, 2)
	}
	if len(all) < 2 {
		return d.fail()
	}
	return d.states(f, all[:2], func() string { return far(all[0].page) }, func() string { return d.describe(all[1].page) })
}

// comparison compares two articles' subjects; beyond two pages they are described by others.
func (m *maker) comparison(d *draft, a *article, n int) string {
	describe := func(x *article) string {
		if n == 4 || n == 3 && x == a {
			return m.back(d, x, 2)
		}
		return d.describe(x)
	}
	switch d.r.IntN(3) {
	case 0:
		return m.same(d, a, describe)
	case 1:
		return m.since(d, a, describe)
	}
	return m.born2(d, a, describe)
}

// born2 compares when two persons were born.
func (m *maker) born2(d *draft, a *article, describe func(*article) string) string {
	b := pick(d.r, m.born)
	years := b.born - a.born
	if a.born == 0 || a == b || years < 3 && years > -3 {
		return d.fail()
	}
	d.add(a)
	d.add(b)
	how := " was born"
	d.asked = " before "
	if years < 0 {
		d.asked, years = " after ", -years
	}
	switch d.r.IntN(4) {
	case 0:
		how += fmt.Sprintf(" %d years", years)
	case 1:
		d.asked = map[string]string{" before ": " earlier than ", " after ": " later than "}[d.asked]
	}
	return describe(a) + how + d.asked + describe(b)
}

// same says that two subjects have to do with the same thing in the same way.
func (m *maker) same(d *draft, a *article, describe func(*article) string) string {
	f, l := m.step(d, a)
	g, k := m.meet(d, f, l)
	said := strings.TrimSuffix(strings.TrimSpace(f.said[:l.from]), " the")
	if d.bad || !strings.HasPrefix(g.said[:k.from], said+" ") || f.said[l.to:] != "" || strings.Count(said, " ") == 0 {
		return d.fail()
	}
	for _, p := range [][2]string{{"is ", "are "}, {"was ", "were "}, {"has ", "have "}} {
		if rest, ok := strings.CutPrefix(said, p[0]); ok {
			said = p[1] + rest
			break
		}
	}
	d.use(f)
	d.use(g)
	return describe(a) + " and " + describe(g.of) + " " + said + " the same " + d.plainNoun(l.page)
}

// since compares the years in which the same was done.
func (m *maker) since(d *draft, a *article, describe func(*article) string) string {
	f := d.fact(a, func(f *fact) bool { return done(f) != "" })
	if f == nil {
		return d.fail()
	}
	g := pick(d.r, m.years[done(f)])
	x, y := number(yearIn.FindString(f.said)), number(yearIn.FindString(g.said))
	if g.of == a || x == y {
		return d.fail()
	}
	d.use(f)
	d.use(g)
	d.asked = " before "
	if x > y {
		d.asked = " after "
	}
	return describe(a) + " " + done(f) + d.asked + describe(g.of)
}

// done returns what a fact says was done in a year: "was founded"; empty if it says more.
func done(f *fact) string {
	if w := strings.Fields(f.said); len(w) == 4 && w[0] == "was" && w[2] == "in" && hasYear(w[3]) && w[1] != "born" {
		return w[0] + " " + w[1]
	}
	return ""
}

// none stands for a fact that isn't there.
var none = &fact{of: &article{}, said: "xx"}

// step draws a fact of an article with a link to another.
func (m *maker) step(d *draft, a *article) (*fact, link) {
	f := d.fact(a, func(f *fact) bool { return len(f.links) > 0 && a.hides(f.said) })
	if f == nil {
		d.bad = true
		return none, link{0, 1, none.of}
	}
	return f, pick(d.r, f.links)
}

// open draws a sentence of an article with links, in their order in it.
func (m *maker) open(d *draft, a *article) (*fact, []link) {
	if len(a.open) == 0 {
		d.bad = true
		return none, []link{{0, 1, none.of}}
	}
	f := pick(d.r, a.open)
	d.bad = d.bad || f.used > 2
	l := slices.SortedFunc(slices.Values(f.links), func(x, y link) int { return x.from - y.from })
	return f, l[d.r.IntN(max(1, len(l)-1)):]
}

// meet draws a fact of a third article that leads where a link leads.
func (m *maker) meet(d *draft, f *fact, l link) (*fact, link) {
	for range min(5, len(m.into[l.page])) {
		g := pick(d.r, m.into[l.page])
		at := slices.IndexFunc(g.links, func(k link) bool { return k.page == l.page })
		if g.of != f.of && g.used < 6 && g.of.hides(g.said) {
			return g, g.links[at]
		}
	}
	d.bad = true
	return none, link{0, 1, none.of}
}

// back describes an article's subject by a path of n articles that leads to it.
func (m *maker) back(d *draft, b *article, n int) string {
	if n == 1 {
		return d.subject(b)
	}
	f, l := m.meet(d, &fact{of: b}, link{page: b})
	return d.clause(f, l, func() string { return m.back(d, f.of, n-1) })
}

func pick[T any](r *rand.Rand, list []T) T { return list[r.IntN(len(list))] }
