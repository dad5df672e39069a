import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { factState, openArea, readMemory, validateArea, withdrawFact } from '@workbench/workspace'

import { commit, git } from '@workbench/test-support/git-repository'
import { temporaryFolder } from '@workbench/test-support/temporary-folder'
import { contracts, newProject, TODAY } from '../project.ts'
import { violationsOf } from '../thrown.ts'
import { inBranch, merge, newRepository, pathOf, statesOf, write } from './repository.ts'

const SECRET = 'swordfish'

const withdraw = (root: string, id: string, reason = 'It is secret') =>
  withdrawFact(openArea(root), id, reason, TODAY)

/** The paths and contents of all files of a working area. */
const contentOf = (root: string): string =>
  readdirSync(join(root, '.workbench'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => `${name}: ${readFileSync(join(parentPath, name), 'utf8')}`)
    .join('\n')

const rejected = (root: string) =>
  validateArea(openArea(root), () => contracts).flatMap(({ path, valid, problem }) =>
    valid ? [] : [`${path}: ${problem ?? 'violations'}`],
  )

describe('withdrawFact()', () => {
  it('deletes the content, and keeps the id, the date and the reason', () => {
    const { root } = newProject()
    const id = write(root, { title: SECRET, body: SECRET, tags: [SECRET] })
    const { path, isRepeated } = withdraw(root, id) ?? {}
    expect([path, isRepeated]).toEqual([
      expect.stringMatching(`^\\.workbench/memory/${id}\\.withdrawn-\\d{17}$`),
      false,
    ])
    expect(contentOf(root)).not.toContain(SECRET)
    expect(readMemory(openArea(root), contracts)).toMatchObject([
      { id, path, valid: true, fact: undefined, tombstone: { withdrawn: TODAY, reason: 'It is secret' } },
    ])
    expect(statesOf(root)).toEqual({ [id]: 'withdrawn' })
    expect(rejected(root)).toEqual([])
  })

  it('does not make current again what the fact superseded, and keeps its own successor', () => {
    const { root } = newProject()
    const first = write(root)
    const second = write(root, { supersedes: first })
    const third = write(root, { supersedes: second })
    withdraw(root, second)
    expect(statesOf(root)).toEqual({ [first]: 'superseded', [second]: 'withdrawn', [third]: 'current' })
    expect(withdraw(root, third)?.supersedes).toBe(second)
    expect(Object.values(statesOf(root))).not.toContain('current')
    const fourth = write(root, { supersedes: first })
    expect(statesOf(root)[fourth]).toBe('current')
  })

  it('settles the loss of a fact', () => {
    const { root } = newProject()
    const first = write(root)
    const second = write(root, { supersedes: first })
    rmSync(pathOf(root, second))
    expect(withdraw(root, second)?.supersedes).toBe(first)
    expect(statesOf(root)).toEqual({ [first]: 'superseded', [second]: 'withdrawn' })
  })

  it('accepts an invalid fact, and keeps what its record has', () => {
    const { root } = newProject()
    const first = write(root)
    const second = write(root, { supersedes: first })
    writeFileSync(pathOf(root, second), SECRET)
    withdraw(root, second)
    expect(contentOf(root)).not.toContain(SECRET)
    expect(statesOf(root)).toEqual({ [first]: 'superseded', [second]: 'withdrawn' })
  })

  it('continues after it was killed, and keeps the first tombstone', () => {
    const { root } = newProject()
    const id = write(root)
    const text = readFileSync(pathOf(root, id))
    const { path } = withdraw(root, id) ?? {}
    writeFileSync(pathOf(root, id), text)
    expect(statesOf(root)).toEqual({ [id]: 'withdrawn' })
    expect(rejected(root)).toEqual([`.workbench/memory/${id}.json: ${id} was withdrawn; delete this file`])
    const back = { id, valid: false, path: `.workbench/memory/${id}.json` }
    expect(readMemory(openArea(root), contracts)).toMatchObject([back])
    expect(withdraw(root, id, 'Another reason')).toEqual({ path, isRepeated: true })
    expect(rejected(root)).toEqual([])
    expect(readMemory(openArea(root), contracts)).toMatchObject([{ tombstone: { reason: 'It is secret' } }])
  })

  it.each(['fact-0001', '../blackboard/w1/a', 'fact', '', 'fact-0001.json', '__proto__'])(
    'does nothing for an unknown id: %j',
    (id) => {
      const { root, at } = newProject()
      expect(withdraw(root, id)).toBeUndefined()
      expect(() => readdirSync(at('memory'))).toThrow('ENOENT')
      write(root)
      expect(withdraw(root, id)).toBeUndefined()
      expect(readdirSync(at('memory'))).toHaveLength(1)
    },
  )

  it('deletes no file outside of the memory, and no folder', () => {
    const { root, at } = newProject()
    const id = write(root)
    const outside = join(temporaryFolder(), 'outside.json')
    writeFileSync(outside, '{"supersedes":"fact-0001"}')
    rmSync(pathOf(root, id))
    symlinkSync(outside, pathOf(root, id))
    expect(withdraw(root, id)?.supersedes).toBeUndefined()
    expect(readFileSync(outside, 'utf8')).toContain('fact-0001')
    mkdirSync(at('memory', 'fact-0002.json'))
    expect(() => withdraw(root, 'fact-0002')).toThrow(/^Cannot write \.workbench\/memory\/fact-0002/)
    expect(statesOf(root)).toMatchObject({ 'fact-0002': 'withdrawn' })
  })

  it('is seen by memory_write, which refers to no withdrawn fact', () => {
    const { root } = newProject()
    const id = write(root)
    withdraw(root, id)
    for (const change of [{ supersedes: id }, { links: [id] }])
      expect(violationsOf(() => write(root, change))[0]?.message).toContain('which was withdrawn')
  })
})

describe('a tombstone', () => {
  it('is merged with one of another branch, and with a branch that has the fact', () => {
    const { root, id } = newRepository()
    inBranch(root, 'a', () => withdraw(root, id, 'One'))
    inBranch(root, 'b', () => withdraw(root, id, 'Two'))
    const other = inBranch(root, 'c', () => write(root, { supersedes: id }))
    merge(root, 'a', 'b', 'c')
    expect(statesOf(root)).toEqual({ [id]: 'withdrawn', [other]: 'current' })
    expect(rejected(root)).toEqual([])
    expect(readMemory(openArea(root), contracts)).toMatchObject([{ tombstone: { reason: 'One' } }, {}])
  })

  it('is in a clone, and keeps a fact out that a stash brings back', () => {
    const { root, id } = newRepository()
    const text = readFileSync(pathOf(root, id))
    withdraw(root, id)
    commit(root)
    const clone = join(temporaryFolder(), 'clone')
    git(root, 'clone', '--quiet', '--config', 'core.autocrlf=true', root, clone)
    expect(statesOf(clone)).toEqual({ [id]: 'withdrawn' })
    writeFileSync(pathOf(clone, id), text)
    expect(statesOf(clone)).toEqual({ [id]: 'withdrawn' })
    expect(rejected(clone)).toHaveLength(1)
  })

  it.each<[string, (file: string) => void]>([
    ['empty', (file) => writeFileSync(file, '')],
    ['no object', (file) => writeFileSync(file, '[]')],
    ['a folder', (file) => (rmSync(file), mkdirSync(file))],
    ['a link to nothing', (file) => (rmSync(file), symlinkSync('missing', file))],
  ])('that is %s counts, and is reported', (_, damage) => {
    const { root } = newProject()
    const id = write(root)
    damage(join(root, withdraw(root, id)?.path ?? ''))
    const [entry] = readMemory(openArea(root), contracts)
    expect(entry).toMatchObject({
      id,
      valid: false,
      problem: expect.stringContaining('restore it') as string,
    })
    expect(entry && factState(entry, TODAY).name).toBe('withdrawn')
  })
})
