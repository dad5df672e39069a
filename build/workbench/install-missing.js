import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

/** The packages that the command imports. Few of all dependencies belong to them. */
const PACKAGES = ['@workbench/cli', '@workbench/hooks', '@workbench/workspace']

/**
 * Installs what the sources of the command import, unless it is there. The output of pnpm goes to standard error.
 * @param {string} root the repository, with a slash at its end
 */
export function installMissing(root) {
  /** @type {unknown} */
  const manifest = JSON.parse(readFileSync(`${root}apps/cli/package.json`, 'utf8'))
  const { devDependencies = {} } = /** @type {{ devDependencies?: object }} */ (manifest)
  if (Object.keys(devDependencies).every((name) => existsSync(`${root}apps/cli/node_modules/${name}`))) return
  const args = ['install', '--frozen-lockfile', ...PACKAGES.map((name) => `--filter=${name}`)]
  const { status } = spawnSync('pnpm', args, {
    cwd: root,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  })
  if (status !== 0) process.exit(2)
}
