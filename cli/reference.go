package cli

import (
	"fmt"
	"strings"

	urfave "github.com/urfave/cli/v2"
)

// Reference is the command line as Markdown: docs/cli.md, made from the commands themselves.
func Reference() string {
	app := newApp()
	var b strings.Builder
	fmt.Fprintf(&b, "# The command line\n\nMade from the code by `go test ./cli -run TestReference -update`; edit the commands, not this page.\n\n")
	fmt.Fprintf(&b, "`%s` %s\n\n| command | what it does |\n|---|---|\n", app.Name, app.Usage)
	for _, c := range app.Commands {
		fmt.Fprintf(&b, "| [`%s`](#%s) | %s |\n", inTable(strings.TrimSpace(c.Name+" "+c.ArgsUsage)), c.Name, c.Usage)
		for _, sub := range c.Subcommands {
			fmt.Fprintf(&b, "| [`%s %s`](#%s-%s) | %s |\n", c.Name, sub.Name, c.Name, sub.Name, sub.Usage)
		}
	}
	fmt.Fprintf(&b, "\nFlags may stand before or after arguments; what follows `--` is an argument. Results go to standard output;\nprogress, warnings and errors to standard error, prefixed `bridgehop:`.\n\n## Exit codes\n\n```\n%s```\n", exitCodes)
	fmt.Fprintf(&b, "\n## Output\n\n%s\n### Progress\n\nWith `--json`, long work writes lines like these to standard error, one a second:\n\n", outputNotes)
	writeFields(&b, progressFields())
	writeClaimFiles(&b)
	for _, c := range app.Commands {
		writeCommand(&b, c.Name, c)
		for _, sub := range c.Subcommands {
			writeCommand(&b, c.Name+" "+sub.Name, sub)
		}
	}
	return b.String()
}

func writeCommand(b *strings.Builder, name string, c *urfave.Command) {
	about, shown, _ := strings.Cut(c.Description, "\n\nExamples:\n")
	usage := capital(c.Usage)
	if !strings.HasSuffix(usage, "?") {
		usage += "."
	}
	fmt.Fprintf(b, "\n## %s\n\n%s %s\n\n", name, usage, strings.ReplaceAll(about, "\n", " "))
	fmt.Fprintf(b, "```\n")
	for line := range strings.SplitSeq(shown, "\n") {
		fmt.Fprintf(b, "%s\n", strings.TrimSpace(line))
	}
	fmt.Fprintf(b, "```\n")
	if len(c.VisibleFlags()) > 0 {
		fmt.Fprintf(b, "\n| flag | meaning |\n|---|---|\n")
	}
	for _, f := range c.VisibleFlags() {
		fmt.Fprintf(b, "| %s | %s |\n", flagNames(f), flagUsage(f))
	}
	writeForms(b, name)
	if name == "eval" {
		writeScoreNames(b)
	}
}

func flagNames(f urfave.Flag) string {
	var names []string
	for _, n := range f.Names() {
		if len(n) == 1 {
			names = append(names, "`-"+n+"`")
		} else {
			names = append(names, "`--"+n+"`")
		}
	}
	return strings.Join(names, ", ")
}

// flagUsage is the flag's help, with its default.
func flagUsage(f urfave.Flag) string {
	d, ok := f.(urfave.DocGenerationFlag)
	if !ok {
		return ""
	}
	usage := inTable(d.GetUsage())
	if v := strings.Trim(d.GetDefaultText(), `"`); d.TakesValue() && v != "" && v != "0" {
		usage += " (default: " + v + ")"
	}
	return usage
}

// inTable escapes what would end a cell.
func inTable(s string) string { return strings.ReplaceAll(s, "|", "\\|") }

func capital(s string) string { return strings.ToUpper(s[:1]) + s[1:] }
