import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { parse } from 'yaml'

import { checkDocument, checkLicences, checkLockfile, checkWorkspace } from './rules.js'

/* Checks the lockfiles, and the licences of the installed packages. */

const root = new URL('../../../', import.meta.url)

const INSTALLS = [
  '',
  'bench/',
  'apps/api/test/programs/openapi-tools/',
  'packages/contracts/bundles/',
  'packages/structured-output/recipes/',
]

/** @param {string} path */
const read = (path) => readFileSync(new URL(path, root), 'utf8')

const used = ['packages', 'apps'].flatMap((folder) =>
  readdirSync(new URL(folder, root)).flatMap((name) => {
    /** @type {unknown} */
    const json = JSON.parse(read(`${folder}/${name}/package.json`))
    const {
      dependencies = {},
      optionalDependencies = {},
      ...others
    } = /** @type {Record<'dependencies' | 'optionalDependencies' | 'devDependencies', object | undefined>} */ (
      json
    )
    // The command is published as a bundle, so that what it imports is a dev dependency.
    const bundled = name === 'cli' ? others.devDependencies : {}
    return Object.keys({ ...dependencies, ...optionalDependencies, ...bundled }).filter(
      // tsx runs the sources, the client is for tests.
      (name) => !/^(@(workbench|types)\/|@modelcontextprotocol\/client$|tsx$)/.test(name),
    )
  }),
)
// Fails if the lockfile does not match a package.json.
pnpm('install', '--frozen-lockfile', '--lockfile-only', '--offline', '--silent')
/** @type {unknown} */
const licences = JSON.parse(pnpm('--silent', 'licenses', 'list', '--recursive', '--prod', '--json'))
const problems = [
  ...INSTALLS.flatMap(checkInstall),
  ...checkLicences(/** @type {Parameters<typeof checkLicences>[0]} */ (licences)),
  ...checkDocument(used, read('docs/supply-chain.md')),
]
for (const problem of problems) process.stderr.write(`${problem}\n`)
if (problems.length > 0) process.exitCode = 1

/**
 * Checks the lockfile and the settings of a pnpm workspace.
 * @param {string} folder
 */
function checkInstall(folder) {
  /** @type {unknown} */
  const lockfile = parse(read(`${folder}pnpm-lock.yaml`))
  /** @type {unknown} */
  const workspace = parse(read(`${folder}pnpm-workspace.yaml`))
  return [
    ...checkLockfile(/** @type {Parameters<typeof checkLockfile>[0]} */ (lockfile)).map(
      (problem) => `${folder}pnpm-lock.yaml: ${problem}`,
    ),
    ...checkWorkspace(/** @type {Parameters<typeof checkWorkspace>[0]} */ (workspace)).map(
      (problem) => `${folder}pnpm-workspace.yaml: ${problem}`,
    ),
  ]
}

/** @param {readonly string[]} args */
function pnpm(...args) {
  const options = { cwd: fileURLToPath(root), shell: process.platform === 'win32' }
  return execFileSync('pnpm', args, { ...options, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
}
