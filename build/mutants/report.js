/**
 * The text of docs/mutants.md.
 * @param {readonly ({ name: string } & import('./results.js').Summary)[]} targets
 * @returns {string}
 */
export function report(targets) {
  const rows = targets.map(
    ({ name, files, mutants, detected, equivalents, survivors, score }) =>
      `| ${[name, files, mutants, detected, survivors.length, equivalents.length, `${score.toFixed(1)} %`].join(' | ')} |`,
  )
  const lists = targets
    .filter(({ equivalents }) => equivalents.length > 0)
    .map(({ name, equivalents }) => `### ${name}\n\n${equivalents.map(item).join('\n')}\n`)
  return `# Mutation tests

<!-- Written by \`pnpm mutants --report\`. -->

Stryker changes the source in one place at a time and runs the tests that reach it. A mutant is detected when a test
fails or does not end. The score is the share of detected mutants among those that are not equivalent.
\`pnpm mutants\` repeats the run; see [CONTRIBUTING.md](../CONTRIBUTING.md).

| target | files | mutants | detected | survived | equivalent | score |
| --- | --- | --- | --- | --- | --- | --- |
${rows.join('\n')}

## Mutants accepted as equivalent

They do not change what the code does, so no test can detect them. \`build/mutants/equivalents.json\` lists them.
${lists.length > 0 ? `\n${lists.join('\n')}` : '\nNone.\n'}`
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
