import {
  linkSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { contracts } from '../project.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { type Area, invalidFinding, newArea, validFinding, versionOf } from './area.ts'

const HANDOFF = 'blackboard/w1/handoff.json'

/** A handoff of these files. */
const handoffOf = (...paths: readonly string[]): string =>
  JSON.stringify({
    ...(contracts.get('handoff.v1').template as object),
    artifacts: paths.map((path) => ({ path, schema: 'finding.v1' })),
  })

/** An area with a handoff of `out/one.json` and `out/two.json`. */
function areaWithHandoff(): Area {
  const area = newArea()
  mkdirSync(join(area.root, 'out'))
  for (const name of ['one', 'two']) writeFileSync(join(area.root, `out/${name}.json`), validFinding())
  area.write(HANDOFF, handoffOf('out/one.json', 'out/two.json'))
  return area
}

function knownArea(): Area {
  const area = areaWithHandoff()
  expect(area.changes()).toContain(`${HANDOFF} valid`)
  expect(area.changes()).toEqual([])
  return area
}

describe('validateChanges(), of a handoff,', () => {
  it.each<[string, (out: string, outside: string) => void]>([
    ['is deleted', (out) => rmSync(join(out, 'two.json'))],
    [
      'is changed in place, with the same size and mtime',
      (out) => {
        const { atime, mtime } = statSync(join(out, 'two.json'))
        writeFileSync(join(out, 'two.json'), invalidFinding)
        utimesSync(join(out, 'two.json'), atime, mtime)
      },
    ],
    [
      'is replaced by a link to the same file outside of the project',
      (out, outside) => {
        renameSync(join(out, 'two.json'), join(outside, 'two.json'))
        symlinkSync(join(outside, 'two.json'), join(out, 'two.json'))
      },
    ],
    [
      'is in a folder that is replaced by a link to a folder outside with the same files',
      (out, outside) => {
        for (const name of ['one.json', 'two.json']) linkSync(join(out, name), join(outside, name))
        rmSync(out, { recursive: true })
        symlinkSync(outside, out)
      },
    ],
    [
      'is in a folder that is moved out of the project, and replaced by a link to it',
      (out, outside) => {
        renameSync(out, join(outside, 'out'))
        symlinkSync(join(outside, 'out'), out)
      },
    ],
    [
      'is replaced by a folder',
      (out) => {
        rmSync(join(out, 'two.json'))
        mkdirSync(join(out, 'two.json'))
      },
    ],
  ])('finds that a deliverable %s', (_, change) => {
    const area = knownArea()
    change(join(area.root, 'out'), temporaryFolder())
    for (let time = 1; time <= 2; time++) expect(area.changes()).toEqual([`${HANDOFF} invalid`])
    expect(area.invalid()).toEqual([`${HANDOFF} invalid`])
  })

  it('validates it once after a deliverable changed, and then skips it', () => {
    const area = knownArea()
    writeFileSync(join(area.root, 'out/one.json'), validFinding('Another title'))
    expect(area.changes()).toEqual([`${HANDOFF} valid`])
    expect(area.changes()).toEqual([])
  })

  it('detects a deleted deliverable after another file of the folder was validated', () => {
    const area = knownArea()
    area.write('blackboard/w1/third.json', validFinding())
    expect(area.changes()).toEqual(['blackboard/w1/third.json valid'])
    rmSync(join(area.root, 'out/one.json'))
    expect(area.changes()).toEqual([`${HANDOFF} invalid`])
  })

  it('compares the new deliverables of one that was replaced', () => {
    const area = knownArea()
    writeFileSync(join(area.root, 'out/three.json'), validFinding())
    area.write(HANDOFF, handoffOf('out/three.json'))
    expect(area.changes()).toEqual([`${HANDOFF} valid`])
    rmSync(join(area.root, 'out/one.json'))
    expect(area.changes()).toEqual([])
    rmSync(join(area.root, 'out/three.json'))
    expect(area.changes()).toEqual([`${HANDOFF} invalid`])
  })

  it('validates it again if a deliverable changed just before', async () => {
    const area = areaWithHandoff()
    const deliverable = join(area.root, 'out/one.json')
    await sleep(20)
    writeFileSync(deliverable, validFinding())
    const now = statSync(deliverable).ctimeMs + 999
    area.changes({ now })
    const version = versionOf(area)
    expect(area.changes({ now })).toEqual([`${HANDOFF} valid`])
    expect(versionOf(area)).toBe(version)
  })
})
