import { type ContractEntry, escapeText, formatProblem, openContracts } from '@workbench/contracts'

import { defineCommand } from '../../command-line/define-command.ts'
import { colorsFor } from '../../output/colors.ts'
import { formatTable } from '../../output/format-table.ts'
import { toJson, writeText } from '../../output/write.ts'
import { FORMAT_OPTION } from '../format-option.ts'
import { countContracts } from './own-contracts.ts'

/**
 * Prints the id, the origin if there are several, and the title of every contract file, and the problems of those that
 * cannot be used.
 */
export const command = defineCommand({
  describe: 'List the contracts, where they come from, and their problems',
  options: { format: FORMAT_OPTION },
  run: ({ format, schemas }, { stdout, env, cwd }) => {
    const contracts = openContracts({ directory: schemas, env, cwd })
    const { directory } = contracts
    const entries = contracts.list()
    if (format === 'json') {
      stdout.write(`${toJson({ directory, contracts: entries })}\n`)
      return 0
    }
    const { red } = colorsFor({ stdout, env })
    const isOwn = (entry: ContractEntry) => entry.directory === directory
    const hasOrigin = !entries.every(isOwn)
    const rows = entries.flatMap((entry) => {
      const { id, title, problems } = entry
      const origin = hasOrigin ? [isOwn(entry) ? 'own' : 'built in'] : []
      return [
        [problems.length === 0 ? id : { text: id, style: red }, ...origin, title ?? ''],
        ...problems.map((problem) => [
          ...['', ...origin.map(() => '')],
          { text: `error: ${formatProblem(problem)}`, style: red },
        ]),
      ]
    })
    const count = escapeText(countContracts(contracts, entries))
    writeText(stdout, `${formatTable(rows, stdout)}\n\n${count}\n`)
    return 0
  },
})
