import type { ContractTypes } from '@workbench/contracts'

import type { WorkingArea } from '../working-area.ts'

/** A rule of a contract that an artifact does not follow, although it is valid. */
export interface Advice {
  /** JSON Pointer to the value that the message is about. */
  readonly path: string
  /** Name of the rule. */
  readonly rule: string
  readonly message: string
}

/** A rule that a schema cannot express. */
export interface Rule {
  readonly name: string
  /** Id of the contract. */
  readonly contract: keyof ContractTypes
  /** @param artifact valid under the contract */
  check(artifact: unknown, area: WorkingArea): Omit<Advice, 'rule'>[]
}

/** Defines a rule for one contract. */
export const rule = <Id extends keyof ContractTypes>(
  name: string,
  contract: Id,
  check: (artifact: ContractTypes[Id], area: WorkingArea) => Omit<Advice, 'rule'>[],
): Rule => ({ name, contract, check })
