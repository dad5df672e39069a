import { breaking, compatible, type Edit, nothing, unknown } from './edits.ts'

const empty = { type: 'integer', minimum: 0.2, maximum: 0.8 }
const text = { type: 'string' }
const number = { type: 'number' }
const integer = { type: 'integer' }
const array = { type: 'array' }
const object = { type: 'object' }
const closed = { type: 'object', additionalProperties: false }

const types: readonly Edit[] = [
  breaking('type added', {}, text, ['', '/type']),
  breaking('type added: integer', {}, integer, ['', '/type']),
  compatible('type removed', text, {}),
  breaking('type changed', text, number, ['', '/type']),
  breaking('object to array', object, array, ['', '/type']),
  compatible('integer to number', integer, number),
  breaking('number to integer', number, integer, ['', '/type']),
  breaking('number to integer between 0.5 and 0.9', { ...number, minimum: 0.5, maximum: 0.9 }, integer, [
    '',
    '/type',
  ]),
  breaking('number to integer, from a limit that is one', { ...number, minimum: 3 }, integer, ['', '/type']),
  breaking('number to integer, up to a limit that is one', { ...number, maximum: -3 }, integer, [
    '',
    '/type',
  ]),
  compatible('number to integer where 1 is all there is', { ...number, minimum: 1, maximum: 1 }, integer),
  compatible('type widened to a list', text, { type: ['string', 'null'] }),
  breaking('null removed', { type: ['string', 'null'] }, text, ['', '/type']),
  compatible('null added', { type: ['integer', 'string'] }, { type: ['null', 'integer', 'string'] }),
  compatible('type list reordered', { type: ['string', 'null'] }, { type: ['null', 'string'] }),
  compatible('type to a list of one', text, { type: ['string'] }),
  compatible('type from a list of one', { type: ['string'] }, text),
  compatible('integer beside number removed', { type: ['integer', 'number'] }, number),
  compatible('integer beside number added', number, { type: ['integer', 'number'] }),
  breaking('number to integer in a list', { type: ['number', 'string'] }, { type: ['integer', 'string'] }, [
    '',
    '/type',
  ]),
  breaking('number beside integer removed', { type: ['integer', 'number'] }, integer, ['', '/type']),
  compatible('all types listed', {}, { type: ['null', 'boolean', 'number', 'string', 'array', 'object'] }),
  breaking(
    'all types but number listed',
    {},
    { type: ['null', 'boolean', 'integer', 'string', 'array', 'object'] },
    ['', '/type'],
  ),
]

