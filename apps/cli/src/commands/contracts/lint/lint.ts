import { formatProblem, lintContracts, openContracts, pluralize } from '@workbench/contracts'

import type { ExitStatus } from '../../../exit-status.ts'
import { pathInRepository, workflowCommand } from '../../../reporters/github.ts'
import { toJson, writeText } from '../../../output/write.ts'
import type { CommandContext } from '../../../context.ts'
import type { ChangeFormat } from '../change-verdict.ts'
import { requireContracts } from '../require-contracts.ts'

interface LintRequest {
  /** Directory of the contracts; undefined to search for it. */
  readonly directory: string | undefined
  readonly format: ChangeFormat
}

/** Prints the problems of the contract files in a directory. Returns 1 if there are any. */
export function lint({ directory, format }: LintRequest, { stdout, env, cwd }: CommandContext): ExitStatus {
  const contracts = requireContracts(openContracts({ directory, env, cwd }))
  const problems = lintContracts(contracts)
  if (format === 'json') stdout.write(`${toJson({ valid: problems.length === 0, problems })}\n`)
  else {
    for (const problem of problems) {
      const { file, pointer, message } = problem
      const annotation = workflowCommand(
        { file: pathInRepository(contracts.directory, file, cwd), title: 'contract' },
        `${pointer} ${message}`.trim(),
      )
      if (format === 'github') stdout.write(annotation)
      else writeText(stdout, `${formatProblem(problem)}\n`)
    }
    const files = pluralize(contracts.list().length, 'contract')
    stdout.write(
      problems.length === 0
        ? `${files}, no problems\n`
        : `${files}, ${pluralize(problems.length, 'problem')}\n`,
    )
  }
  return problems.length === 0 ? 0 : 1
}
