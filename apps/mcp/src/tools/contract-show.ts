import {
  type Contract,
  type ContractEntry,
  contractPage,
  escapeText,
  formatProblem,
} from '@workbench/contracts'
import { stringifyEscaped } from '@workbench/contracts/internal'

import { success, type ToolResult } from '../tool-result.ts'
import { defineTool } from './tool.ts'

export const contractShow = defineTool<{ readonly schema?: string }>({
  name: 'contract_show',
  title: 'Show a contract',
  description:
    'Returns everything that you need to write a valid artifact: every member of the contract with its constraints, a ' +
    'template and a valid example. Use it once before you write the first artifact of a contract, for example ' +
    'plan.v1 or finding.v1, so that it is valid at the first attempt; do not search the project for the contract. ' +
    'Without schema it lists the ids and titles of all contracts. It rejects an unknown id, and lists the known ones.',
  annotations: { readOnlyHint: true },
  input: {
    schema: {
      type: 'string',
      description: 'Id of the contract, for example plan.v1. Omit it to list all contracts.',
    },
  },
  call({ schema }, { contracts }) {
    return schema === undefined ? listResult(contracts.list()) : showResult(contracts.get<string>(schema))
  },
})

function listResult(entries: readonly ContractEntry[]): ToolResult {
  const contracts = entries.map(({ id, title, problems }) => ({
    id,
    title,
    ...(problems.length > 0 && { problems: problems.map(formatProblem) }),
  }))
  const lines = contracts.map(({ id, title = '', problems = [] }) =>
    escapeText(`${id}: ${problems.length === 0 ? title : `cannot be used, ${problems.join('; ')}`}`),
  )
  const heading = 'Call contract_show again with schema set to one of these ids.'
  return success({ contracts }, [heading, ...lines].join('\n'))
}

function showResult(contract: Contract): ToolResult {
  const { id, title, description, template, example } = contract
  // JSON has no members that are undefined, as the title of a contract that has none.
  return success(
    { id, title, description, template, example, members: contract.fields },
    `${contractPage(contract)}\n${templateSection(contract)}\n${writingSection(id)}`,
  )
}

const templateSection = ({ template }: Contract): string =>
  `## Template\n\n${
    template === undefined
      ? 'None: no small artifact could be made from the schema.'
      : `The required members; replace the placeholders.\n\n\`\`\`json\n${stringifyEscaped(template, 2)}\n\`\`\``
  }\n`

const writingSection = (id: string): string =>
  id === 'fact.v1'
    ? 'Write facts with memory_write, which sets schema, producedBy, id and created.'
    : `Write the artifact with blackboard_write: its schema is ${id}, and its artifact are the members without schema and producedBy.`
