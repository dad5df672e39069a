import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { chooseServerUser, type ServerUser } from '@workbench/embedded-postgres/server-user'

import type { Scenario } from '../../support/programs/scenario.ts'

const execute = promisify(execFile)

/** The programs of the Debian packages. Some are in `/usr/sbin`, which is not on the path of every user. */
const PATH = `${process.env['PATH'] ?? ''}:/usr/sbin`
export const POSTGRES_BIN = '/usr/lib/postgresql/15/bin'
const PACKAGES = {
  patroni: ['patroni', '--version'],
  'etcd-server': ['etcd', '--version'],
  haproxy: ['haproxy', '-v'],
  pgbouncer: ['pgbouncer', '--version'],
  'postgresql-15': [join(POSTGRES_BIN, 'postgres'), '--version'],
} as const

/** Returns the version of each package, `patroni 3.0.2`. Throws if one is not installed. */
export async function requirePackages(): Promise<string[]> {
  const missing: string[] = []
  const versions: string[] = []
  for (const [name, [file, ...args]] of Object.entries(PACKAGES)) {
    const output = await execute(file, args, { env: { PATH } }).catch(() => undefined)
    const version = /\d+(\.\d+)+/.exec(output?.stdout ?? '')?.[0]
    if (version === undefined) missing.push(name)
    else versions.push(`${name} ${version}`)
  }
  if (missing.length > 0) {
    throw new Error(
      `Not installed: ${missing.join(', ')}; on Debian, run apt-get install ${missing.join(' ')}`,
    )
  }
  return versions
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

/** @param defer is given a step for each program that is started, which kills it */
export async function createLauncher(directory: string, defer: Scenario['defer']): Promise<Launcher> {
  const [initdb, pg_ctl, postgres] = ['initdb', 'pg_ctl', 'postgres'].map((name) => join(POSTGRES_BIN, name))
  const binaries = { initdb: initdb ?? '', pg_ctl: pg_ctl ?? '', postgres: postgres ?? '' }
  const user = await chooseServerUser(process.getuid?.(), binaries, directory)
  return {
    user,
    launch: async (name, program, programArgs) => {
      const log = await open(join(directory, `${name}.log`), 'a')
      const { file, args, ...ids } = user.commandAs(program, programArgs)
      const env = { PATH, HOME: directory, LANG: 'C.UTF-8' }
      const child = spawn(file, args, { ...ids, env, cwd: directory, stdio: ['ignore', log.fd, log.fd] })
      const ended = once(child, 'close')
      defer(() => {
        child.kill('SIGKILL')
        return ended
      })
      await once(child, 'spawn')
      await log.close()
      return { pid: child.pid ?? 0, ended }
    },
  }
}
