import { mkdirSync, readdirSync } from 'node:fs'
import { platform } from 'node:os'

import { repetitions } from '@workbench/test-support/repetitions'
import { draft, newProject, request, schemas } from '../project.ts'
import { bundled, start } from '../programs.ts'
import { temporaryFolder } from '@workbench/test-support/temporary-folder'

const WRITES = repetitions(150, 2400)

const describeOnLinux = platform() === 'linux' ? describe : describe.skip

interface Result {
  readonly written: number
  readonly errors: Readonly<Record<string, number>>
}

describeOnLinux('a process replaces a folder by a link to a folder outside, again and again', () => {
  const swap = bundled('swap-folder')
  const write = bundled('write-during-swaps')

  it.each([
    ['the wave', ['blackboard', 'w1']],
    ['the blackboard', ['blackboard']],
    ['the memory', ['memory']],
    ['the folder for temporary files', ['tmp']],
    ['the records', ['records']],
    ['the working area', []],
  ])(
    `while another one writes ${WRITES} times: no file is written outside (%s)`,
    async (_, segments) => {
      const { root, at } = newProject()
      for (const folder of [['blackboard', 'w1'], ['memory'], ['tmp'], ['records']])
        mkdirSync(at(...folder), { recursive: true })
      const outside = temporaryFolder()
      // So that a path through the link leads to existing folders too.
      for (const folder of ['w1', 'blackboard/w1', 'memory', 'tmp', 'records'])
        mkdirSync(`${outside}/${folder}`, { recursive: true })
      const before = readdirSync(outside, { recursive: true }).sort()

      const swapper = start(swap, at(...segments), outside)
      await swapper.firstOutput
      const task = JSON.stringify({ root, schemas, request: request(), draft: draft() })
      const lines = await start(write, task, String(WRITES)).lines
      swapper.child.stdin.end()
      const swaps = Number((await swapper.lines).at(-1))

      const { written, errors } = JSON.parse(lines.at(-1) ?? '') as Result
      expect(readdirSync(outside, { recursive: true }).sort()).toEqual(before)
      expect(
        Object.keys(errors).filter((error) => !/^(UnsafePath|WorkingArea|Conflict)Error: /.test(error)),
      ).toEqual([])
      expect(swaps).toBeGreaterThan(100)
      expect(written).toBeGreaterThan(0)
    },
    300_000,
  )
})
