import { readdirSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'

import { readBlackboard, readMemory, writeArtifact, writeFact } from '@workbench/workspace'

import { repetitions } from '@workbench/test-support/repetitions'
import { contracts, draft, newProject, readJson, request, schemas, TODAY } from '../project.ts'
import { bundled, start } from '../programs.ts'

const LANES = 4
const KILLS = LANES * repetitions(15)

/** A writer is killed after at most the time that it takes to write this many artifacts and facts. */
const MAX_WRITES = 5

/** Measures the second artifact and fact: a slow disk takes many times longer, and the first ones create the folders. */
function millisecondsToWrite(): number {
  const { area } = newProject()
  writeArtifact(area, contracts, request())
  writeFact(area, contracts, draft(), TODAY)
  const start = performance.now()
  writeArtifact(area, contracts, request())
  writeFact(area, contracts, draft(), TODAY)
  return performance.now() - start
}

interface Observations {
  readonly reads: number
  readonly torn: string[]
  readonly facts: number
}

describe(`writers that are killed ${KILLS} times with SIGKILL`, () => {
  const { root, area, at } = newProject()
  const acknowledged: { id: string; title: string }[] = []
  /** Writers whose artifact on the blackboard is older than the last acknowledged one. */
  const lost: string[] = []
  let killed = 0
  let observations: Observations
  let maxLifetimeMs = 0

  beforeAll(async () => {
    maxLifetimeMs = MAX_WRITES * millisecondsToWrite()
    const program = bundled('write-until-killed')
    const watch = start(bundled('watch-artifacts'), at(), schemas)
    await watch.firstOutput
    await Promise.all(
      Array.from({ length: LANES }, async (_, lane) => {
        let next = 1
        for (let kill = 0; kill < KILLS / LANES; kill++) next = await killOne(program, `agent${lane}`, next)
      }),
    )
    watch.child.stdin.end()
    observations = JSON.parse((await watch.lines).at(-1) ?? '') as Observations
  }, 300_000)

  async function killOne(program: string, writer: string, first: number): Promise<number> {
    const { child, firstOutput, lines } = start(program, root, schemas, writer, String(first))
    child.once('close', (_, signal) => (killed += signal === 'SIGKILL' ? 1 : 0))
    await firstOutput
    await setTimeout(Math.random() * maxLifetimeMs)
    child.kill('SIGKILL')
    let last = first - 1
    for (const [kind, value = '', title = ''] of (await lines).map((line) => line.split(' '))) {
      if (kind === 'fact') acknowledged.push({ id: value, title })
      else last = Number(value)
    }
    const { target } = readJson(at('blackboard', 'w1', `${writer}.json`)) as { target: string }
    if (Number(target) < last)
      lost.push(`${writer}: ${last} was acknowledged, ${target} is on the blackboard`)
    return Math.max(last, Number(target)) + 1
  }

  it('end by the signal', () => {
    expect(killed).toBe(KILLS)
  })

  it('never expose a partly written artifact to a reader', () => {
    expect(observations.torn).toEqual([])
    expect(observations.reads).toBeGreaterThan(KILLS)
    expect(observations.facts).toBeGreaterThan(0)
  })

  it('lose no acknowledged artifact', () => {
    expect(lost).toEqual([])
  })

  it('lose no acknowledged fact and assign no number twice', () => {
    expect(new Set(acknowledged.map(({ id }) => id)).size).toBe(acknowledged.length)
    expect(acknowledged.map(({ id }) => readJson(at('memory', `${id}.json`)))).toMatchObject(acknowledged)
  })

  it('leave temporary files that readBlackboard() and readMemory() ignore', () => {
    expect(readdirSync(at('tmp'))).not.toEqual([])
    expect(readBlackboard(area, contracts).map(({ agent, valid }) => ({ agent, valid }))).toEqual(
      Array.from({ length: LANES }, (_, lane) => ({ agent: `agent${lane}`, valid: true })),
    )
    const facts = readMemory(area, contracts)
    expect(facts.filter(({ valid }) => !valid)).toEqual([])
    expect(facts.map(({ id }) => `${id}.json`)).toEqual(readdirSync(at('memory')).sort())
  })

  it('do not block the next writer', () => {
    expect(readMemory(area, contracts).map(({ id }) => id)).not.toContain(
      writeFact(area, contracts, draft(), TODAY).id,
    )
    expect(writeArtifact(area, contracts, request()).replaced).toBe(false)
  })
})
