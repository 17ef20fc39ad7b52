package loader

import (
	"regexp"
	"strings"
)

// caption adds the caption of a file that is shown with one to w.captions: the last part of its link that is no option.
func (w *wikiWalk) caption(options string, depth int) {
	if depth >= maxFileNesting {
		return
	}
	shown, caption := false, ""
	for _, p := range splitOutside(options, "|", "[") {
		word := strings.ToLower(strings.TrimSpace(p))
		shown = shown || thumbWords[word] || strings.HasPrefix(word, "thumb=")
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

// isFileOption reports whether a part of a file's link, in lower case, arranges the picture: a word of the tables, a size such as 250px,
// or a setting such as alt=words.
func isFileOption(s string) bool {
	return s == "" || thumbWords[s] || fileOptions[s] || fileSize.MatchString(s) || fileSetting.MatchString(s)
}

var (
	fileSize    = regexp.MustCompile(`^\d*x?\d+(?:px|p|пкс|п|пикс|像素|픽셀|بك|پیکسل|pk|פיקסלים|εσ)$`)
	fileSetting = regexp.MustCompile(`^[\p{L}\p{M}_-]{3,20} ?=`)
)

// isMediaName reports whether a name has the suffix of a picture, sound or film.
func isMediaName(name string) bool {
	name, _, _ = strings.Cut(name, "#")
	_, ok := cutSuffix(strings.TrimSpace(name), ".jpg", ".jpeg", ".png", ".svg", ".gif", ".tif", ".tiff", ".webp", ".ogg", ".oga", ".ogv",
		".webm", ".mp3", ".mp4", ".wav", ".mid", ".pdf", ".djvu", ".xcf", ".stl")
	return ok
}

// thumbWords are the words that show a file with its caption, in the languages of the twenty largest Wikipedias and some others.
var thumbWords = wordSet(`thumb thumbnail frame framed enframed
	mini miniatur gerahmt vignette cadre encadré encadre miniatyr ram inramad miniatuur omkaderd мини миниатюра обрамить
	miniatura miniaturadeimagen mini marco enmarcado enmarcada riquadrato incorniciato min mały ramka تصغير مصغر إطار بإطار
	缩略图 縮圖 缩图 有框 サムネイル フレーム міні мініатюра рамка обрамити nhỏ khung miniaturadaimagem commoldura comborda
	بندانگشتی انگشتدان قاب marc jmpl mini bingkai 섬네일 축소판 썸네일 프레임 ramme innrammet pienoiskuva pienois kehys kehystetty
	náhled rám bélyegkép bélyeg miniatűr keretezett keret cadru küçükresim küçük çerçeveli çerçeve мини умањено оквир
	ממוזער ממוסגר μικρογραφία μινιατούρα με-πλαίσιο miniaturka умалено sličica okvir`)

// fileOptions are further words that arrange a file, in the same languages.
var fileOptions = wordSet(`frameless border left right center centre none upright baseline sub super sup top text-top middle bottom text-bottom
	rahmenlos rand links rechts zentriert mitte ohne hochkant grundlinie hoch tief oben unten text-oben text-unten
	sans_cadre bordure gauche droite centré centre néant neant redresse ligne-de-base indice exposant haut bas milieu
	ramlös kantlinje vänster höger centrerad ingen stående kaderloos rechtop gecentreerd geen midden boven beneden
	безрамки граница слева справа центр без сверхусправа снизу сверху посередине
	sinmarco sin_enmarcar borde izquierda izda izq derecha dcha der centro centrado ninguna ninguno no vertical
	senza_cornice bordo sinistra destra nessuno verticale metà sopra sotto bez_ramki bezramki tło lewo prawo centruj brak środek góra dół
	لاإطار حدود يسار يمين مركز وسط بدون 无框 無框 边框 邊框 左 右 居中 置中 无 無 垂直 中央 なし フレームなし 境界
	безрамки границя ліворуч праворуч зліва центр зправа không_khung trái phải giữa không viền
	semmoldura borda esquerda direita nenhum  بیقاب حاشیه چپ راست هیچ ایستاده senseemmarcar esquerra dreta cap
	nirbing tepi kiri kanan ka pus pusat tengah nir tanpa tegak 프레임없음 테두리 왼쪽 오른쪽 가운데 없음 위오른쪽
	venstre høyre sentrer senter midt kehyksetön reunus vasen oikea keskitetty keski tyhjä yläoikea bezrámu okraj vlevo vpravo střed žádné
	keretnélküli balra bal jobbra jobb középre közép középen nincs semmi fennjobbra fărăcadru chenar stânga dreapta centru nu dreaptasus
	çerçevesiz sol sağ orta merkez yok sınır лево десно центар оквира лијево ц שמאל ימין מרכז ללא ימין-למעלה αριστερά δεξιά κέντρο καθόλου` + " بی\u200cقاب")
