import { type Contracts, type FactV1 } from '@workbench/contracts'
import { readFile } from '@workbench/contracts/internal'

import { FACT_CONTRACT } from './fact-file.ts'
import { type FactRecords, recordMismatch } from './fact-records.ts'

/** Reads the file of a fact; undefined if it is not a valid fact, or was changed since it was written. */
export function readFact(
  file: string,
  id: string,
  contracts: Contracts,
  records: FactRecords,
): FactV1 | undefined {
  try {
    const { bytes } = readFile(file)
    const fact: unknown = JSON.parse(String(bytes))
    return contracts.get(FACT_CONTRACT).is(fact) && factProblem(fact, bytes, id, records) === undefined
      ? fact
      : undefined
  } catch {
    return undefined
  }
}

/** What is wrong with a fact that is valid by its contract: its name, or that it was changed since it was written. */
export const factProblem = (
  fact: FactV1,
  bytes: Uint8Array,
  id: string,
  records: FactRecords,
): string | undefined =>
  fact.id === id
    ? recordMismatch(records, id, fact, bytes)
    : `it is named ${id}, but its id is ${fact.id.slice(0, 60)}; give the file the name of its id`
