import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

import { StartupError } from '../config/startup-error.ts'

import type { Binaries } from './binaries.ts'

const execute = promisify(execFile)

/** A user and its group, by number. */
interface UserIds {
  uid: number
  gid: number
}

/** A command, and the user that it runs as when that is not this process's own. */
type Command = { file: string; args: string[] } & Partial<UserIds>

/** How to start the programs of PostgreSQL, which refuse to run as root. */
export interface ServerUser {
  /** Whose the data must be; undefined when it is this process's own user. */
  ids: UserIds | undefined
  /** Puts in front of a command what makes it run as that user. */
  commandAs: (command: string, args: string[]) => Command
}

/**
 * The user to run PostgreSQL under: this process's own, or `postgres` when this is root; the user is made if
 * there is none. Throws StartFailure when that user cannot use the programs or the directory.
 */
export async function chooseServerUser(
  uid: number | undefined,
  binaries: Binaries,
  directory: string,
): Promise<ServerUser> {
  if (uid !== 0) return { ids: undefined, commandAs: (file, args) => ({ file, args }) }
  const ids = await postgresUser()
  const plain: ServerUser = { ids, commandAs: (file, args) => ({ file, args, ...ids }) }
  if (await canRun(plain, binaries, directory)) return plain
  const privileged: ServerUser = { ids, commandAs: (file, args) => withDacOverride(ids, file, args) }
  if (await canRun(privileged, binaries, directory)) return privileged
  throw new StartupError(
    `The user postgres cannot run ${binaries.postgres} on ${directory}; keep the repository where every user may read it, or set DATABASE_URL`,
  )
}

async function postgresUser(): Promise<UserIds> {
  try {
    return await idsOf('postgres')
  } catch {
    await execute('useradd', ['--system', '--user-group', '--no-create-home', 'postgres'])
    return await idsOf('postgres')
  }
}

async function idsOf(user: string): Promise<UserIds> {
  const [uid, gid] = await Promise.all([execute('id', ['-u', user]), execute('id', ['-g', user])])
  return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
}

async function canRun(user: ServerUser, { postgres }: Binaries, directory: string): Promise<boolean> {
  return (await succeeds(user, postgres, ['--version'])) && (await succeeds(user, 'test', ['-x', directory]))
}

async function succeeds(user: ServerUser, command: string, args: string[]): Promise<boolean> {
  const { file, args: wrapped, ...ids } = user.commandAs(command, args)
  return execute(file, wrapped, { ...ids, cwd: '/' }).then(
    () => true,
    () => false,
  )
}

/**
 * Runs as the ids, but past directories that only root may enter, such as root's home: with the one capability
 * that this takes. PostgreSQL asks for access to its files by a call that ignores capabilities without the bit.
 */
function withDacOverride(ids: UserIds, file: string, args: string[]): Command {
  const user = [`--reuid=${ids.uid}`, `--regid=${ids.gid}`, '--clear-groups']
  const capability = ['--inh-caps=+dac_override', '--ambient-caps=+dac_override']
  return {
    file: 'setpriv',
    args: [...user, '--securebits=+no_setuid_fixup', ...capability, '--', file, ...args],
  }
}
