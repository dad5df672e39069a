import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

/** The packages with dependencies that the command imports. Few of all dependencies belong to them. */
export const PACKAGES = [
  'apps/cli',
  'packages/board',
  'packages/compatibility',
  'packages/structured-output',
  'packages/workspace',
]

/**
 * Installs the dependencies of the sources of the command, unless they are installed. The output of pnpm goes to standard
 * error.
 * @param {string} root the repository, with a slash at its end
 */
export function installMissing(root) {
  // The root links json-text, which contracts imports: its own dev dependencies are tools that the command does not need.
  if (['', ...PACKAGES].every((path) => isInstalled(root + path))) return
  const args = ['install', '--frozen-lockfile', ...PACKAGES.map((path) => `--filter=./${path}`)]
  const { status } = spawnSync('pnpm', args, {
    cwd: root,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  })
  if (status !== 0) process.exit(2)
}

/** @param {string} folder of a package */
function isInstalled(folder) {
  /** @type {unknown} */
  const manifest = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'))
  // The command is published as a bundle, so that what it imports is a dev dependency.
  const { dependencies, devDependencies } =
    /** @type {{ dependencies?: object, devDependencies?: object }} */ (manifest)
  return Object.keys({ ...dependencies, ...devDependencies }).every((name) =>
    existsSync(`${folder}/node_modules/${name}`),
  )
}
