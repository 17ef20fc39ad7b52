package loader

import (
	"bytes"
	"cmp"
	"net/url"
	"path"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/bridgehop/bridgehop/graph"
)

// sitePage is a page of a site. A note in Markdown has several names: its title, the name of its file, its path, its
// aliases and its heading.
type sitePage struct {
	file    string // its path below the root
	name    string // of a note: what the file or its folder is called; empty for HTML
	front   string // the title of the front matter, or of N.json
	heading string // in an index: the title in the page, else the name
	aliases []string
	title   string // in an index: as it is printed
	html    []byte // not in an index
	warning error  // why the front matter is not read
}

// siteIndex finds the page that a link of a site leads to: by file, by canonical URL, or by title.
type siteIndex struct {
	pages  map[string]*sitePage   // by file
	paths  map[string]string      // titles by path below the root without .html and index, and by canonical URL
	hosts  map[string]bool        // of canonical URLs
	titles map[string]string      // by words in lower case
	byName map[string][]*sitePage // by the name of the file as words
	owners map[string]string      // files by names in normal form; empty if several pages have the name
}

func newSiteIndex() *siteIndex {
	return &siteIndex{pages: map[string]*sitePage{}, paths: map[string]string{},
		hosts: map[string]bool{}, titles: map[string]string{}, byName: map[string][]*sitePage{},
		owners: map[string]string{}}
}

// add adds a page.
func (x *siteIndex) add(p *sitePage) {
	if x.pages[p.file] != nil {
		return
	}
	p.heading = p.name
	// else the page need not be parsed twice
	if p.name != "" || p.front == "" || bytes.Contains(p.html, []byte("canonical")) {
		if root, err := html.Parse(bytes.NewReader(p.html)); err == nil {
			p.heading = cmp.Or(graph.CleanTitle(titleOf(root)), p.name)
			x.addCanonical(root, cmp.Or(p.front, p.heading))
		}
	}
	if p.html = nil; cmp.Or(p.front, p.heading) != "" {
		x.pages[p.file] = p
	}
}

// addCanonical adds the URL that a page names as its own.
func (x *siteIndex) addCanonical(root *html.Node, title string) {
	link := find(root, func(n *html.Node) bool { return n.DataAtom == atom.Link && attribute(n, "rel") == "canonical" })
	if link == nil {
		return
	}
	if u, err := url.Parse(attribute(link, "href")); err == nil && u.Host != "" {
		at := u.Host + sitePath(u.Path)
		x.paths[at], x.hosts[u.Host] = cmp.Or(x.paths[at], title), true
	}
}

// settle chooses the titles of the notes, when all pages are known: the title of the front matter, else the heading if
// no other page has it, else the name of the file, and where several files have that, too, their paths.
func (x *siteIndex) settle() {
	var pages []*sitePage
	for _, p := range x.pages {
		pages = append(pages, p)
	}
	slices.SortFunc(pages, func(a, b *sitePage) int {
		return cmp.Or(strings.Count(a.file, "/")-strings.Count(b.file, "/"), strings.Compare(a.file, b.file))
	})
	wanted, named := map[string]int{}, map[string]int{}
	for _, p := range pages {
		p.title = cmp.Or(p.front, p.heading)
		wanted[graph.FoldTitle(p.title)]++
		named[graph.FoldTitle(p.name)]++
	}
	for _, p := range pages {
		if heading := graph.FoldTitle(p.heading); p.name != "" && p.front == "" && wanted[heading] > 1 {
			p.title = p.name
			if key := graph.FoldTitle(p.name); named[key] > 1 || wanted[key] > 0 && key != heading {
				p.title = stem(p.file)
			}
		}
		for _, name := range slices.Compact([]string{wordsOfTitle(path.Base(stem(p.file))), wordsOfTitle(p.name)}) {
			x.byName[name] = append(x.byName[name], p)
		}
		for _, at := range []string{sitePath(p.file), "/" + stem(p.file)} {
			x.paths[at] = cmp.Or(x.paths[at], p.title)
		}
	}
	x.own(pages, func(p *sitePage) []string { return []string{p.title} })
	notes := slices.DeleteFunc(pages, func(p *sitePage) bool { return p.name == "" })
	x.own(notes, func(p *sitePage) []string { return []string{path.Base(stem(p.file)), p.name} })
	x.own(notes, func(p *sitePage) []string { return []string{stem(p.file)} })
	x.own(notes, func(p *sitePage) []string { return p.aliases })
	x.own(notes, func(p *sitePage) []string { return []string{p.heading} })
}

