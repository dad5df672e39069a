import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

import { openContracts } from '@workbench/contracts'

/*
 * Reads and validates artifacts in a loop until standard input ends, then prints as JSON the number of reads and every
 * invalid artifact. Arguments: the working area, schemas.
 */
const [area = '', directory = ''] = process.argv.slice(2)
const contracts = openContracts({ directory })
const ids = ['review.v1', 'fact.v1'].map((id) => contracts.get(id))
const torn: string[] = []
const seen = new Set<string>()
let reads = 0
const stop = new AbortController()
process.stdin.resume().once('end', () => stop.abort())
process.stdout.write('watching\n')

while (!stop.signal.aborted) {
  for (const name of list('blackboard', 'w1')) validate('blackboard', 'w1', name)
  // Facts are immutable, so each is read once.
  for (const name of list('memory').filter((fact) => !seen.has(fact))) {
    seen.add(name)
    validate('memory', name)
  }
  // Leaves processor time to the writers.
  await setTimeout(1)
}
process.stdout.write(`${JSON.stringify({ reads, torn, facts: seen.size })}\n`)

function validate(...segments: string[]): void {
  const text = readFileSync(join(area, ...segments))
  reads++
  if (!ids.some(({ validateText }) => validateText(text).valid))
    torn.push(`${segments.join('/')} (${text.length} bytes)`)
}

function list(...segments: string[]): string[] {
  try {
    return readdirSync(join(area, ...segments))
  } catch {
    return []
  }
}
