import { readdirSync } from 'node:fs'

import { repetitions } from '@workbench/test-support/repetitions'
import { contracts, newProject, readJson, schemas } from '../project.ts'
import { bundled, start } from '../programs.ts'

const WRITERS = 8
const FACTS = repetitions(60)

describe('writeFact() in 8 processes at once', () => {
  const { root, at } = newProject()
  /** Id and title of each fact whose write has returned. */
  let acknowledged: [id: string, title: string][] = []

  beforeAll(async () => {
    const program = bundled('write-facts')
    const writers = Array.from({ length: WRITERS }, (_, index) =>
      start(program, root, schemas, `writer${index}`, String(FACTS)),
    )
    for (const { child } of writers) child.stdin.end('begin')
    const lines = (await Promise.all(writers.map(({ lines }) => lines))).flat()
    acknowledged = lines.map((line) => line.split(' ') as [string, string])
  }, 300_000)

  it('assigns each id once', () => {
    expect(new Set(acknowledged.map(([id]) => id)).size).toBe(WRITERS * FACTS)
  })

  it('creates one file for each fact and no other files', () => {
    expect(readdirSync(at('memory')).sort()).toEqual(acknowledged.map(([id]) => `${id}.json`).sort())
    expect(readdirSync(at('tmp'))).toEqual([])
  })

  it('creates complete files with the acknowledged facts', () => {
    const fact = contracts.get('fact.v1')
    const kept = acknowledged.map(([id]) => readJson(at('memory', `${id}.json`)))
    expect(kept.filter((value) => !fact.is(value))).toEqual([])
    expect(kept).toMatchObject(acknowledged.map(([id, title]) => ({ id, title, body: title.repeat(20) })))
  })
})
