import { runGit } from '../../git.js'

/**
 * The files that changed since the last commit in common with a branch, committed or not, relative to the repository.
 * @param {string} branch
 * @throws {Error} if git is not installed, or if there is no such branch
 */
export function changedFiles(branch) {
  const base = runGit(['merge-base', branch, 'HEAD'])
  const names = ['-z', '--name-only', '--no-renames']
  const listed = [
    runGit(['diff', ...names, base]),
    runGit(['ls-files', '-z', '--others', '--exclude-standard']),
  ]
  return [...new Set(listed.flatMap((text) => text.split('\0')))].filter((name) => name !== '')
}
