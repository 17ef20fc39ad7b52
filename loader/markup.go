package loader

import (
	"strings"

	"github.com/bridgehop/bridgehop/graph"
	"golang.org/x/text/unicode/norm"
)

// unlink returns the text without link markup, in Unicode normal form C, and its hyperlinks in order. [[target|anchor]] is replaced by
// the anchor, [[target]] by the target with spaces for underscores. Both parts may be empty (FEVEROUS): without a target there is
// no link; without an anchor the link has an empty one. Brackets without a partner are text. A link to a file, a category or another
// wiki becomes its anchor.
func unlink(text string) (string, []graph.Hyperlink) {
	if !strings.Contains(text, "[[") {
		return norm.NFC.String(text), nil
	}
	var b strings.Builder
	var links []graph.Hyperlink
	for {
		open, end := nextLink(text)
		if open < 0 {
			break
		}
		b.WriteString(text[:open])
		target, anchor, ok := strings.Cut(text[open+2:end], "|")
		if !ok {
			anchor = strings.ReplaceAll(target, "_", " ")
		}
		b.WriteString(anchor)
		text = text[end+2:]
		if title := pageTarget(target); title != "" {
			links = append(links, graph.Hyperlink{Anchor: norm.NFC.String(strings.TrimSpace(anchor)), Target: title})
		}
	}
	b.WriteString(text)
	return norm.NFC.String(b.String()), links
}

// nextLink returns the positions of the opening and closing brackets of the first innermost [[…]], or -1.
func nextLink(s string) (open, end int) {
	first := strings.Index(s, "[[")
	if first < 0 {
		return -1, -1
	}
	n := strings.Index(s[first:], "]]")
	if n < 0 {
		return -1, -1
	}
	end = first + n
	open = strings.LastIndex(s[:end], "[[")
	inside := s[open+2 : end]
	for extra := strings.Count(inside, "[") - strings.Count(inside, "]"); extra > 0 && strings.HasPrefix(s[end+1:], "]]"); extra-- {
		end++ // [[IPA|[x]]]: the anchor has brackets
	}
	return open, end
}

// pageTarget returns the title that a link's target names; empty if it can be no page of this wiki.
func pageTarget(target string) string {
	title := graph.LinkTitle(target)
	prefix, rest, ok := strings.Cut(title, ":")
	if ok && rest != "" && !strings.HasPrefix(rest, " ") && otherSpace[strings.ToLower(strings.TrimSpace(prefix))] {
		return ""
	}
	return title
}

// otherSpace has the prefixes of namespaces other than articles, and of other wikis. Titles can have a colon too ("Mission: Impossible",
// "2001: A Space Odyssey"), so it has only words with which no title begins.
var otherSpace = func() map[string]bool {
	m := map[string]bool{}
	for _, s := range strings.Fields("category file image media special template template_talk mediawiki help_talk " +
		"user user_talk talk wikipedia wikipedia_talk wp project portal_talk file_talk category_talk module draft timedtext " +
		"wikt wiktionary wikiquote wikisource wikibooks wikinews wikiversity wikivoyage wikispecies wikidata commons meta mw species " +
		"doi hdl arxiv bugzilla gerrit phab") {
		m[strings.ReplaceAll(s, "_", " ")] = true
	}
	return m
}()
