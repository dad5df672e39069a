import { execFileSync } from 'node:child_process'
import { lstatSync, readFileSync } from 'node:fs'

import { countWords, isHandwrittenPage, MAX_WORDS } from './count-words.js'
import { findTerms, isBelow } from './find-terms.js'
import { largeFolders, MAX_FILES } from './large-folders.js'
import { terms, unchecked } from './terms.js'

/*
 * Checks the files of the repository for words that docs/glossary.md replaces, for folders with too many files, and the
 * number of words in docs/. With paths as arguments, only the files below them.
 */

const paths = process.argv.slice(2)
const listed = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate']
const files = execFileSync('git', [...listed, '--', ...paths], { encoding: 'utf8' })
  .split('\0')
  .filter((path) => path !== '' && lstatSync(path, { throwIfNoEntry: false })?.isFile())

let count = 0
for (const path of files.filter((path) => !isBelow(path, unchecked) && !isBinary(path))) {
  for (const { line, word, use } of findTerms(path, readFileSync(path, 'utf8'), terms)) {
    console.error(
      line === 0 ? `${path}: file name: "${word}": use ${use}` : `${path}:${line}: "${word}": use ${use}`,
    )
    count++
  }
}
for (const { folder, count: length } of largeFolders(files)) {
  console.error(`${folder}: ${length} files; split it into folders with at most ${MAX_FILES}`)
  count++
}
const words = files
  .filter(isHandwrittenPage)
  .reduce((sum, path) => sum + countWords(readFileSync(path, 'utf8')), 0)
if (words > MAX_WORDS) {
  console.error(`docs: ${words} words without generated text; shorten the pages to at most ${MAX_WORDS}`)
  count++
}
if (count > 0) {
  console.error(`${count} problems; build/style/terms.js lists the words to avoid`)
  process.exitCode = 1
}

/** @param {string} path */
function isBinary(path) {
  return path.endsWith('.png')
}
