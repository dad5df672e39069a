export const SHELLS = ['bash', 'zsh', 'fish'] as const

/** The first argument of the call that a script makes to get the completions of the words that follow. */
export const COMPLETE_OPTION = '--get-completions'

/** Each script completes file names where the command prints nothing. */
export const SCRIPTS: Record<(typeof SHELLS)[number], string> = {
  bash: `# Completion of workbench for bash: workbench completion bash >> ~/.bashrc
_workbench() {
  mapfile -t COMPREPLY < <(workbench ${COMPLETE_OPTION} "\${COMP_WORDS[@]:1:COMP_CWORD}" 2> /dev/null)
}
complete -o bashdefault -o default -F _workbench workbench
`,
  zsh: `#compdef workbench
# Completion of workbench for zsh: workbench completion zsh >> ~/.zshrc
_workbench() {
  local -a values
  values=("\${(@f)$(workbench ${COMPLETE_OPTION} "\${(@)words[2,CURRENT]}" 2> /dev/null)}")
  if [[ -n "\${values[1]}" ]]; then compadd -a values; else _files; fi
}
compdef _workbench workbench
`,
  fish: `# Completion of workbench for fish: workbench completion fish > ~/.config/fish/completions/workbench.fish
function __workbench_complete
  set -l values (workbench ${COMPLETE_OPTION} (commandline -opc)[2..-1] (commandline -ct) 2> /dev/null)
  if test (count $values) -gt 0
    printf '%s\\n' $values
  else
    __fish_complete_path (commandline -ct)
  end
end
complete -c workbench -f -a '(__workbench_complete)'
`,
}
