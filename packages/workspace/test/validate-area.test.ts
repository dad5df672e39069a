import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

import { readBlackboard, readMemory, validateArea } from '@workbench/workspace'

import { temporaryFolder } from '@workbench/test-support/temporary-folder'
import { contracts, draft, finding, newProject, TODAY } from './project.ts'

const validFinding = JSON.stringify({ schema: 'finding.v1', producedBy: 'auditor', ...finding })

function validFact(id: string): string {
  const { agent, ...members } = draft()
  return JSON.stringify({ schema: 'fact.v1', producedBy: agent, id, ...members, created: TODAY })
}

/** A project with these files in its working area. */
function projectWith(files: Readonly<Record<string, string>>) {
  const project = newProject()
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(project.at(name)), { recursive: true })
    writeFileSync(project.at(name), text)
  }
  return project
}

const validate = (files: Readonly<Record<string, string>>) =>
  validateArea(projectWith(files).area, () => contracts)

describe('validateArea()', () => {
  it('returns nothing for a project without a working area, and does not open the contracts', () => {
    const open = () => {
      throw new Error('Unexpected call')
    }
    expect(validateArea(newProject().area, open)).toEqual([])
    expect(validateArea(projectWith({ 'tmp/x.json': '{' }).area, open)).toEqual([])
  })

  it('validates the .json files of all folders except tmp, sorted by path', () => {
    const files = validate({
      'memory/fact-0001.json': validFact('fact-0001'),
      'blackboard/w2/auditor.json': validFinding,
      'blackboard/w1/AUDITOR.JSON': validFinding,
      'blackboard/w1/auditor.json.bak': '{',
      'blackboard/notes.md': 'x',
      'other/deep/er/a.json': validFinding,
      'top.json': validFinding,
      'tmp/a.json': '{',
    })
    expect(files.map(({ path, valid, problem }) => [path, valid, problem])).toEqual([
      ['.workbench/blackboard/w1/AUDITOR.JSON', true, undefined],
      ['.workbench/blackboard/w2/auditor.json', true, undefined],
      ['.workbench/memory/fact-0001.json', true, undefined],
      ['.workbench/other/deep/er/a.json', true, undefined],
      ['.workbench/top.json', true, undefined],
    ])
  })

  it('returns contract, violations and size of an invalid file, without a problem', () => {
    const text = '{ "schema": "finding.v1", "producedBy": "x", "id": 7 }'
    const [file] = validate({ 'blackboard/w1/auditor.json': text })
    expect(file).toMatchObject({ schema: 'finding.v1', valid: false, bytes: text.length })
    expect(file?.violations).toContainEqual(expect.objectContaining({ path: '/id', keyword: 'type' }))
    expect(file).not.toHaveProperty('problem')
  })

  it('counts the violations beyond the limit of an invalid file', () => {
    const members = Object.fromEntries(Array.from({ length: 1_010 }, (_, index) => [`x${index}`, 1]))
    const text = JSON.stringify({ ...(JSON.parse(validFinding) as object), ...members })
    const [many, few, valid] = validate({
      'blackboard/w1/a.json': text,
      'blackboard/w1/b.json': '{"schema":"finding.v1"}',
      'blackboard/w1/c.json': validFinding,
    })
    expect(many).toMatchObject({ valid: false, more: 10 })
    expect(few).not.toHaveProperty('more')
    expect(valid).not.toHaveProperty('more')
  })

  it('sorts by path, whatever the order in the folders', () => {
    const names = ['c', 'a', 'e', 'b', 'f', 'd']
    const files = validate(
      Object.fromEntries(names.map((name) => [`blackboard/${name}/x.json`, validFinding])),
    )
    expect(files.map(({ path }) => path)).toEqual(
      names.sort().map((name) => `.workbench/blackboard/${name}/x.json`),
    )
  })

  it.each([
    ['an artifact of another contract', 'memory/fact-0001.json', validFinding],
    ['a fact under another name', 'memory/pool.json', validFact('fact-0001')],
    ['a fact in a folder of the memory', 'memory/old/fact-0001.json', validFact('fact-0001')],
  ])('rejects %s in the memory', (_, name, text) => {
    expect(validate({ [name]: text })).toMatchObject([
      {
        valid: false,
        violations: [],
        problem:
          '.workbench/memory contains only facts that memory_write has numbered; move this file out of it',
      },
    ])
  })

  it('rejects a fact in a folder of the memory that is named like a fact', () => {
    expect(validate({ 'memory/fact-0002.json/fact-0001.json': validFact('fact-0002') })).toMatchObject([
      { path: '.workbench/memory/fact-0002.json', valid: false },
      { path: '.workbench/memory/fact-0002.json/fact-0001.json', valid: false },
    ])
  })

  it.each(['blackboard/w1/curator.json', 'fact-0001.json', 'memories/fact-0001.json'])(
    'rejects a fact in %s',
    (name) => {
      expect(validate({ [name]: validFact('fact-0001') })).toMatchObject([
        {
          schema: 'fact.v1',
          valid: false,
          problem:
            'facts are in .workbench/memory; write this one with memory_write, and then remove this copy',
        },
      ])
    },
  )

  it('returns the problem of a link that cannot be resolved', () => {
    const { area, at } = projectWith({ 'blackboard/w1/a.json': validFinding })
    symlinkSync('b.json', at('blackboard/w1/b.json'))
    expect(validateArea(area, () => contracts)).toMatchObject([
      { path: '.workbench/blackboard/w1/a.json', valid: true },
      {
        path: '.workbench/blackboard/w1/b.json',
        valid: false,
        problem: expect.stringContaining('too many levels of symbolic links') as string,
      },
    ])
  })

  it('does not read a link to a file outside of the project, nor do the readers of blackboard and memory', () => {
    const { area, at } = projectWith({ 'blackboard/w1/a.json': validFinding, 'memory/x.txt': '' })
    const outside = temporaryFolder()
    const secret = '{"schema":"finding.v1","severity":"a secret"}'
    const texts = { 'secret.json': secret, 'fact.json': validFact('fact-0001') }
    for (const [name, text] of Object.entries(texts)) writeFileSync(join(outside, name), text)
    symlinkSync(join(outside, 'secret.json'), at('blackboard/w1/absolute.json'))
    symlinkSync(
      relative(at('blackboard/w1'), join(outside, 'nothing.json')),
      at('blackboard/w1/missing.json'),
    )
    symlinkSync('/proc/self/environ', at('blackboard/w1/proc.json'))
    symlinkSync('absolute.json', at('blackboard/w1/chain.json'))
    symlinkSync(join(outside, 'fact.json'), at('memory/fact-0001.json'))
    const entries = [
      ...validateArea(area, () => contracts),
      ...readBlackboard(area, contracts),
      ...readMemory(area, contracts),
    ]
    const links = entries.filter(({ path }) => !path.endsWith('a.json'))
    expect(links.map(({ path, problem }) => `${path.split('/').at(-1)}: ${problem}`)).toEqual(
      [
        'absolute',
        'chain',
        'missing',
        'proc',
        'fact-0001',
        'absolute',
        'chain',
        'missing',
        'proc',
        'fact-0001',
      ].map((name) => `${name}.json: it could not be validated: the path leads outside the project`),
    )
    expect(links.every(({ valid, bytes }) => !valid && bytes === 0)).toBe(true)
    expect(JSON.stringify(entries)).not.toContain('secret')
  })

  it('does not follow a link to a folder, and rejects it', () => {
    const { area, at } = projectWith({ 'blackboard/w1/a.json': validFinding })
    symlinkSync('w1', at('blackboard/w2'))
    expect(validateArea(area, () => contracts)).toMatchObject([
      { path: '.workbench/blackboard/w1/a.json', valid: true },
      {
        path: '.workbench/blackboard/w2',
        valid: false,
        problem:
          'it is a link to a folder, which could be outside of the working area; replace it by a folder',
      },
    ])
  })

  it('rejects a working area that is a link', () => {
    const { area, at } = newProject()
    symlinkSync(projectWith({ 'blackboard/w1/a.json': validFinding }).at(), at())
    expect(validateArea(area, () => contracts)).toMatchObject([
      {
        path: '.workbench',
        valid: false,
        problem: expect.stringContaining('it is a link to a folder') as unknown,
      },
    ])
  })

  it('validates no file after the deadline, and reports each as not validated', () => {
    const { area } = projectWith({ 'blackboard/w1/a.json': validFinding, 'blackboard/w1/b.json': '{' })
    expect(validateArea(area, () => contracts, { deadline: Date.now() })).toMatchObject(
      ['a', 'b'].map((name) => ({
        path: `.workbench/blackboard/w1/${name}.json`,
        valid: false,
        problem:
          'it could not be validated: there was no time left to validate it; write fewer or smaller files at once',
      })),
    )
  })

  it('throws a WorkingAreaError if the working area is not a folder', () => {
    const { area, at } = newProject()
    writeFileSync(at(), '')
    expect(() => validateArea(area, () => contracts)).toThrow(/^Cannot list \.workbench: /)
  })
})
