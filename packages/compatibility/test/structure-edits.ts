import { breaking, compatible, type Edit, type Files, unknown } from './edit.ts'

const string = { type: 'string' }
const number = { type: 'number' }
const integer = { type: 'integer' }
const object = { type: 'object' }
const closed = { type: 'object', additionalProperties: false }
const ref = (name: string) => ({ $ref: name })
const def = (name: string) => ref(`#/$defs/${name}`)

const inFiles = (edit: Edit, schemas: Files, schemasAfter: Files = schemas): Edit => ({
  ...edit,
  schemas,
  schemasAfter,
})

const references: readonly Edit[] = [
  compatible(
    'inline schema moved to $defs',
    { ...closed, properties: { a: string } },
    { ...closed, properties: { a: def('a') }, $defs: { a: string } },
  ),
  compatible(
    '$ref replaced by an inline schema',
    { ...closed, properties: { a: def('a') }, $defs: { a: string } },
    { ...closed, properties: { a: string } },
  ),
  breaking(
    'inline schema replaced by a tighter $ref',
    { ...closed, properties: { a: number } },
    { ...closed, properties: { a: def('a') }, $defs: { a: integer } },
    ['/a', '/$defs/a/type'],
  ),
  breaking(
    '$ref replaced by a tighter inline schema',
    { ...closed, properties: { a: def('a') }, $defs: { a: number } },
    { ...closed, properties: { a: integer } },
    ['/a', '/properties/a/type'],
  ),
  compatible(
    '$defs renamed',
    { items: def('a'), $defs: { a: string } },
    { items: def('b'), $defs: { b: string } },
  ),
  compatible(
    'two $defs swapped together with their $ref',
    { items: def('a'), $defs: { a: string, b: number } },
    { items: def('b'), $defs: { a: number, b: string } },
  ),
  breaking(
    'two $defs swapped under the same $ref',
    { items: def('a'), $defs: { a: string, b: number } },
    { items: def('a'), $defs: { a: number, b: string } },
    ['/0', '/$defs/a/type'],
  ),
  compatible(
    'unreferenced $defs tightened',
    { ...string, $defs: { a: {} } },
    { ...string, $defs: { a: number } },
  ),
  compatible('unreferenced $defs removed', { ...string, $defs: { a: number } }, string),
  breaking(
    '$ref changed to a tighter definition',
    { items: def('a'), $defs: { a: number, b: integer } },
    { items: def('b'), $defs: { a: number, b: integer } },
    ['/0', '/$defs/b/type'],
  ),
  compatible(
    '$ref changed to a looser definition',
    { items: def('b'), $defs: { a: number, b: integer } },
    { items: def('a'), $defs: { a: number, b: integer } },
  ),
  breaking(
    'sibling keyword of $ref added',
    { items: def('a'), $defs: { a: string } },
    { items: { ...def('a'), maxLength: 2 }, $defs: { a: string } },
    ['/0', '/items/maxLength'],
  ),
  compatible(
    'sibling keyword of $ref removed',
    { items: { ...def('a'), maxLength: 2 }, $defs: { a: string } },
    { items: def('a'), $defs: { a: string } },
  ),
  compatible(
    'redundant sibling keyword of $ref added',
    { items: def('a'), $defs: { a: { ...string, maxLength: 2 } } },
    { items: { ...def('a'), maxLength: 3 }, $defs: { a: { ...string, maxLength: 2 } } },
  ),
  compatible(
    '$ref with siblings merged into one schema',
    { ...def('a'), maxLength: 2, $defs: { a: { ...string, pattern: '^a' } } },
    { ...string, pattern: '^a', maxLength: 2 },
  ),
  compatible(
    'one schema split with $ref',
    { ...string, pattern: '^a', maxLength: 2 },
    { ...def('a'), maxLength: 2, $defs: { a: { ...def('b'), pattern: '^a' }, b: string } },
  ),
  breaking(
    '$ref added beside properties',
    { ...object, properties: { a: string } },
    { ...def('a'), ...object, properties: { a: string }, $defs: { a: { required: ['a'] } } },
    ['/a', '/$defs/a/required'],
  ),
  compatible(
    'required added that the referenced schema already has',
    { ...def('a'), $defs: { a: { ...object, required: ['a'] } } },
    { ...def('a'), required: ['a'], $defs: { a: { ...object, required: ['a'] } } },
  ),
  compatible(
    '$ref and sibling that only one number satisfies, to const',
    { ...def('a'), minimum: 3, $defs: { a: { ...integer, maximum: 3 } } },
    { const: 3 },
  ),
  compatible(
    '$ref and sibling that nothing satisfies, to null',
    { ...def('a'), minimum: 4, $defs: { a: { ...integer, maximum: 3 } } },
    { type: 'null' },
  ),
  compatible(
    '$ref with a closed sibling merged into one schema',
    { ...def('a'), ...closed, properties: { a: {} }, $defs: { a: { properties: { a: string } } } },
    { ...closed, properties: { a: string } },
  ),
  breaking(
    'schema beside $ref closed',
    { ...def('a'), $defs: { a: { ...object, properties: { a: string, b: string } } } },
    {
      ...def('a'),
      ...closed,
      properties: { a: {} },
      $defs: { a: { ...object, properties: { a: string, b: string } } },
    },
    ['/b', '/additionalProperties'],
    ['/other', '/additionalProperties'],
  ),
  compatible(
    'chain of $ref shortened',
    { ...def('a'), $defs: { a: def('b'), b: def('c'), c: string } },
    { ...def('c'), $defs: { c: string } },
  ),
  breaking(
    'end of a chain of $ref tightened',
    { ...def('a'), $defs: { a: def('b'), b: def('c'), c: number } },
    { ...def('a'), $defs: { a: def('b'), b: def('c'), c: integer } },
    ['', '/$defs/c/type'],
  ),
  compatible(
    '$ref to a member replaced by an inline schema',
    { ...closed, properties: { a: string, b: ref('#/properties/a') } },
    { ...closed, properties: { a: string, b: string } },
  ),
  breaking(
    'member that another one refers to, tightened',
    { ...closed, properties: { a: string, b: ref('#/properties/a') } },
    { ...closed, properties: { a: { ...string, maxLength: 3 }, b: ref('#/properties/a') } },
    ['/a', '/properties/a/maxLength'],
    ['/b', '/properties/a/maxLength'],
  ),
  compatible(
    '$ref with percent-encoding removed',
    { items: ref('#/$defs/a%20b'), $defs: { 'a b': string } },
    { items: ref('#/$defs/a b'), $defs: { 'a b': string } },
  ),
]

