import { breaking, compatible, type Edit, type Files, unknown } from './edits.ts'

const text = { type: 'string' }
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
    'inline to $ref',
    { ...closed, properties: { a: text } },
    { ...closed, properties: { a: def('a') }, $defs: { a: text } },
  ),
  compatible(
    '$ref to inline',
    { ...closed, properties: { a: def('a') }, $defs: { a: text } },
    { ...closed, properties: { a: text } },
  ),
  breaking(
    'inline to a tighter $ref',
    { ...closed, properties: { a: number } },
    { ...closed, properties: { a: def('a') }, $defs: { a: integer } },
    ['/a', '/$defs/a/type'],
  ),
  breaking(
    '$ref to a tighter inline',
    { ...closed, properties: { a: def('a') }, $defs: { a: number } },
    { ...closed, properties: { a: integer } },
    ['/a', '/properties/a/type'],
  ),
  compatible(
    '$defs renamed',
    { items: def('a'), $defs: { a: text } },
    { items: def('b'), $defs: { b: text } },
  ),
  compatible(
    '$defs exchanged',
    { items: def('a'), $defs: { a: text, b: number } },
    { items: def('b'), $defs: { a: number, b: text } },
  ),
  breaking(
    '$defs exchanged under the same $ref',
    { items: def('a'), $defs: { a: text, b: number } },
    { items: def('a'), $defs: { a: number, b: text } },
    ['/0', '/$defs/a/type'],
  ),
  compatible(
    '$defs that nothing refers to, tightened',
    { ...text, $defs: { a: {} } },
    { ...text, $defs: { a: number } },
  ),
  compatible('$defs that nothing refers to, removed', { ...text, $defs: { a: number } }, text),
  breaking(
    '$ref to another definition',
    { items: def('a'), $defs: { a: number, b: integer } },
    { items: def('b'), $defs: { a: number, b: integer } },
    ['/0', '/$defs/b/type'],
  ),
  compatible(
    '$ref to a looser definition',
    { items: def('b'), $defs: { a: number, b: integer } },
    { items: def('a'), $defs: { a: number, b: integer } },
  ),
  breaking(
    'a keyword beside $ref added',
    { items: def('a'), $defs: { a: text } },
    { items: { ...def('a'), maxLength: 2 }, $defs: { a: text } },
    ['/0', '/items/maxLength'],
  ),
  compatible(
    'a keyword beside $ref removed',
    { items: { ...def('a'), maxLength: 2 }, $defs: { a: text } },
    { items: def('a'), $defs: { a: text } },
  ),
  compatible(
    'a keyword beside $ref that says nothing new',
    { items: def('a'), $defs: { a: { ...text, maxLength: 2 } } },
    { items: { ...def('a'), maxLength: 3 }, $defs: { a: { ...text, maxLength: 2 } } },
  ),
  compatible(
    'keywords beside $ref moved into one schema',
    { ...def('a'), maxLength: 2, $defs: { a: { ...text, pattern: '^a' } } },
    { ...text, pattern: '^a', maxLength: 2 },
  ),
  compatible(
    'one schema taken apart with $ref',
    { ...text, pattern: '^a', maxLength: 2 },
    { ...def('a'), maxLength: 2, $defs: { a: { ...def('b'), pattern: '^a' }, b: text } },
  ),
  breaking(
    '$ref added beside members',
    { ...object, properties: { a: text } },
    { ...def('a'), ...object, properties: { a: text }, $defs: { a: { required: ['a'] } } },
    ['/a', '/$defs/a/required'],
  ),
  compatible(
    'required where what $ref leads to requires it',
    { ...def('a'), $defs: { a: { ...object, required: ['a'] } } },
    { ...def('a'), required: ['a'], $defs: { a: { ...object, required: ['a'] } } },
  ),
  compatible(
    'two schemas that leave one number',
    { ...def('a'), minimum: 3, $defs: { a: { ...integer, maximum: 3 } } },
    { const: 3 },
  ),
  compatible(
    'two schemas that leave nothing',
    { ...def('a'), minimum: 4, $defs: { a: { ...integer, maximum: 3 } } },
    { type: 'null' },
  ),
  compatible(
    'a member that one schema leaves to the other',
    { ...def('a'), ...closed, properties: { a: {} }, $defs: { a: { properties: { a: text } } } },
    { ...closed, properties: { a: text } },
  ),
  breaking(
    'a closed schema beside an open one',
    { ...def('a'), $defs: { a: { ...object, properties: { a: text, b: text } } } },
    {
      ...def('a'),
      ...closed,
      properties: { a: {} },
      $defs: { a: { ...object, properties: { a: text, b: text } } },
    },
    ['/b', '/additionalProperties'],
    ['/other', '/additionalProperties'],
  ),
  compatible(
    'a chain of $ref made shorter',
    { ...def('a'), $defs: { a: def('b'), b: def('c'), c: text } },
    { ...def('c'), $defs: { c: text } },
  ),
  breaking(
    'the end of a chain of $ref tightened',
    { ...def('a'), $defs: { a: def('b'), b: def('c'), c: number } },
    { ...def('a'), $defs: { a: def('b'), b: def('c'), c: integer } },
    ['', '/$defs/c/type'],
  ),
  compatible(
    '$ref to a member',
    { ...closed, properties: { a: text, b: ref('#/properties/a') } },
    { ...closed, properties: { a: text, b: text } },
  ),
  breaking(
    'a member to which another one refers, tightened',
    { ...closed, properties: { a: text, b: ref('#/properties/a') } },
    { ...closed, properties: { a: { ...text, maxLength: 3 }, b: ref('#/properties/a') } },
    ['/a', '/properties/a/maxLength'],
    ['/b', '/properties/a/maxLength'],
  ),
  compatible(
    '$ref with its pointer spelled differently',
    { items: ref('#/$defs/a%20b'), $defs: { 'a b': text } },
    { items: ref('#/$defs/a b'), $defs: { 'a b': text } },
  ),
]

