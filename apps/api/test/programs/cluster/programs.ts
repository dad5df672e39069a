import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { open } from 'node:fs/promises'
import { join } from 'node:path'

import { chooseServerUser, type ServerUser } from '@workbench/embedded-postgres/server-user'

import { binariesIn } from '../../support/database/postgres.ts'
import type { Scenario } from '../../support/programs/scenario.ts'
import { PATH, versionOf } from '../../support/programs/version-of.ts'

export const POSTGRES_BIN = '/usr/lib/postgresql/15/bin'

/** The programs of the Debian packages, and the option with which each prints its version. */
const PACKAGES = {
  patroni: ['patroni', '--version'],
  'etcd-server': ['etcd', '--version'],
  haproxy: ['haproxy', '-v'],
  pgbouncer: ['pgbouncer', '--version'],
  'postgresql-15': [join(POSTGRES_BIN, 'postgres'), '--version'],
} as const

/** Returns the version of each package, `patroni 3.0.2`. Throws if one is not installed. */
export function requirePackages(): string[] {
  const names = Object.keys(PACKAGES).join(' ')
  return Object.entries(PACKAGES).map(
    ([name, [file, argument]]) => `${name} ${versionOf(file, argument, names)}`,
  )
}

/** Starts programs as an ordinary user, because PostgreSQL refuses to run as root. */
export interface Launcher {
  user: ServerUser
  /** Starts a program. Its output is appended to the file `<name>.log` in the directory. */
  launch: (name: string, file: string, args: string[]) => Promise<Launched>
}

export interface Launched {
  pid: number
  ended: Promise<unknown>
}

/** Launches programs in the directory of a scenario, which kills them at the end. */
export async function createLauncher({ directory, adopt }: Scenario): Promise<Launcher> {
  const user = await chooseServerUser(process.getuid?.(), binariesIn(POSTGRES_BIN), directory)
  return {
    user,
    launch: async (name, program, programArgs) => {
      const log = await open(join(directory, `${name}.log`), 'a')
      const { file, args, ...ids } = user.commandAs(program, programArgs)
      const env = { PATH, HOME: directory, LANG: 'C.UTF-8' }
      const child = spawn(file, args, { ...ids, env, cwd: directory, stdio: ['ignore', log.fd, log.fd] })
      const ended = adopt(child, 'SIGKILL')
      await once(child, 'spawn')
      await log.close()
      return { pid: child.pid ?? 0, ended }
    },
  }
}
