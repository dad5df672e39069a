import { createHash } from 'node:crypto'
import { readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'

import { openContracts } from '@workbench/contracts'
import { openArea, readMemory, ConflictError, writeArtifact, writeFact } from '@workbench/workspace'

/*
 * Competes with other processes until it is killed or has succeeded `count` times:
 * - `supersede`: supersedes the last fact of the chain. Prints `<superseded> <successor>`.
 * - `count`: reads the number in an artifact and writes the next one, expecting the version that it has read. Prints it.
 * Starts at the first byte on standard input. Arguments: root, schemas, what, count.
 */
const [root = '', directory = '', what = '', count = '0'] = process.argv.slice(2)
const area = openArea(root)
const contracts = openContracts({ directory })
contracts.get('fact.v1')

process.stdin.once('data', () => {
  for (let done = 0; done < Number(count);) {
    const line = what === 'supersede' ? supersede() : increment()
    if (line === undefined) continue
    writeSync(1, `${line}\n`)
    done++
  }
  process.stdin.destroy()
})

function supersede(): string | undefined {
  const current = readMemory(area, contracts).find(({ supersededBy }) => supersededBy.length === 0)
  const supersedes = current?.id ?? ''
  const members = { type: 'risk', scope: 'x', title: 'x', body: 'x', confidence: 'x', source: 'x' } as const
  try {
    return `${supersedes} ${writeFact(area, contracts, { agent: 'x', ...members, supersedes }, '2026-01-31').id}`
  } catch (error) {
    if ((error as Error).name === 'InvalidArtifactError') return undefined
    throw error
  }
}

let version: string | null = null
let last = 0

function increment(): string | undefined {
  const members = { dimension: 'x', verdict: 'pass', findings: [], summary: 's' }
  const request = { schema: 'review.v1', wave: 'w1', agent: 'shared', replace: false, expected: version }
  try {
    const artifact = { target: `${last + 1}`, ...members }
    version = writeArtifact(area, contracts, { ...request, artifact }).version
    return `${++last}`
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error
    read()
    return undefined
  }
}

/** Reads the number together with its version, which is the digest of the same bytes. */
function read(): void {
  const bytes = readFileSync(join(root, '.workbench/blackboard/w1/shared.json'))
  version = createHash('sha256').update(bytes).digest('hex')
  last = Number((JSON.parse(String(bytes)) as { target: string }).target)
}
