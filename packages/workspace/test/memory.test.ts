import { mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'

import { InvalidArtifactError, type FactDraft, readMemory, writeFact } from '@workbench/workspace'

import { bundled, start } from './programs.ts'
import { contracts, draft, newProject, readJson, schemas, TODAY } from './project.ts'

/** A project whose memory holds files of these names, each with this text or a fact of that number. */
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
  it('writes a whole fact with its number and its day', () => {
    const { at, write } = projectWith()
    expect(write()).toEqual({ id: 'fact-0001', path: '.workbench/memory/fact-0001.json' })
    const { agent, ...members } = draft()
    expect(readJson(at('memory', 'fact-0001.json'))).toEqual({
      schema: 'fact.v1',
      producedBy: agent,
      id: 'fact-0001',
      ...members,
      created: TODAY,
    })
  })

  it.each([
    [['fact-0007.json'], 'fact-0008'],
    [['fact-0001.json', 'fact-0003.json'], 'fact-0004'],
    [['fact-9999.json'], 'fact-10000'],
    [['fact-9999.json', 'fact-10000.json'], 'fact-10001'],
    [['fact-123456.json'], 'fact-123457'],
    [['fact-0002.json', ['fact-0005.json', 'no fact']], 'fact-0006'],
    [[['fact-0000.json', '{}']], 'fact-0001'],
    [[['fact-12.json', '{}']], 'fact-0001'],
    [[['fact-0009.json.bak', '{}']], 'fact-0001'],
    [[['fact-0009.tmp', '{}']], 'fact-0001'],
    [[['my-fact-0009.json', '{}']], 'fact-0001'],
    [[['fact-0009x.json', '{}']], 'fact-0001'],
    [[['fact-99999999999999999999.json', '{}']], 'fact-0001'],
  ] as [(string | [string, string])[], string][])('continues after %j with %s', (files, id) => {
    expect(projectWith(files).write().id).toBe(id)
  })

  it('passes over a folder that has the name of a fact', () => {
    const { at, write } = projectWith()
    mkdirSync(at('memory', 'fact-0001.json'))
    expect(write().id).toBe('fact-0002')
  })

  it('never changes a fact that is there', () => {
    const { at, write } = projectWith(['fact-0001.json'])
    const before = statSync(at('memory', 'fact-0001.json'))
    write({ supersedes: 'fact-0001' })
    expect(statSync(at('memory', 'fact-0001.json'))).toMatchObject({ mtime: before.mtime, ino: before.ino })
  })

  it('takes supersedes and links that name facts', () => {
    const { at, write } = projectWith(['fact-0001.json', 'fact-0002.json', 'fact-10000.json'])
    const references = { supersedes: 'fact-0001', links: ['fact-0002', 'fact-10000'] }
    expect(readJson(at('memory', `${write(references).id}.json`))).toMatchObject(references)
  })

  it.each([
    ['a supersedes that is null', { supersedes: null }],
    ['no links', { links: [] }],
    ['an expires that is null', { expires: null }],
  ])('takes %s', (_, change) => {
    expect(projectWith().write(change).id).toBe('fact-0001')
  })

  it.each([
    ['supersedes that names no fact', { supersedes: 'fact-0009' }, ['/supersedes reference']],
    [
      'links that name none',
      { links: ['fact-0001', 'fact-0008', 'fact-0009'] },
      ['/links/1 reference', '/links/2 reference'],
    ],
    ['supersedes that is its own number', { supersedes: 'fact-0002' }, ['/supersedes reference']],
    ['supersedes that leads out', { supersedes: '../blackboard/w1/auditor' }, ['/supersedes reference']],
    ['a link with NUL', { links: ['fact-0001\0'] }, ['/links/0 reference']],
    ['a link with an ending', { links: ['fact-0001.json'] }, ['/links/0 reference']],
    ['an empty link', { links: [''] }, ['/links/0 reference']],
    ['a title of 81 characters', { title: 'x'.repeat(81) }, ['/title maxLength']],
    ['a body of 901 characters', { body: 'x'.repeat(901) }, ['/body maxLength']],
    ['a type that there is not', { type: 'idea' as 'risk' }, ['/type enum']],
  ])('refuses %s and writes nothing', (_, change, expected) => {
    const { at, write } = projectWith(['fact-0001.json'])
    const violations = violationsOf(() => write(change))
    expect(violations.map(({ path, keyword }) => `${path} ${keyword}`)).toEqual(expected)
    expect(readdirSync(at('memory'))).toEqual(['fact-0001.json'])
    expect(readdirSync(at('tmp'))).toEqual([])
  })

  it.each(['a folder', 'a link'])('refuses a reference to %s with the name of a fact', (kind) => {
    const { at, write } = projectWith(['fact-0001.json'])
    if (kind === 'a folder') mkdirSync(at('memory', 'fact-0002.json'))
    else symlinkSync('fact-0001.json', at('memory', 'fact-0002.json'))
    expect(violationsOf(() => write({ supersedes: 'fact-0002' }))).toMatchObject([{ path: '/supersedes' }])
  })

  it('comes to an end after the last number that can be counted', async () => {
    const { root } = projectWith([
      [`fact-${Number.MAX_SAFE_INTEGER}.json`, '{}'],
      ['fact-9007199254740992.json', '{}'],
    ])
    const { child, lines } = start(bundled('write-facts'), root, schemas, 'curator', '1')
    child.stdin.end('begin')
    // A writer that counts for ever is ended by the test.
    const timer = setTimeout(() => child.kill('SIGKILL'), 4000)
    await lines
    clearTimeout(timer)
    expect(child.signalCode).toBeNull()
  })
})

