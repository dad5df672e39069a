import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { lintContracts, openContracts, type SchemaProblem } from '@workbench/contracts'

import { contracts } from '../rules/artifacts.ts'
import { type Edit, edited } from '@workbench/test-support/json/edit-json'

const memo = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: 'memo.v1.schema.json',
  title: 'Memo',
  description: 'Something to remember.',
  type: 'object',
  required: ['schema', 'producedBy'],
  properties: {
    schema: { const: 'memo.v1', description: 'The contract that this artifact follows.' },
    producedBy: { type: 'string', description: 'Name of the agent that produced the artifact.' },
    text: { $ref: '#/$defs/text' },
    sections: {
      type: 'array',
      description: 'Its parts.',
      items: {
        type: 'object',
        properties: { heading: { type: 'string', description: 'What the part is about.' } },
        additionalProperties: false,
      },
    },
    place: {
      type: 'object',
      description: 'Where it was written.',
      properties: { room: { type: 'string', description: 'Number of the room.' } },
      additionalProperties: false,
    },
    figures: {
      type: 'object',
      description: 'Figures by name.',
      additionalProperties: {
        type: 'object',
        properties: { unit: { type: 'string', description: 'What is counted.' } },
        additionalProperties: false,
      },
    },
    notes: { type: 'object', description: 'Free of form.' },
  },
  additionalProperties: false,
  $defs: {
    text: {
      type: 'object',
      properties: { words: { type: 'string', description: 'Its words.' } },
      additionalProperties: false,
    },
  },
}

/** Edits that violate one rule, and the expected problem. */
interface Case {
  readonly rule: string
  readonly edits: readonly Edit[]
  readonly pointer: string
  readonly keyword: string
  readonly message: RegExp
}

const broken = (rule: string, edits: readonly Edit[], pointer: string, message: RegExp): Case => ({
  rule,
  edits,
  pointer,
  keyword: pointer.slice(pointer.lastIndexOf('/') + 1),
  message,
})

const set = (pointer: string, to: unknown): Edit => ({ set: pointer, to })
const remove = (pointer: string): Edit => ({ remove: pointer })

const described = /is required: the meaning of the member/
const closed = /must be false if "properties" lists the members/

/** Its automaton has more than 300 states. */
const SLOW = '[ab]*a[ab]{300}c'

