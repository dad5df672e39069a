/**
 * The text of docs/mutants.md.
 * @param {readonly { folder: string, files: number, summary: import('./results.js').Summary | undefined }[]} folders With
 * the number of its files; without a summary if the folder was not measured.
 * @returns {string}
 */
export function report(folders) {
  const rows = folders.map(
    ({ folder, files, summary }) => `| \`${folder}\` | ${cells(files, summary).join(' | ')} |`,
  )
  const equivalents = folders.flatMap(({ summary }) => summary?.equivalents ?? [])
  return `# Mutation tests

<!-- Written by \`pnpm mutants --report\`. -->

Stryker changes the source in one place at a time and runs the tests that reach it. A mutant is detected when a test
fails or does not end. The score is the share of detected mutants among those that are not equivalent.
In the contracts, tests that need more than 100 ms and more than 25 runs of a property take no part: their scores are lower
bounds.
\`pnpm mutants\` repeats the run; see [CONTRIBUTING.md](../CONTRIBUTING.md).

| folder | files | mutants | detected | survived | equivalent | score |
| --- | --- | --- | --- | --- | --- | --- |
${rows.join('\n')}

## Mutants accepted as equivalent

They do not change what the code does, so no test can detect them. \`build/mutants/equivalents.json\` lists them.

${equivalents.length > 0 ? equivalents.map(item).join('\n') : 'None.'}
`
}

/**
 * @param {number} all
 * @param {import('./results.js').Summary | undefined} summary
 */
function cells(all, summary) {
  if (summary === undefined) return ['not measured', '', '', '', '', '']
  const { files, mutants, detected, survivors, equivalents, score } = summary
  return [
    files < all ? `${files} of ${all}` : files,
    mutants,
    detected,
    survivors.length,
    equivalents.length,
    `${score.toFixed(1)} %`,
  ]
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
