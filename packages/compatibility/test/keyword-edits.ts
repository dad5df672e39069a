import { breaking, compatible, type Edit, unsatisfiable, unknown } from './edit.ts'

const impossible = { type: 'integer', minimum: 0.2, maximum: 0.8 }
const string = { type: 'string' }
const number = { type: 'number' }
const integer = { type: 'integer' }
const array = { type: 'array' }
const object = { type: 'object' }
const closed = { type: 'object', additionalProperties: false }

const types: readonly Edit[] = [
  breaking('type added', {}, string, ['', '/type']),
  breaking('type integer added', {}, integer, ['', '/type']),
  compatible('type removed', string, {}),
  breaking('type changed', string, number, ['', '/type']),
  breaking('type object to array', object, array, ['', '/type']),
  compatible('type integer to number', integer, number),
  breaking('type number to integer', number, integer, ['', '/type']),
  breaking(
    'type number to integer, for numbers from 0.5 to 0.9',
    { ...number, minimum: 0.5, maximum: 0.9 },
    integer,
    ['', '/type'],
  ),
  breaking('type number to integer, with an integer minimum', { ...number, minimum: 3 }, integer, [
    '',
    '/type',
  ]),
  breaking('type number to integer, with an integer maximum', { ...number, maximum: -3 }, integer, [
    '',
    '/type',
  ]),
  compatible('type number to integer, where only 1 is valid', { ...number, minimum: 1, maximum: 1 }, integer),
  compatible('type widened to a list of two', string, { type: ['string', 'null'] }),
  breaking('null removed from type', { type: ['string', 'null'] }, string, ['', '/type']),
  compatible('null added to type', { type: ['integer', 'string'] }, { type: ['null', 'integer', 'string'] }),
  compatible('type list reordered', { type: ['string', 'null'] }, { type: ['null', 'string'] }),
  compatible('type to a list of one', string, { type: ['string'] }),
  compatible('type from a list of one', { type: ['string'] }, string),
  compatible('redundant integer removed from type', { type: ['integer', 'number'] }, number),
  compatible('redundant integer added to type', number, { type: ['integer', 'number'] }),
  breaking(
    'number to integer in a list of types',
    { type: ['number', 'string'] },
    { type: ['integer', 'string'] },
    ['', '/type'],
  ),
  breaking('number removed from a list with integer', { type: ['integer', 'number'] }, integer, [
    '',
    '/type',
  ]),
  compatible(
    'type added with all types',
    {},
    { type: ['null', 'boolean', 'number', 'string', 'array', 'object'] },
  ),
  breaking(
    'type added with all types, but integer instead of number',
    {},
    { type: ['null', 'boolean', 'integer', 'string', 'array', 'object'] },
    ['', '/type'],
  ),
]

