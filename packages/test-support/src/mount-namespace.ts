import { spawnSync } from 'node:child_process'

import { temporaryFolder } from './temporary-folder.ts'

/**
 * A command that runs a bash script as root of a user and mount namespace of its own. Mounts made in it disappear with
 * it, and an ordinary user may make them. Arguments after these become `$1`, `$2`, … of the script.
 */
export const inMountNamespace = (script: string): readonly [file: string, ...args: string[]] => [
  'unshare',
  '-rm',
  'bash',
  '--norc',
  '-c',
  script,
  'bash',
]

/**
 * Whether this process may mount a tmpfs and switch it to read-only and back. Some containers and distributions deny
 * user namespaces. `remount` without `bind` changes the superblock, which only root may do outside of a namespace.
 */
export const canMount: boolean = probe()

function probe(): boolean {
  const script = `set -e
    mount -t tmpfs -o size=200k none "$1"
    mount -o remount,bind,ro "$1"
    mount -o remount,bind,rw "$1"`
  const [file, ...args] = inMountNamespace(script)
  return spawnSync(file, [...args, temporaryFolder()]).status === 0
}
