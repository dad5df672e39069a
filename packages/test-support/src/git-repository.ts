import { execFileSync } from 'node:child_process'

/** Runs git in a folder, with an author and without the settings of the user. */
export function git(cwd: string, ...args: readonly string[]): string {
  const author = {
    GIT_AUTHOR_NAME: 't',
    GIT_AUTHOR_EMAIL: 't',
    GIT_COMMITTER_NAME: 't',
    GIT_COMMITTER_EMAIL: 't',
  }
  return execFileSync('git', args, {
    cwd,
    encoding: 'utf8',
    env: { ...author, PATH: process.env['PATH'], GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** Commits all files of a repository. */
export function commit(cwd: string): void {
  git(cwd, 'add', '.')
  git(cwd, 'commit', '--quiet', '--message', 'Change')
}