const otherFiles: readonly Edit[] = [
  inFiles(compatible('inline to $ref in another file', { items: text }, { items: ref('t.json') }), {
    't.json': text,
  }),
  inFiles(compatible('$ref in another file to inline', { items: ref('t.json') }, { items: text }), {
    't.json': text,
  }),
  inFiles(
    compatible(
      'a member moved behind a $ref in another file',
      { ...closed, properties: { a: { ...text, maxLength: 3 } } },
      { ...closed, properties: { a: ref('t.json#/$defs/short') } },
    ),
    {
      't.json': { $defs: { short: { ...text, maxLength: 3 } } },
    },
  ),
  inFiles(
    breaking(
      'a member moved behind a tighter $ref in another file',
      { ...closed, properties: { a: text } },
      { ...closed, properties: { a: ref('t.json#/$defs/short') } },
      ['/a', 't.json#/$defs/short/maxLength'],
    ),
    { 't.json': { $defs: { short: { ...text, maxLength: 3 } } } },
  ),
  inFiles(
    breaking('another file tightened', { items: ref('t.json') }, { items: ref('t.json') }, [
      '/0',
      't.json#/type',
    ]),
    { 't.json': number },
    { 't.json': integer },
  ),
  inFiles(
    compatible('another file loosened', { items: ref('t.json') }, { items: ref('t.json') }),
    { 't.json': integer },
    { 't.json': number },
  ),
  inFiles(
    compatible('another file, which nothing refers to, tightened', { items: text }, { items: text }),
    { 't.json': number },
    { 't.json': integer },
  ),
  inFiles(
    compatible('another file renamed', { items: ref('t.json') }, { items: ref('u.json') }),
    { 't.json': text },
    { 'u.json': text },
  ),
  inFiles(compatible('another file named with ./', { items: ref('t.json') }, { items: ref('./t.json') }), {
    't.json': text,
    './t.json': text,
  }),
  inFiles(
    breaking('a file behind another file tightened', ref('t.json'), ref('t.json'), [
      '/a',
      'u.json#/maxLength',
    ]),
    { 't.json': { ...object, properties: { a: ref('u.json') } }, 'u.json': text },
    { 't.json': { ...object, properties: { a: ref('u.json') } }, 'u.json': { ...text, maxLength: 1 } },
  ),
  inFiles(
    compatible('a recursion over two files taken into one', ref('t.json'), {
      ...closed,
      properties: { next: ref('#') },
    }),
    {
      't.json': { ...closed, properties: { next: ref('u.json') } },
      'u.json': { ...closed, properties: { next: ref('t.json') } },
    },
  ),
  inFiles(
    breaking('a recursion over two files, the second tightened', ref('t.json'), ref('t.json'), [
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

/** Three definitions in a circle; the text stands in the one that is entered from both. */
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
    'a recursion unrolled once',
    list(text),
    list(text, { ...closed, properties: { value: text, next: ref('#') } }),
  ),
  compatible(
    'a recursion rolled up',
    list(text, { ...closed, properties: { value: text, next: ref('#') } }),
    list(text),
  ),
  compatible('a recursion over $defs', list(text), {
    ...def('a'),
    $defs: { a: list(text, def('b')), b: list(text, def('a')) },
  }),
  breaking(
    'an unrolled recursion tightened at its second level',
    list(number),
    list(number, { ...closed, properties: { value: integer, next: ref('#') } }),
    ['/next/value', '/properties/next/properties/value/type'],
  ),
  breaking(
    'an unrolled recursion tightened at its first level',
    list(number),
    list(integer, list(number)),
    ['/value', '/properties/value/type'],
    ['/next/next/value', '/properties/value/type'],
  ),
  breaking(
    'a recursion ended',
    list(text),
    list(text, closed),
    ['/next/value', '/properties/next/additionalProperties'],
    ['/next/next', '/properties/next/additionalProperties'],
  ),
  compatible('an end given up for a recursion', list(text, closed), list(text)),
  compatible('a recursion opened', list(text), { ...object, properties: { value: text, next: ref('#') } }),
  breaking(
    'a recursion closed',
    { ...object, properties: { next: ref('#') } },
    { ...closed, properties: { next: ref('#') } },
    ['/other', '/additionalProperties'],
  ),
  compatible(
    'a recursion without an end',
    { ...object, required: ['next'], properties: { next: ref('#') } },
    { type: 'null' },
  ),
  compatible(
    'a recursion of two without an end',
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
    'an optional member that has no end',
    {
      ...closed,
      properties: { a: def('a') },
      $defs: { a: { ...object, required: ['a'], properties: { a: def('a') } } },
    },
    closed,
  ),
  breaking(
    'a recursion that ends with null',
    { type: ['object', 'null'], required: ['next'], properties: { next: ref('#') } },
    { type: 'object', required: ['next'], properties: { next: ref('#') } },
    ['', '/type'],
  ),
  breaking(
    'a tree whose children are needed',
    { ...object, properties: { children: { type: 'array', items: ref('#') } } },
    { ...object, properties: { children: { type: 'array', items: ref('#'), minItems: 1 } } },
    ['/children', '/properties/children/minItems'],
  ),
  compatible(
    'a tree that cannot be',
    {
      ...object,
      required: ['children'],
      properties: { children: { type: 'array', items: ref('#'), minItems: 1 } },
    },
    text,
  ),
  breaking(
    'two definitions that lead to each other, the first tightened, both asked',
    {
      ...closed,
      properties: { x: def('x'), y: def('y') },
      $defs: {
        x: { ...closed, properties: { y: def('y'), s: text } },
        y: { ...closed, properties: { x: def('x') } },
      },
    },
    {
      ...closed,
      properties: { x: def('x'), y: def('y') },
      $defs: {
        x: { ...closed, properties: { y: def('y'), s: { ...text, maxLength: 1 } } },
        y: { ...closed, properties: { x: def('x') } },
      },
    },
    ['/x/s', '/$defs/x/properties/s/maxLength'],
    ['/y/x/s', '/$defs/x/properties/s/maxLength'],
  ),
  breaking(
    'a map of maps tightened',
    { ...object, additionalProperties: { ...object, additionalProperties: number } },
    { ...object, additionalProperties: { ...object, additionalProperties: integer } },
    ['/other/other', '/additionalProperties/additionalProperties/type'],
  ),
  breaking(
    'definitions that lead to each other, entered in two places',
    crossing(text),
    crossing({ ...text, maxLength: 1 }),
    ['/a/n/s', '/$defs/m/properties/s/maxLength'],
    ['/c/l/n/s', '/$defs/m/properties/s/maxLength'],
  ),
  compatible(
    'a recursive map',
    { ...object, additionalProperties: ref('#') },
    { ...object, additionalProperties: { ...object, additionalProperties: ref('#') } },
  ),
]

const on = { properties: { on: { const: true } }, required: ['on'] }
const switched = { ...closed, properties: { on: { type: 'boolean' }, a: text, b: text } }

const ranked = {
  ...closed,
  required: ['rank'],
  properties: { rank: { enum: ['high', 'low'] }, a: text },
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
    'if turned round',
    { ...switched, if: on, then: { required: ['a'] } },
    {
      ...switched,
      if: { properties: { on: { const: false } }, required: ['on'] },
      then: { required: ['a'] },
    },
    ['/a', '/then/required'],
  ),
  breaking(
    'if without required, which holds for an absent member',
    { ...switched, if: on, then: { required: ['a'] } },
    { ...switched, if: { properties: { on: { const: true } } }, then: { required: ['a'] } },
    ['/a', '/then/required'],
  ),
  compatible('if without then added', switched, { ...switched, if: on }),
  compatible('then without if added', switched, { ...switched, then: { required: ['a'] } }),
  compatible(
    'if removed, and then left',
    { ...switched, if: on, then: { required: ['a'] } },
    { ...switched, then: { required: ['a'] } },
  ),
  breaking(
    'if added to a then that was left',
    { ...switched, then: { required: ['a'] } },
    { ...switched, if: on, then: { required: ['a'] } },
    ['/a', '/then/required'],
  ),
  compatible(
    'a condition that is never met, added',
    { ...switched, properties: { ...switched.properties, on: { const: false } } },
    {
      ...switched,
      properties: { ...switched.properties, on: { const: false } },
      if: on,
      then: { required: ['a'] },
    },
  ),
  compatible(
    'what follows held anyway',
    { ...switched, required: ['a'] },
    { ...switched, required: ['a'], if: on, then: { required: ['a'] } },
  ),
  compatible(
    'a rule made conditional',
    { ...switched, required: ['a'] },
    { ...switched, if: on, then: { required: ['a'] } },
  ),
  breaking(
    'a conditional rule made general',
    { ...switched, if: on, then: { required: ['a'] } },
    { ...switched, required: ['a'] },
    ['/a', '/required'],
  ),
  compatible(
    'a conditional rule made general where the condition always holds',
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
    'a member tightened beside a condition that the first listed value meets',
    { ...ranked, properties: { ...ranked.properties, size: number } },
    { ...ranked, properties: { ...ranked.properties, size: integer } },
    ['/size', '/properties/size/type'],
  ),
  compatible(
    'integers to an enum without the one that a condition refuses',
    { ...integer, minimum: 1, maximum: 3, if: { const: 3 }, then: text },
    { enum: [1, 2] },
  ),
  compatible('a condition that asks nothing', { if: {}, then: text }, text),
  compatible('a rule behind a condition that asks nothing', text, { if: {}, then: text }),
  breaking('a condition on the type', {}, { if: text, then: { maxLength: 3 } }, ['', '/then/maxLength']),
  compatible('a condition on a type that is not allowed', number, {
    ...number,
    if: text,
    then: { maxLength: 3 },
  }),
  compatible(
    'a condition moved behind a $ref',
    { ...switched, if: on, then: { required: ['a'] } },
    { ...switched, if: def('on'), then: def('then'), $defs: { on, then: { required: ['a'] } } },
  ),
  breaking(
    'a condition behind a $ref widened',
    { ...switched, if: def('on'), then: { required: ['a'] }, $defs: { on } },
    { ...switched, if: def('on'), then: { required: ['a'] }, $defs: { on: { required: ['on'] } } },
    ['/a', '/then/required'],
  ),
  breaking(
    'a member forbidden under a condition',
    switched,
    { ...switched, if: on, then: { properties: { a: false } } },
    ['/a', '/then/properties'],
  ),
  compatible(
    'a member no longer forbidden under a condition',
    { ...switched, if: on, then: { properties: { a: false } } },
    switched,
  ),
  breaking(
    'a limit under a condition tightened',
    { ...switched, if: on, then: { properties: { a: { maxLength: 5 } } } },
    { ...switched, if: on, then: { properties: { a: { maxLength: 4 } } } },
    ['/a', '/then/properties/a/maxLength'],
  ),
  compatible(
    'a condition within what follows',
    { ...switched, if: on, then: { required: ['a', 'b'] } },
    { ...switched, if: on, then: { if: { required: ['a'] }, then: { required: ['b'] } } },
  ),
  breaking(
    'a condition in the items tightened',
    { items: { ...switched, if: on, then: { required: ['a'] } } },
    { items: { ...switched, if: on, then: { required: ['a', 'b'] } } },
    ['/0/b', '/items/then/required'],
  ),
  compatible(
    'a condition whose consequence makes it impossible, for one that says so',
    { ...object, if: { required: ['a'] }, then: { properties: { a: false } } },
    {
      ...object,
      if: { required: ['a'] },
      then: { properties: { a: { type: 'integer', minimum: 0.2, maximum: 0.8 } } },
    },
  ),
]

/** A rule that refuses a listed value is named as the rule it is. */
const listedValues: readonly Edit[] = [
  breaking('listed values of two types to one type', { enum: ['a', 1] }, text, ['', '/type']),
  breaking('listed texts to a limit that one exceeds', { enum: ['a', 'abc'] }, { ...text, maxLength: 2 }, [
    '',
    '/maxLength',
  ]),
  breaking(
    'a limit beside the same listed values',
    { enum: ['a', 'abc'] },
    { enum: ['a', 'abc'], maxLength: 2 },
    ['', '/maxLength'],
  ),
  breaking(
    'listed texts to a pattern that one misses',
    { enum: ['a', 'c'] },
    { ...text, pattern: '^[ab]$' },
    ['', '/pattern'],
  ),
  breaking('a constant to a limit above it', { const: 5 }, { ...number, minimum: 6 }, ['', '/minimum']),
  breaking('a constant array to more items', { const: [] }, { type: 'array', minItems: 1 }, [
    '',
    '/minItems',
  ]),
  breaking(
    'a constant object to a rule for its member',
    { const: { a: 1 } },
    { ...object, properties: { a: text } },
    ['/a', '/properties/a/type'],
  ),
  breaking('a constant object to a closed one', { const: { a: 1 } }, closed, ['/a', '/additionalProperties']),
  breaking('a constant object to one with a required member', { const: {} }, { ...object, required: ['a'] }, [
    '/a',
    '/required',
  ]),
]

const roots: readonly Edit[] = [
  unknown(
    'items of an array that is too long to be made',
    { type: 'array', minItems: 5e9, items: text },
    { type: 'array', items: number },
    ['/0', '/items/type'],
  ),
  unknown(
    'more items than can be made',
    { type: 'array', minItems: 10_001 },
    { type: 'array', minItems: 10_002 },
    ['', '/minItems'],
  ),
  unknown('a text too long to be made', text, { ...text, maxLength: 100_000 }, ['', '/maxLength']),
  breaking('a text just short enough to be made', text, { ...text, maxLength: 99_999 }, ['', '/maxLength']),
  compatible('$schema and $id', text, {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'schema',
    ...text,
  }),
  compatible(
    'from everything to everything',
    {},
    { description: 'Anything.', additionalProperties: true, items: {}, properties: { a: true } },
  ),
  unknown(
    'two patterns where one stood',
    { ...object, properties: { a: { ...text, pattern: '^[ab]$' } } },
    {
      ...object,
      properties: { a: { ...def('a'), pattern: '^[abc]$' } },
      $defs: { a: { pattern: '^[abcd]$' } },
    },
    ['/a', '/$defs/a/pattern'],
    ['/a', '/properties/a/pattern'],
  ),
  breaking(
    'one change that is proved beside one that is not',
    { ...object, properties: { a: { ...text, pattern: '^[ab]$' }, b: number } },
    { ...object, properties: { a: { ...text, pattern: '^[abc]$' }, b: integer } },
    ['/a', '/properties/a/pattern'],
    ['/b', '/properties/b/type'],
  ),
]

/** Edits that need more of a schema than one place in it. */
export const structureEdits: readonly Edit[] = [
  ...references,
  ...otherFiles,
  ...recursion,
  ...conditions,
  ...listedValues,
  ...roots,
]
