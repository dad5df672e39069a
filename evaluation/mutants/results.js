import { dirname } from 'node:path/posix'

/** The mutants that the tests of a target must detect in each folder, in percent. */
export const MIN_SCORE = 90

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
 * @property {string} folder
 * @property {number} mutants
 * @property {number} detected A test failed, or did not end.
 * @property {Survivor[]} survivors The others.
 * @property {number} score Detected mutants, in percent.
 */

/**
 * The part of Stryker's report that is read here (mutation-testing-report-schema).
 * @typedef {{ line: number, column: number }} Position
 * @typedef {{ status: string, mutatorName: string, replacement: string, location: { start: Position, end: Position } }} Mutant
 * @typedef {{ files: Record<string, { source: string, mutants: Mutant[] }> }} StrykerReport
 */

/**
 * The results of each folder, without those of the folders below it.
 * @param {StrykerReport} strykerReport
 * @returns {Summary[]}
 */
export function summarize({ files }) {
  const mutants = Object.entries(files).flatMap(([file, { source, mutants }]) =>
    mutants
      .filter(({ status }) => !['Ignored', 'CompileError', 'RuntimeError'].includes(status))
      .map((mutant) => ({
        isDetected: ['Killed', 'Timeout'].includes(mutant.status),
        survivor: toSurvivor(file, source, mutant),
      })),
  )
  const folders = [...new Set(mutants.map(({ survivor }) => dirname(survivor.file)))].sort()
  return folders.map((folder) => {
    const ofFolder = mutants.filter(({ survivor }) => dirname(survivor.file) === folder)
    const survivors = ofFolder.filter(({ isDetected }) => !isDetected).map(({ survivor }) => survivor)
    const detected = ofFolder.length - survivors.length
    return {
      folder,
      mutants: ofFolder.length,
      detected,
      survivors,
      score: (100 * detected) / ofFolder.length,
    }
  })
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
