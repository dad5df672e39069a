import { formatProblem, lintContracts, openContracts } from '@workbench/contracts'
import { pluralize } from '@workbench/contracts/internal'

import { defineCommand } from '../../command-line/define-command.ts'
import { toJson, writeText } from '../../output/write.ts'
import { pathInRepository, workflowCommand } from '../../reporters/github.ts'
import { CHANGE_FORMAT_OPTION } from '../format-option.ts'
import { positionInContract } from '../../reporters/position-in-contract.ts'
import { requireContracts } from './require-contracts.ts'

/** Prints the problems of the contract files in a directory. Returns 1 if there are any. */
export const command = defineCommand({
  describe: 'Check that the contract files follow the rules for contracts',
  options: { format: CHANGE_FORMAT_OPTION },
  run: ({ schemas, format }, { stdout, env, cwd }) => {
    const contracts = requireContracts(openContracts({ directory: schemas, env, cwd }))
    const problems = lintContracts(contracts)
    const status = problems.length === 0 ? 0 : 1
    if (format === 'json') {
      stdout.write(`${toJson({ valid: problems.length === 0, problems })}\n`)
      return status
    }
    for (const problem of problems) {
      const { file, pointer, message } = problem
      if (format === 'text') writeText(stdout, `${formatProblem(problem)}\n`)
      else {
        const path = pathInRepository(contracts.directory, file, cwd)
        // The message for a text that is not JSON ends with the position.
        const [, line, col] = /\(line (\d+), column (\d+)\)$/.exec(message) ?? []
        const position =
          line === undefined ? positionInContract(contracts.directory, file, pointer) : { line, col }
        const properties = { file: path, ...position, title: 'contract' }
        stdout.write(workflowCommand(properties, `${pointer} ${message}`.trim()))
      }
    }
    const found = problems.length === 0 ? 'no problems' : pluralize(problems.length, 'problem')
    stdout.write(`${pluralize(contracts.list().length, 'contract')}, ${found}\n`)
    return status
  },
})
