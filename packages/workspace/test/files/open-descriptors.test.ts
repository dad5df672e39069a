import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { platform } from 'node:os'
import { join } from 'node:path'

import { openConfined, readBlackboard, readMemory, writeArtifact, writeFact } from '@workbench/workspace'

import { contracts, draft, newProject, request, TODAY } from '../project.ts'
import { thrownBy } from '../thrown.ts'

const testOnLinux = platform() === 'linux' ? test : test.skip

const openDescriptors = (): number => readdirSync('/proc/self/fd').length

testOnLinux.each<[string, () => void]>([
  [
    'writes and reads',
    () => {
      const { area, root } = newProject()
      writeArtifact(area, contracts, request())
      writeArtifact(area, contracts, request())
      writeFact(area, contracts, draft(), TODAY)
      readBlackboard(area, contracts)
      readMemory(area, contracts)
      openConfined(join(root, '.workbench/blackboard/w1/auditor.json'), [root], () => 1)
    },
  ],
  [
    'a rejected path',
    () => {
      const { area, at } = newProject()
      mkdirSync(at('blackboard'), { recursive: true })
      symlinkSync('/tmp', at('blackboard/w1'))
      writeFileSync(at('memory'), '')
      for (const run of [
        () => writeArtifact(area, contracts, request()),
        () => writeFact(area, contracts, draft(), TODAY),
      ])
        expect(thrownBy(run)).toMatchObject({ name: 'UnsafePathError' })
    },
  ],
])('no descriptor stays open after %s', (_, run) => {
  run()
  const before = openDescriptors()
  for (let count = 0; count < 5; count++) run()
  expect(openDescriptors()).toBe(before)
})