const listedValues: readonly Edit[] = [
  compatible('enum widened', { enum: ['a', 'b'] }, { enum: ['a', 'b', 'c'] }),
  breaking('enum narrowed', { enum: ['a', 'b', 'c'] }, { enum: ['a', 'c'] }, ['', '/enum']),
  breaking('enum with another value', { enum: ['a', 'b'] }, { enum: ['a', 'B'] }, ['', '/enum']),
  compatible('enum reordered', { enum: ['a', 'b', null] }, { enum: [null, 'b', 'a'] }),
  compatible('enum without its repetition', { enum: ['a', 'a', 'b'] }, { enum: ['a', 'b'] }),
  compatible('enum removed', { enum: ['a'] }, {}),
  compatible('enum to its type', { enum: ['a', 'b'] }, text),
  breaking('enum added', text, { ...text, enum: ['a', 'b'] }, ['', '/enum']),
  breaking('enum for a type', text, { enum: ['a', 'b'] }, ['', '/enum']),
  breaking('null taken from an enum', { type: ['string', 'null'], enum: ['a', null] }, { enum: ['a'] }, [
    '',
    '/enum',
  ]),
  compatible('null added to an enum', { enum: ['a'] }, { type: ['string', 'null'], enum: ['a', null] }),
  compatible('null to const null', { type: 'null' }, { const: null }),
  compatible('const null to null', { const: null }, { type: 'null' }),
  compatible('const to enum', { const: 'a' }, { enum: ['a', 'b'] }),
  compatible('const to an enum of one', { const: 'a' }, { enum: ['a'] }),
  compatible('const from an enum of one', { enum: ['a'] }, { const: 'a' }),
  breaking('const from a longer enum', { enum: ['a', 'b'] }, { const: 'a' }, ['', '/const']),
  breaking('const changed', { const: 'a' }, { const: 'b' }, ['', '/const']),
  compatible('const removed', { const: 'a' }, text),
  breaking('const added', text, { ...text, const: 'a' }, ['', '/const']),
  compatible('const with its members reordered', { const: { a: 1, b: [2] } }, { const: { b: [2], a: 1 } }),
  breaking('const with its items reordered', { const: [1, 2] }, { const: [2, 1] }, ['', '/const']),
  breaking('1 is not "1"', { const: 1 }, { enum: ['1', true] }, ['', '/enum']),
  breaking('false is not 0', { const: false }, { const: 0 }, ['', '/const']),
  compatible('enum to boolean', { enum: [true, false] }, { type: 'boolean' }),
  compatible('boolean to enum', { type: 'boolean' }, { enum: [false, true] }),
  compatible('boolean to a longer enum', { type: 'boolean' }, { enum: [false, 'maybe', true] }),
  breaking('boolean to half an enum', { type: 'boolean' }, { enum: [true] }, ['', '/enum']),
  breaking('boolean to const', { type: 'boolean' }, { const: false }, ['', '/const']),
  compatible('null and boolean to enum', { type: ['null', 'boolean'] }, { enum: [null, true, false] }),
  breaking('null and boolean to enum, without null', { type: ['null', 'boolean'] }, { enum: [true, false] }, [
    '',
    '/enum',
  ]),
  compatible('integers to enum', { ...integer, minimum: 1, maximum: 3 }, { enum: [1, 2, 3] }),
  compatible('enum to integers', { enum: [1, 2, 3] }, { ...integer, minimum: 1, maximum: 3 }),
  breaking('integers to an enum without one', { ...integer, minimum: 1, maximum: 4 }, { enum: [1, 2, 3] }, [
    '',
    '/enum',
  ]),
  breaking(
    'integers to an enum without one in the middle',
    { ...integer, minimum: -2, maximum: 2 },
    { enum: [-2, -1, 1, 2] },
    ['', '/enum'],
  ),
  breaking('numbers to enum', { ...number, minimum: 1, maximum: 3 }, { enum: [1, 2, 3] }, ['', '/enum']),
  breaking('integers without an end to enum', { ...integer, minimum: 1 }, { enum: [1, 2, 3] }, ['', '/enum']),
  compatible('a single number to const', { ...number, minimum: 0.5, maximum: 0.5 }, { const: 0.5 }),
  compatible('the empty text to const', { ...text, maxLength: 0 }, { const: '' }),
  breaking('short texts to const', { ...text, maxLength: 1 }, { const: '' }, ['', '/const']),
  compatible('the empty object to const', closed, { const: {} }),
  compatible(
    'an object without a possible member to const',
    { ...closed, properties: { a: empty } },
    { const: {} },
  ),
  breaking('objects to const', object, { const: {} }, ['', '/const']),
  breaking('objects with one member to const', { ...closed, properties: { a: text } }, { const: {} }, [
    '',
    '/const',
  ]),
  breaking(
    'objects with one required member to const',
    { ...closed, properties: { a: { type: 'boolean' } }, required: ['a'] },
    { const: { a: true } },
    ['', '/const'],
  ),
  compatible('an array without a possible item to const', { ...array, items: empty }, { const: [] }),
  breaking('arrays to const', array, { const: [] }, ['', '/const']),
  breaking('arrays to enum', { ...array, items: { const: 1 } }, { enum: [[], [1], [1, 1]] }, ['', '/enum']),
  compatible('a listed value that a limit refuses', { enum: ['a', 'abc'], maxLength: 2 }, { const: 'a' }),
  compatible(
    'a limit that every listed value keeps',
    { enum: ['a', 'abc'] },
    { enum: ['a', 'abc'], maxLength: 3 },
  ),
  compatible(
    'listed values to a pattern that they match',
    { enum: ['a', 'b'] },
    { ...text, pattern: '^[ab]$' },
  ),
]

