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
	files     map[string]string // titles by path below the root, without .html and index
	canonical map[string]string // titles by URL
	hosts     map[string]bool   // of canonical URLs
	titles    map[string]string // by words in lower case
}

func newSiteIndex() *siteIndex {
	return &siteIndex{files: map[string]string{}, canonical: map[string]string{}, hosts: map[string]bool{}, titles: map[string]string{}}
}

// add adds a page; file is its path below the root. A page that is named twice keeps its first title.
func (x *siteIndex) add(file, title string, text []byte) {
	root, err := html.Parse(bytes.NewReader(text))
	if err != nil {
		return
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
	p, _ = cutSuffix(uncompressed(p), ".html", ".htm")
	p = strings.TrimSuffix(p, "/index")
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
