package cli

import (
	"strings"

	urfave "github.com/urfave/cli/v2"
)

// helpWord begins a command line that asks for help: bridgehop help verify is bridgehop verify --help.
const helpWord = "help"

// isHelpFlag tells the flags that urfave takes for asking for help.
func isHelpFlag(arg string) bool {
	name := strings.TrimLeft(arg, "-")
	return strings.HasPrefix(arg, "-") && (name == helpWord || name == "h")
}

// helpOf is the command line that shows the help of the command that words name, of all commands for none.
func helpOf(app *urfave.App, words []string) ([]string, error) {
	var path []string
	commands := app.Commands
	for _, word := range words {
		if isHelpFlag(word) {
			continue
		}
		c := commandOf(commands, word)
		if c == nil {
			return nil, unknownCommand(strings.Join(append(path, word), " "))
		}
		path, commands = append(path, c.Name), c.Subcommands
	}
	return append(path, "--"+helpWord), nil
}

// commandOf is the command of this name; nil for none.
func commandOf(commands []*urfave.Command, name string) *urfave.Command {
	for _, c := range commands {
		if c.HasName(name) {
			return c
		}
	}
	return nil
}

// unknownCommand refuses a name that no command has.
func unknownCommand(name string) error {
	return withCode(usagef("unknown command %q", name), exitUsage, "`bridgehop help` lists the commands")
}

// usageHint is what to read after wrong usage of a command, which is named by its words.
func usageHint(command []string) string {
	return "see `" + strings.Join(append(append([]string{"bridgehop"}, command...), "--help"), " ") + "`; put -- before an argument that begins with -"
}

// commandName is a command as it is typed, without the program's name: shapes risk.
func commandName(c *urfave.Context) string {
	return strings.TrimPrefix(c.Command.HelpName, "bridgehop ")
}

// parts is the action of a command that only its sub-commands do anything of.
func parts(c *urfave.Context) error {
	var names []string
	for _, sub := range c.Command.Subcommands {
		names = append(names, sub.Name)
	}
	want := strings.Join(names, ", ")
	if last := len(names) - 1; last > 0 {
		want = strings.Join(names[:last], ", ") + " or " + names[last]
	}
	if got := c.Args().First(); got != "" {
		return usagef("%s takes %s, got %q", commandName(c), want, got)
	}
	return usagef("%s: %s is missing", commandName(c), want)
}
