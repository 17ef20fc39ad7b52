package loader

import (
	"regexp"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/english"
)

// maxFileNesting bounds links within captions within captions.
const maxFileNesting = 8

// inline adds a piece of wikitext to in: words, links, and the anchors of links that lead out of the wiki. Files are
// dropped; their captions go to w.captions.
func (w *wikiWalk) inline(s string, in *inline, depth int) {
	if strings.IndexByte(s, '[') < 0 {
		in.text(visible(s))
		return
	}
	links := pairs(s, '[', ']')
	for i := 0; i < len(s); {
		n := strings.IndexByte(s[i:], '[')
		if n < 0 {
			in.text(visible(s[i:]))
			return
		}
		in.text(visible(s[i : i+n]))
		i += n
		if end, ok := links[i]; ok {
			i = w.link(s, i+2, end, in, depth)
			continue
		}
		if strings.HasPrefix(s[i:], "[[") {
			n := strings.IndexAny(s[i+2:], "[]\n")
			if n < 0 || s[i+2+n] != ']' {
				w.templates.unclosed["[["]++
				return
			}
			n += 2 // closed by one bracket
			w.link(s[i:i+n]+"]]", 2, n, in, depth)
			i += n + 1
			continue
		}
		label, end := externalLink(s[i:])
		in.text(visible(label))
		i += end
	}
}

// link reads [[target|anchor]]trail, where s[begin:end] is the text in the brackets, and returns its end. In [[a|[b]]]
// the last bracket belongs to the anchor.
func (w *wikiWalk) link(s string, begin, end int, in *inline, depth int) int {
	after := end + 2
	if strings.HasPrefix(s[after:], "]") && strings.Count(s[begin:end], "[") > strings.Count(s[begin:end], "]") {
		end, after = end+1, after+1
	}
	target, anchor, piped := strings.Cut(s[begin:end], "|")
	space, local := w.space(target)
	if !piped && space == "other" && isMediaName(local) {
		return after // the address of a picture
	}
	switch space {
	case "file":
		w.caption(anchor, depth)
		return after
	case "category", "language":
		return after // not shown in the text
	}
	switch {
	case piped && anchor != "":
	case piped: // the pipe trick: the title without its parenthesis
		anchor, _, _ = strings.Cut(strings.TrimPrefix(local, ":"), " (")
	case space == "":
		anchor = strings.TrimPrefix(target, ":")
	default:
		anchor = local
	}
	at := len(in.b)
	if strings.Contains(anchor, "[[") && depth < maxFileNesting {
		w.inline(anchor, in, depth+1)
	} else {
		in.text(visible(anchor))
	}
	n := trail(s[after:])
	in.text(s[after : after+n])
	if space == "" {
		in.link(at, visible(target))
	}
	return after + n
}

// space returns the namespace of a link's target: file, category, language (another Wikipedia), other (talk, another
// wiki), or empty for an article; local is the rest of the target. With a colon before it, every namespace is other.
func (w *wikiWalk) space(target string) (space, local string) {
	if strings.IndexByte(target, ':') < 0 {
		return "", target
	}
	shown, colon := strings.CutPrefix(strings.TrimSpace(target), ":")
	prefix, rest, ok := strings.Cut(shown, ":")
	prefix = strings.ToLower(strings.TrimSpace(strings.ReplaceAll(prefix, "_", " ")))
	if !ok || rest == "" || len(prefix) > 64 {
		return "", target
	}
	switch {
	case w.spaces[prefix] != "":
		space = w.spaces[prefix]
	case prefix == "file", prefix == "image", isMediaName(rest) && !strings.ContainsAny(prefix, " ."):
		space = "file" // a dump names no aliases, like Bild for Datei
	case prefix == "category":
		space = "category"
	case isOtherSpace(prefix):
		space = "other"
	case isLanguage(prefix) && !strings.HasPrefix(rest, " "):
		space = "language"
	default:
		return "", target
	}
	if colon {
		space = "other"
	}
	return space, rest
}

// trail returns the number of bytes of lower-case letters that directly follow a link: they belong to its anchor. In
// scripts without spaces between words there are none.
func trail(s string) int {
	n := strings.IndexFunc(s, func(r rune) bool { return !unicode.IsLower(r) || r > 0x24f })
	if n < 0 {
		return len(s)
	}
	return n
}

