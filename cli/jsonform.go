package cli

import (
	"fmt"
	"slices"
	"strings"
)

// jsonForm is one kind of JSON record that a command writes. Its help and docs/cli.md tell it from here, and a test holds
// what the command really writes against it, field by field.
type jsonForm struct {
	command string // as it is typed: shapes trial
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

// fieldsOf reads fields, one a line: path | type | meaning. A ? behind the path says that the field may be missing.
func fieldsOf(table string) []jsonField {
	var out []jsonField
	for line := range strings.SplitSeq(strings.TrimSpace(table), "\n") {
		part := strings.SplitN(line, " | ", 3)
		if len(part) != 3 {
			panic("a field is path | type | meaning, got " + line) // a mistake in this package, which every test meets
		}
		path, may := strings.CutSuffix(strings.TrimSpace(part[0]), "?")
		out = append(out, jsonField{path, strings.TrimSpace(part[1]), strings.TrimSpace(part[2]), may})
	}
	return out
}

// within are the fields of the objects at a path.
func within(path string, fields []jsonField) []jsonField {
	out := slices.Clone(fields)
	for i := range out {
		out[i].path = path + "." + out[i].path
	}
	return out
}

// jsonForms are all of them, in the order of the commands.
func jsonForms() []jsonForm {
	return slices.Concat(claimForms(), storeForms(), modelForms(), scoreForms(), studyForms())
}

// formsOf are the forms of a command.
func formsOf(command string) []jsonForm {
	return slices.DeleteFunc(jsonForms(), func(f jsonForm) bool { return f.command != command })
}

// outputHelp is what a command's help says of its JSON: the fields by name. It is empty for a command that writes none.
func outputHelp(command string) string {
	forms := formsOf(command)
	if len(forms) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString("\nOUTPUT:\n")
	for _, f := range forms {
		b.WriteString(wrapped(f.where+": "+strings.Join(f.names(), ", "), 118))
	}
	return b.String() + "   docs/cli.md tells the type and meaning of each field.\n"
}

// names are the fields of the record itself.
func (f jsonForm) names() []string {
	var out []string
	for _, field := range f.fields {
		if strings.ContainsAny(field.path, ".[") {
			continue
		}
		if field.may {
			field.path += "?"
		}
		out = append(out, field.path)
	}
	return out
}

// wrapped breaks a line of help into lines of at most width, the second and later ones indented further.
func wrapped(text string, width int) string {
	out, line := "", "  "
	for word := range strings.FieldsSeq(text) {
		if len(line)+1+len(word) > width {
			out, line = out+line+"\n", "     "
		}
		line += " " + word
	}
	return out + line + "\n"
}

// writeForms writes a command's forms as Markdown.
func writeForms(b *strings.Builder, command string) {
	for _, f := range formsOf(command) {
		fmt.Fprintf(b, "\nOutput of %s:", f.where)
		if f.note != "" {
			fmt.Fprintf(b, " %s", f.note)
		}
		if f.same != "" {
			fmt.Fprintf(b, " the fields under [%s](#%s).\n", f.same, strings.ReplaceAll(f.same, " ", "-"))
			continue
		}
		b.WriteString("\n\n")
		writeFields(b, f.fields)
	}
}

func writeFields(b *strings.Builder, fields []jsonField) {
	b.WriteString("| field | type | meaning |\n|---|---|---|\n")
	for _, f := range fields {
		kind := f.kind
		if f.may {
			kind += ", may be missing"
		}
		fmt.Fprintf(b, "| `%s` | %s | %s |\n", inTable(f.path), inTable(kind), inTable(f.about))
	}
}

// outputNotes stand before the commands in docs/cli.md: what all JSON outputs have in common.
const outputNotes = "With `--json` a command prints one JSON record a line to standard output. Under each command stand the fields of its\n" +
	"records: `chains[].shape` is the field `shape` of every member of the list `chains`, and a name in CAPITALS stands for any\n" +
	"name. Names stay as they are; later versions may add fields. Titles are as the store has them (NFC, without underscores),\n" +
	"and ids of elements are in FEVEROUS's notation: `Page_sentence_3`, `Page_cell_0_1_2` (table, row, column),\n" +
	"`Page_header_cell_0_0_1`, `Page_table_caption_0`, `Page_item_1_4` (list, item), `Page_section_2`, `Page_title`.\n"

// progressFields are those of the lines of progress.
func progressFields() []jsonField {
	return fieldsOf(`
progress | string | what is being done: load, index, infer links, hop, verify, export, generate, trial
unit | string | what is counted: B (bytes), pages, claims, pairs, queries
done | integer | units that are through, those of an earlier run counted
total? | integer | units in all, where that is known
per_second | number | units a second, of this run
seconds_left? | number | time that is left at this rate
bytes? | integer | load: bytes read from the files
pages? | integer | load: pages put so far
pages_per_second? | number | load: pages a second
rejects? | integer | load: records refused so far`)
}

// writtenFields are those of the record that ends a command which answers a file.
func writtenFields() []jsonField {
	return fieldsOf(`
out | string | the file
lines | integer | answers in it, those of earlier runs counted
rejects | integer | records of the input that were refused
seconds | number | of this run`)
}