const otherFiles: readonly Edit[] = [
  inFiles(compatible('inline schema moved to another file', { items: string }, { items: ref('t.json') }), {
    't.json': string,
  }),
  inFiles(
    compatible(
      '$ref to another file replaced by an inline schema',
      { items: ref('t.json') },
      { items: string },
    ),
    {
      't.json': string,
    },
  ),
  inFiles(
    compatible(
      'member moved to $defs of another file',
      { ...closed, properties: { a: { ...string, maxLength: 3 } } },
      { ...closed, properties: { a: ref('t.json#/$defs/short') } },
    ),
    {
      't.json': { $defs: { short: { ...string, maxLength: 3 } } },
    },
  ),
  inFiles(
    breaking(
      'member moved to tighter $defs of another file',
      { ...closed, properties: { a: string } },
      { ...closed, properties: { a: ref('t.json#/$defs/short') } },
      ['/a', 't.json#/$defs/short/maxLength'],
    ),
    { 't.json': { $defs: { short: { ...string, maxLength: 3 } } } },
  ),
  inFiles(
    breaking('referenced file tightened', { items: ref('t.json') }, { items: ref('t.json') }, [
      '/0',
      't.json#/type',
    ]),
    { 't.json': number },
    { 't.json': integer },
  ),
  inFiles(
    compatible('referenced file loosened', { items: ref('t.json') }, { items: ref('t.json') }),
    { 't.json': integer },
    { 't.json': number },
  ),
  inFiles(
    compatible('unreferenced file tightened', { items: string }, { items: string }),
    { 't.json': number },
    { 't.json': integer },
  ),
  inFiles(
    compatible('referenced file renamed', { items: ref('t.json') }, { items: ref('u.json') }),
    { 't.json': string },
    { 'u.json': string },
  ),
  inFiles(
    compatible(
      './ added to the name of a referenced file',
      { items: ref('t.json') },
      { items: ref('./t.json') },
    ),
    {
      't.json': string,
      './t.json': string,
    },
  ),
  inFiles(
    breaking('file referenced by a referenced file tightened', ref('t.json'), ref('t.json'), [
      '/a',
      'u.json#/maxLength',
    ]),
    { 't.json': { ...object, properties: { a: ref('u.json') } }, 'u.json': string },
    { 't.json': { ...object, properties: { a: ref('u.json') } }, 'u.json': { ...string, maxLength: 1 } },
  ),
  inFiles(
    compatible('recursion over two files merged into one file', ref('t.json'), {
      ...closed,
      properties: { next: ref('#') },
    }),
    {
      't.json': { ...closed, properties: { next: ref('u.json') } },
      'u.json': { ...closed, properties: { next: ref('t.json') } },
    },
  ),
  inFiles(
    breaking('second of two mutually recursive files tightened', ref('t.json'), ref('t.json'), [
      '/next/value',
      'u.json#/properties/value/type',
    ]),
    {
      't.json': { ...closed, properties: { next: ref('u.json'), value: number } },
      'u.json': { ...closed, properties: { next: ref('t.json'), value: number } },
    },
    {
      't.json': { ...closed, properties: { next: ref('u.json'), value: number } },
      'u.json': { ...closed, properties: { next: ref('t.json'), value: integer } },
    },
  ),
]

