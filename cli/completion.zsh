#compdef bridgehop
_bridgehop() {
  local -a opts
  local cur="${words[CURRENT]}"
  if [[ "$cur" == -* ]]; then
    opts=("${(@f)$(${words[@]:0:CURRENT-1} ${cur/#--/-} --generate-bash-completion 2>/dev/null)}")
  else
    opts=("${(@f)$(${words[@]:0:CURRENT-1} --generate-bash-completion 2>/dev/null)}")
  fi
  if [[ -n "${opts[1]}" ]]; then compadd -- "${opts[@]%%:*}"; else _files; fi
}
compdef _bridgehop bridgehop
