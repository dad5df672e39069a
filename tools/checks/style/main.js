import { lstatSync } from 'node:fs'

import { runGit } from '../../git.js'
import { largeFolders, MAX_FILES } from './large-folders.js'

/* Checks the number of files in each source folder. */

const listed = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate']
const files = runGit(listed)
  .split('\0')
  .filter((path) => path !== '' && lstatSync(path, { throwIfNoEntry: false })?.isFile())
const problems = largeFolders(files).map(
  ({ folder, count }) => `${folder}: ${count} files; split it into folders with at most ${MAX_FILES}`,
)
for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exitCode = 1