const list = (value: object, next: object = ref('#')) => ({ ...closed, properties: { value, next } })

/** Three mutually recursive definitions that the root refers to in two places; `m` contains the schema. */
const crossing = (schema: object) => ({
  ...closed,
  properties: { a: def('l'), c: def('q') },
  $defs: {
    l: { ...closed, properties: { n: def('m') } },
    m: { ...closed, properties: { q: def('q'), s: schema } },
    q: { ...closed, properties: { l: def('l') } },
  },
})

const recursion: readonly Edit[] = [
  compatible(
    'recursive schema unrolled once',
    list(string),
    list(string, { ...closed, properties: { value: string, next: ref('#') } }),
  ),
  compatible(
    'unrolled recursive schema rolled up',
    list(string, { ...closed, properties: { value: string, next: ref('#') } }),
    list(string),
  ),
  compatible('recursion replaced by two mutually recursive $defs', list(string), {
    ...def('a'),
    $defs: { a: list(string, def('b')), b: list(string, def('a')) },
  }),
  breaking(
    'unrolled recursive schema tightened at its second level',
    list(number),
    list(number, { ...closed, properties: { value: integer, next: ref('#') } }),
    ['/next/value', '/properties/next/properties/value/type'],
  ),
  breaking(
    'unrolled recursive schema tightened at its first level',
    list(number),
    list(integer, list(number)),
    ['/value', '/properties/value/type'],
    ['/next/next/value', '/properties/value/type'],
  ),
  breaking(
    'recursive member replaced by a closed object',
    list(string),
    list(string, closed),
    ['/next/value', '/properties/next/additionalProperties'],
    ['/next/next', '/properties/next/additionalProperties'],
  ),
  compatible('closed object replaced by a recursive member', list(string, closed), list(string)),
  compatible('recursive closed object opened', list(string), {
    ...object,
    properties: { value: string, next: ref('#') },
  }),
  breaking(
    'recursive open object closed',
    { ...object, properties: { next: ref('#') } },
    { ...closed, properties: { next: ref('#') } },
    ['/other', '/additionalProperties'],
  ),
  compatible(
    'recursion that no finite value satisfies',
    { ...object, required: ['next'], properties: { next: ref('#') } },
    { type: 'null' },
  ),
  compatible(
    'mutual recursion that no finite value satisfies',
    {
      ...def('a'),
      $defs: {
        a: { ...object, required: ['b'], properties: { b: def('b') } },
        b: { type: 'array', minItems: 1, items: def('a') },
      },
    },
    { const: 1 },
  ),
  compatible(
    'optional member removed that no finite value satisfies',
    {
      ...closed,
      properties: { a: def('a') },
      $defs: { a: { ...object, required: ['a'], properties: { a: def('a') } } },
    },
    closed,
  ),
  breaking(
    'null removed from the type that ends a recursion',
    { type: ['object', 'null'], required: ['next'], properties: { next: ref('#') } },
    { type: 'object', required: ['next'], properties: { next: ref('#') } },
    ['', '/type'],
  ),
  breaking(
    'minItems added to the children of a tree',
    { ...object, properties: { children: { type: 'array', items: ref('#') } } },
    { ...object, properties: { children: { type: 'array', items: ref('#'), minItems: 1 } } },
    ['/children', '/properties/children/minItems'],
  ),
  compatible(
    'tree that no finite value satisfies',
    {
      ...object,
      required: ['children'],
      properties: { children: { type: 'array', items: ref('#'), minItems: 1 } },
    },
    string,
  ),
  breaking(
    'first of two mutually recursive $defs tightened',
    {
      ...closed,
      properties: { x: def('x'), y: def('y') },
      $defs: {
        x: { ...closed, properties: { y: def('y'), s: string } },
        y: { ...closed, properties: { x: def('x') } },
      },
    },
    {
      ...closed,
      properties: { x: def('x'), y: def('y') },
      $defs: {
        x: { ...closed, properties: { y: def('y'), s: { ...string, maxLength: 1 } } },
        y: { ...closed, properties: { x: def('x') } },
      },
    },
    ['/x/s', '/$defs/x/properties/s/maxLength'],
    ['/y/x/s', '/$defs/x/properties/s/maxLength'],
  ),
  breaking(
    'nested additionalProperties tightened',
    { ...object, additionalProperties: { ...object, additionalProperties: number } },
    { ...object, additionalProperties: { ...object, additionalProperties: integer } },
    ['/other/other', '/additionalProperties/additionalProperties/type'],
  ),
  breaking(
    'mutually recursive $defs with two entry points, tightened',
    crossing(string),
    crossing({ ...string, maxLength: 1 }),
    ['/a/n/s', '/$defs/m/properties/s/maxLength'],
    ['/c/l/n/s', '/$defs/m/properties/s/maxLength'],
  ),
  compatible(
    'recursive additionalProperties unrolled',
    { ...object, additionalProperties: ref('#') },
    { ...object, additionalProperties: { ...object, additionalProperties: ref('#') } },
  ),
]

