import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const repository = fileURLToPath(new URL('..', import.meta.url))

/** Runs a script of a package.json, or a program, without an installation: the copy has its dependencies. */
const PNPM = `#!/bin/sh
test "$1" = -s && shift
if test "$1" = --filter; then cd */"\${2#@workbench/}" && shift 2; fi
PATH="$PWD/node_modules/.bin:$PATH"
script=$(node -p 'require("./package.json").scripts[process.argv[1]] ?? process.argv[1]' "$1")
shift
exec sh -c "$script \\"\\$@\\"" sh "$@"
`

/** A copy of the repository, in which tests run commands and edit files. */
export function copyRepository() {
  const temporary = mkdtempSync(join(tmpdir(), 'workbench-recipe-'))
  const copy = join(temporary, 'repository')
  beforeAll(() => {
    // The installations of the benchmarks and of the tools are large.
    const excluded = ['.git', 'node_modules', '.data', 'bench', 'apps/api/test/programs/openapi-tools']
    cpSync(repository, copy, {
      recursive: true,
      verbatimSymlinks: true,
      preserveTimestamps: true,
      filter: (path) => !excluded.includes(relative(repository, path)),
    })
    mkdirSync(join(copy, 'node_modules'))
    // Without `.cache`: Jest would keep what it caches for the copy.
    for (const name of readdirSync(join(repository, 'node_modules')).filter((name) => name !== '.cache'))
      symlinkSync(join(repository, 'node_modules', name), join(copy, 'node_modules', name))
    mkdirSync(join(temporary, 'bin'))
    writeFileSync(join(temporary, 'bin', 'pnpm'), PNPM)
    chmodSync(join(temporary, 'bin', 'pnpm'), 0o755)
  })

  afterAll(() => {
    rmSync(temporary, { recursive: true, force: true })
  })

  return {
    copy,

    /** Runs commands in the copy, and returns what each wrote to standard output. */
    run: (commands: readonly string[], statuses: readonly number[] = [0]): string[] =>
      commands.map((command) => {
        const { status, stdout, stderr } = spawnSync('sh', ['-c', command], {
          cwd: copy,
          encoding: 'utf8',
          env: { ...process.env, PATH: `${join(temporary, 'bin')}:${process.env['PATH'] ?? ''}` },
          maxBuffer: 64 * 1024 * 1024,
        })
        if (status === null || !statuses.includes(status))
          throw new Error(`${command} ended with ${status}\n${stdout}${stderr}`)
        return stdout
      }),

    /** Replaces the only occurrence of a text in a file. */
    edit: (path: string, found: string, replacement: string): void => {
      const parts = readFileSync(join(copy, path), 'utf8').split(found)
      if (parts.length !== 2) throw new Error(`${path} has ${parts.length - 1} times: ${found}`)
      writeFileSync(join(copy, path), parts.join(replacement))
    },

    read: (path: string): unknown => JSON.parse(readFileSync(join(copy, path), 'utf8')),

    write: (path: string, value: unknown): void =>
      writeFileSync(join(copy, path), `${JSON.stringify(value, undefined, 2)}\n`),
  }
}

/**
 * A recipe of CONTRIBUTING.md, and a copy of the repository in which a test runs its commands as written and makes the edits
 * that it describes.
 * @param names what the placeholders of the recipe stand for
 */
export function recipeIn(
  title: string,
  names: Readonly<Record<string, string>>,
  workspace = copyRepository(),
) {
  const text = readFileSync(join(repository, 'CONTRIBUTING.md'), 'utf8')
  const [, recipe = ''] = new RegExp(`^##+ ${title}\\n([^]*?)^##+ `, 'm').exec(text) ?? []
  const steps = recipe
    .split(/^(?=\d\. )/m)
    .slice(1)
    .map((step) =>
      Object.entries(names)
        .reduce(
          (named, [placeholder, name]) => named.replaceAll(placeholder, name),
          step.split('\n\n')[0] ?? '',
        )
        .replaceAll(/\s+/g, ' '),
    )
  return {
    ...workspace,
    steps,

    /** The commands in a step, which is counted from 1. */
    commandsOf: (step: number): string[] =>
      [...(steps[step - 1] ?? '').matchAll(/`(pnpm [^`]+)`/g)].map(([, command = '']) => command),

    /** The paths in a step. */
    pathsOf: (step: number): string[] =>
      [...(steps[step - 1] ?? '').matchAll(/`([\w./-]+\.ts)`/g)].map(([, path = '']) => path),
  }
}