const texts: readonly Edit[] = [
  breaking('maxLength added', text, { ...text, maxLength: 5 }, ['', '/maxLength']),
  breaking('maxLength lowered', { ...text, maxLength: 5 }, { ...text, maxLength: 4 }, ['', '/maxLength']),
  breaking('maxLength lowered to 0', { ...text, maxLength: 1 }, { ...text, maxLength: 0 }, [
    '',
    '/maxLength',
  ]),
  compatible('maxLength raised', { ...text, maxLength: 4 }, { ...text, maxLength: 5 }),
  compatible('maxLength removed', { ...text, maxLength: 4 }, text),
  compatible('maxLength where no text is allowed', number, { ...number, maxLength: 1 }),
  breaking(
    'maxLength where texts are not all',
    { type: ['string', 'null'] },
    { type: ['string', 'null'], maxLength: 1 },
    ['', '/maxLength'],
  ),
  breaking('maxLength without a type', {}, { maxLength: 9 }, ['', '/maxLength']),
  breaking(
    'maxLength lowered beside a pattern',
    { ...text, pattern: '^a+$' },
    { ...text, pattern: '^a+$', maxLength: 1 },
    ['', '/maxLength'],
  ),
  breaking('pattern added', text, { ...text, pattern: '^[a-z]+$' }, ['', '/pattern']),
  compatible('pattern removed', { ...text, pattern: '^[a-z]+$' }, text),
  compatible(
    'pattern kept',
    { ...text, pattern: '^a', maxLength: 3 },
    { pattern: '^a', maxLength: 4, ...text },
  ),
  breaking('pattern tightened', { ...text, pattern: '^[a-z]+$' }, { ...text, pattern: '^[a-m]+$' }, [
    '',
    '/pattern',
  ]),
  breaking('pattern that shares nothing', { ...text, pattern: '^a$' }, { ...text, pattern: '^b$' }, [
    '',
    '/pattern',
  ]),
  unknown('pattern loosened', { ...text, pattern: '^[a-m]+$' }, { ...text, pattern: '^[a-z]+$' }, [
    '',
    '/pattern',
  ]),
  unknown('pattern spelled differently', { ...text, pattern: '^[0-9]$' }, { ...text, pattern: '^\\d$' }, [
    '',
    '/pattern',
  ]),
  unknown('pattern that every text matches', text, { ...text, pattern: '' }, ['', '/pattern']),
  compatible('pattern where no text is allowed', integer, { ...integer, pattern: '^a' }),
  compatible('pattern that the only text matches', { ...text, maxLength: 0 }, { ...text, pattern: '^$' }),
  breaking('pattern that the only text misses', { ...text, maxLength: 0 }, { ...text, pattern: 'a' }, [
    '',
    '/pattern',
  ]),
]

