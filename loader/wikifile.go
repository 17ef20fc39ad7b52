package loader

import (
	"regexp"
	"strings"

	"github.com/bridgehop/bridgehop/graph/english"
)

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