const listedValues: readonly Edit[] = [
  compatible('enum widened', { enum: ['a', 'b'] }, { enum: ['a', 'b', 'c'] }),
  breaking('enum narrowed', { enum: ['a', 'b', 'c'] }, { enum: ['a', 'c'] }, ['', '/enum']),
  breaking('enum value replaced', { enum: ['a', 'b'] }, { enum: ['a', 'B'] }, ['', '/enum']),
  compatible('enum reordered', { enum: ['a', 'b', null] }, { enum: [null, 'b', 'a'] }),
  compatible('duplicate enum value removed', { enum: ['a', 'a', 'b'] }, { enum: ['a', 'b'] }),
  compatible('enum removed', { enum: ['a'] }, {}),
  compatible('enum replaced by the type of its values', { enum: ['a', 'b'] }, string),
  breaking('enum added', string, { ...string, enum: ['a', 'b'] }, ['', '/enum']),
  breaking('type replaced by an enum', string, { enum: ['a', 'b'] }, ['', '/enum']),
  breaking('null removed from an enum', { type: ['string', 'null'], enum: ['a', null] }, { enum: ['a'] }, [
    '',
    '/enum',
  ]),
  compatible('null added to an enum', { enum: ['a'] }, { type: ['string', 'null'], enum: ['a', null] }),
  compatible('type null to const null', { type: 'null' }, { const: null }),
  compatible('const null to type null', { const: null }, { type: 'null' }),
  compatible('const to enum', { const: 'a' }, { enum: ['a', 'b'] }),
  compatible('const to an enum of one', { const: 'a' }, { enum: ['a'] }),
  compatible('const from an enum of one', { enum: ['a'] }, { const: 'a' }),
  breaking('const from a longer enum', { enum: ['a', 'b'] }, { const: 'a' }, ['', '/const']),
  breaking('const changed', { const: 'a' }, { const: 'b' }, ['', '/const']),
  compatible('const removed', { const: 'a' }, string),
  breaking('const added', string, { ...string, const: 'a' }, ['', '/const']),
  compatible('const with its members reordered', { const: { a: 1, b: [2] } }, { const: { b: [2], a: 1 } }),
  breaking('const with its items reordered', { const: [1, 2] }, { const: [2, 1] }, ['', '/const']),
  breaking('const 1 to an enum with "1" and true', { const: 1 }, { enum: ['1', true] }, ['', '/enum']),
  breaking('const false to const 0', { const: false }, { const: 0 }, ['', '/const']),
  compatible('enum of true and false to type boolean', { enum: [true, false] }, { type: 'boolean' }),
  compatible('type boolean to enum of true and false', { type: 'boolean' }, { enum: [false, true] }),
  compatible(
    'type boolean to an enum with a further value',
    { type: 'boolean' },
    { enum: [false, 'maybe', true] },
  ),
  breaking('type boolean to an enum of true', { type: 'boolean' }, { enum: [true] }, ['', '/enum']),
  breaking('type boolean to const false', { type: 'boolean' }, { const: false }, ['', '/const']),
  compatible('types null and boolean to enum', { type: ['null', 'boolean'] }, { enum: [null, true, false] }),
  breaking(
    'types null and boolean to an enum without null',
    { type: ['null', 'boolean'] },
    { enum: [true, false] },
    ['', '/enum'],
  ),
  compatible(
    'integer range to an enum of all its values',
    { ...integer, minimum: 1, maximum: 3 },
    { enum: [1, 2, 3] },
  ),
  compatible('enum of integers to their range', { enum: [1, 2, 3] }, { ...integer, minimum: 1, maximum: 3 }),
  breaking(
    'integer range to an enum without its maximum',
    { ...integer, minimum: 1, maximum: 4 },
    { enum: [1, 2, 3] },
    ['', '/enum'],
  ),
  breaking(
    'integer range to an enum without 0',
    { ...integer, minimum: -2, maximum: 2 },
    { enum: [-2, -1, 1, 2] },
    ['', '/enum'],
  ),
  breaking(
    'number range to an enum of integers',
    { ...number, minimum: 1, maximum: 3 },
    { enum: [1, 2, 3] },
    ['', '/enum'],
  ),
  breaking('unbounded integers to an enum', { ...integer, minimum: 1 }, { enum: [1, 2, 3] }, ['', '/enum']),
  compatible('number range of one value to const', { ...number, minimum: 0.5, maximum: 0.5 }, { const: 0.5 }),
  compatible('maxLength 0 to const ""', { ...string, maxLength: 0 }, { const: '' }),
  breaking('maxLength 1 to const ""', { ...string, maxLength: 1 }, { const: '' }, ['', '/const']),
  compatible('closed object without members to const {}', closed, { const: {} }),
  compatible(
    'object whose only member is unsatisfiable to const {}',
    { ...closed, properties: { a: impossible } },
    { const: {} },
  ),
  breaking('type object to const {}', object, { const: {} }, ['', '/const']),
  breaking(
    'closed object with one member to const {}',
    { ...closed, properties: { a: string } },
    { const: {} },
    ['', '/const'],
  ),
  breaking(
    'closed object with one required boolean to const',
    { ...closed, properties: { a: { type: 'boolean' } }, required: ['a'] },
    { const: { a: true } },
    ['', '/const'],
  ),
  compatible('array with unsatisfiable items to const []', { ...array, items: impossible }, { const: [] }),
  breaking('type array to const []', array, { const: [] }, ['', '/const']),
  breaking(
    'array of constants to an enum of three arrays',
    { ...array, items: { const: 1 } },
    { enum: [[], [1], [1, 1]] },
    ['', '/enum'],
  ),
  compatible(
    'enum value excluded by maxLength, removed',
    { enum: ['a', 'abc'], maxLength: 2 },
    { const: 'a' },
  ),
  compatible(
    'maxLength added that all enum values satisfy',
    { enum: ['a', 'abc'] },
    { enum: ['a', 'abc'], maxLength: 3 },
  ),
  compatible(
    'enum replaced by a pattern that all its values match',
    { enum: ['a', 'b'] },
    { ...string, pattern: '^[ab]$' },
  ),
]

