package loader

import (
	"bytes"
	"cmp"
	"net/url"
	"path"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"github.com/bridgehop/bridgehop/graph"
)

// noteEntry is a note in Markdown of a site. It has several names: its title, the name of its file, its path, its aliases and its heading.
type noteEntry struct {
	file, name string // the path, and what the file or its folder is called
	front      string // the title of the front matter
	heading    string // the name, if there is none
	aliases    []string
	title      string // as it is printed
}

func (x *siteIndex) addNote(file string, n note) {
	if x.notes[file] != nil {
		return
	}
	e := &noteEntry{file: file, name: n.name, front: n.title, heading: n.name, aliases: n.aliases}
	if root, err := html.Parse(bytes.NewReader(n.html)); err == nil {
		e.heading = cmp.Or(graph.CleanTitle(titleOf(root)), n.name)
	}
	x.notes[file] = e
}

// settle chooses the titles of the notes, when all are known: the title of the front matter, else the heading if no other note has it, else
// the name of the file, and where several files have that, too, their paths.
func (x *siteIndex) settle() {
	var notes []*noteEntry
	for _, n := range x.notes {
		notes = append(notes, n)
	}
	slices.SortFunc(notes, func(a, b *noteEntry) int {
		return cmp.Or(strings.Count(a.file, "/")-strings.Count(b.file, "/"), strings.Compare(a.file, b.file))
	})
	wanted, named := map[string]int{}, map[string]int{}
	for _, n := range notes {
		n.title = cmp.Or(n.front, n.heading)
		wanted[graph.FoldTitle(n.title)]++
		named[graph.FoldTitle(n.name)]++
	}
	for _, n := range notes {
		if n.front == "" && wanted[graph.FoldTitle(n.heading)] > 1 {
			n.title = n.name
			if key := graph.FoldTitle(n.name); named[key] > 1 || wanted[key] > 0 && key != graph.FoldTitle(n.heading) {
				n.title = stem(n.file)
			}
		}
		for _, name := range slices.Compact([]string{wordsOfTitle(path.Base(stem(n.file))), wordsOfTitle(n.name)}) {
			x.byName[name] = append(x.byName[name], n)
		}
		for _, at := range []string{sitePath(n.file), "/" + stem(n.file)} {
			x.files[at] = cmp.Or(x.files[at], n.title)
		}
	}
	for _, names := range []func(*noteEntry) []string{
		func(n *noteEntry) []string { return []string{n.title} },
		func(n *noteEntry) []string { return []string{path.Base(stem(n.file)), n.name} },
		func(n *noteEntry) []string { return []string{stem(n.file)} },
		func(n *noteEntry) []string { return n.aliases },
		func(n *noteEntry) []string { return []string{n.heading} },
	} {
		x.own(notes, names)
	}
}

// own gives the notes the names of a kind that no note has by a kind before it, and that only one has by this one.
func (x *siteIndex) own(notes []*noteEntry, names func(*noteEntry) []string) {
	owners := map[string]string{}
	for _, n := range notes {
		for _, name := range names(n) {
			key, words := graph.FoldTitle(name), wordsOfTitle(name)
			if other, ok := owners[key]; ok && other != n.file {
				owners[key] = ""
			} else {
				owners[key] = n.file
			}
			x.titles[words] = cmp.Or(x.titles[words], n.title)
		}
	}
	for key, file := range owners {
		if _, ok := x.owners[key]; !ok {
			x.owners[key] = file
		}
	}
}

// titleOf returns the title of a page: the one that settle chose for a note.
func (x *siteIndex) titleOf(file string, n note) string {
	if e := x.notes[file]; e != nil {
		return e.title
	}
	return n.title
}

// namesOf returns the names of a page besides its title that no other page has.
func (x *siteIndex) namesOf(file string, n note) []string {
	e := x.notes[file]
	if e == nil {
		return n.aliases
	}
	var out []string
	seen := map[string]bool{graph.FoldTitle(e.title): true}
	for _, name := range append([]string{path.Base(stem(file)), e.name, stem(file), e.heading}, e.aliases...) {
		if key := graph.FoldTitle(name); x.owners[key] == file && !seen[key] && !isIndex(name) {
			seen[key] = true
			out = append(out, name)
		}
	}
	return out
}

// note returns the title of the page that a wikilink in a file leads to: the nearest one whose file has the name, else by title, alias or
// heading. A name with folders is first taken for a path. A link to no page of the site leads to the title that it names.
func (x *siteIndex) note(file, name string) string {
	if u, err := url.PathUnescape(name); err == nil {
		name = u
	}
	if strings.Contains(name, "/") {
		for _, p := range []string{path.Join(path.Dir("/"+file), name), name} {
			if t, ok := x.files[sitePath(p)]; ok {
				return t
			}
		}
	}
	var nearest *noteEntry
	base, end := path.Base(stem(name)), wordsOfTitle(path.Join("/", stem(name)))
	for _, n := range x.byName[wordsOfTitle(base)] {
		below := strings.HasSuffix("/"+wordsOfTitle(stem(n.file)), end) || wordsOfTitle(n.name) == wordsOfTitle(name)
		if below && (nearest == nil || distance(file, n.file) < distance(file, nearest.file)) {
			nearest = n
		}
	}
	if nearest != nil {
		return nearest.title
	}
	return cmp.Or(x.titles[wordsOfTitle(name)], x.names[wordsOfTitle(base)], x.titles[wordsOfTitle(base)], base)
}

// distance returns the number of folders on the way between two files.
func distance(a, b string) int {
	from, to := strings.Split(path.Dir("/"+a), "/"), strings.Split(path.Dir("/"+b), "/")
	n := 0
	for n < len(from) && n < len(to) && from[n] == to[n] {
		n++
	}
	return len(from) + len(to) - 2*n
}
