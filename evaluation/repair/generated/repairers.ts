import { type Contracts, fixText } from '@workbench/contracts'
import { jsonrepair } from 'jsonrepair'

import type { Repair } from '../../../packages/test-support/src/json-mistakes/score.ts'

/** A program that repairs the text of an artifact. */
export interface Repairer {
  readonly name: string
  readonly repair: (contract: string, text: string) => Repair
}

/** This library, and jsonrepair with the validator of this library. */
export function repairersFor(contracts: Contracts): Repairer[] {
  return [
    {
      name: 'workbench',
      repair(contract, broken) {
        const { text, verdict } = fixText(contracts.get(contract), broken)
        return { text, isValid: verdict.valid }
      },
    },
    {
      name: 'jsonrepair + validation',
      repair(contract, broken) {
        const text = tryJsonrepair(broken) ?? broken
        const isValid = contracts.get(contract).validateText(text).valid
        return { text: isValid ? text : broken, isValid }
      },
    },
  ]
}

function tryJsonrepair(text: string): string | undefined {
  try {
    return jsonrepair(text)
  } catch {
    return undefined
  }
}
