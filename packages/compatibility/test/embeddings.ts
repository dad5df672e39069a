import type { Edit } from './edit.ts'
import type { Schema } from '@workbench/test-support/schemas/arbitrary-schemas'

/** A way to embed a schema in the schema of a whole artifact. */
interface Embedding {
  readonly name: string
  /** JSON Pointer to the value in the artifact. */
  readonly path: string
  /** JSON Pointer to the embedded schema in its file. */
  readonly pointer: string
  readonly file?: string
  readonly wrap: (schema: Schema) => {
    readonly schema: Schema
    readonly schemas?: Readonly<Record<string, Schema>>
  }
}

const closed = { type: 'object', additionalProperties: false }

export const embeddings: readonly Embedding[] = [
  { name: 'at the root', path: '', pointer: '', wrap: (schema) => ({ schema }) },
  {
    name: 'in a member',
    path: '/m',
    pointer: '/properties/m',
    wrap: (schema) => ({ schema: { ...closed, properties: { m: schema } } }),
  },
  {
    name: 'in items',
    path: '/0',
    pointer: '/items',
    wrap: (schema) => ({ schema: { type: 'array', items: schema } }),
  },
  {
    name: 'in items of a member with minItems 2',
    path: '/m/0',
    pointer: '/properties/m/items',
    wrap: (schema) => ({
      schema: {
        ...closed,
        required: ['m'],
        properties: { m: { type: 'array', minItems: 2, items: schema } },
      },
    }),
  },
  {
    name: 'referenced with $ref',
    path: '/m',
    pointer: '/$defs/m',
    wrap: (schema) => ({
      schema: { ...closed, properties: { m: { $ref: '#/$defs/m' } }, $defs: { m: schema } },
    }),
  },
  {
    name: 'referenced with $ref in another file',
    path: '/m',
    pointer: '',
    file: 'm.v1.schema.json',
    wrap: (schema) => ({
      schema: { ...closed, properties: { m: { $ref: 'm.v1.schema.json' } } },
      schemas: { 'm.v1.schema.json': schema },
    }),
  },
  {
    name: 'in a recursive schema',
    path: '/value',
    pointer: '/$defs/tree/properties/value',
    wrap: (schema) => ({
      schema: {
        $ref: '#/$defs/tree',
        $defs: {
          tree: {
            ...closed,
            properties: { children: { type: 'array', items: { $ref: '#/$defs/tree' } }, value: schema },
          },
        },
      },
    }),
  },
  {
    name: 'in additionalProperties',
    path: '/other',
    pointer: '/additionalProperties',
    wrap: (schema) => ({
      schema: {
        type: 'object',
        properties: { id: { type: 'string' } },
        required: ['id'],
        additionalProperties: schema,
      },
    }),
  },
  {
    name: 'in then',
    path: '/m',
    pointer: '/then/properties/m',
    wrap: (schema) => ({
      schema: {
        ...closed,
        properties: { on: { type: 'boolean' }, m: {} },
        if: { properties: { on: { const: true } }, required: ['on'] },
        then: { properties: { m: schema } },
      },
    }),
  },
]

/** The same edit of an embedded schema. */
export function embedded({ name, before, after, verdict, expected = [] }: Edit, embedding: Embedding): Edit {
  const { path, pointer, file, wrap } = embedding
  const [old, current] = [wrap(before), wrap(after)]
  const fileAndHash = file === undefined ? '' : `${file}#`
  return {
    name: `${name}, ${embedding.name}`,
    before: old.schema,
    after: current.schema,
    ...(old.schemas && { schemas: old.schemas }),
    ...(current.schemas && { schemasAfter: current.schemas }),
    verdict,
    expected: expected.map((location) => ({
      path: path + location.path,
      rule: `${fileAndHash}${pointer}${location.rule}`,
    })),
  }
}
