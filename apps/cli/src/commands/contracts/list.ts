import { escapeText, formatProblem, openContracts } from '@workbench/contracts'

import { defineCommand } from '../../command-line/define-command.ts'
import { colorsFor } from '../../output/colors.ts'
import { formatTable } from '../../output/format-table.ts'
import { toJson, writeText } from '../../output/write.ts'
import { FORMAT_OPTION } from '../format-option.ts'
import { countContracts } from './own-contracts.ts'

/** Prints the id, the origin and the title of every contract file, and the problems of those that cannot be used. */
export const command = defineCommand({
  describe: 'List the contracts, where they come from, and their problems',
  options: { format: FORMAT_OPTION },
  run: ({ format, schemas }, context) => {
    const { stdout, env, cwd } = context
    const contracts = openContracts({ directory: schemas, env, cwd })
    const { directory } = contracts
    const entries = contracts.list()
    if (format === 'json') {
      stdout.write(`${toJson({ directory, contracts: entries })}\n`)
      return 0
    }
    const { red } = colorsFor(context)
    const hasOrigins = entries.some((entry) => entry.directory !== directory)
    const origin = (text: string) => (hasOrigins ? [text] : [])
    const rows = entries.flatMap(({ id, directory: place, title, problems }) => [
      [
        problems.length === 0 ? id : { text: id, style: red },
        ...origin(place === directory ? 'own' : 'built in'),
        title ?? '',
      ],
      ...problems.map((problem) => [
        '',
        ...origin(''),
        { text: `error: ${formatProblem(problem)}`, style: red },
      ]),
    ])
    const count = escapeText(countContracts(contracts, entries))
    writeText(stdout, `${formatTable(rows, stdout)}\n\n${count}\n`)
    return 0
  },
})
