import { formatProblem, lintContracts } from '@workbench/contracts'
import { pluralize } from '@workbench/contracts/internal'

import { defineCommand } from '../../command-line/define-command.ts'
import { toJson, writeText } from '../../output/write.ts'
import { CHANGE_FORMAT_OPTION } from '../format-option.ts'
import { contractAnnotation } from '../../reporters/contract-annotation.ts'
import { ownEntries, openOwnContracts } from './own-contracts.ts'

/** Prints the problems of the contract files in a directory, but not of the built-in ones beside them. Returns 1 if there are any. */
export const command = defineCommand({
  describe: 'Check that the contract files follow the rules for contracts',
  options: { format: CHANGE_FORMAT_OPTION },
  run: ({ schemas, format }, { stdout, env, cwd }) => {
    const contracts = openOwnContracts(schemas, { env, cwd })
    const problems = lintContracts(contracts)
    const status = problems.length === 0 ? 0 : 1
    if (format === 'json') {
      stdout.write(`${toJson({ valid: problems.length === 0, problems })}\n`)
      return status
    }
    for (const problem of problems) {
      if (format === 'text') writeText(stdout, `${formatProblem(problem)}\n`)
      else {
        const message = `${problem.pointer} ${problem.message}`.trim()
        stdout.write(contractAnnotation(contracts.directory, { ...problem, message }, 'contract', cwd))
      }
    }
    const found = problems.length === 0 ? 'no problems' : pluralize(problems.length, 'problem')
    stdout.write(`${pluralize(ownEntries(contracts).length, 'contract')}, ${found}\n`)
    return status
  },
})
