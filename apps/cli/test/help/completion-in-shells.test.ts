import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { program, workbench } from '../support/run-workbench.ts'
import { temporaryDirectory } from '../support/temporary-directory.ts'

/** A directory in which the shells find `workbench`, the completion scripts, and a file to complete. */
let directory: string
beforeAll(async () => {
  directory = temporaryDirectory()
  // Completion runs the built command; what is run with the completed words is written to a file.
  const command = `#!/bin/sh
if [ "$1" = --get-completions ]; then exec "${process.execPath}" "${program}" "$@"; fi
printf '%s\\n' "$*" >> typed
`
  writeFileSync(join(directory, 'workbench'), command)
  chmodSync(join(directory, 'workbench'), 0o755)
  mkdirSync(join(directory, 'files'))
  mkdirSync(join(directory, 'risks'))
  writeFileSync(join(directory, 'plan.json'), '')
  writeFileSync(join(directory, 'files', 'finding.json'), '')
  for (const shell of ['bash', 'zsh', 'fish']) {
    const { stdout } = await workbench(['completion', shell])
    writeFileSync(join(directory, `completion.${shell}`), stdout)
  }
})

/** Runs a shell without the configuration of the user, and returns the lines of its output. */
function run(shell: string, args: readonly string[]): string[] {
  const { status, stdout, stderr } = spawnSync(shell, args, {
    cwd: directory,
    env: { PATH: `${directory}:${process.env['PATH'] ?? ''}`, HOME: directory, TERM: 'xterm' },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  return stdout.split('\n').filter(Boolean)
}

/** `it` if the shell is installed. */
const itIn = (shell: string) =>
  spawnSync(shell, ['-c', 'exit'], { stdio: 'ignore' }).status === 0 ? it : it.skip

itIn('bash')('bash completes contracts, formats, options and files', () => {
  const repliesFor = (...words: string[]) => {
    const line = `. ./completion.bash
      COMP_WORDS=(workbench ${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length}
      _workbench; printf '%s\\n' "\${COMPREPLY[@]}"`
    return run('bash', ['-c', line])
  }
  expect(repliesFor('validate', 'fin')).toEqual(['finding.v1'])
  expect(repliesFor('validate', 'pl')).toEqual(['plan.v1', 'plan.json'])
  expect(repliesFor('validate', 'finding.v1', '--format', 'g')).toEqual(['github', 'gitlab'])
  expect(repliesFor('validate', 'finding.v1', '--n')).toEqual([
    '--ndjson',
    '--no-error-on-unmatched',
    '--no-color',
  ])
  // Without a reply, `-o default` completes file names.
  expect(repliesFor('validate', 'finding.v1', 'files/')).toEqual([])
})

itIn('fish')('fish completes contracts, formats, options and files', () => {
  const repliesFor = (line: string) =>
    run('fish', ['--no-config', '-c', `source completion.fish; complete -C 'workbench ${line}'`])
  expect(repliesFor('validate fin')).toEqual(['finding.v1'])
  expect(repliesFor('validate finding.v1 --format g')).toEqual(['github', 'gitlab'])
  expect(repliesFor('validate finding.v1 --n')).toEqual(['--ndjson', '--no-error-on-unmatched', '--no-color'])
  expect(repliesFor('validate finding.v1 files/')).toEqual(['files/finding.json'])
})

itIn('zsh')('zsh completes contracts, formats, options and files when Tab is pressed', () => {
  // Types each line, Tab and Enter into an interactive zsh. Its prompt is computed, because the terminal echoes the input.
  const typing = String.raw`
    zmodload zsh/zpty
    zpty terminal exec zsh -f -i
    zpty -w terminal 'setopt prompt_subst; PROMPT="ready$((1))> "; autoload -Uz compinit; compinit -u -D; . ./completion.zsh'
    zpty -r terminal output '*ready1> *'
    for line in "$@"; do
      zpty -w -n terminal "workbench $line"$'\t\n'
      zpty -r terminal output '*ready1> *'
    done
    zpty -d terminal`
  const lines = [
    'validate fin',
    'validate plan.j',
    'validate x --format=sar',
    'validate x --format sar',
    'validate x --nd',
    'validate x files/',
  ]
  run('zsh', ['-f', '-c', typing, 'zsh', ...lines])
  const typed = join(directory, 'typed')
  expect(existsSync(typed) ? readFileSync(typed, 'utf8').trim().split('\n') : []).toEqual([
    'validate finding.v1',
    'validate plan.json',
    'validate x --format=sarif',
    'validate x --format sarif',
    'validate x --ndjson',
    'validate x files/finding.json',
  ])
})
