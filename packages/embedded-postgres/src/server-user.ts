import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

import type { Binaries } from './binaries.ts'
import { PostgresUnusable } from './unusable.ts'

const execute = promisify(execFile)

interface UserIds {
  uid: number
  gid: number
}

/** A command for `execFile`. Without user ids it runs as the user of this process. */
type Command = { file: string; args: string[] } & Partial<UserIds>

/** The operating system user that runs the PostgreSQL programs, which refuse to run as root. */
export interface ServerUser {
  /** Undefined on Windows. */
  uid: number | undefined
  /** Undefined if it is the user of this process. */
  ids: UserIds | undefined
  /** Returns the command that runs a program as this user. */
  commandAs: (program: string, args: string[]) => Command
}

/**
 * Returns the user of this process, or `postgres` if this process runs as root. Creates that user if it does not exist.
 * Throws PostgresUnusable if it can neither execute the programs nor access the directory.
 */
export async function chooseServerUser(
  uid: number | undefined,
  binaries: Binaries,
  directory: string,
): Promise<ServerUser> {
  if (uid !== 0) return { uid, ids: undefined, commandAs: (file, args) => ({ file, args }) }
  const ids = await postgresIds()
  const plain: ServerUser = { uid: ids.uid, ids, commandAs: (file, args) => ({ file, args, ...ids }) }
  if (await canRun(plain, binaries, directory)) return plain
  const reader: ServerUser = { ...plain, commandAs: (file, args) => withReadSearch(ids, file, args) }
  if (await canRun(reader, binaries, directory)) return reader
  throw new PostgresUnusable(
    `PostgreSQL does not run as root, and the user postgres can run ${binaries.postgres} or enter ${directory} neither by itself nor with the capability CAP_DAC_READ_SEARCH: keep the repository where every user may read it`,
  )
}

async function postgresIds(): Promise<UserIds> {
  try {
    return await idsOf('postgres')
  } catch {
    try {
      await execute('useradd', ['--system', '--user-group', '--no-create-home', 'postgres'])
      return await idsOf('postgres')
    } catch (cause) {
      throw new PostgresUnusable(
        `PostgreSQL does not run as root, and the user postgres cannot be created: ${inOneLine(String(cause))}; start the server as another user`,
        { cause },
      )
    }
  }
}

async function idsOf(name: string): Promise<UserIds> {
  const [uid, gid] = await Promise.all([execute('id', ['-u', name]), execute('id', ['-g', name])])
  return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
}

async function canRun(user: ServerUser, { postgres }: Binaries, directory: string): Promise<boolean> {
  try {
    await runAs(user, postgres, ['--version'])
    await runAs(user, 'test', ['-x', directory])
    return true
  } catch {
    return false
  }
}

/** Runs a program to its end. Throws PostgresUnusable with its output if it fails. */
export async function runAs(user: ServerUser, program: string, programArgs: string[]): Promise<void> {
  const { file, args, ...ids } = user.commandAs(program, programArgs)
  try {
    await execute(file, args, { ...ids, cwd: '/' })
  } catch (cause) {
    const output = cause instanceof Error && 'stderr' in cause ? String(cause.stderr) : ''
    throw new PostgresUnusable(`${program} failed: ${inOneLine(output || String(cause))}`, { cause })
  }
}

const inOneLine = (text: string): string => text.trim().replaceAll(/\s*\n\s*/g, ' ')

/**
 * Runs a program as the user, with the capability CAP_DAC_READ_SEARCH to enter directories that only root may enter, such
 * as root's home. It can read every file with it, but write only its own. The securebit `no_setuid_fixup` makes `access()`,
 * which PostgreSQL calls for its files, use the capability.
 */
function withReadSearch(ids: UserIds, file: string, args: string[]): Command {
  const user = [`--reuid=${ids.uid}`, `--regid=${ids.gid}`, '--clear-groups']
  const capability = ['--inh-caps=+dac_read_search', '--ambient-caps=+dac_read_search']
  return {
    file: 'setpriv',
    args: [...user, '--securebits=+no_setuid_fixup', ...capability, '--', file, ...args],
  }
}