const numbers: readonly Edit[] = [
  breaking('minimum added', number, { ...number, minimum: 0 }, ['', '/minimum']),
  breaking('minimum raised', { ...number, minimum: 0 }, { ...number, minimum: 1 }, ['', '/minimum']),
  breaking('minimum raised to a fraction', { ...number, minimum: 0.5 }, { ...number, minimum: 0.75 }, [
    '',
    '/minimum',
  ]),
  breaking(
    'minimum raised by next to nothing',
    { ...number, minimum: 1 },
    { ...number, minimum: 1.0000000000000002 },
    ['', '/minimum'],
  ),
  compatible('minimum lowered', { ...number, minimum: 1 }, { ...number, minimum: 0 }),
  compatible('minimum removed', { ...number, minimum: 1 }, number),
  compatible('minimum of integers from 0.5 to 1', { ...integer, minimum: 0.5 }, { ...integer, minimum: 1 }),
  compatible('minimum of integers from 1 to 0.5', { ...integer, minimum: 1 }, { ...integer, minimum: 0.5 }),
  compatible('minimum of integers from -0.5 to 0', { ...integer, minimum: -0.5 }, { ...integer, minimum: 0 }),
  breaking('minimum of integers from 1 to 1.5', { ...integer, minimum: 1 }, { ...integer, minimum: 1.5 }, [
    '',
    '/minimum',
  ]),
  breaking('minimum of numbers from 0.5 to 1', { ...number, minimum: 0.5 }, { ...number, minimum: 1 }, [
    '',
    '/minimum',
  ]),
  compatible('minimum where no number is allowed', text, { ...text, minimum: 5 }),
  breaking('minimum without a type', {}, { minimum: 5 }, ['', '/minimum']),
  breaking(
    'minimum added to integers that were numbers',
    number,
    { ...integer, minimum: 0 },
    ['', '/minimum'],
    ['', '/type'],
  ),
  breaking('maximum added', number, { ...number, maximum: 0 }, ['', '/maximum']),
  breaking('maximum lowered', { ...number, maximum: 1 }, { ...number, maximum: 0 }, ['', '/maximum']),
  breaking('maximum lowered below zero', { ...integer, maximum: -1 }, { ...integer, maximum: -2 }, [
    '',
    '/maximum',
  ]),
  breaking(
    'maximum lowered by next to nothing',
    { ...number, maximum: 1 },
    { ...number, maximum: 0.9999999999999999 },
    ['', '/maximum'],
  ),
  compatible('maximum raised', { ...number, maximum: 1 }, { ...number, maximum: 2 }),
  compatible('maximum removed', { ...number, maximum: 1 }, number),
  compatible('maximum of integers from 1.5 to 1', { ...integer, maximum: 1.5 }, { ...integer, maximum: 1 }),
  breaking('maximum of integers from 1 to 0.5', { ...integer, maximum: 1 }, { ...integer, maximum: 0.5 }, [
    '',
    '/maximum',
  ]),
  breaking('maximum of numbers from 1.5 to 1', { ...number, maximum: 1.5 }, { ...number, maximum: 1 }, [
    '',
    '/maximum',
  ]),
  compatible('maximum where no number is allowed', text, { ...text, maximum: 5 }),
  breaking('maximum beside null', { type: ['integer', 'null'] }, { type: ['integer', 'null'], maximum: 9 }, [
    '',
    '/maximum',
  ]),
  compatible(
    'limits of integers that leave the same',
    { ...integer, minimum: 0.1, maximum: 2.9 },
    { ...number, minimum: 1, maximum: 2 },
  ),
  breaking(
    'both limits tightened',
    { ...integer, minimum: 0, maximum: 9 },
    { ...integer, minimum: 1, maximum: 8 },
    ['', '/minimum'],
    ['', '/maximum'],
  ),
]

const arrays: readonly Edit[] = [
  breaking('items added', array, { ...array, items: text }, ['/0', '/items/type']),
  compatible('items removed', { ...array, items: text }, array),
  compatible('items that may be anything', array, { ...array, items: {} }),
  breaking('items tightened', { ...array, items: text }, { ...array, items: { ...text, maxLength: 3 } }, [
    '/0',
    '/items/maxLength',
  ]),
  compatible('items loosened', { ...array, items: integer }, { ...array, items: number }),
  breaking(
    'items of items tightened',
    { ...array, items: { ...array, items: number } },
    { ...array, items: { ...array, items: integer } },
    ['/0/0', '/items/items/type'],
  ),
  breaking(
    'items tightened where several are needed',
    { ...array, minItems: 3, items: number },
    { ...array, items: integer },
    ['/0', '/items/type'],
  ),
  compatible('items where no array is allowed', text, { ...text, items: number }),
  compatible('items that there are not', { ...array, items: empty }, { ...array, items: text }),
  breaking(
    'items that there can no longer be',
    { ...array, items: integer },
    { ...array, items: { ...integer, minimum: 0.2, maximum: 0.8 } },
    ['/0', '/items/minimum'],
    ['/0', '/items/maximum'],
  ),
  breaking('minItems added', array, { ...array, minItems: 1 }, ['', '/minItems']),
  breaking('minItems raised', { ...array, minItems: 1 }, { ...array, minItems: 2 }, ['', '/minItems']),
  compatible('minItems lowered', { ...array, minItems: 2 }, { ...array, minItems: 1 }),
  compatible('minItems removed', { ...array, minItems: 2 }, array),
  compatible('minItems of 0 added', array, { ...array, minItems: 0 }),
  compatible('minItems where no array is allowed', object, { ...object, minItems: 2 }),
  breaking('minItems without a type', {}, { minItems: 1 }, ['', '/minItems']),
  breaking(
    'minItems added where only [] was allowed',
    { ...array, items: empty },
    { ...array, items: empty, minItems: 1 },
    ['', '/minItems'],
  ),
  compatible(
    'minItems raised where there is no item',
    { ...array, items: empty, minItems: 1 },
    { ...array, items: empty, minItems: 2 },
  ),
  breaking(
    'minItems raised and items tightened',
    { ...array, items: number },
    { ...array, items: integer, minItems: 1 },
    ['', '/minItems'],
    ['/0', '/items/type'],
  ),
]