// own gives the pages the names of a kind that no page has by a kind before it, and that only one has by this one.
func (x *siteIndex) own(pages []*sitePage, names func(*sitePage) []string) {
	owners := map[string]string{}
	for _, p := range pages {
		for _, name := range names(p) {
			key, words := graph.FoldTitle(name), wordsOfTitle(name)
			if other, ok := owners[key]; ok && other != p.file {
				owners[key] = ""
			} else {
				owners[key] = p.file
			}
			x.titles[words] = cmp.Or(x.titles[words], p.title)
		}
	}
	for key, file := range owners {
		if _, ok := x.owners[key]; !ok {
			x.owners[key] = file
		}
	}
}

// namesOf returns the title of a page, and the names that no other page has.
func (x *siteIndex) namesOf(n *sitePage) (title string, names []string) {
	p := x.pages[n.file]
	if p == nil { // of a stream
		return n.front, n.aliases
	}
	if p.name == "" {
		return p.title, nil
	}
	seen := map[string]bool{graph.FoldTitle(p.title): true}
	for _, name := range append([]string{path.Base(stem(p.file)), p.name, stem(p.file), p.heading}, p.aliases...) {
		if key := graph.FoldTitle(name); x.owners[key] == p.file && !seen[key] && !isIndex(name) {
			seen[key] = true
			names = append(names, name)
		}
	}
	return p.title, names
}

// sitePath returns a path as files are looked up: rooted, without suffix, index and last slash.
func sitePath(p string) string {
	p = path.Clean("/" + p)
	p, _ = cutSuffix(uncompressed(p), ".html", ".htm", ".md", ".markdown")
	p, _ = cutSuffix(p, "/index", "/readme")
	return strings.TrimSuffix(p, "/")
}

// wordsOfTitle returns a title or the last part of a path as words in lower case.
func wordsOfTitle(s string) string {
	return strings.ToLower(strings.Join(strings.Fields(strings.NewReplacer("-", " ", "_", " ").Replace(s)), " "))
}

// target returns the title of the page that an href in a file leads to; empty if it is none of the site.
func (x *siteIndex) target(file, href string) string {
	if name, ok := strings.CutPrefix(href, wikiScheme); ok {
		return x.note(file, name)
	}
	u, err := url.Parse(strings.TrimSpace(href))
	if err != nil || u.Scheme != "" && u.Scheme != "http" && u.Scheme != "https" {
		return hrefTarget(href)
	}
	if u.Host == "" && u.Path == "" {
		return "" // within the page
	}
	p := u.Path
	switch {
	case u.Host != "":
		if t := x.paths[u.Host+sitePath(p)]; t != "" {
			return t
		}
		if !x.hosts[u.Host] {
			return hrefTarget(href)
		}
	case !strings.HasPrefix(p, "/"):
		p = path.Join(path.Dir("/"+file), p)
	}
	p = sitePath(p)
	if t, ok := x.paths[p]; ok {
		return t
	}
	return cmp.Or(hrefTarget(href), x.titles[wordsOfTitle(path.Base(p))])
}

// note returns the title of the page that a wikilink in a file leads to: the nearest one whose file has the name, else
// by title, alias or heading. A name with folders is first taken for a path. A link to no page of the site leads to the
// title that it names.
func (x *siteIndex) note(file, name string) string {
	if u, err := url.PathUnescape(name); err == nil {
		name = u
	}
	if strings.Contains(name, "/") {
		for _, p := range []string{path.Join(path.Dir("/"+file), name), name} {
			if t, ok := x.paths[sitePath(p)]; ok {
				return t
			}
		}
	}
	var nearest *sitePage
	base, end := path.Base(stem(name)), wordsOfTitle(path.Join("/", stem(name)))
	for _, p := range x.byName[wordsOfTitle(base)] {
		below := strings.HasSuffix("/"+wordsOfTitle(stem(p.file)), end) || wordsOfTitle(p.name) == wordsOfTitle(name)
		if below && (nearest == nil || distance(file, p.file) < distance(file, nearest.file)) {
			nearest = p
		}
	}
	if nearest != nil {
		return nearest.title
	}
	return cmp.Or(x.titles[wordsOfTitle(name)], x.titles[wordsOfTitle(base)], base)
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

// hrefTarget returns the title in an href of MediaWiki: /wiki/Title, the same with a host of Wikipedia, ./Title, or
// /w/index.php?title=Title for missing pages. It is empty for other hrefs.
func hrefTarget(href string) string {
	u, err := url.Parse(href)
	if err != nil || u.Host != "" && !strings.HasSuffix(u.Host, ".wikipedia.org") {
		return ""
	}
	if query := u.Query(); u.Path == "/w/index.php" && query.Has("redlink") {
		return query.Get("title")
	}
	for _, before := range []string{"./", "/wiki/"} {
		if title, ok := strings.CutPrefix(u.EscapedPath(), before); ok {
			return title
		}
	}
	return ""
}