const on = { properties: { on: { const: true } }, required: ['on'] }
const switched = { ...closed, properties: { on: { type: 'boolean' }, a: string, b: string } }

const ranked = {
  ...closed,
  required: ['rank'],
  properties: { rank: { enum: ['high', 'low'] }, a: string },
  if: { properties: { rank: { const: 'high' } } },
  then: { required: ['a'] },
}

const conditions: readonly Edit[] = [
  breaking('if and then added', switched, { ...switched, if: on, then: { required: ['a'] } }, [
    '/a',
    '/then/required',
  ]),
  compatible('if and then removed', { ...switched, if: on, then: { required: ['a'] } }, switched),
  breaking(
    'then tightened',
    { ...switched, if: on, then: { required: ['a'] } },
    { ...switched, if: on, then: { required: ['a', 'b'] } },
    ['/b', '/then/required'],
  ),
  compatible(
    'then loosened',
    { ...switched, if: on, then: { required: ['a', 'b'] } },
    { ...switched, if: on, then: { required: ['a'] } },
  ),
  compatible(
    'then reordered',
    { ...switched, if: on, then: { required: ['a', 'b'] } },
    { ...switched, then: { required: ['b', 'a'] }, if: on },
  ),
  breaking(
    'if widened',
    { ...switched, if: on, then: { required: ['a'] } },
    { ...switched, if: { required: ['on'] }, then: { required: ['a'] } },
    ['/a', '/then/required'],
  ),
  compatible(
    'if narrowed',
    { ...switched, if: { required: ['on'] }, then: { required: ['a'] } },
    { ...switched, if: on, then: { required: ['a'] } },
  ),
  breaking(
    'if negated',
    { ...switched, if: on, then: { required: ['a'] } },
    {
      ...switched,
      if: { properties: { on: { const: false } }, required: ['on'] },
      then: { required: ['a'] },
    },
    ['/a', '/then/required'],
  ),
  breaking(
    'required removed from if, satisfied by an absent member',
    { ...switched, if: on, then: { required: ['a'] } },
    { ...switched, if: { properties: { on: { const: true } } }, then: { required: ['a'] } },
    ['/a', '/then/required'],
  ),
  compatible('if without then added', switched, { ...switched, if: on }),
  compatible('then without if added', switched, { ...switched, then: { required: ['a'] } }),
  compatible(
    'if removed, then kept',
    { ...switched, if: on, then: { required: ['a'] } },
    { ...switched, then: { required: ['a'] } },
  ),
  breaking(
    'if added to an existing then',
    { ...switched, then: { required: ['a'] } },
    { ...switched, if: on, then: { required: ['a'] } },
    ['/a', '/then/required'],
  ),
  compatible(
    'if added that no value satisfies',
    { ...switched, properties: { ...switched.properties, on: { const: false } } },
    {
      ...switched,
      properties: { ...switched.properties, on: { const: false } },
      if: on,
      then: { required: ['a'] },
    },
  ),
  compatible(
    'if and then added, then always satisfied',
    { ...switched, required: ['a'] },
    { ...switched, required: ['a'], if: on, then: { required: ['a'] } },
  ),
  compatible(
    'required moved to then',
    { ...switched, required: ['a'] },
    { ...switched, if: on, then: { required: ['a'] } },
  ),
  breaking(
    'required moved from then to the root',
    { ...switched, if: on, then: { required: ['a'] } },
    { ...switched, required: ['a'] },
    ['/a', '/required'],
  ),
  compatible(
    'required moved from then to the root, if always satisfied',
    {
      ...switched,
      required: ['on'],
      properties: { ...switched.properties, on: { const: true } },
      if: on,
      then: { required: ['a'] },
    },
    {
      ...switched,
      required: ['a'],
    },
  ),
  breaking(
    'member tightened beside an if that the first enum value satisfies',
    { ...ranked, properties: { ...ranked.properties, size: number } },
    { ...ranked, properties: { ...ranked.properties, size: integer } },
    ['/size', '/properties/size/type'],
  ),
  compatible(
    'integer range to an enum without the value that then rejects',
    { ...integer, minimum: 1, maximum: 3, if: { const: 3 }, then: string },
    { enum: [1, 2] },
  ),
  compatible('if {} with then merged into one schema', { if: {}, then: string }, string),
  compatible('keyword moved to then of if {}', string, { if: {}, then: string }),
  breaking('if on the type added', {}, { if: string, then: { maxLength: 3 } }, ['', '/then/maxLength']),
  compatible('if added on a type that is not allowed', number, {
    ...number,
    if: string,
    then: { maxLength: 3 },
  }),
  compatible(
    'if and then moved to $defs',
    { ...switched, if: on, then: { required: ['a'] } },
    { ...switched, if: def('on'), then: def('then'), $defs: { on, then: { required: ['a'] } } },
  ),
  breaking(
    'referenced if widened',
    { ...switched, if: def('on'), then: { required: ['a'] }, $defs: { on } },
    { ...switched, if: def('on'), then: { required: ['a'] }, $defs: { on: { required: ['on'] } } },
    ['/a', '/then/required'],
  ),
  breaking(
    'member set to false in then',
    switched,
    { ...switched, if: on, then: { properties: { a: false } } },
    ['/a', '/then/properties'],
  ),
  compatible(
    'then with a member set to false removed',
    { ...switched, if: on, then: { properties: { a: false } } },
    switched,
  ),
  breaking(
    'maxLength in then lowered',
    { ...switched, if: on, then: { properties: { a: { maxLength: 5 } } } },
    { ...switched, if: on, then: { properties: { a: { maxLength: 4 } } } },
    ['/a', '/then/properties/a/maxLength'],
  ),
  compatible(
    'if and then nested in then',
    { ...switched, if: on, then: { required: ['a', 'b'] } },
    { ...switched, if: on, then: { if: { required: ['a'] }, then: { required: ['b'] } } },
  ),
  breaking(
    'then in items tightened',
    { items: { ...switched, if: on, then: { required: ['a'] } } },
    { items: { ...switched, if: on, then: { required: ['a', 'b'] } } },
    ['/0/b', '/items/then/required'],
  ),
  compatible(
    'false in then replaced by an unsatisfiable schema',
    { ...object, if: { required: ['a'] }, then: { properties: { a: false } } },
    {
      ...object,
      if: { required: ['a'] },
      then: { properties: { a: { type: 'integer', minimum: 0.2, maximum: 0.8 } } },
    },
  ),
]

