import { execFileSync } from 'node:child_process'
import { lstatSync, readFileSync } from 'node:fs'

import { countWords, isHandwrittenPage, MAX_WORDS } from './count-words.js'
import { largeFolders, MAX_FILES } from './large-folders.js'

/* Checks the number of files in each source folder, and the number of words in docs/. */

const listed = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate']
const files = execFileSync('git', listed, { encoding: 'utf8' })
  .split('\0')
  .filter((path) => path !== '' && lstatSync(path, { throwIfNoEntry: false })?.isFile())
const problems = largeFolders(files).map(
  ({ folder, count }) => `${folder}: ${count} files; split it into folders with at most ${MAX_FILES}`,
)
const words = files
  .filter(isHandwrittenPage)
  .reduce((sum, path) => sum + countWords(readFileSync(path, 'utf8')), 0)
if (words > MAX_WORDS)
  problems.push(`docs: ${words} words without generated text; shorten the pages to at most ${MAX_WORDS}`)
for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exitCode = 1
