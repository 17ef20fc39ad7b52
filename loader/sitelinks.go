package loader

import (
	"bytes"
	"cmp"
	"net/url"
	"path"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// siteIndex finds the page that a link of a site leads to: by file, by canonical URL, or by title.
type siteIndex struct {
	files     map[string]string // titles by path below the root, without .html and index
	canonical map[string]string // titles by URL
	hosts     map[string]bool   // of canonical URLs
	titles    map[string]string // by words in lower case, as are the next
	names     map[string]string // titles by the name of the file, without folder
}

func newSiteIndex() *siteIndex {
	return &siteIndex{files: map[string]string{}, canonical: map[string]string{}, hosts: map[string]bool{}, titles: map[string]string{},
		names: map[string]string{}}
}

// add adds a page; file is its path below the root. A page that is named twice keeps its first title.
func (x *siteIndex) add(file string, n note) {
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
	if x == nil {
		return hrefTarget(href)
	}
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

// note returns the title of the page that a wikilink in a file leads to: by its path, the name of its file, or its title. A link to no page
// of the site leads to the title that it names.
func (x *siteIndex) note(file, name string) string {
	if u, err := url.PathUnescape(name); err == nil {
		name = u
	}
	for _, p := range []string{name, path.Join(path.Dir("/"+file), name)} {
		if t, ok := x.files[sitePath(p)]; ok {
			return t
		}
	}
	base := path.Base(stem(name))
	return cmp.Or(x.titles[wordsOfTitle(name)], x.names[wordsOfTitle(base)], x.titles[wordsOfTitle(base)], base)
}

// content returns the element with the page's main content, and whether it was made by MediaWiki.
func content(root *html.Node) (n *html.Node, mediaWiki bool) {
	for _, id := range []string{"mw-content-text", "bodyContent"} {
		if n := find(root, func(n *html.Node) bool { return attribute(n, "id") == id }); n != nil {
			return n, true
		}
	}
	for _, is := range []func(*html.Node) bool{
		func(n *html.Node) bool { return n.DataAtom == atom.Main || attribute(n, "role") == "main" },
		func(n *html.Node) bool { return n.DataAtom == atom.Article },
	} {
		if n := find(root, is); n != nil && n.FirstChild != nil && (n.DataAtom != atom.Article || !hasSibling(n)) {
			return n, false
		}
	}
	return find(root, func(n *html.Node) bool { return n.DataAtom == atom.Body }), false // the parser always makes one
}

// hasSibling reports whether an article is one of several, as in a list of them.
func hasSibling(n *html.Node) bool {
	for s := n.NextSibling; s != nil; s = s.NextSibling {
		if s.DataAtom == n.DataAtom {
			return true
		}
	}
	return false
}

// besideWords are the ids and classes of the parts of a page beside its content.
var besideWords = wordSet(`nav navbar navigation menu footer site-footer site-header sidebar breadcrumb breadcrumbs cookie-banner pagination
	skip-link toc`)

// isBeside reports whether an element is a part of a site's frame: navigation, footer, sidebar.
func isBeside(n *html.Node) bool {
	switch n.DataAtom {
	case atom.Nav, atom.Footer, atom.Aside:
		return true
	case atom.Div, atom.Ul, atom.Ol, atom.Section, atom.Header, atom.P, atom.A:
		role := attribute(n, "role")
		if role == "navigation" || role == "contentinfo" || role == "banner" || besideWords[strings.ToLower(attribute(n, "id"))] {
			return true
		}
		for _, c := range strings.Fields(strings.ToLower(attribute(n, "class"))) {
			if besideWords[c] {
				return true
			}
		}
	}
	return false
}
