import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'

import type { Violation } from '@workbench/contracts'

import { repetitions } from '@workbench/test-support/repetitions'
import { artifactOf } from '@workbench/test-support/arbitrary-artifacts'
import { listedObjectsIn } from './support/listed-objects.ts'
import { contracts, ids, schemaFiles } from './rules/artifacts.ts'
import { edited, tokenOf, valueAt } from '@workbench/test-support/json/edit-json'
import { positionIn, writeJson } from '@workbench/test-support/json/json-writer'
import { violationsOf } from './support/violations-of.ts'

const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false })
for (const schema of schemaFiles.values()) ajv.addSchema(schema)

const RUNS = { numRuns: repetitions(15, 160) }

/** Inherited names, names that pointers escape, and integer-like names, which come first in an object. */
const NAMES = [
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '',
  'a/b',
  'a~b',
  '~1',
  '%25',
  '0',
  '😀',
]

const unknownNames = fc.oneof(
  fc.constantFrom(...NAMES),
  // No contract has a member whose name ends with a dash.
  fc.string({ unit: 'binary' }).map((name) => `${name}-`),
)

const spaces = fc.array(fc.constantFrom('', '', ' ', '\n', '\r\n', '\r', '\t', '\n    '), {
  minLength: 1,
  maxLength: 7,
})

describe.each(ids)('%s', (id) => {
  const { is, validate, validateText } = contracts.get(id)
  const artifacts = artifactOf(id)
  const changed = changedArtifacts(artifacts)
  const isValidForAjv = (value: unknown): boolean => ajv.validate(`${id}.schema.json`, value)

  test('is(), validate() and validateText() accept generated valid artifacts, like Ajv', () => {
    fc.assert(
      fc.property(artifacts, (artifact) => {
        expect(validate(artifact)).toEqual({ valid: true })
        expect(is(artifact)).toBe(true)
        expect(validateText(JSON.stringify(artifact))).toEqual({ valid: true })
        expect(isValidForAjv(artifact)).toBe(true)
      }),
      RUNS,
    )
  })

  test('validate() reports a required member that was removed, at any location', () => {
    fc.assert(
      fc.property(artifacts, fc.nat(), (artifact, choice) => {
        const members = listedObjectsIn(id, artifact).flatMap(({ pointer, required }) =>
          required.map((name) => pointer + tokenOf(name)),
        )
        const missing = picked(members, choice)
        const broken = edited(artifact, [{ remove: missing }])
        expect(violationsOf(validate(broken)).map(pathAndKeyword)).toEqual([`${missing} required`])
        expect(is(broken)).toBe(false)
        expect(isValidForAjv(broken)).toBe(false)
      }),
      RUNS,
    )
  })

  test('validate() rejects an unknown member of any name in any closed object', () => {
    fc.assert(
      fc.property(artifacts, unknownNames, fc.jsonValue(), fc.nat(), (artifact, name, value, choice) => {
        const closed = listedObjectsIn(id, artifact).filter(({ isClosed }) => isClosed)
        const unknown = picked(closed, choice).pointer + tokenOf(name)
        const broken = edited(artifact, [{ set: unknown, to: value }])
        const [first, ...others] = violationsOf(validate(broken))
        expect(first && pathAndKeyword(first)).toBe(`${unknown} additionalProperties`)
        // The name may resemble a known one. Then the value must satisfy the schema of that member as well.
        expect(others.filter(({ path }) => !path.startsWith(unknown))).toEqual([])
        expect(is(broken)).toBe(false)
        expect(isValidForAjv(broken)).toBe(false)
      }),
      RUNS,
    )
  })

  test('is() and validate() return the same result as Ajv for arbitrary values', () => {
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), changed), (value) => {
        expect(is(value)).toBe(validate(value).valid)
        expect(is(value)).toBe(isValidForAjv(value))
      }),
      { numRuns: repetitions(30, 400) },
    )
  })

  test('is(), validate() and the Standard Schema do not change the value', () => {
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), artifacts, changed), (value) => {
        const before = structuredClone(value)
        const frozen = deepFrozen(value)
        is(frozen)
        validate(frozen)
        contracts.get(id)['~standard'].validate(frozen)
        expect(frozen).toEqual(before)
      }),
      RUNS,
    )
  })

  test('validateText() returns the violations of validate() with correct line and column', () => {
    fc.assert(
      fc.property(fc.oneof(changed, fc.jsonValue()), spaces, (value, between) => {
        const written = writeJson(value, between)
        const found = violationsOf(validateText(written.text))
        expect(found.map(withoutPosition)).toEqual(violationsOf(validate(JSON.parse(written.text))))
        expect(violationsOf(validateText(new TextEncoder().encode(written.text)))).toEqual(found)
        for (const { path, keyword, line, column } of found) {
          const offset =
            keyword === 'required'
              ? written.values.get(path.slice(0, path.lastIndexOf('/')))
              : keyword === 'additionalProperties' || keyword === 'properties'
                ? written.names.get(path)
                : written.values.get(path)
          expect({ line, column }).toEqual(positionIn(written.text, offset ?? NaN))
        }
      }),
      { numRuns: repetitions(20, 240) },
    )
  })
})

/** Artifacts with up to three changes: a value replaced, removed or added at any location. */
function changedArtifacts(artifacts: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const change = fc.record({
    choice: fc.nat(),
    kind: fc.constantFrom('replace', 'remove', 'add'),
    name: fc.oneof(
      unknownNames,
      fc.constantFrom('flow', 'location', 'evidence', 'historyRead', 'enteredReview'),
    ),
    value: fc.oneof(
      fc.jsonValue({ maxDepth: 2 }),
      fc.constantFrom(null, '', 0, -1, 1.5, true, false, [], {}),
    ),
  })
  return fc.tuple(artifacts, fc.array(change, { minLength: 1, maxLength: 3 })).map(([artifact, changes]) =>
    changes.reduce<unknown>((value, { choice, kind, name, value: other }) => {
      const pointer = picked(pointersIn(value, ''), choice)
      if (kind === 'remove') return pointer === '' ? value : edited(value, [{ remove: pointer }])
      if (kind === 'replace') return edited(value, [{ set: pointer, to: other }])
      const parent = valueAt(value, pointer)
      const isObject = typeof parent === 'object' && parent !== null && !Array.isArray(parent)
      return isObject ? edited(value, [{ set: pointer + tokenOf(name), to: other }]) : value
    }, toPlainJson(artifact)),
  )
}

const toPlainJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

const pointersIn = (value: unknown, pointer: string): string[] => [
  pointer,
  ...(typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, member]) => pointersIn(member, pointer + tokenOf(name)))
    : []),
]

function picked<T>(list: readonly T[], choice: number): T {
  const item = list[choice % list.length]
  if (item === undefined) throw new Error('There is nothing to pick from')
  return item
}

const pathAndKeyword = ({ path, keyword }: Violation): string => `${path} ${keyword}`

const withoutPosition = ({ line: _line, column: _column, ...rest }: Violation): Violation => rest

function deepFrozen(value: unknown): unknown {
  if (typeof value === 'object' && value !== null) {
    Object.values(value).forEach(deepFrozen)
    Object.freeze(value)
  }
  return value
}
