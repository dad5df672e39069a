import { spawnSync } from 'node:child_process'

/** The path, and where Debian has programs of services. */
export const PATH = `${process.env['PATH'] ?? ''}:/usr/sbin`

/**
 * The version of a program, as `3.0.2`.
 *
 * @param packages the Debian packages that have it
 * @throws Error if it cannot be started, which names them
 */
export function versionOf(program: string, argument: string, packages: string): string {
  const { error, stdout, stderr } = spawnSync(program, [argument], { encoding: 'utf8', env: { PATH } })
  if (error)
    throw new Error(`${program} cannot be started: install it, on Debian with apt-get install ${packages}`, {
      cause: error,
    })
  return /\d+(\.\d+)+/.exec(stdout + stderr)?.[0] ?? 'unknown'
}
