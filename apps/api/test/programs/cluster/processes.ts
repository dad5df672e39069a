import { readdir, readFile } from 'node:fs/promises'

/**
 * Stops processes and all their descendants (SIGSTOP), each parent before its children, so that no new ones are started.
 * Returns their ids.
 */
export async function freezeTrees(roots: readonly number[]): Promise<number[]> {
  const frozen: number[] = []
  for (let level = [...roots]; level.length > 0; level = await childrenOf(level)) {
    signalAll(level, 'SIGSTOP')
    frozen.push(...level)
  }
  return frozen
}

/** Sends a signal to processes. One that has exited is ignored. */
export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }
}

/** The processes that these have started. */
export async function childrenOf(parents: readonly number[]): Promise<number[]> {
  const children: number[] = []
  for (const name of await readdir('/proc')) {
    const status = /^\d+$/.test(name) ? await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '') : ''
    // The name of the program is in parentheses and may contain spaces; the state and the parent follow.
    const [, , parent] = status.slice(status.lastIndexOf(')') + 1).split(' ')
    if (parents.includes(Number(parent))) children.push(Number(name))
  }
  return children
}
