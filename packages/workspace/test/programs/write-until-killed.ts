import { writeSync } from 'node:fs'

import { openContracts } from '@workbench/contracts'
import { openArea, writeArtifact, writeFact } from '@workbench/workspace'

/*
 * Rewrites one artifact and adds facts until it is killed, and prints a line after each write:
 * `artifact <n>` or `fact <id> <title>`. Arguments: root, schemas, name of the writer, first number.
 */
const [root = '', directory = '', writer = '', first = '0'] = process.argv.slice(2)
const area = openArea(root)
const contracts = openContracts({ directory })

for (let n = Number(first); ; n++) {
  // Several pages long, so that a reader would probably see a part of it if the write were not atomic.
  const artifact = { target: `${n}`, dimension: 'x', verdict: 'pass', findings: [], summary: 's'.repeat(900) }
  const padding = { metrics: { padding: 'p'.repeat(40_000), n } }
  const schema = 'review.v1'
  writeArtifact(area, contracts, {
    schema,
    wave: 'w1',
    agent: writer,
    artifact: { ...artifact, ...padding },
    replace: false,
  })
  writeSync(1, `artifact ${n}\n`)
  const title = `${writer}-${n}`
  const { id } = writeFact(area, contracts, factWithTitle(title), '2026-01-31')
  writeSync(1, `fact ${id} ${title}\n`)
}

function factWithTitle(title: string) {
  return {
    agent: writer,
    type: 'metric' as const,
    scope: 'project',
    title,
    body: 'b'.repeat(900),
    confidence: 'high',
    source: 'test',
    tags: Array.from({ length: 500 }, (_, index) => `tag-${index}`),
  }
}
