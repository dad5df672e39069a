import { type Contracts, isObject } from '@workbench/contracts'

/** Two artifacts of a contract. */
export interface Samples {
  readonly valid: unknown
  readonly broken: unknown
  /** The JSON Pointer of the first violation of the broken one. */
  readonly violation: string
  /** The directory of the contract. */
  readonly directory: string
}

/** Undefined if no contract can be used. */
export function findSamples(contracts: Contracts): Samples | undefined {
  const usable = contracts.list().filter(({ problems }) => problems.length === 0)
  const ids = usable
    .map(({ id }) => id)
    .sort((a, b) => Number(b === 'finding.v1') - Number(a === 'finding.v1'))
  for (const id of ids) {
    const contract = contracts.get<string>(id)
    const { example: valid } = contract
    const broken = { schema: id }
    const verdict = contract.validate(broken)
    const path = verdict.valid ? '' : (verdict.violations[0]?.path ?? '')
    // The hook knows the contract of an artifact by this member.
    const isNamed = isObject(valid) && valid['schema'] === id
    if (path !== '' && isNamed) return { valid, broken, violation: path, directory: contracts.directory }
  }
  return undefined
}
