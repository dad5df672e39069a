import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { lintContracts, openContracts, type SchemaProblem } from '@workbench/contracts'

import { contracts } from '../rules/artifacts.ts'
import { type Edit, edited } from '../rules/edit.ts'

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

/** One rule broken, and where the problem is. */
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

const described = /must be there: what the member means/
const closed = /must be false where members are listed/

const cases: readonly Case[] = [
  broken('the draft is named', [remove('/$schema')], '/$schema', /must be "https.*2020-12/),
  broken(
    'the draft is 2020-12',
    [set('/$schema', 'https://json-schema.org/draft/2019-09/schema')],
    '/$schema',
    /must be "https.*2020-12/,
  ),
  broken('the id is there', [remove('/$id')], '/$id', /must be there, and end with "memo\.v1\.schema\.json"/),
  broken(
    'the id is that of the file',
    [set('/$id', 'https://example.org/note.v1.schema.json')],
    '/$id',
    /must end with the name of its file/,
  ),
  broken('there is a title', [remove('/title')], '/title', /must be there/),
  broken('the title is a text', [set('/title', 1)], '/title', /must be a string/),
  broken('there is a description', [remove('/description')], '/description', /must be there/),
  broken('an artifact is an object', [set('/type', 'array')], '/type', /must be "object"/),
  broken('an artifact is an object only', [set('/type', ['object', 'null'])], '/type', /must be "object"/),
  broken('the type is there', [remove('/type')], '/type', /must be "object"/),
  broken(
    'schema is the id',
    [set('/properties/schema/const', 'memo.v2')],
    '/properties/schema/const',
    /must be the id of its contract, "memo\.v1"/,
  ),
  broken(
    'schema has one value',
    [set('/properties/schema', { type: 'string', description: 'The contract.' })],
    '/properties/schema/const',
    /must be "memo\.v1"/,
  ),
  broken(
    'schema is listed',
    [remove('/properties/schema')],
    '/properties/schema/const',
    /must be "memo\.v1"/,
  ),
  broken(
    'producedBy is a text',
    [set('/properties/producedBy/type', ['string', 'null'])],
    '/properties/producedBy/type',
    /must be "string"/,
  ),
  broken(
    'producedBy is listed',
    [remove('/properties/producedBy')],
    '/properties/producedBy/type',
    /must be "string"/,
  ),
  broken('schema is required', [set('/required', ['producedBy'])], '/required', /must list "schema"/),
  broken('producedBy is required', [set('/required', ['schema'])], '/required', /must list "producedBy"/),
  broken('the artifact is closed', [remove('/additionalProperties')], '/additionalProperties', closed),
  broken(
    'the artifact is closed, not open',
    [set('/additionalProperties', true)],
    '/additionalProperties',
    closed,
  ),
  broken(
    'the artifact is closed, not half closed',
    [set('/additionalProperties', { type: 'string' })],
    '/additionalProperties',
    closed,
  ),
  broken(
    'objects in it are closed',
    [remove('/properties/place/additionalProperties')],
    '/properties/place/additionalProperties',
    closed,
  ),
  broken(
    'objects in its items are closed',
    [remove('/properties/sections/items/additionalProperties')],
    '/properties/sections/items/additionalProperties',
    closed,
  ),
  broken(
    'objects in its definitions are closed',
    [set('/$defs/text/additionalProperties', true)],
    '/$defs/text/additionalProperties',
    closed,
  ),
  broken(
    'objects by name are closed',
    [remove('/properties/figures/additionalProperties/additionalProperties')],
    '/properties/figures/additionalProperties/additionalProperties',
    closed,
  ),
  broken(
    'members are described',
    [remove('/properties/notes/description')],
    '/properties/notes/description',
    described,
  ),
  broken(
    'members of members are described',
    [remove('/properties/place/properties/room/description')],
    '/properties/place/properties/room/description',
    described,
  ),
  broken(
    'members of items are described',
    [remove('/properties/sections/items/properties/heading/description')],
    '/properties/sections/items/properties/heading/description',
    described,
  ),
  broken(
    'members of definitions are described',
    [remove('/$defs/text/properties/words/description')],
    '/$defs/text/properties/words/description',
    described,
  ),
  broken(
    'members of objects by name are described',
    [remove('/properties/figures/additionalProperties/properties/unit/description')],
    '/properties/figures/additionalProperties/properties/unit/description',
    described,
  ),
  broken(
    'a member that may be anything is described',
    [set('/properties/extra', true)],
    '/properties/extra/description',
    described,
  ),
  broken(
    'a name that is no word is written as a pointer',
    [set('/properties/a~1b', {})],
    '/properties/a~1b/description',
    described,
  ),
  broken(
    'a keyword is one of JSON Schema',
    [set('/properties/notes/minProperty', 1)],
    '/properties/notes/minProperty',
    /is no keyword/,
  ),
  broken(
    'a keyword is supported',
    [set('/properties/producedBy/minLength', 1)],
    '/properties/producedBy/minLength',
    /outside the supported subset/,
  ),
  broken(
    'a keyword is well formed',
    [set('/properties/producedBy/maxLength', -1)],
    '/properties/producedBy/maxLength',
    /must be/,
  ),
  broken(
    'a reference leads to a schema',
    [set('/properties/text/$ref', '#/$defs/words')],
    '/properties/text/$ref',
    /no schema stands/,
  ),
  broken(
    'a reference leads to a file',
    [set('/properties/text/$ref', 'words.v1.schema.json')],
    '/properties/text/$ref',
    /there is no such schema/,
  ),
]

function problemsIn(files: Readonly<Record<string, unknown>>): SchemaProblem[] {
  const directory = mkdtempSync(join(tmpdir(), 'workbench-lint-'))
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
  it('finds nothing to mend in the eleven contracts', () => {
    expect(contracts.list()).toHaveLength(11)
    expect(lintContracts(contracts)).toEqual([])
  })

  it('finds nothing to mend in a contract that keeps every rule', () => {
    expect(problemsIn({ [file]: memo })).toEqual([])
  })

  it('has nothing to say of an empty directory', () => {
    expect(problemsIn({})).toEqual([])
  })

  it.each(cases)('asks that $rule', ({ edits, pointer, keyword, message }) => {
    expect(problemsIn({ [file]: edited(memo, edits) })).toEqual([
      { file, pointer, keyword, message: expect.stringMatching(message) as string },
    ])
  })

  it('asks every rule of a contract at once', () => {
    const places = problemsIn({ [file]: {} }).map(({ pointer }) => pointer)
    expect(places).toEqual([
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
  ])('asks for a better name than %s', (name) => {
    expect(problemsIn({ [name]: memo })).toEqual([
      { file: name, pointer: '', message: expect.stringContaining('<noun>.v<major>.schema.json') as string },
    ])
  })

  it.each([
    ['[]', /must be a schema/],
    ['{', /line 1, column 2/],
    ['{"type":"object","type":"object"}', /line 1, column 18/],
  ])('tells of the file %s', (content, message) => {
    expect(problemsIn({ [file]: content })).toEqual([
      { file, pointer: '', message: expect.stringMatching(message) as string },
    ])
  })

  it('blames a broken contract, and not one that refers to it', () => {
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

  it('says once what is broken, however many contracts refer to it', () => {
    const problems = problemsIn({
      [file]: edited(memo, [set('/properties/notes/minProperties', 1)]),
      'note.v1.schema.json': note,
    })
    expect(problems).toHaveLength(1)
  })

  it('tells of each of two contracts, of which one refers to the other', () => {
    const places = problemsIn({
      [file]: edited(memo, [remove('/title')]),
      'note.v1.schema.json': edited(note, [remove('/description')]),
    })
    expect(places.map((problem) => `${problem.file}#${problem.pointer}`)).toEqual([
      'memo.v1.schema.json#/title',
      'note.v1.schema.json#/description',
    ])
  })

  it('tells of a broken contract what is broken, and of the others what is missing', () => {
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
