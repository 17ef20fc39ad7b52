package cli

import (
	"fmt"
	"io"

	urfave "github.com/urfave/cli/v2"
)

func completionCommand() *urfave.Command {
	return &urfave.Command{
		Name:      "completion",
		Usage:     "a script that completes commands and flags in a shell",
		ArgsUsage: "bash|zsh|fish",
		Description: examples("Prints the script; where it goes is the shell's business.",
			"source <(bridgehop completion bash)",
			"bridgehop completion zsh > \"${fpath[1]}/_bridgehop\"",
			"bridgehop completion fish > ~/.config/fish/completions/bridgehop.fish"),
		Flags: outputFlags(),
		Action: func(c *urfave.Context) error {
			shell, err := oneArg(c, "shell")
			if err != nil {
				return err
			}
			if shell == "fish" {
				return fishScript(c)
			}
			script, ok := completions[shell]
			if !ok {
				return usagef("completion: %q is not one of bash, zsh, fish", shell)
			}
			_, err = io.WriteString(c.App.Writer, script)
			return err
		},
	}
}

func fishScript(c *urfave.Context) error {
	script, err := c.App.ToFishCompletion()
	if err != nil {
		return fmt.Errorf("completion: %w", err)
	}
	_, err = io.WriteString(c.App.Writer, script)
	return err
}

// completions ask the program itself, so that they never fall behind it.
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
