import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

import { openContracts } from '@workbench/contracts'

/*
 * Reads artifacts over and over until standard input ends, then tells what it saw, as JSON: how many reads there were,
 * and every one that was not a whole, valid artifact. Arguments: the working area, schemas.
 */
const [area = '', directory = ''] = process.argv.slice(2)
const contracts = openContracts({ directory })
const ids = ['review.v1', 'fact.v1'].map((id) => contracts.get(id))
const torn: string[] = []
const seen = new Set<string>()
let reads = 0
const over = new AbortController()
process.stdin.resume().once('end', () => over.abort())
process.stdout.write('watching\n')

while (!over.signal.aborted) {
  for (const name of list('blackboard', 'w1')) judge('blackboard', 'w1', name)
  // A fact is written once, so it is read once, as soon as it is there.
  for (const name of list('memory').filter((fact) => !seen.has(fact))) {
    seen.add(name)
    judge('memory', name)
  }
  // The writers need the processor too.
  await setTimeout(1)
}
process.stdout.write(`${JSON.stringify({ reads, torn, facts: seen.size })}\n`)

function judge(...segments: string[]): void {
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