const strings: readonly Edit[] = [
  breaking('maxLength added', string, { ...string, maxLength: 5 }, ['', '/maxLength']),
  breaking('maxLength lowered', { ...string, maxLength: 5 }, { ...string, maxLength: 4 }, ['', '/maxLength']),
  breaking('maxLength lowered to 0', { ...string, maxLength: 1 }, { ...string, maxLength: 0 }, [
    '',
    '/maxLength',
  ]),
  compatible('maxLength raised', { ...string, maxLength: 4 }, { ...string, maxLength: 5 }),
  compatible('maxLength removed', { ...string, maxLength: 4 }, string),
  compatible('maxLength added where no string is allowed', number, { ...number, maxLength: 1 }),
  breaking(
    'maxLength added where string is one of two types',
    { type: ['string', 'null'] },
    { type: ['string', 'null'], maxLength: 1 },
    ['', '/maxLength'],
  ),
  breaking('maxLength added without a type', {}, { maxLength: 9 }, ['', '/maxLength']),
  breaking(
    'maxLength lowered beside a pattern',
    { ...string, pattern: '^a+$' },
    { ...string, pattern: '^a+$', maxLength: 1 },
    ['', '/maxLength'],
  ),
  breaking('pattern added', string, { ...string, pattern: '^[a-z]+$' }, ['', '/pattern']),
  compatible('pattern removed', { ...string, pattern: '^[a-z]+$' }, string),
  compatible(
    'pattern kept',
    { ...string, pattern: '^a', maxLength: 3 },
    { pattern: '^a', maxLength: 4, ...string },
  ),
  breaking('pattern tightened', { ...string, pattern: '^[a-z]+$' }, { ...string, pattern: '^[a-m]+$' }, [
    '',
    '/pattern',
  ]),
  breaking(
    'pattern with fewer repetitions',
    { ...string, pattern: '^fact-[0-9]{4,}$' },
    { ...string, pattern: '^fact-[0-9]{3,9}$' },
    ['', '/pattern'],
  ),
  compatible(
    'pattern with fewer repetitions than maxLength allows',
    { ...string, pattern: '^fact-[0-9]{4,}$', maxLength: 14 },
    { ...string, pattern: '^fact-[0-9]{3,9}$' },
  ),
  breaking(
    'pattern replaced by a disjoint one',
    { ...string, pattern: '^a$' },
    { ...string, pattern: '^b$' },
    ['', '/pattern'],
  ),
  compatible(
    'pattern loosened',
    { ...string, pattern: '^fact-[0-9]+$' },
    { ...string, pattern: '^(fact|fakt)-\\d*$' },
  ),
  compatible(
    'pattern replaced by an equivalent one',
    { ...string, pattern: '^[0-9]$' },
    { ...string, pattern: '^\\d$' },
  ),
  unknown(
    'pattern with a lookahead of several characters',
    { ...string, pattern: '^[a-m]+$' },
    { ...string, pattern: '^(?!xn)[a-z]+$' },
    ['', '/pattern'],
  ),
  compatible(
    'maxLength raised beside a lookahead of several characters',
    { ...string, pattern: '^(?!xn)[a-z]+$', maxLength: 3 },
    { ...string, maxLength: 4 },
  ),
  compatible('pattern added that every string matches', string, { ...string, pattern: '' }),
  compatible(
    'maxLength added that the pattern implies',
    { ...string, pattern: '^a{2,3}$' },
    { ...string, maxLength: 3 },
  ),
  compatible(
    'pattern replaced by the enum of its strings',
    { ...string, pattern: '^(low|high|)$' },
    { enum: ['high', 'low', '', 'a.b'] },
  ),
  breaking(
    'pattern replaced by an enum without one of its strings',
    { ...string, pattern: '^(low|high|)$' },
    { enum: ['high', 'low', 'a.b'] },
    ['', '/enum'],
  ),
  breaking(
    'pattern replaced by an enum with characters that are special in expressions',
    { ...string, pattern: '^a.b$' },
    { enum: ['a.b'] },
    ['', '/enum'],
  ),
  compatible('pattern added where no string is allowed', integer, { ...integer, pattern: '^a' }),
  compatible(
    'pattern added that the only valid string matches',
    { ...string, maxLength: 0 },
    { ...string, pattern: '^$' },
  ),
  breaking(
    'pattern added that the only valid string does not match',
    { ...string, maxLength: 0 },
    { ...string, pattern: 'a' },
    ['', '/pattern'],
  ),
]