const cases: readonly Case[] = [
  broken('$schema is required', [remove('/$schema')], '/$schema', /must be "https.*2020-12/),
  broken(
    '$schema is draft 2020-12',
    [set('/$schema', 'https://json-schema.org/draft/2019-09/schema')],
    '/$schema',
    /must be "https.*2020-12/,
  ),
  broken(
    '$id is required',
    [remove('/$id')],
    '/$id',
    /is required and must end with "memo\.v1\.schema\.json"/,
  ),
  broken(
    '$id ends with the file name',
    [set('/$id', 'https://example.org/note.v1.schema.json')],
    '/$id',
    /must end with the file name/,
  ),
  broken('title is required', [remove('/title')], '/title', /is required/),
  broken('title is a string', [set('/title', 1)], '/title', /must be a string/),
  broken('description is required', [remove('/description')], '/description', /is required/),
  broken('type is object, not array', [set('/type', 'array')], '/type', /must be "object"/),
  broken('type is object alone', [set('/type', ['object', 'null'])], '/type', /must be "object"/),
  broken('type is required', [remove('/type')], '/type', /must be "object"/),
  broken(
    'const of the member schema is the contract id',
    [set('/properties/schema/const', 'memo.v2')],
    '/properties/schema/const',
    /must be the contract id, "memo\.v1"/,
  ),
  broken(
    'the member schema has a const',
    [set('/properties/schema', { type: 'string', description: 'The contract.' })],
    '/properties/schema/const',
    /must be "memo\.v1"/,
  ),
  broken(
    'the member schema is listed in properties',
    [remove('/properties/schema')],
    '/properties/schema/const',
    /must be "memo\.v1"/,
  ),
  broken(
    'the member producedBy is a string',
    [set('/properties/producedBy/type', ['string', 'null'])],
    '/properties/producedBy/type',
    /must be "string"/,
  ),
  broken(
    'the member producedBy is listed in properties',
    [remove('/properties/producedBy')],
    '/properties/producedBy/type',
    /must be "string"/,
  ),
  broken(
    'schema is listed in required',
    [set('/required', ['producedBy'])],
    '/required',
    /must list "schema"/,
  ),
  broken(
    'producedBy is listed in required',
    [set('/required', ['schema'])],
    '/required',
    /must list "producedBy"/,
  ),
  broken(
    'additionalProperties of the root is required',
    [remove('/additionalProperties')],
    '/additionalProperties',
    closed,
  ),
  broken(
    'additionalProperties of the root is not true',
    [set('/additionalProperties', true)],
    '/additionalProperties',
    closed,
  ),
  broken(
    'additionalProperties of the root is not a schema',
    [set('/additionalProperties', { type: 'string' })],
    '/additionalProperties',
    closed,
  ),
  broken(
    'nested objects are closed',
    [remove('/properties/place/additionalProperties')],
    '/properties/place/additionalProperties',
    closed,
  ),
  broken(
    'objects in items are closed',
    [remove('/properties/sections/items/additionalProperties')],
    '/properties/sections/items/additionalProperties',
    closed,
  ),
  broken(
    'objects in $defs are closed',
    [set('/$defs/text/additionalProperties', true)],
    '/$defs/text/additionalProperties',
    closed,
  ),
  broken(
    'objects in additionalProperties are closed',
    [remove('/properties/figures/additionalProperties/additionalProperties')],
    '/properties/figures/additionalProperties/additionalProperties',
    closed,
  ),
  broken(
    'members have a description',
    [remove('/properties/notes/description')],
    '/properties/notes/description',
    described,
  ),
  broken(
    'members of nested objects have a description',
    [remove('/properties/place/properties/room/description')],
    '/properties/place/properties/room/description',
    described,
  ),
  broken(
    'members of objects in items have a description',
    [remove('/properties/sections/items/properties/heading/description')],
    '/properties/sections/items/properties/heading/description',
    described,
  ),
  broken(
    'members of objects in $defs have a description',
    [remove('/$defs/text/properties/words/description')],
    '/$defs/text/properties/words/description',
    described,
  ),
  broken(
    'members of objects in additionalProperties have a description',
    [remove('/properties/figures/additionalProperties/properties/unit/description')],
    '/properties/figures/additionalProperties/properties/unit/description',
    described,
  ),
  broken(
    'a member with the schema true has a description',
    [set('/properties/extra', true)],
    '/properties/extra/description',
    described,
  ),
  broken(
    'a member name with a slash is escaped in the pointer',
    [set('/properties/a~1b', {})],
    '/properties/a~1b/description',
    described,
  ),
  broken(
    'keywords are defined by JSON Schema',
    [set('/properties/notes/minProperty', 1)],
    '/properties/notes/minProperty',
    /is not a keyword/,
  ),
  broken(
    'keywords are supported',
    [set('/properties/producedBy/minLength', 1)],
    '/properties/producedBy/minLength',
    /outside the supported subset/,
  ),
  broken(
    'keyword values are valid',
    [set('/properties/producedBy/maxLength', -1)],
    '/properties/producedBy/maxLength',
    /must be/,
  ),
  broken(
    '$ref points to an existing schema',
    [set('/properties/text/$ref', '#/$defs/words')],
    '/properties/text/$ref',
    /no schema at that location/,
  ),
  broken(
    '$ref names an existing file',
    [set('/properties/text/$ref', 'words.v1.schema.json')],
    '/properties/text/$ref',
    /there is no such schema/,
  ),
  broken(
    'long texts can be checked against a pattern',
    [set('/properties/producedBy/pattern', SLOW)],
    '/properties/producedBy/pattern',
    /can need too many steps for a text of 100000 characters/,
  ),
  broken(
    'texts of the maximum length can be checked against a pattern in a condition',
    [set('/then', { properties: { producedBy: { pattern: SLOW, maxLength: 50_000 } } }), set('/if', {})],
    '/then/properties/producedBy/pattern',
    /can need too many steps for a text of 50000 characters/,
  ),
  broken(
    'a member that only `then` has is described',
    [set('/if', {}), set('/then', { properties: { later: { type: 'string' } } })],
    '/then/properties/later/description',
    /is required: the meaning of the member/,
  ),
  broken(
    'an object that only `then` has is closed',
    [set('/if', {}), set('/then', { properties: { later: { description: 'Later.', properties: {} } } })],
    '/then/properties/later/additionalProperties',
    /must be false if "properties" lists the members/,
  ),
]

let root: string
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'workbench-lint-'))
})
afterAll(() => {
  rmSync(root, { recursive: true, force: true })
})

