import { execFile } from 'node:child_process'
import { cp, mkdir, readFile, rm } from 'node:fs/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'

import { build } from 'rolldown'

import { MIGRATIONS } from '../../../src/db/migrations/index.ts'

const execute = promisify(execFile)
const API = fileURLToPath(new URL('../../../', import.meta.url))
const OLD = `${API}dist/before/`

/** The version of the server before its newest migration, built from the Git history of this repository. */
interface Before {
  commit: string
  /** The name of the migration that it does not have. */
  missing: string
  /** The directory with its build. */
  dist: string
  /** Its openapi.yaml. */
  description: URL
  remove: () => Promise<void>
}

/** Throws if the Git history is not available, or if packages cannot be installed. */
export async function buildBefore(): Promise<Before> {
  const missing = Object.keys(MIGRATIONS).sort().at(-1) ?? ''
  const commit = await commitWithout(missing)
  await rm(OLD, { recursive: true, force: true })
  await mkdir(`${OLD}source`, { recursive: true })
  await execute(
    'sh',
    ['-c', 'git archive "$1" src openapi.yaml package.json | tar -x -C "$2"', 'sh', commit, `${OLD}source`],
    { cwd: API },
  )
  // The build reads openapi.yaml and package.json next to it, and resolves its dependencies from parent directories.
  for (const file of ['openapi.yaml', 'package.json']) await cp(`${OLD}source/${file}`, `${OLD}${file}`)
  await build({
    cwd: `${OLD}source`,
    input: { main: 'src/main.ts', migrate: 'src/bin/migrate.ts' },
    platform: 'node',
    // The packages of this repository are source.
    external: /^(?!@workbench\/)[^.\\/]/,
    logLevel: 'warn',
    output: { dir: `${OLD}dist`, format: 'esm' },
  })
  await installRemovedDependencies()
  return {
    commit,
    missing,
    dist: `${OLD}dist/`,
    description: pathToFileURL(`${OLD}openapi.yaml`),
    remove: () => rm(OLD, { recursive: true, force: true }),
  }
}

/** Installs the dependencies of the old version that the current one does not have, next to the old build. */
async function installRemovedDependencies(): Promise<void> {
  const [before, current] = [await dependenciesIn(OLD), await dependenciesIn(API)]
  const removed = Object.entries(before).filter(([name]) => !Object.hasOwn(current, name))
  if (removed.length === 0) return
  const packages = removed.map(([name, range]) => `${name}@${range}`)
  const options = ['--prefix', `${OLD}dist`, '--no-save', '--no-package-lock', '--ignore-scripts']
  await execute('npm', ['install', ...options, ...packages], { cwd: OLD })
}

async function dependenciesIn(directory: string): Promise<Record<string, string>> {
  const text = await readFile(`${directory}package.json`, 'utf8')
  return (JSON.parse(text) as { dependencies: Record<string, string> }).dependencies
}

/** The newest commit of the main line without a migration, and without others that the current version does not know. */
async function commitWithout(migration: string): Promise<string> {
  const list = 'src/db/migrations/index.ts'
  const git = async (...args: string[]) => (await execute('git', args, { cwd: API })).stdout.trim()
  for (const commit of (await git('log', '--first-parent', '--format=%H', '--', list)).split('\n')) {
    const names = (await git('show', `${commit}:./${list}`)).match(/(?<=')\d{4}-[\w-]+(?=':)/g) ?? []
    if (names.every((name) => name !== migration && name in MIGRATIONS)) return commit
  }
  throw new Error(`The history has no version before ${migration}; fetch the whole history`)
}
