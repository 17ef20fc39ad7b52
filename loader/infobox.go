package loader

import (
	"cmp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bridgehop/bridgehop/graph"
	"github.com/bridgehop/bridgehop/graph/english"
)

// isBox reports whether a template is a box: it has the name of one and arguments with names, or stands before the
// article's text and has at least two such arguments, each on a line of its own.
func (t *templates) isBox(name, content string) bool {
	if isBoxName(name) {
		return strings.Contains(content, "=")
	}
	if t.prose || isDropped(name) || shownTemplates[name] != nil || strings.Count(content, "\n") < 2 {
		return false
	}
	for _, no := range [...]string{"box", "image", "topics", "chart", "clade", "legend", "align", "redirect", "column", "about"} {
		if strings.Contains(name, no) {
			return false
		}
	}
	lines := 0
	for _, p := range splitArguments(content)[1:] {
		key, value, ok := cutName(p)
		ends := strings.HasSuffix(strings.TrimRight(value, " \t"), "\n")
		if ok && key != "" && strings.TrimSpace(value) != "" && ends {
			lines++
		}
	}
	return lines >= 2
}

// boxNames are the names of boxes without "infobox".
var boxNames = english.Set(`taxobox speciesbox subspeciesbox hybridbox geobox drugbox chembox planetbox ichnobox
	virusbox starbox`)

func isBoxName(name string) bool {
	words := strings.Fields(name)
	return len(words) > 0 && (words[0] == "infobox" || words[len(words)-1] == "infobox" ||
		boxNames[words[0]] || boxNames[words[len(words)-1]])
}

// isBoxLine reports whether a line stands for one of the page's boxes.
func (w *wikiWalk) isBoxLine(line string) (int, bool) {
	number, ok := strings.CutPrefix(line, boxMark)
	if !ok {
		return 0, false
	}
	n, err := strconv.Atoi(number)
	return n, err == nil && n >= 0 && n < len(w.templates.boxes)
}

// box adds a box as a table: its title in a row, then a header cell and a cell for each argument that has a value.
func (w *wikiWalk) box(n int) {
	rows := w.boxRows(w.templates.boxes[n], 0)
	w.templates.boxes[n] = "" // a line that is repeated by the text adds no second table
	if len(rows) == 0 {
		return
	}
	t := w.table(true)
	title := w.page.Title
	for _, r := range rows {
		if r.title {
			title = r.value
			break
		}
	}
	in := &inline{}
	w.boxValue(title, in)
	cells := [][]graph.Cell{{in.cell(0, 0, 1, 2, true)}}
	for _, r := range rows {
		if r.title {
			continue
		}
		label := &inline{}
		w.inline(r.label, label, 0)
		header := label.cell(len(cells), 0, 1, 1, true)
		if r.value == "" { // a heading within the box
			header.ColumnSpan = 2
			cells = append(cells, []graph.Cell{header})
			continue
		}
		value := &inline{}
		w.boxValue(r.value, value)
		if cell := value.cell(len(cells), 1, 1, 1, false); cell.Text != "" {
			cells = append(cells, []graph.Cell{header, cell})
		}
	}
	w.captions = nil // of pictures in the box
	w.page.Tables[t].Rows = cells
}

// boxValue reads the lines of a value. Items of lists and lines after breaks are divided by commas.
func (w *wikiWalk) boxValue(value string, in *inline) {
	value = breaks.Replace(value)
	lines := strings.Split(value, "\n")
	for i := 0; i < len(lines); i++ {
		line := strings.TrimSpace(lines[i])
		if strings.HasPrefix(line, "{|") {
			i += skipTable(lines[i+1:])
			continue
		}
		list := strings.TrimLeft(line, "*#:; ")
		if list == "" {
			continue
		}
		if n := len(in.b); n > 0 {
			if strings.IndexByte("(,;&", list[0]) < 0 && strings.IndexByte(",;:(", in.b[n-1]) < 0 {
				in.text(",")
			}
			in.text(" ")
		}
		w.inline(list, in, 0)
	}
}

var breaks = strings.NewReplacer("<br>", "\n", "<br/>", "\n", "<br />", "\n", "<BR>", "\n", "<br clear=all>", "\n")

// boxRow is an argument of a box.
type boxRow struct {
	label, value string
	title        bool // the value is the name of the box's subject
}

// boxRows returns the arguments of a box in order. A box within a value adds its rows.
func (w *wikiWalk) boxRows(content string, depth int) (rows []boxRow) {
	if depth >= maxTemplateNesting || content == "" {
		return nil
	}
	parts := splitArguments(content)[1:]
	values := make(map[string]string, len(parts))
	for _, p := range parts {
		if key, value, ok := cutName(p); ok {
			values[key] = strings.TrimSpace(value)
		}
	}
	isLabel := map[string]bool{} // by keys without underscores
	for key, value := range values {
		for _, label := range labelKeys(key) {
			label = strings.ReplaceAll(label, "_", "")
			isLabel[label] = isLabel[label] || value != ""
		}
	}
	for _, p := range parts {
		key, value, ok := cutName(p)
		if !ok || key == "" || strings.TrimSpace(value) == "" || isLayoutKey(key) ||
			isLabel[strings.ReplaceAll(key, "_", "")] {
			continue
		}
		w.templates.within = nil
		shown := strings.TrimSpace(w.templates.expand(value, depth+1, true))
		var inner []boxRow
		for _, box := range w.templates.within {
			inner = append(inner, w.boxRows(box, depth+1)...)
		}
		if shown != "" && !onlySigns(shown) && !isPicture(shown) {
			key, shown := withUnit(key, shown)
			r := boxRow{label: w.boxLabel(key, values, depth), value: shown, title: len(inner) == 0 && titleKeys[key]}
			if isHeaderKey(key) {
				r.label, r.value = shown, ""
			}
			rows = append(rows, r)
		}
		for _, r := range inner {
			r.title = false // its name is an ordinary row
			rows = append(rows, r)
		}
	}
	return rows
}

