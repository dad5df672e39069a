import { cpSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { git } from './git-repository.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** Programs that a repository names, each of which leaves a trace when it is run. */
export interface Traces {
  /** A shell command that leaves the trace with a name, and prints its input. */
  readonly command: (name: string) => string
  /** The names of the programs that were run since the last call of `clear`. */
  readonly found: () => string[]
}

/** Where the programs of a test leave their traces. */
export function newTraces(): Traces {
  const folder = temporaryFolder()
  return {
    command: (name) => `touch ${folder}/${name}; cat`,
    found: () => readdirSync(folder).sort(),
  }
}

/**
 * Names a program in each setting of a repository that has one, and in its hooks and attributes.
 * @param folder the folder of git, with `config`
 */
export function nameProgramsIn(folder: string, { command }: Traces): void {
  const hooks = join(folder, 'own-hooks')
  const programs = join(folder, 'programs')
  for (const path of [hooks, programs, join(folder, 'info')]) mkdirSync(path, { recursive: true })
  const program = (name: string, within = programs): string => {
    const file = join(within, name)
    writeFileSync(file, `#!/bin/sh\n${command(name)}\n`, { mode: 0o755 })
    return file
  }
  for (const hook of ['post-index-change', 'reference-transaction', 'pre-auto-gc']) program(hook, hooks)
  writeFileSync(join(folder, 'info/attributes'), '* filter=own diff=own merge=own\n')
  const settings = {
    'core.hooksPath': hooks,
    'core.fsmonitor': program('fsmonitor'),
    'core.pager': command('pager'),
    'core.sshCommand': command('ssh'),
    'core.gitProxy': program('proxy'),
    'core.alternateRefsCommand': program('alternates'),
    'filter.own.clean': command('clean'),
    'filter.own.smudge': command('smudge'),
    'filter.own.required': 'true',
    'diff.external': program('external-diff'),
    'diff.own.textconv': program('textconv'),
    'merge.own.driver': command('merge'),
    'gpg.program': program('gpg'),
    'log.showSignature': 'true',
    'credential.helper': `!${command('credential')}`,
    'uploadpack.packObjectsHook': command('pack-objects'),
    ...Object.fromEntries(
      ['rev-parse', 'rev-list', 'ls-tree', 'ls-files', 'cat-file', 'merge-base'].flatMap((name) => [
        [`alias.${name}`, `!${command('alias')}`],
        [`pager.${name}`, command('pager')],
      ]),
    ),
  }
  for (const [name, value] of Object.entries(settings))
    git(folder, 'config', '--file', join(folder, 'config'), name, value)
}

/** Adds a commit with a signature, which git gives to `gpg.program` when it shows the commit. */
export function commitSigned(cwd: string): void {
  const signer = join(temporaryFolder(), 'signer')
  const lines = [
    'cat > /dev/null',
    "printf '\\n[GNUPG:] SIG_CREATED \\n' >&2",
    'echo "-----BEGIN PGP SIGNATURE-----"',
  ]
  writeFileSync(
    signer,
    ['#!/bin/sh', ...lines, 'echo', 'echo "-----END PGP SIGNATURE-----"', ''].join('\n'),
    {
      mode: 0o755,
    },
  )
  git(cwd, '-c', `gpg.program=${signer}`, 'commit', '--quiet', '--allow-empty', '-S', '--message', 'Signed')
}

/**
 * Copies a repository into a folder, as a bare repository whose files can be committed: git takes the folder for it.
 * @param from the root of its working tree
 */
export function embedRepository(from: string, folder: string): void {
  git(from, 'pack-refs', '--all')
  for (const name of ['HEAD', 'objects', 'refs', 'packed-refs', 'index', 'config'])
    cpSync(join(from, '.git', name), join(folder, name), { recursive: true })
  for (const name of ['refs', 'objects']) writeFileSync(join(folder, name, 'keep'), '')
  for (const setting of ['core.bare false', 'core.worktree .'])
    git(folder, 'config', '--file', join(folder, 'config'), ...setting.split(' '))
}
