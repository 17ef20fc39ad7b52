package loader

import (
	"bytes"
	"net/url"
	"path"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// siteIndex finds the page that a link of a site leads to: by file, by canonical URL, or by title.
type siteIndex struct {
	given     map[string]string // titles in an archive's JSON files, by stem
	files     map[string]string // titles by path below the root, without .html and index
	canonical map[string]string // titles by URL
	hosts     map[string]bool   // of canonical URLs
	titles    map[string]string // by words in lower case, as are the next
	names     map[string]string // titles by the name of the file, without folder

	notes  map[string]*noteEntry   // by path
	byName map[string][]*noteEntry // by the name of the file as words
	owners map[string]string       // paths of notes by names in normal form; empty if several notes have the name
}

func newSiteIndex() *siteIndex {
	return &siteIndex{given: map[string]string{}, files: map[string]string{}, canonical: map[string]string{}, hosts: map[string]bool{},
		titles: map[string]string{}, names: map[string]string{}, notes: map[string]*noteEntry{}, owners: map[string]string{},
		byName: map[string][]*noteEntry{}}
}

// add adds a page; file is its path below the root. A page that is named twice keeps its first title.
func (x *siteIndex) add(file string, n note) {
	if n.name != "" {
		x.addNote(file, n)
		return
	}
	title := n.title
	var root *html.Node
	if title == "" || bytes.Contains(n.html, []byte("canonical")) { // else the page need not be parsed twice
		var err error
		if root, err = html.Parse(bytes.NewReader(n.html)); err != nil {
			return
		}
	}
	if title == "" {
		title = strings.Join(strings.Fields(titleOf(root)), " ")
	}
	if title == "" {
		return
	}
	set := func(m map[string]string, key string) {
		if _, ok := m[key]; !ok && key != "" {
			m[key] = title
		}
	}
	set(x.files, sitePath(file))
	set(x.titles, wordsOfTitle(title))
	set(x.names, wordsOfTitle(path.Base(stem(file))))
	for _, a := range n.aliases {
		set(x.titles, wordsOfTitle(a))
	}
	if root == nil {
		return
	}
	link := find(root, func(n *html.Node) bool { return n.DataAtom == atom.Link && attribute(n, "rel") == "canonical" })
	if link == nil {
		return
	}
	if u, err := url.Parse(attribute(link, "href")); err == nil && u.Host != "" {
		set(x.canonical, u.Host+sitePath(u.Path))
		x.hosts[u.Host] = true
	}
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
		if t := x.canonical[u.Host+sitePath(p)]; t != "" {
			return t
		}
		if !x.hosts[u.Host] {
			return hrefTarget(href)
		}
	case !strings.HasPrefix(p, "/"):
		p = path.Join(path.Dir("/"+file), p)
	}
	p = sitePath(p)
	if t, ok := x.files[p]; ok {
		return t
	}
	if t := hrefTarget(href); t != "" {
		return t
	}
	return x.titles[wordsOfTitle(path.Base(p))]
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
