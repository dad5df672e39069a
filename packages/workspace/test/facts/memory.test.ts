import { mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'

import { type FactDraft, readMemory, writeFact } from '@workbench/workspace'

import { contracts, draft, newProject, readJson, TODAY } from '../project.ts'
import { violationsOf } from '../thrown.ts'

/** A project with these files in its memory; without a text, the file is a fact with the id of its name. */
function projectWith(files: readonly (string | readonly [name: string, text: string])[] = []) {
  const project = newProject()
  mkdirSync(project.at('memory'), { recursive: true })
  for (const file of files) {
    const [name, text] = typeof file === 'string' ? [file, factText(file)] : file
    writeFileSync(project.at('memory', name), text)
  }
  return {
    ...project,
    write: (change: Partial<FactDraft> = {}) => writeFact(project.area, contracts, draft(change), TODAY),
    read: () => readMemory(project.area, contracts),
  }
}

function factText(file: string, change: Readonly<Record<string, unknown>> = {}): string {
  const { agent, ...members } = draft()
  const id = file.slice(0, -'.json'.length)
  return JSON.stringify({ schema: 'fact.v1', producedBy: agent, id, ...members, created: TODAY, ...change })
}

describe('writeFact()', () => {
  it('sets the id and the date of a fact', () => {
    const { at, write } = projectWith()
    const { id, path } = write()
    expect(path).toBe(`.workbench/memory/${id}.json`)
    const { agent, ...members } = draft()
    expect(readJson(at('memory', `${id}.json`))).toEqual({
      schema: 'fact.v1',
      producedBy: agent,
      id,
      ...members,
      created: TODAY,
    })
  })

  it('does not change an existing fact', () => {
    const { at, write } = projectWith(['fact-0001.json'])
    const before = statSync(at('memory', 'fact-0001.json'))
    write({ supersedes: 'fact-0001' })
    expect(statSync(at('memory', 'fact-0001.json'))).toMatchObject({ mtime: before.mtime, ino: before.ino })
  })

  it('accepts supersedes and links with ids of existing facts', () => {
    const { at, write } = projectWith(['fact-0001.json', 'fact-0002.json', 'fact-10000.json'])
    const references = { supersedes: 'fact-0001', links: ['fact-0002', 'fact-10000'] }
    expect(readJson(at('memory', `${write(references).id}.json`))).toMatchObject(references)
  })

  it.each([
    ['supersedes: null', { supersedes: null }],
    ['links: []', { links: [] }],
    ['expires: null', { expires: null }],
  ])('accepts %s', (_, change) => {
    expect(projectWith().write(change).id).toMatch(/^fact-\d{17}$/)
  })

  it.each([
    ['supersedes with the id of a missing fact', { supersedes: 'fact-0009' }, ['/supersedes reference']],
    [
      'links with ids of missing facts',
      { links: ['fact-0001', 'fact-0008', 'fact-0009'] },
      ['/links/1 reference', '/links/2 reference'],
    ],
    ['supersedes with its own id', { supersedes: 'fact-0002' }, ['/supersedes reference']],
    ['supersedes with a path', { supersedes: '../blackboard/w1/auditor' }, ['/supersedes reference']],
    ['a link with NUL', { links: ['fact-0001\0'] }, ['/links/0 reference']],
    ['a link with an extension', { links: ['fact-0001.json'] }, ['/links/0 reference']],
    ['an empty link', { links: [''] }, ['/links/0 reference']],
    ['a title of 81 characters', { title: 'x'.repeat(81) }, ['/title maxLength']],
    ['a body of 901 characters', { body: 'x'.repeat(901) }, ['/body maxLength']],
    ['an unknown type', { type: 'idea' as 'risk' }, ['/type enum']],
  ])('rejects %s and writes nothing', (_, change, expected) => {
    const { at, write } = projectWith(['fact-0001.json'])
    const violations = violationsOf(() => write(change))
    expect(violations.map(({ path, keyword }) => `${path} ${keyword}`)).toEqual(expected)
    expect(readdirSync(at('memory'))).toEqual(['fact-0001.json'])
    expect(readdirSync(at('tmp'))).toEqual([])
  })

  it('shows the first 60 characters of the id of a missing fact', () => {
    const { write } = projectWith()
    expect(violationsOf(() => write({ links: ['x'.repeat(65)] }))).toEqual([
      {
        path: '/links/0',
        keyword: 'reference',
        message: `Expected the id of a fact that exists; received "${'x'.repeat(60)}"`,
        expected: 'the id of a fact that exists',
        received: 'x'.repeat(60),
      },
    ])
  })

  it.each(['a folder', 'a link'])('rejects a reference to %s with the name of a fact', (kind) => {
    const { at, write } = projectWith(['fact-0001.json'])
    if (kind === 'a folder') mkdirSync(at('memory', 'fact-0002.json'))
    else symlinkSync('fact-0001.json', at('memory', 'fact-0002.json'))
    expect(violationsOf(() => write({ supersedes: 'fact-0002' }))).toMatchObject([{ path: '/supersedes' }])
  })
})

describe('readMemory()', () => {
  it('returns nothing for a project without a working area', () => {
    expect(readMemory(newProject().area, contracts)).toEqual([])
  })

  it('returns the facts sorted by number', () => {
    const { read } = projectWith(['fact-10000.json', 'fact-9999.json', 'fact-0002.json', 'fact-100000.json'])
    expect(read().map(({ id }) => id)).toEqual(['fact-0002', 'fact-9999', 'fact-10000', 'fact-100000'])
  })

  it('ignores files that are not named like a fact', () => {
    const { read } = projectWith(['fact-0001.json', ['notes.md', ''], ['fact-1.json', '{'], ['x.json', '{']])
    expect(read().map(({ id }) => id)).toEqual(['fact-0001'])
  })

  it('returns for each fact the ids of the facts that supersede it', () => {
    const { write, read } = projectWith()
    const first = write().id
    const second = write({ supersedes: first }).id
    const third = write({ supersedes: second }).id
    const fourth = write().id
    expect(read().map(({ id, supersededBy }) => [id, supersededBy])).toEqual([
      [first, [second]],
      [second, [third]],
      [third, []],
      [fourth, []],
    ])
  })

  it('returns the parsed fact', () => {
    const { write, read } = projectWith()
    const { id } = write({ tags: ['storage'] })
    expect(read()).toMatchObject([
      { valid: true, schema: 'fact.v1', violations: [], fact: { id, tags: ['storage'] } },
    ])
  })

  it.each([
    ['a truncated fact', factText('fact-0002.json').slice(0, 50), ['syntax']],
    ['an invalid fact', factText('fact-0002.json', { type: 'idea' }), ['enum']],
    ['an empty file', '', ['syntax']],
    ['an object without a schema', '{}', ['required']],
  ])('returns the violations of %s, and the other facts', (_, text, keywords) => {
    const { read } = projectWith(['fact-0001.json', ['fact-0002.json', text], 'fact-0003.json'])
    const entries = read()
    expect(entries.map(({ id, valid }) => [id, valid])).toEqual([
      ['fact-0001', true],
      ['fact-0002', false],
      ['fact-0003', true],
    ])
    expect(entries[1]?.fact).toBeUndefined()
    expect(entries[1]?.violations.map(({ keyword }) => keyword)).toEqual(keywords)
  })

  it('returns no fact for a valid artifact of another contract', () => {
    const risk =
      '{ "schema": "handoff.v1", "producedBy": "x", "wave": "w1", "status": "complete", "artifacts": [{ "path": "a", "schema": "b" }], "summary": "x" }'
    const { read } = projectWith([['fact-0001.json', risk]])
    expect(read()).toMatchObject([{ id: 'fact-0001', schema: 'handoff.v1', fact: undefined }])
  })

  it('ignores supersedes of an invalid fact', () => {
    const text = factText('fact-0002.json', { type: 'idea', supersedes: 'fact-0001' })
    const { read } = projectWith(['fact-0001.json', ['fact-0002.json', text]])
    expect(read()[0]?.supersededBy).toEqual([])
  })
})