// splitOutside splits s at each sep outside what doubled brackets enclose: [[…]] for "[", and {{…}}, too, for "[{".
func splitOutside(s, sep, brackets string) []string {
	if !strings.Contains(s, sep) {
		return []string{s}
	}
	var out []string
	depth, from := 0, 0
	for i := 0; i < len(s); i++ {
		c := s[i]
		doubled := i+1 < len(s) && s[i+1] == c
		switch {
		case doubled && strings.IndexByte(brackets, c) >= 0:
			depth++
			i++
		case doubled && strings.IndexByte(brackets, c-2) >= 0: // ] and } are two after [ and {
			depth = max(0, depth-1)
			i++
		case depth == 0 && strings.HasPrefix(s[i:], sep):
			out = append(out, s[from:i])
			i += len(sep) - 1
			from = i + 1
		}
	}
	return append(out, s[from:])
}

// maxExternalLink is the largest length of an external link in bytes.
const maxExternalLink = 4096

// externalLink reads a link [http://… label] at the start of s and returns its label and length. A link without a label
// shows only a number, which is dropped. Anything else is a bracket.
func externalLink(s string) (label string, n int) {
	is := false
	for _, scheme := range [...]string{"http://", "https://", "//", "ftp://"} {
		is = is || strings.HasPrefix(s[1:], scheme)
	}
	end := -1
	if is {
		end = strings.IndexAny(s[:min(len(s), maxExternalLink)], "]\n")
	}
	if end < 0 || s[end] != ']' {
		return "[", 1
	}
	_, label, _ = strings.Cut(s[1:end], " ")
	return label, end + 1
}

// isLanguage reports whether a prefix is the code of another Wikipedia.
func isLanguage(s string) bool {
	family, _, longer := strings.Cut(s, "-")
	return languages[s] || longer && languageFamilies[family] || s == "simple"
}

// languageFamilies are the first parts of longer codes: zh-yue, bat-smg.
var languageFamilies = english.Set("zh be bat roa fiu nds")

// languages are the codes of the Wikipedias. Another prefix may be the beginning of a title ("Alien: Covenant").
var languages = english.Set(`aa ab ace ady af ak als am an ang ar arc arz as ast av ay az azb ba bar bcl be bg bh bi bjn
	bm bn bo bpy br bs bug bxr ca cdo ce ceb chr chy ckb co cr crh cs csb cu cv cy da de diq dsb dv dz ee el eml eo es
	et eu ext fa ff fi fj fo fr frp frr fur fy ga gag gan gd gl glk gn gom got gu gv ha hak haw he hi hif hr hsb ht hu
	hy hz ia id ie ig ii ik ilo io is it iu ja jam jbo jv ka kaa kab kbd kg ki kj kk kl km kn ko koi kr krc ks ksh ku kv
	kw ky la lad lb lbe lez lg li lij lmo ln lo lrc lt ltg lv lzh mai mdf mg mhr mi min mk ml mn mr mrj ms mt mus mwl my
	myv mzn na nah nan nap ne new ng nl nn no nov nrm nso nv ny oc olo om or os pa pag pam pap pcd pdc pfl pi pih pl pms
	pnb pnt ps pt qu rm rmy rn ro ru rue rw sa sah sc scn sco sd se sg sh si sk sl sm sn so sq sr srn ss st stq su sv sw
	szl ta tcy te tet tg th ti tk tl tn to tpi tr ts tt tum tw ty tyv udm ug uk ur uz ve vec vep vi vls vo wa war wo wuu
	xal xh xmf yi yo yue za zea zh zu`)

// unlink returns the text without link markup, in Unicode normal form C, and its hyperlinks in order. [[target|anchor]]
// is replaced by the anchor, [[target]] by the target with spaces for underscores. Both parts may be empty (FEVEROUS):
// without a target there is no link; without an anchor the link has an empty one. Brackets without a partner are text.
// A link to a file, a category or another wiki becomes its anchor.
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
	if ok && rest != "" && !strings.HasPrefix(rest, " ") && isOtherSpace(strings.ToLower(strings.TrimSpace(prefix))) {
		return ""
	}
	return title
}

// isOtherSpace reports whether a prefix in lower case is one of otherSpace.
func isOtherSpace(prefix string) bool { return otherSpace[strings.ReplaceAll(prefix, " ", "_")] }

