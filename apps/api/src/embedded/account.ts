import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

import { StartFailure } from '../config/startup-error.ts'

import type { Binaries } from './binaries.ts'

const execute = promisify(execFile)

/** A user and its group, by number. */
interface Owner {
  uid: number
  gid: number
}

/** A command, and the user that it runs as when that is not this process's own. */
type Command = { file: string; args: string[] } & Partial<Owner>

/** How to start the programs of PostgreSQL, which refuse to run as root. */
export interface Account {
  /** Whose the data must be; undefined when it is this process's own user. */
  owner: Owner | undefined
  /** Puts in front of a command what makes it run as that user. */
  wrap: (command: string, args: string[]) => Command
}

/**
 * The account to run PostgreSQL under: this process's own, or `postgres` when this is root; the user is made if
 * there is none. Throws StartFailure when that user cannot use the programs or the directory.
 */
export async function chooseAccount(
  uid: number | undefined,
  binaries: Binaries,
  directory: string,
): Promise<Account> {
  if (uid !== 0) return { owner: undefined, wrap: (file, args) => ({ file, args }) }
  const owner = await postgresUser()
  const plain: Account = { owner, wrap: (file, args) => ({ file, args, ...owner }) }
  if (await canRun(plain, binaries, directory)) return plain
  const privileged: Account = { owner, wrap: (file, args) => throughClosedDirectories(owner, file, args) }
  if (await canRun(privileged, binaries, directory)) return privileged
  throw new StartFailure(
    `The user postgres cannot run ${binaries.postgres} on ${directory}; keep the repository where every user may read it, or set DATABASE_URL`,
  )
}

async function postgresUser(): Promise<Owner> {
  try {
    return await idsOf('postgres')
  } catch {
    await execute('useradd', ['--system', '--user-group', '--no-create-home', 'postgres'])
    return await idsOf('postgres')
  }
}

async function idsOf(user: string): Promise<Owner> {
  const [uid, gid] = await Promise.all([execute('id', ['-u', user]), execute('id', ['-g', user])])
  return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
}

async function canRun(account: Account, { postgres }: Binaries, directory: string): Promise<boolean> {
  return (
    (await succeeds(account, postgres, ['--version'])) && (await succeeds(account, 'test', ['-x', directory]))
  )
}

async function succeeds(account: Account, command: string, args: string[]): Promise<boolean> {
  const { file, args: wrapped, ...user } = account.wrap(command, args)
  return execute(file, wrapped, { ...user, cwd: '/' }).then(
    () => true,
    () => false,
  )
}

/**
 * Runs as the owner, but past directories that only root may enter, such as root's home: with the one capability
 * that this takes. PostgreSQL asks for access to its files by a call that ignores capabilities without the bit.
 */
function throughClosedDirectories(owner: Owner, file: string, args: string[]): Command {
  const user = [`--reuid=${owner.uid}`, `--regid=${owner.gid}`, '--clear-groups']
  const capability = ['--inh-caps=+dac_override', '--ambient-caps=+dac_override']
  return {
    file: 'setpriv',
    args: [...user, '--securebits=+no_setuid_fixup', ...capability, '--', file, ...args],
  }
}
