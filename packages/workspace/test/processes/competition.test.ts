import { setTimeout } from 'node:timers/promises'

import { readMemory, writeFact } from '@workbench/workspace'

import { contracts, draft, newProject, readJson, schemas, TODAY } from '../project.ts'
import { bundled, start } from '../programs.ts'

const WRITERS = 4

const program = bundled('compete')

/** Runs writers at once. The first ones are killed after a random time and replaced, so often. Returns their lines. */
async function compete(root: string, what: string, count: number, kills: number): Promise<string[]> {
  const lanes = Array.from({ length: WRITERS }, async (_, lane) => {
    const lines: string[] = []
    for (let kill = 0; lane % 2 === 0 && kill < kills; kill++) {
      const victim = start(program, root, schemas, what, '1000000')
      victim.child.stdin.write('begin')
      await victim.firstOutput
      await setTimeout(Math.random() * 15)
      victim.child.kill('SIGKILL')
      lines.push(...(await victim.lines))
    }
    const writer = start(program, root, schemas, what, String(count))
    writer.child.stdin.end('begin')
    return [...lines, ...(await writer.lines)]
  })
  return (await Promise.all(lanes)).flat()
}

describe(`${WRITERS} processes, of which some are killed,`, () => {
  it('supersede each fact of a chain once', async () => {
    const { root, area } = newProject()
    writeFact(area, contracts, draft(), TODAY)
    const lines = await compete(root, 'supersede', 15, 10)
    const superseded = lines.map((line) => line.split(' ')[0])
    expect(new Set(superseded).size).toBe(lines.length)
    const memory = readMemory(area, contracts)
    expect(memory.filter(({ valid }) => !valid)).toEqual([])
    expect(memory.filter(({ supersededBy }) => supersededBy.length !== 1)).toMatchObject([
      { supersededBy: [] },
    ])
    expect(lines.length).toBeGreaterThanOrEqual(WRITERS * 15)
  }, 300_000)

  it('lose no version that another one has written', async () => {
    const { root, at } = newProject()
    const lines = await compete(root, 'count', 40, 10)
    const numbers = lines.map(Number)
    expect(new Set(numbers).size).toBe(numbers.length)
    const { target } = readJson(at('blackboard', 'w1', 'shared.json')) as { target: string }
    // A writer can be killed after its write and before it prints the number.
    expect(Number(target)).toBeGreaterThanOrEqual(numbers.length)
    expect(Number(target) - numbers.length).toBeLessThanOrEqual(20)
    expect(numbers.reduce((highest, number) => Math.max(highest, number), 0)).toBeLessThanOrEqual(
      Number(target),
    )
  }, 300_000)
})
