import { rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { temporaryFolder } from '../temporary-folder.ts'
import { ALL_VALID, type Area, FINDING, newArea, validFinding, versionOf } from './area.ts'

/** Adds a file to a folder and removes it again. */
function touch(folder: string): void {
  writeFileSync(join(folder, 'new'), '')
  rmSync(join(folder, 'new'))
}

/** Validates what changed. Returns whether the cache was written. */
function writes(area: Area, now?: number): boolean {
  const version = versionOf(area)
  expect(area.changes(now === undefined ? {} : { now })).toEqual([])
  return versionOf(area) !== version
}

describe('the cache of validateChanges()', () => {
  it('is not written again if nothing changed', () => {
    const area = newArea()
    expect(area.changes()).toEqual(ALL_VALID)
    expect([writes(area), writes(area)]).toEqual([false, false])
  })

  it('is not written again for links, which are never known', () => {
    const area = newArea()
    const target = join(area.root, 'target.json')
    writeFileSync(target, validFinding())
    symlinkSync(target, area.at('blackboard/w1/linked.json'))
    symlinkSync(temporaryFolder(), area.at('blackboard/w1/folder'))
    area.changes()
    const version = versionOf(area)
    expect(area.changes()).toHaveLength(2)
    expect(versionOf(area)).toBe(version)
  })

  it.each<[string, (area: Area) => void]>([
    ['a file was deleted', ({ at }) => rmSync(at('blackboard/w1/planner.json'))],
    ['the folder of the records changed', ({ at }) => touch(at('records'))],
  ])('is written once if %s', (_, change) => {
    const area = newArea()
    area.changes()
    change(area)
    expect([writes(area), writes(area)]).toEqual([true, false])
  })

  it.each(['blackboard/w1', 'records'])('is written again once %s is older than a second', async (folder) => {
    const area = newArea()
    await sleep(20)
    touch(area.at(folder))
    const now = statSync(area.at(folder)).ctimeMs + 999
    expect(area.changes({ now })).toEqual(ALL_VALID)
    expect([writes(area, now), writes(area), writes(area)]).toEqual([false, true, false])
  })

  it('contains a file as soon as it is a second old', async () => {
    const area = newArea()
    await sleep(20)
    area.write(FINDING, validFinding())
    const changed = statSync(area.at(FINDING)).ctimeMs
    area.changes({ now: changed + 999 })
    const version = versionOf(area)
    expect(area.changes({ now: changed + 999 })).toEqual([`${FINDING} valid`])
    expect(versionOf(area)).toBe(version)
    expect(area.changes({ now: changed + 1000 })).toEqual([`${FINDING} valid`])
    expect(writes(area, changed + 1000)).toBe(false)
  })
})