/** If the old schema lists its values, the change names the keyword that rejects one of them. */
const listedValues: readonly Edit[] = [
  breaking('enum with two types to one type', { enum: ['a', 1] }, string, ['', '/type']),
  breaking(
    'enum replaced by a maxLength that one value exceeds',
    { enum: ['a', 'abc'] },
    { ...string, maxLength: 2 },
    ['', '/maxLength'],
  ),
  breaking(
    'maxLength added that one enum value exceeds',
    { enum: ['a', 'abc'] },
    { enum: ['a', 'abc'], maxLength: 2 },
    ['', '/maxLength'],
  ),
  breaking(
    'enum replaced by a pattern that one value does not match',
    { enum: ['a', 'c'] },
    { ...string, pattern: '^[ab]$' },
    ['', '/pattern'],
  ),
  breaking('const replaced by a greater minimum', { const: 5 }, { ...number, minimum: 6 }, ['', '/minimum']),
  breaking('const [] replaced by minItems 1', { const: [] }, { type: 'array', minItems: 1 }, [
    '',
    '/minItems',
  ]),
  breaking(
    'const object replaced by a type that its member does not have',
    { const: { a: 1 } },
    { ...object, properties: { a: string } },
    ['/a', '/properties/a/type'],
  ),
  breaking('const object replaced by a closed object without its member', { const: { a: 1 } }, closed, [
    '/a',
    '/additionalProperties',
  ]),
  breaking('const {} replaced by a required member', { const: {} }, { ...object, required: ['a'] }, [
    '/a',
    '/required',
  ]),
]