function problemsIn(files: Readonly<Record<string, unknown>>): SchemaProblem[] {
  const directory = mkdtempSync(join(root, 'schemas-'))
  for (const [name, content] of Object.entries(files))
    writeFileSync(join(directory, name), typeof content === 'string' ? content : JSON.stringify(content))
  return lintContracts(openContracts({ directory }))
}

const file = 'memo.v1.schema.json'

const note = edited(memo, [
  set('/$id', 'note.v1.schema.json'),
  set('/properties/schema/const', 'note.v1'),
  set('/properties/memo', { $ref: file }),
])

describe('lintContracts()', () => {
  it('reports no problem in the packaged contracts', () => {
    expect(contracts.list()).not.toEqual([])
    expect(lintContracts(contracts)).toEqual([])
  })

  it('reports no problem in a contract that satisfies every rule', () => {
    expect(problemsIn({ [file]: memo })).toEqual([])
  })

  it('reports no problem in a pattern if all texts are short', () => {
    const short = set('/properties/producedBy', {
      ...memo.properties.producedBy,
      pattern: SLOW,
      maxLength: 100,
    })
    expect(problemsIn({ [file]: edited(memo, [short]) })).toEqual([])
  })

  it('reports no problem in an empty directory', () => {
    expect(problemsIn({})).toEqual([])
  })

  it.each(cases)(
    'reports a contract that violates the rule: $rule',
    ({ edits, pointer, keyword, message }) => {
      expect(problemsIn({ [file]: edited(memo, edits) })).toEqual([
        { file, pointer, keyword, message: expect.stringMatching(message) as string },
      ])
    },
  )

  it('reports all violated rules of the schema {}', () => {
    const locations = problemsIn({ [file]: {} }).map(({ pointer }) => pointer)
    expect(locations).toEqual([
      '/$schema',
      '/$id',
      '/title',
      '/description',
      '/type',
      '/properties/schema/const',
      '/properties/producedBy/type',
      '/required',
      '/required',
      '/properties',
    ])
  })

  it.each([
    'Memo.v1.schema.json',
    'memo.schema.json',
    'memo.v0.schema.json',
    'memo.v01.schema.json',
    'a_b.v1.schema.json',
  ])('rejects the file name %s', (name) => {
    expect(problemsIn({ [name]: memo })).toEqual([
      { file: name, pointer: '', message: expect.stringContaining('<noun>.v<major>.schema.json') as string },
    ])
  })

  it.each([
    ['[]', /must be a schema/],
    ['{', /line 1, column 2/],
    ['{"type":"object","type":"object"}', /line 1, column 18/],
  ])('reports the problem of a file with the content %s', (content, message) => {
    expect(problemsIn({ [file]: content })).toEqual([
      { file, pointer: '', message: expect.stringMatching(message) as string },
    ])
  })

  it('attributes the problem to the invalid contract, not to one that refers to it', () => {
    const problems = problemsIn({
      [file]: edited(memo, [set('/properties/notes/minProperties', 1)]),
      'note.v1.schema.json': note,
    })
    expect(problems.length).toBeGreaterThan(0)
    expect(problems.map((problem) => `${problem.file}#${problem.pointer}`)).not.toContainEqual(
      expect.stringMatching(/^note/),
    )
    expect(problems[0]).toMatchObject({
      file,
      pointer: '/properties/notes/minProperties',
      keyword: 'minProperties',
    })
  })

  it('reports a problem once if other contracts refer to the invalid one', () => {
    const problems = problemsIn({
      [file]: edited(memo, [set('/properties/notes/minProperties', 1)]),
      'note.v1.schema.json': note,
    })
    expect(problems).toHaveLength(1)
  })

  it('reports problems of two contracts, one of which refers to the other', () => {
    const locations = problemsIn({
      [file]: edited(memo, [remove('/title')]),
      'note.v1.schema.json': edited(note, [remove('/description')]),
    })
    expect(locations.map((problem) => `${problem.file}#${problem.pointer}`)).toEqual([
      'memo.v1.schema.json#/title',
      'note.v1.schema.json#/description',
    ])
  })

  it('reports schema problems of an invalid contract, and convention problems of valid ones', () => {
    const problems = problemsIn({
      [file]: edited(memo, [set('/properties/notes/minProperties', 1), remove('/title')]),
      'report.v1.schema.json': {},
    })
    expect(problems.filter((problem) => problem.file === file).map(({ pointer }) => pointer)).toEqual([
      '/properties/notes/minProperties',
    ])
    expect(problems.filter((problem) => problem.file === 'report.v1.schema.json')).toHaveLength(10)
  })
})
