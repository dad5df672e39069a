import { formatProblem, lintContracts, openContracts, pluralize } from '@workbench/contracts'

import { defineCommand } from '../../command-line/define-command.ts'
import { toJson, writeText } from '../../output/write.ts'
import { pathInRepository, workflowCommand } from '../../reporters/github.ts'
import { CHANGE_FORMAT_OPTION } from './change-verdict.ts'
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
        const properties = { file: pathInRepository(contracts.directory, file, cwd), title: 'contract' }
        stdout.write(workflowCommand(properties, `${pointer} ${message}`.trim()))
      }
    }
    const found = problems.length === 0 ? 'no problems' : pluralize(problems.length, 'problem')
    stdout.write(`${pluralize(contracts.list().length, 'contract')}, ${found}\n`)
    return status
  },
})
