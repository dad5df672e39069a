import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { ContractProject } from './project.ts'
import { workbench } from '../support/run-workbench.ts'
import { temporaryDirectory } from '../support/temporary-directory.ts'

const HEAD = `/* eslint-disable */
// Made from the contract files by \`workbench contracts types\`; edit those instead.

`

/** Without it, TypeScript does not find the module of the augmentation. */
const NO_IMPORT = "import type { } from '@workbench/contracts'\n\n"

/** The augmentation of the library's types for one contract. */
const augmentation = (id: string, name: string) => `
declare module '@workbench/contracts' {
  interface ContractTypes {
    '${id}': ${name}
  }
}
`

describe('workbench contracts types', () => {
  const types = (project: ContractProject, ...args: readonly string[]) =>
    workbench(['contracts', 'types', '--schemas', 'schemas', ...args], { cwd: project.root })

  /** The declarations of one contract. */
  async function declarations(schema: object, id = 'note.v1', name = 'NoteV1'): Promise<string> {
    const project = new ContractProject([])
    project.write(id, schema)
    const { status, stdout, stderr } = await types(project)
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(stdout.startsWith(HEAD)).toBe(true)
    expect(stdout.endsWith(augmentation(id, name))).toBe(true)
    return stdout.slice(HEAD.length, -augmentation(id, name).length).replace(NO_IMPORT, '')
  }

  const property = async (schema: unknown): Promise<string> => {
    const text = await declarations({
      type: 'object',
      properties: { m: schema },
      required: ['m'],
      additionalProperties: false,
    })
    return /^export interface NoteV1 \{\n {2}m: ([^]*)\n\}\n$/m.exec(text)?.[1] ?? text
  }

  it('declares the members with their descriptions', async () => {
    const schema = {
      description: 'A note.',
      type: 'object',
      required: ['schema', 'a-b'],
      properties: {
        schema: { const: 'note.v1', description: 'The contract.' },
        'a-b': { type: 'integer' },
        old: { type: 'string', deprecated: true, description: 'In\n two lines.' },
        gone: false,
        any: true,
        inner: {
          type: 'object',
          properties: { x: { type: 'array', items: { type: ['string', 'null'] } } },
        },
      },
      additionalProperties: false,
    }
    expect(await declarations(schema)).toBe(`/** A note. */
export interface NoteV1 {
  /** The contract. */
  schema: "note.v1"
  "a-b": number
  /** In two lines. */
  old?: string
  gone?: never
  any?: unknown
  inner?: {
    x?: (string | null)[]
    [name: string]: unknown
  }
}
`)
  })

  it.each([
    [{}, 'unknown'],
    [{ properties: { x: { type: 'string' } } }, 'unknown'],
    [{ type: ['integer', 'number', 'boolean'] }, 'number | boolean'],
    [{ type: 'array' }, 'unknown[]'],
    [
      { type: 'array', items: { type: 'array', items: { enum: [1, 'a', null, 1] } } },
      '((1 | "a" | null)[])[]',
    ],
    [{ enum: [[1, { a: -1.5 }], true], type: 'array' }, 'unknown'],
    [{ type: 'object', additionalProperties: { type: 'string' } }, '{\n    [name: string]: string\n  }'],
    [{ type: 'object', additionalProperties: false }, '{}'],
    [{ type: 'object' }, '{\n    [name: string]: unknown\n  }'],
    [{ $ref: 'finding.v1.schema.json' }, 'FindingV1'],
    [{ $ref: 'finding.v1.schema.json', const: { a: 1 } }, 'FindingV1'],
    [{ type: 'string', pattern: '^a', maxLength: 2 }, 'string'],
  ])('has a type that accepts what %j accepts', async (schema, type) => {
    expect(await property(schema)).toBe(type)
  })

  it('declares what a $ref refers to once, also if it is recursive or of another file', async () => {
    const schema = {
      type: 'object',
      properties: {
        tree: { $ref: '#/$defs/tree' },
        again: { $ref: '#/$defs/tree' },
        self: { $ref: '#' },
        severity: { $ref: './finding.v1.schema.json#/properties/severity' },
        escaped: { $ref: '#/$defs/a~1b%20c' },
      },
      $defs: {
        tree: { type: 'object', additionalProperties: { $ref: '#/$defs/tree' } },
        'a/b c': { type: 'string' },
      },
      additionalProperties: false,
    }
    expect(await declarations(schema)).toBe(`export interface NoteV1 {
  tree?: NoteV1Tree
  again?: NoteV1Tree
  self?: NoteV1
  severity?: FindingV1Severity
  escaped?: NoteV1ABC
}

export interface NoteV1Tree {
  [name: string]: NoteV1Tree
}

/** How bad the harm is. */
export type FindingV1Severity = "critical" | "high" | "medium" | "low" | "info"

export type NoteV1ABC = string
`)
  })

  it('imports the types of built-in contracts that it refers to', async () => {
    const schema = { type: 'object', properties: { f: { $ref: 'finding.v1.schema.json' } } }
    expect(await declarations(schema)).toContain(
      "import type { FindingV1 } from '@workbench/contracts'\n\nexport interface NoteV1 {\n  f?: FindingV1\n",
    )
  })

  it('gives contracts with similar ids different names', async () => {
    const project = new ContractProject([])
    for (const id of ['x-1.v1', 'x1.v1', 'x-v1.v1']) project.write(id, { type: 'object' })
    const { stdout } = await types(project)
    expect(stdout.match(/(?<=^export interface )\w+/gm)).toEqual(['X_1V1', 'XV1V1', 'X1V1'])
  })

  it('text of a contract does not end a comment, a string or a line', async () => {
    const hostile = '*/ x /* \u2028\u202e"\\\n\u0000'
    const text = await declarations({
      description: hostile,
      type: 'object',
      properties: { [hostile]: { enum: [hostile] } },
      additionalProperties: false,
    })
    const escaped = String.raw`"*/ x /* \u2028\u202e\"\\\n\u0000"`
    expect(text).toBe(
      String.raw`/** *\/ x /* \u202e"\ \u0000 */`.concat(`
export interface NoteV1 {
  ${escaped}?: ${escaped}
}
`),
    )
  })

  it('writes a file, again after a change, but not over another one', async () => {
    const project = new ContractProject([])
    project.write('note.v1', { type: 'object' })
    const file = join(project.root, 'types', 'own.ts')
    expect(await types(project, '--out', 'types/own.ts')).toEqual({
      status: 0,
      stdout: 'types of 1 contract in types/own.ts\n',
      stderr: '',
    })
    project.write('note.v1', { type: 'array' })
    await types(project, '--out', 'types/own.ts')
    expect(readFileSync(file, 'utf8')).toBe((await types(project)).stdout)
    expect(readFileSync(file, 'utf8')).toContain('export type NoteV1 = unknown[]')
    writeFileSync(file, 'export {}')
    const { status, stdout, stderr } = await types(project, '--out', 'types/own.ts')
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(stderr).toContain('types/own.ts was not made by this command')
    expect(readFileSync(file, 'utf8')).toBe('export {}')
  })

  it('does not change the type of a built-in contract that is hidden, and says so', async () => {
    const project = new ContractProject(['finding.v1'])
    const { status, stdout, stderr } = await types(project)
    expect(status).toBe(0)
    expect(stdout).toContain('export interface FindingV1 {')
    expect(stdout).not.toContain('declare module')
    expect(stderr).toBe('workbench: get() keeps the built-in types of finding.v1: import the written ones\n')
  })

  it.each([
    ['there are none', [], 'This project has no contracts of its own'],
    ['the directory is empty', ['--schemas', '.'], 'There are no contract files'],
    ['the file has no name', ['--schemas', 'broken', '--out', ''], 'empty'],
  ])('exits with 2 if %s', async (_, args, message) => {
    const { status, stdout, stderr } = await workbench(['contracts', 'types', ...args], {
      cwd: temporaryDirectory(),
    })
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(stderr).toContain(message)
  })

  it('exits with 2 and writes nothing if a contract cannot be used', async () => {
    const project = new ContractProject([])
    project.write('note.v1', { oneOf: [] })
    const { status, stdout, stderr } = await types(project)
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(stderr).toContain('note.v1.schema.json#/oneOf')
  })
})
