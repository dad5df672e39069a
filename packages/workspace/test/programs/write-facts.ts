import { writeSync } from 'node:fs'

import { openContracts } from '@workbench/contracts'
import { openArea, writeFact } from '@workbench/workspace'

/*
 * Writes facts and prints `<id> <title>` after each write.
 * Arguments: root, schemas, name of the writer, count. Starts at the first byte on standard input.
 */
const [root = '', directory = '', writer = '', count = '0'] = process.argv.slice(2)
const area = openArea(root)
const contracts = openContracts({ directory })
contracts.get('fact.v1')

process.stdin.once('data', () => {
  for (let n = 1; n <= Number(count); n++) {
    const title = `${writer}-${n}`
    const { id } = writeFact(area, contracts, factWithTitle(title), '2026-01-31')
    writeSync(1, `${id} ${title}\n`)
  }
  process.stdin.destroy()
})

const factWithTitle = (title: string) => ({
  agent: writer,
  type: 'metric' as const,
  scope: 'project',
  title,
  body: title.repeat(20),
  confidence: 'high',
  source: 'test',
})
