import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../../../../', import.meta.url))
const JEST = [
  '--experimental-vm-modules',
  '--no-warnings=ExperimentalWarning',
  'node_modules/jest/bin/jest.js',
]

/** Runs Node in the root of the repository, with its output on the terminal. Returns whether it ended with 0. */
export async function runNode(args: string[], settings: Record<string, string> = {}): Promise<boolean> {
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env: { ...process.env, ...settings },
    stdio: 'inherit',
  })
  const [status] = (await once(child, 'close')) as [number | null]
  return status === 0
}

/** Runs tests of the project `api`, with arguments for Jest. Returns whether they passed. */
export const runTests = (args: string[], settings?: Record<string, string>): Promise<boolean> =>
  runNode([...JEST, ...args, '--selectProjects', 'api'], settings)