// otherSpace has the prefixes of namespaces other than articles, and of other wikis. Titles can have a colon too
// ("Mission: Impossible", "2001: A Space Odyssey"), so it has only words with which no title begins.
var otherSpace = english.Set(`category file image media special template template_talk mediawiki help_talk user
	user_talk talk wikipedia wikipedia_talk wp project portal_talk file_talk category_talk module draft timedtext wikt
	wiktionary wikiquote wikisource wikibooks wikinews wikiversity wikivoyage wikispecies wikidata commons meta mw
	species doi hdl arxiv bugzilla gerrit phab`)

// caption adds the caption of a file that is shown with one to w.captions: the last part of its link that is no option.
func (w *wikiWalk) caption(options string, depth int) {
	if depth >= maxFileNesting {
		return
	}
	shown, caption := false, ""
	for _, p := range splitOutside(options, "|", "[") {
		word := strings.TrimSpace(p)
		shown = shown || thumbWords[strings.ToLower(word)] || strings.HasPrefix(word, "thumb=")
		if !isFileOption(word) {
			caption = p
		}
	}
	if !shown || caption == "" {
		return
	}
	in := &inline{}
	w.inline(caption, in, depth+1)
	w.captions = append(w.captions, in)
}

// isFileOption reports whether a part of a file's link arranges the picture: a word of the tables, a size such as
// 250px, a setting such as alt=words, or one short word in small letters, such as links.
func isFileOption(s string) bool {
	low := strings.ToLower(s)
	return s == "" || thumbWords[low] || fileOptions[low] ||
		fileSize.MatchString(low) || fileSetting.MatchString(low) || fileWord.MatchString(s)
}

var (
	fileSize    = regexp.MustCompile(`^\d*x?\d+(?:px|p|пкс|п|пикс|像素|픽셀|بك|پیکسل|pk|פיקסלים|εσ)$`)
	fileWord    = regexp.MustCompile(`^\p{Ll}[\p{Ll}\p{M}_-]{0,14}$`)
	fileSetting = regexp.MustCompile(`^[\p{L}\p{M}_-]{3,20} ?=`)
)

// isMediaName reports whether a name has the suffix of a picture, sound or film.
func isMediaName(name string) bool {
	name, _, _ = strings.Cut(name, "#")
	_, ok := cutSuffix(strings.TrimSpace(name), ".jpg", ".jpeg", ".png", ".svg", ".gif", ".tif", ".tiff", ".webp",
		".ogg", ".oga", ".ogv", ".webm", ".mp3", ".mp4", ".wav", ".mid", ".pdf", ".djvu", ".xcf", ".stl")
	return ok
}

// thumbWords are the words that show a file with its caption, in the languages of the twenty largest Wikipedias and
// some others.
var thumbWords = english.Set(`thumb thumbnail frame framed enframed mini miniatur gerahmt vignette cadre encadré encadre
	miniatyr ram inramad miniatuur omkaderd мини миниатюра обрамить miniatura miniaturadeimagen mini marco enmarcado
	enmarcada riquadrato incorniciato min mały ramka تصغير مصغر إطار بإطار 缩略图 縮圖 缩图 有框 サムネイル フレーム міні мініатюра рамка
	обрамити nhỏ khung miniaturadaimagem commoldura comborda بندانگشتی انگشتدان قاب marc jmpl mini bingkai 섬네일 축소판 썸네일
	프레임 ramme innrammet pienoiskuva pienois kehys kehystetty náhled rám bélyegkép bélyeg miniatűr keretezett keret cadru
	küçükresim küçük çerçeveli çerçeve мини умањено оквир ממוזער ממוסגר μικρογραφία μινιατούρα με-πλαίσιο miniaturka
	умалено sličica okvir`)

// fileOptions are further words that arrange a file, and have no small letters or are often written with a capital.
var fileOptions = english.Set(`left right center centre none frameless upright يسار يمين مركز وسط بدون لاإطار حدود 无框 無框
	边框 邊框 左 右 居中 置中 中央 无 無 垂直 境界 なし フレームなし چپ راست هیچ 프레임없음 테두리 왼쪽 오른쪽 가운데 없음 שמאל ימין מרכז ללא`)
