package cli

import (
	"context"
	"fmt"
	"io"

	urfave "github.com/urfave/cli/v2"

	"github.com/bridgehop/bridgehop/cli/internal/console"
)

func completionCommand() *urfave.Command {
	return console.Command("completion", &urfave.Command{
		Flags: console.Flags(),
		Action: func(c *urfave.Context) error {
			return console.Action(func(_ context.Context, con *console.Console) error { return complete(con, c.App.ToFishCompletion) })(c)
		},
	})
}

func complete(c *console.Console, fish func() (string, error)) error {
	shell, err := c.OneArg("shell")
	if err != nil {
		return err
	}
	script, ok := completions[shell]
	if shell == "fish" {
		script, err = fish()
	} else if !ok {
		err = console.Usagef("%q is not one of bash, zsh, fish", shell)
	}
	if err != nil {
		return fmt.Errorf("completion: %w", err)
	}
	_, err = io.WriteString(c.Out, script)
	return err
}

func manCommand() *urfave.Command {
	return console.Command("man", &urfave.Command{
		Flags: console.Flags(),
		Action: func(c *urfave.Context) error {
			return console.WithoutArgs(func(_ context.Context, con *console.Console) error {
				page, err := c.App.ToManWithSection(1)
				if err != nil {
					return fmt.Errorf("man: %w", err)
				}
				_, err = io.WriteString(con.Out, page)
				return err
			})(c)
		},
	})
}

// completions are scripts that call the program for completions, so that they are always up to date.
var completions = map[string]string{
	"bash": `_bridgehop() {
  local cur="${COMP_WORDS[COMP_CWORD]}"
  local words=("${COMP_WORDS[@]:0:COMP_CWORD}")
  [[ "$cur" == -* ]] && words+=("$cur")
  COMPREPLY=($(compgen -W "$("${words[@]}" --generate-bash-completion 2>/dev/null)" -- "$cur"))
  [[ ${#COMPREPLY[@]} -eq 0 ]] && COMPREPLY=($(compgen -f -- "$cur"))
}
complete -F _bridgehop bridgehop
`,
	"zsh": `#compdef bridgehop
_bridgehop() {
  local -a opts
  local cur="${words[CURRENT]}"
  if [[ "$cur" == -* ]]; then
    opts=("${(@f)$(${words[@]:0:CURRENT-1} ${cur} --generate-bash-completion 2>/dev/null)}")
  else
    opts=("${(@f)$(${words[@]:0:CURRENT-1} --generate-bash-completion 2>/dev/null)}")
  fi
  if [[ -n "${opts[1]}" ]]; then compadd -- "${opts[@]%%:*}"; else _files; fi
}
compdef _bridgehop bridgehop
`,
}
