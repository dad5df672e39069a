import type { Edit, Place } from './edits.ts'
import type { Schema } from './schemas.ts'

/** Somewhere that a schema can stand, in the schema of a whole artifact. */
export interface Setting {
  readonly name: string
  /** Where the value stands in the artifact, and the schema in its file. */
  readonly path: string
  readonly pointer: string
  readonly file?: string
  readonly around: (schema: Schema) => {
    readonly schema: Schema
    readonly schemas?: Readonly<Record<string, Schema>>
  }
}

const closed = { type: 'object', additionalProperties: false }

export const settings: readonly Setting[] = [
  { name: 'at the root', path: '', pointer: '', around: (schema) => ({ schema }) },
  {
    name: 'in a member',
    path: '/m',
    pointer: '/properties/m',
    around: (schema) => ({ schema: { ...closed, properties: { m: schema } } }),
  },
  {
    name: 'in the items',
    path: '/0',
    pointer: '/items',
    around: (schema) => ({ schema: { type: 'array', items: schema } }),
  },
  {
    name: 'in the items of a member of which there must be two',
    path: '/m/0',
    pointer: '/properties/m/items',
    around: (schema) => ({
      schema: {
        ...closed,
        required: ['m'],
        properties: { m: { type: 'array', minItems: 2, items: schema } },
      },
    }),
  },
  {
    name: 'behind a $ref',
    path: '/m',
    pointer: '/$defs/m',
    around: (schema) => ({
      schema: { ...closed, properties: { m: { $ref: '#/$defs/m' } }, $defs: { m: schema } },
    }),
  },
  {
    name: 'behind a $ref to another file',
    path: '/m',
    pointer: '',
    file: 'm.v1.schema.json',
    around: (schema) => ({
      schema: { ...closed, properties: { m: { $ref: 'm.v1.schema.json' } } },
      schemas: { 'm.v1.schema.json': schema },
    }),
  },
  {
    name: 'inside a recursion',
    path: '/value',
    pointer: '/$defs/tree/properties/value',
    around: (schema) => ({
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
    around: (schema) => ({
      schema: {
        type: 'object',
        properties: { id: { type: 'string' } },
        required: ['id'],
        additionalProperties: schema,
      },
    }),
  },
  {
    name: 'in a then',
    path: '/m',
    pointer: '/then/properties/m',
    around: (schema) => ({
      schema: {
        ...closed,
        properties: { on: { type: 'boolean' }, m: {} },
        if: { properties: { on: { const: true } }, required: ['on'] },
        then: { properties: { m: schema } },
      },
    }),
  },
]

/** The edit, made where the setting says. */
export function placed({ name, before, after, verdict, expected = [] }: Edit, setting: Setting): Edit {
  const { path, pointer, file, around } = setting
  const [old, young] = [around(before), around(after)]
  const lifted = (place: Place): Place => ({
    path: path + place.path,
    rule: `${file === undefined ? '' : `${file}#`}${pointer}${place.rule}`,
  })
  return {
    name: `${name}, ${setting.name}`,
    before: old.schema,
    after: young.schema,
    ...(old.schemas && { schemas: old.schemas }),
    ...(young.schemas && { schemasAfter: young.schemas }),
    verdict,
    expected: expected.map(lifted),
  }
}