const objects: readonly Edit[] = [
  breaking(
    'required added',
    { ...object, properties: { a: text } },
    { ...object, properties: { a: text }, required: ['a'] },
    ['/a', '/required'],
  ),
  breaking(
    'required added with a default',
    { ...closed, properties: { a: text } },
    { ...closed, properties: { a: { ...text, default: 'x' } }, required: ['a'] },
    ['/a', '/required'],
  ),
  breaking(
    'a new member, required with a default',
    closed,
    { ...closed, properties: { a: { ...text, default: 'x' } }, required: ['a'] },
    ['/a', '/required'],
  ),
  breaking('a second member required', { ...object, required: ['a'] }, { ...object, required: ['a', 'b'] }, [
    '/b',
    '/required',
  ]),
  breaking(
    'two members required',
    object,
    { ...object, required: ['a', 'b'] },
    ['/a', '/required'],
    ['/b', '/required'],
  ),
  compatible('required removed', { ...object, required: ['a'] }, object),
  compatible('required reordered', { ...object, required: ['a', 'b'] }, { ...object, required: ['b', 'a'] }),
  compatible('required where no object is allowed', array, { ...array, required: ['a'] }),
  breaking('required without a type', {}, { required: ['a'] }, ['/a', '/required']),
  compatible(
    'a required member made optional',
    { ...closed, properties: { a: text }, required: ['a'] },
    { ...closed, properties: { a: text } },
  ),
  compatible(
    'an optional member added to a closed object',
    { ...closed, properties: { a: text } },
    { ...closed, properties: { a: text, b: number } },
  ),
  breaking('a member with a rule added to an open object', object, { ...object, properties: { b: number } }, [
    '/b',
    '/properties/b/type',
  ]),
  breaking(
    'a second member with a rule added to an open object',
    { ...object, properties: { a: text } },
    { ...object, properties: { a: text, b: number } },
    ['/b', '/properties/b/type'],
  ),
  compatible('a member without a rule added to an open object', object, { ...object, properties: { b: {} } }),
  compatible('a member that is true added to an open object', object, { ...object, properties: { b: true } }),
  compatible('a member that is described added to an open object', object, {
    ...object,
    properties: { b: { description: 'B.' } },
  }),
  breaking(
    'a member removed from a closed object',
    { ...closed, properties: { a: text, b: text } },
    { ...closed, properties: { a: text } },
    ['/b', '/additionalProperties'],
  ),
  breaking(
    'a required member removed from a closed object',
    { ...closed, properties: { a: text }, required: ['a'] },
    closed,
    ['/a', '/additionalProperties'],
  ),
  breaking(
    'a member renamed in a closed object',
    { ...closed, properties: { a: text } },
    { ...closed, properties: { b: text } },
    ['/a', '/additionalProperties'],
  ),
  compatible(
    'an impossible member removed from a closed object',
    { ...closed, properties: { a: empty } },
    closed,
  ),
  compatible('a member removed from an open object', { ...object, properties: { a: text } }, object),
  breaking(
    'a member tightened',
    { ...closed, properties: { a: number } },
    { ...closed, properties: { a: integer } },
    ['/a', '/properties/a/type'],
  ),
  compatible(
    'a member loosened',
    { ...closed, properties: { a: integer } },
    { ...closed, properties: { a: number } },
  ),
  breaking(
    'a member tightened beside a required one',
    { ...closed, properties: { a: number, b: { type: 'array', minItems: 2, items: text } }, required: ['b'] },
    {
      ...closed,
      properties: { a: integer, b: { type: 'array', minItems: 2, items: text } },
      required: ['b'],
    },
    ['/a', '/properties/a/type'],
  ),
  compatible(
    'the members of an object that cannot be, tightened',
    { ...object, properties: { a: number, b: empty }, required: ['b'] },
    {
      ...object,
      properties: { a: integer },
    },
  ),
  compatible(
    'members reordered',
    { ...closed, properties: { a: text, b: number } },
    { additionalProperties: false, properties: { b: number, a: text }, type: 'object' },
  ),
  breaking(
    'a member set to false',
    { ...object, properties: { a: text } },
    { ...object, properties: { a: false } },
    ['/a', '/properties'],
  ),
  breaking('a member of an open object set to false', object, { ...object, properties: { a: false } }, [
    '/a',
    '/properties',
  ]),
  compatible(
    'a member no longer false',
    { ...object, properties: { a: false } },
    { ...object, properties: { a: text } },
  ),
  compatible('false removed from an open object', { ...object, properties: { a: false } }, object),
  compatible('a member set to false that a closed object did not list', closed, {
    ...closed,
    properties: { a: false },
  }),
  compatible('false taken from a closed object', { ...closed, properties: { a: false } }, closed),
  compatible(
    'an impossible member set to false',
    { ...object, properties: { a: empty } },
    { ...object, properties: { a: false } },
  ),
  compatible(
    'a member that is false to an impossible one',
    { ...object, properties: { a: false } },
    { ...object, properties: { a: empty } },
  ),
  compatible(
    'a member from true to {}',
    { ...object, properties: { a: true } },
    { ...object, properties: { a: {} } },
  ),
  breaking(
    'a member from true to a rule',
    { ...closed, properties: { a: true } },
    { ...closed, properties: { a: text } },
    ['/a', '/properties/a/type'],
  ),
  breaking('additionalProperties from nothing to false', object, closed, ['/other', '/additionalProperties']),
  breaking('additionalProperties from true to false', { ...object, additionalProperties: true }, closed, [
    '/other',
    '/additionalProperties',
  ]),
  compatible('additionalProperties from false to true', closed, { ...object, additionalProperties: true }),
  compatible('additionalProperties removed', closed, object),
  compatible('additionalProperties of true added', object, { ...object, additionalProperties: true }),
  compatible(
    'additionalProperties from true to {}',
    { ...object, additionalProperties: true },
    { ...object, additionalProperties: {} },
  ),
  compatible('additionalProperties from false to a schema', closed, {
    ...object,
    additionalProperties: text,
  }),
  breaking('additionalProperties from a schema to false', { ...object, additionalProperties: text }, closed, [
    '/other',
    '/additionalProperties',
  ]),
  compatible(
    'additionalProperties from a schema to true',
    { ...object, additionalProperties: text },
    { ...object, additionalProperties: true },
  ),
  breaking(
    'additionalProperties from true to a schema',
    { ...object, additionalProperties: true },
    { ...object, additionalProperties: text },
    ['/other', '/additionalProperties/type'],
  ),
  breaking(
    'additionalProperties with a tighter schema',
    { ...object, additionalProperties: number },
    { ...object, additionalProperties: integer },
    ['/other', '/additionalProperties/type'],
  ),
  compatible(
    'additionalProperties with a looser schema',
    { ...object, additionalProperties: integer },
    { ...object, additionalProperties: number },
  ),
  compatible(
    'additionalProperties from an impossible schema to false',
    { ...object, additionalProperties: empty },
    closed,
  ),
  compatible('additionalProperties from false to an impossible schema', closed, {
    ...object,
    additionalProperties: empty,
  }),
  compatible('additionalProperties where no object is allowed', text, {
    ...text,
    additionalProperties: false,
  }),
  breaking(
    'a member left to a schema that refuses it',
    { ...object, properties: { a: number }, additionalProperties: text },
    { ...object, additionalProperties: text },
    ['/a', '/additionalProperties/type'],
  ),
  compatible(
    'a member left to a schema that accepts it',
    { ...object, properties: { a: { const: 'x' } }, additionalProperties: text },
    {
      ...object,
      additionalProperties: text,
    },
  ),
  breaking(
    'a member of its own that was left to a schema',
    { ...object, additionalProperties: text },
    { ...object, properties: { a: number }, additionalProperties: text },
    ['/a', '/properties/a/type'],
  ),
  breaking(
    'a closed object whose new name is taken',
    { ...object, properties: { other: text } },
    { ...closed, properties: { other: text } },
    ['/other_', '/additionalProperties'],
  ),
]

