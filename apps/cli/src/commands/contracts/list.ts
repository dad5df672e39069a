import { escapeText, formatProblem, openContracts } from '@workbench/contracts'
import { pluralize } from '@workbench/contracts/internal'

import { defineCommand } from '../../command-line/define-command.ts'
import { colorsFor } from '../../output/colors.ts'
import { formatTable } from '../../output/format-table.ts'
import { toJson, writeText } from '../../output/write.ts'
import { FORMAT_OPTION } from '../format-option.ts'

/** Prints the id and title of every contract file, and the problems of those that cannot be used. */
export const command = defineCommand({
  describe: 'List the contracts and their problems',
  options: { format: FORMAT_OPTION },
  run: ({ format, schemas }, { stdout, env, cwd }) => {
    const contracts = openContracts({ directory: schemas, env, cwd })
    const { directory } = contracts
    const missing = contracts.missingBuiltIn()
    const entries = contracts.list()
    if (format === 'json') {
      stdout.write(`${toJson({ directory, contracts: entries })}\n`)
      return 0
    }
    const { red } = colorsFor({ stdout, env })
    const rows = entries.flatMap(({ id, title, problems }) => [
      [problems.length === 0 ? id : { text: id, style: red }, title ?? ''],
      ...problems.map((problem) => ['', { text: `error: ${formatProblem(problem)}`, style: red }]),
    ])
    writeText(
      stdout,
      `${formatTable(rows, stdout)}\n\n${pluralize(entries.length, 'contract')} in ${escapeText(directory)}\n`,
    )
    if (missing.length > 0)
      writeText(
        stdout,
        `Built in, but not there: ${missing.join(', ')}; add one with workbench contracts new <noun>\n`,
      )
    return 0
  },
})
