import { join } from 'node:path'

import { type Contract, escapeText, openContracts } from '@workbench/contracts'

import { defineCommand, flag, requiredArgument } from '../../command-line/define-command.ts'
import type { CommandContext } from '../../context.ts'
import { colorsFor } from '../../output/colors.ts'
import { CannotRun, type ExitStatus } from '../../exit-status.ts'
import { formatTable } from '../../output/format-table.ts'
import { toJson, writeText } from '../../output/write.ts'
import { FORMAT_OPTION } from '../format-option.ts'

/** Prints the members of a contract as a table, the contract file as JSON, or a valid artifact. */
export const command = defineCommand({
  describe: 'Show the members of a contract, its schema with --format json, or an artifact with --example',
  arguments: { schema_id: requiredArgument('Contract id, for example finding.v1') },
  options: {
    format: FORMAT_OPTION,
    example: flag('Print a valid artifact'),
    target: {
      choices: ['openai-strict', 'anthropic', 'json-schema'] as const,
      describe: 'Print the output schema with which a model writes artifacts, by the rules of this interface',
    },
  },
  missingArguments: 'Name a contract: workbench contracts show finding.v1',
  run: async ({ schema_id: id, example, format, schemas, target }, context): Promise<ExitStatus> => {
    const { stdout, env, cwd } = context
    const contracts = openContracts({ directory: schemas, env, cwd })
    const contract = contracts.get(id)
    if (target !== undefined) {
      if (example) throw new CannotRun('Use either --target or --example')
      const { toModelSchema } = await import('@workbench/structured-output')
      stdout.write(`${toJson(toModelSchema(contract, { target }), 2)}\n`)
      return 0
    }
    if (example && contract.example === undefined) {
      throw new CannotRun(
        `No example of ${id} is known; write one to ${join(contracts.directory, '..', 'examples', `${id}.json`)}`,
      )
    }
    if (example || format === 'json')
      stdout.write(`${toJson(example ? contract.example : contract.schema, 2)}\n`)
    else writeText(stdout, membersOf(contract, context))
    return 0
  },
})

function membersOf(contract: Contract, context: CommandContext): string {
  const { bold, dim } = colorsFor(context)
  const rows = contract.fields.map(({ path, required, rule, description }) => [
    required ? { text: path, style: bold } : path,
    required ? 'required' : { text: 'optional', style: dim },
    rule,
    { text: description ?? '', style: dim },
  ])
  const title = `${bold(contract.id)}  ${escapeText(contract.title ?? '')}`
  const about = [title, escapeText(contract.description ?? '')].filter(Boolean)
  const heading = ['Member', '', 'Expected', 'Meaning'].map((text) => ({ text, style: bold }))
  return `${about.join('\n')}\n\n${formatTable([heading, ...rows], context.stdout)}\n`
}