const numbers: readonly Edit[] = [
  breaking('minimum added', number, { ...number, minimum: 0 }, ['', '/minimum']),
  breaking('minimum raised', { ...number, minimum: 0 }, { ...number, minimum: 1 }, ['', '/minimum']),
  breaking('minimum raised to a fraction', { ...number, minimum: 0.5 }, { ...number, minimum: 0.75 }, [
    '',
    '/minimum',
  ]),
  breaking(
    'minimum raised by one unit in the last place',
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
  compatible('minimum added where no number is allowed', string, { ...string, minimum: 5 }),
  breaking('minimum added without a type', {}, { minimum: 5 }, ['', '/minimum']),
  breaking(
    'minimum added and number narrowed to integer',
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
    'maximum lowered by one unit in the last place',
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
  compatible('maximum added where no number is allowed', string, { ...string, maximum: 5 }),
  breaking(
    'maximum added where null is allowed too',
    { type: ['integer', 'null'] },
    { type: ['integer', 'null'], maximum: 9 },
    ['', '/maximum'],
  ),
  compatible(
    'fractional limits of integers replaced by integer limits',
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
  breaking('items added', array, { ...array, items: string }, ['/0', '/items/type']),
  compatible('items removed', { ...array, items: string }, array),
  compatible('items {} added', array, { ...array, items: {} }),
  breaking('items tightened', { ...array, items: string }, { ...array, items: { ...string, maxLength: 3 } }, [
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
    'items tightened, minItems removed',
    { ...array, minItems: 3, items: number },
    { ...array, items: integer },
    ['/0', '/items/type'],
  ),
  compatible('items added where no array is allowed', string, { ...string, items: number }),
  compatible('unsatisfiable items replaced', { ...array, items: impossible }, { ...array, items: string }),
  breaking(
    'items replaced by an unsatisfiable schema',
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
  compatible('minItems added where no array is allowed', object, { ...object, minItems: 2 }),
  breaking('minItems added without a type', {}, { minItems: 1 }, ['', '/minItems']),
  breaking(
    'minItems added where items are unsatisfiable',
    { ...array, items: impossible },
    { ...array, items: impossible, minItems: 1 },
    ['', '/minItems'],
  ),
  compatible(
    'minItems raised where items are unsatisfiable',
    { ...array, items: impossible, minItems: 1 },
    { ...array, items: impossible, minItems: 2 },
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
    { ...object, properties: { a: string } },
    { ...object, properties: { a: string }, required: ['a'] },
    ['/a', '/required'],
  ),
  breaking(
    'required added with a default',
    { ...closed, properties: { a: string } },
    { ...closed, properties: { a: { ...string, default: 'x' } }, required: ['a'] },
    ['/a', '/required'],
  ),
  breaking(
    'required member with a default added',
    closed,
    { ...closed, properties: { a: { ...string, default: 'x' } }, required: ['a'] },
    ['/a', '/required'],
  ),
  breaking('second member required', { ...object, required: ['a'] }, { ...object, required: ['a', 'b'] }, [
    '/b',
    '/required',
  ]),
  breaking(
    'two members required at once',
    object,
    { ...object, required: ['a', 'b'] },
    ['/a', '/required'],
    ['/b', '/required'],
  ),
  compatible('required removed', { ...object, required: ['a'] }, object),
  compatible('required reordered', { ...object, required: ['a', 'b'] }, { ...object, required: ['b', 'a'] }),
  compatible('required added where no object is allowed', array, { ...array, required: ['a'] }),
  breaking('required added without a type', {}, { required: ['a'] }, ['/a', '/required']),
  compatible(
    'required member made optional',
    { ...closed, properties: { a: string }, required: ['a'] },
    { ...closed, properties: { a: string } },
  ),
  compatible(
    'optional member added to a closed object',
    { ...closed, properties: { a: string } },
    { ...closed, properties: { a: string, b: number } },
  ),
  breaking('typed member added to an open object', object, { ...object, properties: { b: number } }, [
    '/b',
    '/properties/b/type',
  ]),
  breaking(
    'second typed member added to an open object',
    { ...object, properties: { a: string } },
    { ...object, properties: { a: string, b: number } },
    ['/b', '/properties/b/type'],
  ),
  compatible('member {} added to an open object', object, { ...object, properties: { b: {} } }),
  compatible('member true added to an open object', object, { ...object, properties: { b: true } }),
  compatible('member with only a description added to an open object', object, {
    ...object,
    properties: { b: { description: 'B.' } },
  }),
  breaking(
    'member removed from a closed object',
    { ...closed, properties: { a: string, b: string } },
    { ...closed, properties: { a: string } },
    ['/b', '/additionalProperties'],
  ),
  breaking(
    'required member removed from a closed object',
    { ...closed, properties: { a: string }, required: ['a'] },
    closed,
    ['/a', '/additionalProperties'],
  ),
  breaking(
    'member renamed in a closed object',
    { ...closed, properties: { a: string } },
    { ...closed, properties: { b: string } },
    ['/a', '/additionalProperties'],
  ),
  compatible(
    'unsatisfiable member removed from a closed object',
    { ...closed, properties: { a: impossible } },
    closed,
  ),
  compatible('member removed from an open object', { ...object, properties: { a: string } }, object),
  breaking(
    'member tightened',
    { ...closed, properties: { a: number } },
    { ...closed, properties: { a: integer } },
    ['/a', '/properties/a/type'],
  ),
  compatible(
    'member loosened',
    { ...closed, properties: { a: integer } },
    { ...closed, properties: { a: number } },
  ),
  breaking(
    'optional member tightened, another one required',
    {
      ...closed,
      properties: { a: number, b: { type: 'array', minItems: 2, items: string } },
      required: ['b'],
    },
    {
      ...closed,
      properties: { a: integer, b: { type: 'array', minItems: 2, items: string } },
      required: ['b'],
    },
    ['/a', '/properties/a/type'],
  ),
  compatible(
    'member of an unsatisfiable object tightened',
    { ...object, properties: { a: number, b: impossible }, required: ['b'] },
    {
      ...object,
      properties: { a: integer },
    },
  ),
  compatible(
    'properties reordered',
    { ...closed, properties: { a: string, b: number } },
    { additionalProperties: false, properties: { b: number, a: string }, type: 'object' },
  ),
  breaking(
    'member set to false',
    { ...object, properties: { a: string } },
    { ...object, properties: { a: false } },
    ['/a', '/properties'],
  ),
  breaking(
    'unlisted member of an open object set to false',
    object,
    { ...object, properties: { a: false } },
    ['/a', '/properties'],
  ),
  compatible(
    'member false replaced by a type',
    { ...object, properties: { a: false } },
    { ...object, properties: { a: string } },
  ),
  compatible('member false removed from an open object', { ...object, properties: { a: false } }, object),
  compatible('unlisted member of a closed object set to false', closed, {
    ...closed,
    properties: { a: false },
  }),
  compatible('member false removed from a closed object', { ...closed, properties: { a: false } }, closed),
  compatible(
    'unsatisfiable member set to false',
    { ...object, properties: { a: impossible } },
    { ...object, properties: { a: false } },
  ),
  compatible(
    'member false replaced by an unsatisfiable schema',
    { ...object, properties: { a: false } },
    { ...object, properties: { a: impossible } },
  ),
  compatible(
    'member true replaced by {}',
    { ...object, properties: { a: true } },
    { ...object, properties: { a: {} } },
  ),
  breaking(
    'member true replaced by a type',
    { ...closed, properties: { a: true } },
    { ...closed, properties: { a: string } },
    ['/a', '/properties/a/type'],
  ),
  breaking('additionalProperties false added', object, closed, ['/other', '/additionalProperties']),
  breaking('additionalProperties from true to false', { ...object, additionalProperties: true }, closed, [
    '/other',
    '/additionalProperties',
  ]),
  compatible('additionalProperties from false to true', closed, { ...object, additionalProperties: true }),
  compatible('additionalProperties false removed', closed, object),
  compatible('additionalProperties true added', object, { ...object, additionalProperties: true }),
  compatible(
    'additionalProperties from true to {}',
    { ...object, additionalProperties: true },
    { ...object, additionalProperties: {} },
  ),
  compatible('additionalProperties from false to a schema', closed, {
    ...object,
    additionalProperties: string,
  }),
  breaking(
    'additionalProperties from a schema to false',
    { ...object, additionalProperties: string },
    closed,
    ['/other', '/additionalProperties'],
  ),
  compatible(
    'additionalProperties from a schema to true',
    { ...object, additionalProperties: string },
    { ...object, additionalProperties: true },
  ),
  breaking(
    'additionalProperties from true to a schema',
    { ...object, additionalProperties: true },
    { ...object, additionalProperties: string },
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
    'additionalProperties from an unsatisfiable schema to false',
    { ...object, additionalProperties: impossible },
    closed,
  ),
  compatible('additionalProperties from false to an unsatisfiable schema', closed, {
    ...object,
    additionalProperties: impossible,
  }),
  compatible('additionalProperties added where no object is allowed', string, {
    ...string,
    additionalProperties: false,
  }),
  breaking(
    'member removed, rejected by additionalProperties',
    { ...object, properties: { a: number }, additionalProperties: string },
    { ...object, additionalProperties: string },
    ['/a', '/additionalProperties/type'],
  ),
  compatible(
    'member removed, accepted by additionalProperties',
    { ...object, properties: { a: { const: 'x' } }, additionalProperties: string },
    {
      ...object,
      additionalProperties: string,
    },
  ),
  breaking(
    'member added that additionalProperties applied to',
    { ...object, additionalProperties: string },
    { ...object, properties: { a: number }, additionalProperties: string },
    ['/a', '/properties/a/type'],
  ),
  breaking(
    'object closed that lists a member named other',
    { ...object, properties: { other: string } },
    { ...closed, properties: { other: string } },
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
    compatible(`member ${JSON.stringify(name)} added`, closed, { ...closed, ...named(name, string) }),
    compatible(`member ${JSON.stringify(name)} no longer required`, { ...object, required: [name] }, object),
  ]
})

/** Keywords without `type` that do not apply to any value of the old schema. */
const otherTypes: readonly Edit[] = [
  compatible('type number to maxLength', number, { maxLength: 1 }),
  compatible('type number to pattern', number, { pattern: '^a' }),
  compatible('type string to minimum', string, { minimum: 5 }),
  compatible('type string to maximum', string, { maximum: 5 }),
  compatible('type string to minItems', string, { minItems: 5 }),
  compatible('type string to items', string, { items: number }),
  compatible('type string to required', string, { required: ['a'] }),
  compatible('type string to properties', string, { properties: { a: number, b: false } }),
  compatible('type string to additionalProperties', string, { additionalProperties: false }),
  breaking('type number added, with keywords for other types', {}, { ...number, maxLength: 1, minItems: 1 }, [
    '',
    '/type',
  ]),
]

const annotations: readonly Edit[] = [
  compatible(
    'title and description changed',
    { ...string, title: 'A' },
    { ...string, title: 'B', description: 'C' },
  ),
  compatible('default added', string, { ...string, default: 'x' }),
  compatible('default changed', { ...string, default: 'x' }, { ...string, default: 1 }),
  compatible('default removed', { ...string, default: 'x' }, string),
  compatible('examples, deprecated and $comment added', string, {
    ...string,
    examples: ['x'],
    deprecated: true,
    $comment: 'x',
  }),
  compatible('format added', string, { ...string, format: 'date' }),
  compatible('format changed', { ...string, format: 'date' }, { ...string, format: 'email' }),
  compatible(
    'keywords reordered',
    { type: 'string', maxLength: 3, pattern: 'a' },
    { pattern: 'a', maxLength: 3, type: 'string' },
  ),
]

const fromNothing: readonly Edit[] = Object.entries(unsatisfiable).flatMap(([reason, schema]) => [
  compatible(`${reason}, to type null`, schema, { type: 'null' }),
  compatible(`${reason}, to a closed object`, schema, {
    ...closed,
    required: ['z'],
    minimum: 3,
    maxLength: 0,
  }),
  compatible(`${reason}, with a description added`, schema, { ...schema, description: 'Nothing.' }),
])

/** Edits of a single schema; each is tested in every embedding. */
export const keywordEdits: readonly Edit[] = [
  ...types,
  ...listedValues,
  ...strings,
  ...numbers,
  ...arrays,
  ...objects,
  ...names,
  ...otherTypes,
  ...annotations,
  ...fromNothing,
]
