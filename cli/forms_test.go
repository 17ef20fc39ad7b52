package cli

import (
	_ "embed"
	"strings"
	"sync"
)

//go:embed fields.txt
var fieldsText string

// jsonForm is one kind of JSON record that a command writes. A test holds what the command really writes against it, field by field.
type jsonForm struct {
	command string // as it is typed: shapes report
	where   string // which of its outputs, such as: `hop --json`
	note    string // for docs/cli.md alone, before the fields
	same    string // the command under which docs/cli.md has the same fields already; empty for none
	fields  []jsonField
}

// jsonField is a field of a record, or of an object within it.
type jsonField struct {
	path  string // chains[].links[].from: in each member of the list chains, in each of its links; CAPITALS stand for any name
	kind  string // string, integer, number, boolean, object, list, list of strings, …; several are joined by " or "
	about string
	may   bool // be missing
}

// jsonForms are the records of all commands, and the groups of fields that several of them have.
var jsonForms = sync.OnceValues(readForms)

func readForms() (forms []jsonForm, groups map[string][]jsonField) {
	groups = map[string][]jsonField{}
	for section := range strings.SplitSeq(fieldsText, "\n= ") {
		if strings.HasPrefix(section, "#") {
			continue
		}
		head, body, _ := strings.Cut(section, "\n")
		command, where, isForm := strings.Cut(head, ": ")
		f := jsonForm{command: command, where: where}
		for line := range strings.Lines(body) {
			line = strings.TrimSuffix(line, "\n")
			if note, ok := strings.CutPrefix(line, "note: "); ok {
				f.note = note
			} else if same, ok := strings.CutPrefix(line, "same: "); ok {
				f.same = same
			} else if at, group, ok := strings.Cut(line, "* = "); ok {
				for _, field := range groups[group] {
					field.path = at + field.path
					f.fields = append(f.fields, field)
				}
			} else if part := strings.SplitN(line, " | ", 3); len(part) == 3 {
				path, may := strings.CutSuffix(part[0], "?")
				f.fields = append(f.fields, jsonField{path, part[1], part[2], may})
			}
		}
		if isForm {
			forms = append(forms, f)
		} else {
			groups[command] = f.fields
		}
	}
	return forms, groups
}
