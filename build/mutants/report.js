import { dirname } from 'node:path/posix'

/**
 * @typedef {object} MeasuredFolder
 * @property {string} folder
 * @property {number} files The number of its files.
 * @property {string | undefined} [day] When it was measured, as `2026-01-31`.
 * @property {import('./results.js').Summary | undefined} summary Undefined if there are no results.
 */

/**
 * The text of docs/mutants.md. A folder without results keeps the row and the equivalent mutants of the previous text.
 * @param {readonly MeasuredFolder[]} folders
 * @param {string} [previous]
 * @returns {string}
 */
export function report(folders, previous = '') {
  const lines = previous.split('\n')
  const rows = folders.map(({ folder, files, summary, day = '' }) =>
    summary
      ? `| \`${folder}\` | ${[...cells(files, summary), day].join(' | ')} |`
      : (lines.find((line) => line.startsWith(`| \`${folder}\` `)) ??
        `| \`${folder}\` | not measured | | | | | | |`),
  )
  const equivalents = folders.flatMap(({ folder, summary }) =>
    summary ? summary.equivalents.map(item) : lines.filter((line) => folderOf(line) === folder),
  )
  return `# Mutation tests

<!-- Written by \`pnpm mutants --report\`. -->

Stryker changes the source in one place at a time and runs the tests that reach it. A mutant is detected when a test
fails or does not end. The score is the share of detected mutants among those that are not equivalent.
Except in the domain, tests that need more than 100 ms and more than 25 runs of a property take no part: the scores are lower
bounds.
\`pnpm mutants\` repeats the run; see [CONTRIBUTING.md](../CONTRIBUTING.md).

| folder | files | mutants | detected | survived | equivalent | score | measured |
| --- | --- | --- | --- | --- | --- | --- | --- |
${rows.join('\n')}

## Mutants accepted as equivalent

They do not change what the code does, so no test can detect them. \`build/mutants/equivalents.json\` lists them.

${equivalents.length > 0 ? equivalents.join('\n') : 'None.'}
`
}

/**
 * @param {number} all
 * @param {import('./results.js').Summary} summary
 */
function cells(all, { files, mutants, detected, survivors, equivalents, score }) {
  return [
    files < all ? `${files} of ${all}` : files,
    mutants,
    detected,
    survivors.length,
    equivalents.length,
    `${score.toFixed(1)} %`,
  ]
}

/**
 * The folder of the mutant in an item of the list; undefined for another line.
 * @param {string} line
 */
function folderOf(line) {
  const file = /^- `([^`]+)`: /.exec(line)?.[1]
  return file === undefined ? undefined : dirname(file)
}

/** @param {import('./results.js').Equivalent} equivalent */
function item({ file, code, replacement, reason }) {
  return `- ${asCode(file)}: ${asCode(code)} → ${asCode(replacement)}: ${reason}`
}

/**
 * Markdown for code, which may contain backticks.
 * @param {string} text
 */
function asCode(text) {
  return text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``
}
