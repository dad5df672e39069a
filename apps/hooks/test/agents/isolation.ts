import { spawnSync } from 'node:child_process'

/** Starts a command in a network namespace that has only the loopback interface. */
const NAMESPACE = ['unshare', '--map-root-user', '--net', 'sh', '-c', 'ip link set lo up && exec "$0" "$@"']

/** The command line that runs its arguments without a network; undefined if the system does not allow it. */
export function isolation(): readonly string[] | undefined {
  const [program = '', ...args] = NAMESPACE
  return spawnSync(program, [...args, 'true']).status === 0 ? NAMESPACE : undefined
}
