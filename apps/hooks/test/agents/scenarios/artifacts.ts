import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { formatViolations, openContracts } from '@workbench/contracts'

const repository = join(import.meta.dirname, '../../../../..')
const contracts = openContracts({ directory: join(repository, 'schemas') })

const example = (path: string): string => readFileSync(join(repository, 'docs', 'examples', path), 'utf8')

export const validFinding = example('valid/finding.v1.json')
export const brokenFinding = example('broken/finding.v1.several-violations.json')

export const validFact = example('valid/fact.v1.json')
export const validRisk = JSON.parse(example('valid/risk.v1.json')) as object
export const validHandoff = JSON.parse(example('valid/handoff.v1.json')) as object

/** Each violation of a text, as the hook prints it. */
export function violationsOf(schema: string, text: string): string[] {
  const verdict = contracts.get<string>(schema).validateText(text)
  return verdict.valid ? [] : verdict.violations.map((violation) => formatViolations([violation]))
}

/** The same for a value, without positions. */
export function messagesOf(schema: string, value: unknown): string[] {
  const verdict = contracts.get<string>(schema).validate(value)
  return verdict.valid ? [] : verdict.violations.map(({ message }) => message)
}

/** The paths of the members of a contract. */
export const membersOf = (schema: string): string[] =>
  contracts.get<string>(schema).fields.map(({ path }) => path)

/** The template of a contract as the argument of blackboard_write. */
export function templateOf(schema: string): object {
  const {
    schema: _schema,
    producedBy: _producedBy,
    ...members
  } = contracts.get<string>(schema).template as Record<string, unknown>
  return members
}