const named = (name: string, schema: unknown) => ({ properties: { [name]: schema } })

const names: readonly Edit[] = [
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '',
  'a/b~c',
  'é 😀',
].flatMap((name) => {
  const path = `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
  return [
    breaking(
      `member ${JSON.stringify(name)} tightened`,
      { ...closed, ...named(name, number) },
      { ...closed, ...named(name, integer) },
      [path, `/properties${path}/type`],
    ),
    breaking(`member ${JSON.stringify(name)} removed`, { ...closed, ...named(name, number) }, closed, [
      path,
      '/additionalProperties',
    ]),
    breaking(`member ${JSON.stringify(name)} required`, object, { ...object, required: [name] }, [
      path,
      '/required',
    ]),
    compatible(`member ${JSON.stringify(name)} added`, closed, { ...closed, ...named(name, text) }),
    compatible(`member ${JSON.stringify(name)} no longer required`, { ...object, required: [name] }, object),
  ]
})

/** Keywords that say nothing of the values there are, in schemas that name no type. */
const otherTypes: readonly Edit[] = [
  compatible('numbers to short texts', number, { maxLength: 1 }),
  compatible('numbers to texts that match', number, { pattern: '^a' }),
  compatible('texts to large numbers', text, { minimum: 5 }),
  compatible('texts to small numbers', text, { maximum: 5 }),
  compatible('texts to long arrays', text, { minItems: 5 }),
  compatible('texts to arrays of numbers', text, { items: number }),
  compatible('texts to objects with a member', text, { required: ['a'] }),
  compatible('texts to objects with a number', text, { properties: { a: number, b: false } }),
  compatible('texts to closed objects', text, { additionalProperties: false }),
  breaking(
    'everything to a type, with a limit for another one',
    {},
    { ...number, maxLength: 1, minItems: 1 },
    ['', '/type'],
  ),
]

const annotations: readonly Edit[] = [
  compatible('title and description', { ...text, title: 'A' }, { ...text, title: 'B', description: 'C' }),
  compatible('default added', text, { ...text, default: 'x' }),
  compatible('default changed', { ...text, default: 'x' }, { ...text, default: 1 }),
  compatible('default removed', { ...text, default: 'x' }, text),
  compatible('format added', text, { ...text, format: 'date' }),
  compatible('format changed', { ...text, format: 'date' }, { ...text, format: 'email' }),
  compatible(
    'keywords reordered',
    { type: 'string', maxLength: 3, pattern: 'a' },
    { pattern: 'a', maxLength: 3, type: 'string' },
  ),
]

const fromNothing: readonly Edit[] = Object.entries(nothing).flatMap(([reason, schema]) => [
  compatible(`from ${reason} to null`, schema, { type: 'null' }),
  compatible(`from ${reason} to a closed object`, schema, {
    ...closed,
    required: ['z'],
    minimum: 3,
    maxLength: 0,
  }),
  compatible(`from ${reason} to ${reason}`, schema, { ...schema, description: 'Nothing.' }),
])

/** Edits of one schema, to be made wherever a schema can stand. */
export const keywordEdits: readonly Edit[] = [
  ...types,
  ...listedValues,
  ...texts,
  ...numbers,
  ...arrays,
  ...objects,
  ...names,
  ...otherTypes,
  ...annotations,
  ...fromNothing,
]
