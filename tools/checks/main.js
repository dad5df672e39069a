import { spawnSync } from 'node:child_process'
import { relative } from 'node:path'
import { parseArgs } from 'node:util'

import { runGit } from '../git.js'

/*
 * pnpm check [--changed] [--since <branch>]
 *
 * Runs all checks; the first that fails ends it. `--changed` leaves out the tests and checks of packages that do not depend on
 * a file that changed since the last commit in common with a branch, `origin/main` by default.
 */

const { values } = parseArgs({
  options: { changed: { type: 'boolean' }, since: { type: 'string', default: 'origin/main' } },
})
const filters = values.changed ? filtersOf(values.since) : undefined
// The same generated values in each run, so that a change is not rejected for an old defect. Other runs search with others.
process.env['TEST_SEED'] ??= '1'

pnpm('/^(contracts:check|typecheck|lint)$/')
run('node', ['tools/checks/supply-chain/main.js'])
if (filters === undefined) {
  pnpm('test')
  pnpm('jest', '--selectProjects', 'packages-long', 'processes', 'api-long')
  pnpm('--recursive', 'check')
  pnpm('bench', 'check')
} else {
  pnpm('build')
  // Tests of documents and tools run commands of the packages.
  pnpm('jest', 'docs/', 'tools/', ...foldersOf(filters))
  if (filters.length > 0) pnpm(...filters, 'check')
}

/**
 * The packages with changed files and those that depend on them, as options of pnpm. Undefined if a file outside of the
 * packages changed that is not a document: it can affect everything.
 * @param {string} branch
 */
function filtersOf(branch) {
  const base = runGit(['merge-base', branch, 'HEAD'])
  const files = [
    runGit(['diff', '-z', '--name-only', '--no-renames', base]),
    runGit(['ls-files', '-z', '--others', '--exclude-standard']),
  ].flatMap((text) => text.split('\0').filter((name) => name !== ''))
  const documents = /^docs\/(?!examples\/)|^[^/]+\.md$/
  const folders = files
    .filter((file) => !documents.test(file))
    .map((file) => /^(?:packages|apps)\/[^/]+(?=\/)/.exec(file)?.[0])
  if (folders.includes(undefined)) return
  return [...new Set(folders)].map((folder) => `--filter=...{${folder}}`)
}

/**
 * The folders of packages, relative to the repository.
 * @param {readonly string[]} filters
 */
function foldersOf(filters) {
  if (filters.length === 0) return []
  const { status, stdout } = spawnSync('pnpm', [...filters, 'list', '--depth', '-1', '--json'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    shell: process.platform === 'win32',
  })
  if (status !== 0) process.exit(status ?? 1)
  /** @type {unknown} */
  const listed = JSON.parse(stdout)
  return /** @type {{ path: string }[]} */ (listed).map(({ path }) => `${relative('.', path)}/`)
}

/** @param {readonly string[]} args */
function pnpm(...args) {
  run('pnpm', args)
}

/**
 * @param {string} program
 * @param {readonly string[]} args
 */
function run(program, args) {
  const { status } = spawnSync(program, args, { stdio: 'inherit', shell: process.platform === 'win32' })
  if (status !== 0) process.exit(status ?? 1)
}