describe('readMemory()', () => {
  it('lists nothing where there is no working area', () => {
    expect(readMemory(newProject().area, contracts)).toEqual([])
  })

  it('lists facts in the order of their numbers', () => {
    const { read } = projectWith(['fact-10000.json', 'fact-9999.json', 'fact-0002.json', 'fact-100000.json'])
    expect(read().map(({ id }) => id)).toEqual(['fact-0002', 'fact-9999', 'fact-10000', 'fact-100000'])
  })

  it('passes over what is no fact by its name', () => {
    const { read } = projectWith(['fact-0001.json', ['notes.md', ''], ['fact-1.json', '{'], ['x.json', '{']])
    expect(read().map(({ id }) => id)).toEqual(['fact-0001'])
  })

  it('follows supersedes: each fact tells which facts replace it', () => {
    const { write, read } = projectWith()
    write()
    write({ supersedes: 'fact-0001' })
    write({ supersedes: 'fact-0002' })
    write({ supersedes: 'fact-0001' })
    expect(read().map(({ id, supersededBy }) => [id, supersededBy])).toEqual([
      ['fact-0001', ['fact-0002', 'fact-0004']],
      ['fact-0002', ['fact-0003']],
      ['fact-0003', []],
      ['fact-0004', []],
    ])
  })

  it('gives the fact itself', () => {
    const { write, read } = projectWith()
    write({ tags: ['storage'] })
    expect(read()).toMatchObject([
      { valid: true, schema: 'fact.v1', violations: [], fact: { id: 'fact-0001', tags: ['storage'] } },
    ])
  })

  it.each([
    ['half a fact', factText('fact-0002.json').slice(0, 50), ['syntax']],
    ['a fact that breaks its contract', factText('fact-0002.json', { type: 'idea' }), ['enum']],
    ['an empty file', '', ['syntax']],
    ['no contract', '{}', ['required']],
  ])('reports %s, which supersedes nothing, and lists the others', (_, text, keywords) => {
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

  it('has no fact where a valid artifact of another contract stands in its place', () => {
    const risk =
      '{ "schema": "handoff.v1", "producedBy": "x", "wave": "w1", "status": "complete", "artifacts": [{ "path": "a", "schema": "b" }], "summary": "x" }'
    const { read } = projectWith([['fact-0001.json', risk]])
    expect(read()).toMatchObject([{ id: 'fact-0001', schema: 'handoff.v1', fact: undefined }])
  })

  it('lets no invalid fact supersede another', () => {
    const text = factText('fact-0002.json', { type: 'idea', supersedes: 'fact-0001' })
    const { read } = projectWith(['fact-0001.json', ['fact-0002.json', text]])
    expect(read()[0]?.supersededBy).toEqual([])
  })
})

function outcomeOf(run: () => unknown): unknown {
  try {
    return run()
  } catch (error) {
    return error
  }
}

function violationsOf(run: () => unknown) {
  const error = outcomeOf(run)
  if (error instanceof InvalidArtifactError) return error.violations
  throw new Error('Expected the fact to be refused')
}