// onlySigns reports whether a value has no letter or digit, like a dash or a measure's unit left alone.
func onlySigns(s string) bool { return strings.Trim(s, "-–—%°()[]{}<>/|.,:;'* \n") == "" }

// isPicture reports whether a value is the name of a file.
func isPicture(s string) bool {
	return isMediaName(s) && !strings.Contains(s, "\n") && !strings.HasPrefix(s, "[[")
}

// cutNumber cuts the number from the end of a key: leader_title2 is leader_title and 2.
func cutNumber(key string) (stem, number string) {
	stem = strings.TrimRight(key, "0123456789")
	return stem, key[len(stem):]
}

// titleKeys are the arguments that name a box's subject.
var titleKeys = english.Set("name title conventional_long_name official_name above bridge_name")

func isHeaderKey(key string) bool {
	stem, number := cutNumber(key)
	return stem == "header" && number != ""
}

// layoutKeys are arguments that arrange a box.
var layoutKeys = english.Set(`image img image_name image_file imagesize alt image_flag image_coat image_seal
	image_map map mapsize map_type pushpin_map pushpin_label_position pushpin_mapsize pushpin_label width size class
	bodyclass color colour bgcolor background embed child signature logo flag coa pixels bgcolour image_skyline
	boxwidth df dateformat sort_key sortkey coordinates_display display nodispl nocat latd longd latm longm lats
	longs latns longew lat_d lat_m lat_s lat_ns lat_ns long_d long_m long_s long_ew coordinates_type
	coordinates_format coordinates_region area_magnitude unit_pref units_pref caption_align collapsed wikidata qid
	commons fetchwikidata onlysourced module_class`)

// isLayoutKey reports whether an argument has no text of the box.
func isLayoutKey(key string) bool {
	stem, _ := cutNumber(key)
	if layoutKeys[key] || layoutKeys[stem] {
		return true
	}
	_, ok := cutSuffix(stem, "_footnotes", "_ref", "_note", "_alt", "_size", "_width", "style",
		"_color", "_link", "_lang", "_upright", "_image")
	return ok
}

// labelKeys returns the keys whose values may be labels of a key's value, the best last: leader_title2 is one of
// leader_name2.
func labelKeys(key string) (out []string) {
	stem, number := cutNumber(key)
	for _, label := range []string{"type", "title", "label", "event"} {
		out = append(out, stem+"_"+label+number)
		for _, last := range []string{"name", "data", "info", "date", "value", "body"} {
			if what, ok := strings.CutSuffix(stem, last); ok && what+number != "" {
				out = append(out, what+label+number)
			}
		}
	}
	if what, ok := strings.CutPrefix(stem, "blank_info"); ok {
		out = append(out, "blank_name"+what+number)
	}
	return out
}

// boxLabel returns the words for a key: the value that labels it, else the key's own words.
func (w *wikiWalk) boxLabel(key string, values map[string]string, depth int) string {
	label := ""
	for _, k := range labelKeys(key) {
		label = cmp.Or(values[k], label)
	}
	if label = strings.TrimSpace(w.templates.expand(label, depth+1, true)); label != "" {
		return label
	}
	stem, _ := cutNumber(key)
	if l := boxLabels[stem]; l != "" {
		return l
	}
	stem = strings.TrimSpace(strings.NewReplacer("_", " ", "-", " ").Replace(stem))
	if stem == "" {
		stem = key
	}
	r, n := utf8.DecodeRuneInString(stem)
	return string(unicode.ToUpper(r)) + stem[n:]
}

// boxUnits are the ends of keys that tell the unit of a number.
var boxUnits = []struct{ end, unit string }{{"_km2", "km²"}, {"_sq_mi", "sq mi"}, {"_km", "km"}, {"_m", "m"},
	{"_ft", "ft"}, {"_mi", "mi"}, {"_kg", "kg"}, {"_lb", "lb"}, {"_cm", "cm"}, {"_ha", "ha"}}

// withUnit returns a number with the unit that its key tells, and the key without it.
func withUnit(key, value string) (rest, number string) {
	for _, u := range boxUnits {
		if rest, ok := strings.CutSuffix(key, u.end); ok && beginsNumber(value) {
			if strings.Trim(value, "-−+.,0123456789") == "" {
				value += " " + u.unit
			}
			return rest, value
		}
	}
	return key, value
}

// boxLabels are what readers see of keys that are abbreviated or read otherwise.
var boxLabels = map[string]string{
	"birth_date": "Born", "birth_place": "Born in", "death_date": "Died", "death_place": "Died in",
	"population_total": "Population",
	"elevation":        "Elevation", "area_total": "Area", "regnum": "Kingdom", "divisio": "Division",
	"classis": "Class", "ordo": "Order", //nolint:misspell // Latin
	"familia": "Family", "binomial": "Binomial name", "alma_mater": "Alma mater", "term_start": "In office from",
	"term_end": "In office until", "resting_place": "Buried in", "burial_place": "Buried in",
	"linelength": "Length of the line", "open": "Opened", "opened": "Opened", "established": "Established",
	"leader_name": "Leader", "subdivision_name": "Located in", "seat": "Seat", "date": "Date", "nationality": "Nationality",
}