const roots: readonly Edit[] = [
  unknown(
    'items tightened, minItems beyond the limit of built arrays',
    { type: 'array', minItems: 5e9, items: string },
    { type: 'array', items: number },
    ['/0', '/items/type'],
  ),
  unknown(
    'minItems beyond the limit of built arrays, raised',
    { type: 'array', minItems: 10_001 },
    { type: 'array', minItems: 10_002 },
    ['', '/minItems'],
  ),
  unknown('maxLength added beyond the limit of built strings', string, { ...string, maxLength: 100_000 }, [
    '',
    '/maxLength',
  ]),
  breaking(
    'maxLength added just within the limit of built strings',
    string,
    { ...string, maxLength: 99_999 },
    ['', '/maxLength'],
  ),
  compatible('$schema and $id added', string, {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'schema',
    ...string,
  }),
  compatible(
    '{} to another schema that accepts every value',
    {},
    { description: 'Anything.', additionalProperties: true, items: {}, properties: { a: true } },
  ),
  compatible(
    'one pattern replaced by two that are looser',
    { ...object, properties: { a: { ...string, pattern: '^[ab]$' } } },
    {
      ...object,
      properties: { a: { ...def('a'), pattern: '^[abc]$' } },
      $defs: { a: { pattern: '^[abcd]$' } },
    },
  ),
  unknown(
    'pattern whose comparison takes too long',
    { ...string, pattern: 'a.{30}b' },
    { ...string, pattern: 'a.{30}c|b' },
    ['', '/pattern'],
  ),
  breaking(
    'breaking and unknown change at once',
    { ...object, properties: { a: { ...string, pattern: '^[ab]$' }, b: number } },
    { ...object, properties: { a: { ...string, pattern: '^(?!dd)[abc]$' }, b: integer } },
    ['/a', '/properties/a/pattern'],
    ['/b', '/properties/b/type'],
  ),
]

/** Edits of more than one subschema. */
export const structureEdits: readonly Edit[] = [
  ...references,
  ...otherFiles,
  ...recursion,
  ...conditions,
  ...listedValues,
  ...roots,
]
