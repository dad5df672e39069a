import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { createHash } from 'node:crypto'
import { join } from 'node:path'

import { temporaryFolder } from '../temporary-folder.ts'
import { ALL_VALID, type Area, cacheIn, FINDING, invalidFinding, newArea } from './area.ts'

function cachedArea(): Area & { readonly file: string; readonly key: string } {
  const area = newArea()
  area.changes()
  return { ...area, file: cacheIn(area.cache), key: join(area.cache, 'key') }
}

const change = (path: string, edit: (bytes: Buffer) => void): void => {
  const bytes = readFileSync(path)
  edit(bytes)
  writeFileSync(path, bytes)
}

/** The cache of another user whose key is known. */
const foreignCache = () => cachedArea()

describe('the cache of validateChanges()', () => {
  it('is readable for its user only', () => {
    const { cache, file, key } = cachedArea()
    expect([cache, file, key].map((path) => (statSync(path).mode & 0o777).toString(8))).toEqual([
      '700',
      '600',
      '600',
    ])
  })

  it.each<[string, (paths: { file: string; key: string }) => void]>([
    ['deleted', ({ file }) => rmSync(file)],
    ['deleted with its key', ({ file, key }) => [file, key].forEach((path) => rmSync(path))],
    ['empty', ({ file }) => truncateSync(file)],
    ['truncated', ({ file }) => truncateSync(file, statSync(file).size - 1)],
    [
      'changed in one bit of a state',
      ({ file }) => change(file, (bytes) => (bytes[48] = (bytes[48] ?? 0) ^ 1)),
    ],
    [
      'changed in its last character',
      ({ file }) => change(file, (bytes) => (bytes[bytes.length - 1] = 0x20)),
    ],
    ['authenticated with another key', ({ file }) => copyFileSync(foreignCache().file, file)],
    [
      'authenticated with a plain digest',
      ({ file }) =>
        change(file, (bytes) => createHash('sha256').update(bytes.subarray(32)).digest().copy(bytes)),
    ],
    ['accessible for others', ({ file }) => chmodSync(file, 0o644)],
    ['that of another project under its name', ({ file }) => renameSync(otherCache(file), file)],
    [
      'a link to itself under another name',
      ({ file }) => {
        renameSync(file, `${file}.moved`)
        symlinkSync(`${file}.moved`, file)
      },
    ],
    ['written with a key that is gone', ({ key }) => rmSync(key)],
    ['written with a key that others can read', ({ key }) => chmodSync(key, 0o640)],
    ['written with a key that is too short', ({ key }) => truncateSync(key, 31)],
    [
      'written with a key that is a link',
      ({ key }) => {
        renameSync(key, `${key}.moved`)
        symlinkSync(`${key}.moved`, key)
      },
    ],
  ])('is not used, and written again, if it is %s', (_, damage) => {
    const area = cachedArea()
    damage(area)
    expect(area.changes()).toEqual(ALL_VALID)
    expect(area.changes()).toEqual([])
  })

  it('is not used if a folder is in its place', () => {
    const area = cachedArea()
    rmSync(area.file)
    mkdirSync(area.file)
    expect(area.changes()).toEqual(ALL_VALID)
    expect(readdirSync(area.cache)).toHaveLength(2)
    area.write(FINDING, invalidFinding)
    expect(area.changes()).toContain(`${FINDING} invalid`)
  })

  it('is stale if it is an older one, and then changes no verdict', () => {
    const area = cachedArea()
    copyFileSync(area.file, join(area.root, 'old'))
    area.write(FINDING, invalidFinding)
    area.changes()
    rmSync(area.at('blackboard/w1/planner.json'))
    area.changes()
    writeFileSync(area.file, readFileSync(join(area.root, 'old')))
    expect(area.changes()).toEqual([`${FINDING} invalid`])
  })

  it.each<[string, (area: Area) => Record<string, string>]>([
    ['there is no home directory', () => ({})],
    ['its directory is relative', () => ({ XDG_CACHE_HOME: 'cache', HOME: '' })],
    ['it would be in the project', ({ root }) => ({ HOME: root })],
    [
      'it would be in the project, through a link',
      ({ root }) => {
        const home = temporaryFolder()
        symlinkSync(root, join(home, '.cache'))
        return { HOME: home }
      },
    ],
    ['its directory cannot be created', ({ program }) => ({ XDG_CACHE_HOME: program })],
  ])('does not exist if %s', (_, env) => {
    const area = newArea()
    expect(area.changes({ env: env(area) })).toBeUndefined()
  })

  it('is in ~/.cache without XDG_CACHE_HOME', () => {
    const HOME = temporaryFolder()
    const area = newArea()
    expect(area.changes({ env: { HOME } })).toEqual(ALL_VALID)
    expect(existsSync(cacheIn(join(HOME, '.cache/workbench')))).toBe(true)
  })

  it('need not be written', () => {
    const area = newArea()
    area.changes()
    area.write(FINDING, invalidFinding)
    // A directory of /proc: nothing can be created in it, also not by root.
    expect(area.changes({ env: { XDG_CACHE_HOME: '/proc/self/task' } })).toBeUndefined()
  })
})

/** Adds the cache of another project to the folder of a cache, with the same key. Returns its path. */
function otherCache(file: string): string {
  const folder = join(file, '..')
  const before = readdirSync(folder)
  const other = newArea()
  other.changes({ env: { XDG_CACHE_HOME: join(folder, '..') } })
  return join(folder, readdirSync(folder).find((name) => !before.includes(name)) ?? '')
}
