import { spawnSync } from 'node:child_process'

/**
 * Runs git for a program of this repository, and returns what it prints, without the line end.
 * @param {readonly string[]} args
 * @param {{ env?: NodeJS.ProcessEnv }} [options]
 * @throws {Error} if git is not installed, or fails
 */
export function runGit(args, { env } = {}) {
  const { error, status, stdout, stderr } = spawnSync('git', args, {
    env,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  if (error && 'code' in error && error.code === 'ENOENT') throw new Error('git is not installed; install it')
  if (error) throw error
  if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr.trim()}`)
  return stdout.trimEnd()
}
