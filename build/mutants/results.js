import { readFileSync } from 'node:fs'
import { dirname } from 'node:path/posix'

/**
 * A mutant that no test can detect, because it does not change what the code does.
 * @typedef {object} Equivalent
 * @property {string} file
 * @property {string} code The first line of the code that is replaced, from its start to the end of the line.
 * @property {string} replacement
 * @property {string} reason
 */

/**
 * @typedef {object} Survivor
 * @property {string} file
 * @property {string} position Line and column.
 * @property {string} mutator
 * @property {string} code
 * @property {string} replacement
 */

/**
 * @typedef {object} Summary
 * @property {number} files
 * @property {number} mutants
 * @property {number} detected A test failed, or did not end.
 * @property {Equivalent[]} equivalents Those that were found.
 * @property {Equivalent[]} stale Entries of a file of the target that fit none of its undetected mutants.
 * @property {Survivor[]} survivors The others that no test detected.
 * @property {number} score Detected mutants, in percent of those that are not equivalent.
 */

/**
 * The part of Stryker's report that is read here (mutation-testing-report-schema).
 * @typedef {{ line: number, column: number }} Position
 * @typedef {{ status: string, mutatorName: string, replacement: string, location: { start: Position, end: Position } }} Mutant
 * @typedef {{ files: Record<string, { source: string, mutants: Mutant[] }> }} StrykerReport
 */

/** @returns {Equivalent[]} */
export function readEquivalents() {
  /** @type {unknown} */
  const list = JSON.parse(readFileSync(new URL('equivalents.json', import.meta.url), 'utf8'))
  return /** @type {Equivalent[]} */ (list)
}

/**
 * @param {StrykerReport} strykerReport
 * @param {readonly Equivalent[]} accepted
 * @returns {Summary}
 */
export function summarize({ files }, accepted) {
  const mutants = Object.entries(files).flatMap(([file, { source, mutants }]) =>
    mutants
      .filter(({ status }) => !['Ignored', 'CompileError', 'RuntimeError'].includes(status))
      .map((mutant) => ({
        isDetected: ['Killed', 'Timeout'].includes(mutant.status),
        ...toSurvivor(file, source, mutant),
      })),
  )
  const undetected = mutants.filter(({ isDetected }) => !isDetected)
  const known = accepted.filter(({ file }) => file in files)
  const isFound = (/** @type {Equivalent} */ entry) => undetected.some((mutant) => isSame(entry, mutant))
  const equivalents = known.filter(isFound)
  const survivors = undetected.filter((mutant) => !accepted.some((entry) => isSame(entry, mutant)))
  const detected = mutants.length - undetected.length
  return {
    files: Object.keys(files).length,
    mutants: mutants.length,
    detected,
    equivalents,
    stale: known.filter((entry) => !isFound(entry)),
    survivors,
    score: (100 * detected) / (detected + survivors.length),
  }
}

/**
 * The part of a report on the files of one folder, without those below it; undefined if it has none.
 * @param {StrykerReport} strykerReport
 * @param {string} folder
 * @returns {StrykerReport | undefined}
 */
export function partOf({ files }, folder) {
  const entries = Object.entries(files).filter(([file]) => dirname(file) === folder)
  return entries.length === 0 ? undefined : { files: Object.fromEntries(entries) }
}

/**
 * @param {string} file
 * @param {string} source
 * @param {Mutant} mutant
 * @returns {Survivor}
 */
function toSurvivor(file, source, { mutatorName, replacement, location: { start } }) {
  const line = source.split('\n')[start.line - 1] ?? ''
  return {
    file,
    position: `${start.line}:${start.column}`,
    mutator: mutatorName,
    code: line.slice(start.column - 1).trim(),
    replacement: replacement.replaceAll(/\s+/g, ' '),
  }
}

/**
 * @param {Equivalent} entry
 * @param {Survivor} mutant
 */
function isSame(entry, mutant) {
  return entry.file === mutant.file && entry.code === mutant.code && entry.replacement === mutant.replacement
}
