import { readdirSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'

import { readBlackboard, readMemory, writeArtifact, writeFact } from '@workbench/workspace'

import { contracts, draft, newProject, readJson, request, schemas, TODAY } from './project.ts'
import { bundled, start } from './programs.ts'

const LANES = 4
const KILLS = 200

/** The longest that a writer is left to write, in milliseconds: time for a few writes of each kind. */
const LONGEST_LIFE = 12

interface Sightings {
  readonly reads: number
  readonly torn: string[]
  readonly facts: number
}

describe(`writers that are killed ${KILLS} times`, () => {
  const { root, area, at } = newProject()
  const remembered: { id: string; title: string }[] = []
  /** Where the artifact on the blackboard was older than the one that was acknowledged last. */
  const lost: string[] = []
  let killed = 0
  let sightings: Sightings

  beforeAll(async () => {
    const program = bundled('write-until-killed')
    const watch = start(bundled('watch-artifacts'), at(), schemas)
    await watch.spoke
    await Promise.all(
      Array.from({ length: LANES }, async (_, lane) => {
        let next = 1
        for (let kill = 0; kill < KILLS / LANES; kill++) next = await killOne(program, `agent${lane}`, next)
      }),
    )
    watch.child.stdin.end()
    sightings = JSON.parse((await watch.lines).at(-1) ?? '') as Sightings
  }, 300_000)

  async function killOne(program: string, writer: string, first: number): Promise<number> {
    const { child, spoke, lines } = start(program, root, schemas, writer, String(first))
    child.once('close', (_, signal) => (killed += signal === 'SIGKILL' ? 1 : 0))
    await spoke
    await setTimeout(Math.random() * LONGEST_LIFE)
    child.kill('SIGKILL')
    let last = first - 1
    for (const [kind, value = '', title = ''] of (await lines).map((line) => line.split(' '))) {
      if (kind === 'fact') remembered.push({ id: value, title })
      else last = Number(value)
    }
    const { target } = readJson(at('blackboard', 'w1', `${writer}.json`)) as { target: string }
    if (Number(target) < last) lost.push(`${writer}: ${last} was acknowledged, ${target} is there`)
    return Math.max(last, Number(target)) + 1
  }

  it('ended because they were killed', () => {
    expect(killed).toBe(KILLS)
  })

  it('never show a reader a torn artifact', () => {
    expect(sightings.torn).toEqual([])
    expect(sightings.reads).toBeGreaterThan(KILLS)
    expect(sightings.facts).toBeGreaterThan(0)
  })

  it('lose no acknowledged artifact', () => {
    expect(lost).toEqual([])
  })

  it('lose no acknowledged fact and give no number twice', () => {
    expect(new Set(remembered.map(({ id }) => id)).size).toBe(remembered.length)
    expect(remembered.map(({ id }) => readJson(at('memory', `${id}.json`)))).toMatchObject(remembered)
  })

  it('leave temporary files behind that no listing shows', () => {
    expect(readdirSync(at('tmp'))).not.toEqual([])
    expect(readBlackboard(area, contracts).map(({ agent, valid }) => ({ agent, valid }))).toEqual(
      Array.from({ length: LANES }, (_, lane) => ({ agent: `agent${lane}`, valid: true })),
    )
    const facts = readMemory(area, contracts)
    expect(facts.filter(({ valid }) => !valid)).toEqual([])
    expect(facts.map(({ id }) => `${id}.json`)).toEqual(readdirSync(at('memory')).sort())
  })

  it('leave nothing that keeps the next writer from writing', () => {
    const last = readMemory(area, contracts).length
    expect(writeFact(area, contracts, draft(), TODAY).id).toBe(`fact-${String(last + 1).padStart(4, '0')}`)
    expect(writeArtifact(area, contracts, request()).replaced).toBe(false)
  })
})
