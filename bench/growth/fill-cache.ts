import { runProcess } from '../harness/run-process.ts'

/**
 * Runs the hook at Stop until it has validated everything: it has ten seconds for each event, and continues at the next
 * one. `hook` are the arguments of Node.js that run it.
 */
export async function fillCache(
  hook: readonly string[],
  root: string,
  caches: string,
  process: Pick<NodeJS.Process, 'execPath' | 'env'>,
): Promise<void> {
  const input = JSON.stringify({ hook_event_name: 'Stop', cwd: root })
  const env = { ...process.env, WORKBENCH_ROOT: root, XDG_CACHE_HOME: caches }
  for (let stops = 0; stops < 5; stops++) {
    const { status } = await runProcess(process.execPath, hook, { cwd: root, env, input })
    if (status === 0) return
  }
  throw new Error(`The hook rejects ${root} although it stopped five times`)
}
